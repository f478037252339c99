// The code from a letter of ours: the button that has it sent, counting down until it may be sent again, and six boxes.
import * as codes from '@cormorant/contract/codes.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../lib/api/errors.ts';
import { useSecondsLeft } from '../../../lib/countdown.ts';
import { Button } from '../../../ui/button.tsx';
import { CodeBoxes } from '../../../ui/code-boxes.tsx';
import { sendCode } from '../api/set-info.ts';
import { startCodePause, useCodePauses } from './code-pause.ts';

export interface MailCodeProps {
  readonly label: string;
  readonly name: string;
  /** Where the code goes. */
  readonly address: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onValue: (digits: string) => void;
  /** The sentence of a refusal to send; the address itself may be what is wrong. */
  readonly onProblem: (text: string, code: number | null) => void;
  /** Looked at before anything is sent; says what is wrong itself. */
  readonly maySend?: () => boolean;
}

export function MailCode({ label, name, address, value, error, onValue, onProblem, maySend }: MailCodeProps) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [sentTo, setSentTo] = useState('');
  const waiting = useSecondsLeft(useCodePauses(({ untilMs }) => untilMs[name] ?? 0));

  async function send() {
    if (maySend !== undefined && !maySend()) return;
    setBusy(true);
    try {
      await sendCode(address);
      setSentTo(address);
      startCodePause(name);
      onValue('');
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem;
      if (problem.code === codes.email_code_often) startCodePause(name);
      onProblem(problem.message, problem.code);
    } finally {
      setBusy(false);
    }
  }

  return (
    <CodeBoxes
      label={label}
      name={name}
      hint={
        <Button tone="text" size="s" disabled={waiting > 0} busy={busy} onClick={() => void send()}>
          {waiting > 0 ? t('account.code.again', { seconds: waiting }) : t('account.code.send')}
        </Button>
      }
      help={sentTo === '' ? t('account.code.help') : t('account.code.sent', { address: sentTo })}
      value={value}
      error={error}
      onValue={onValue}
    />
  );
}
