// The second step of a forgotten password: the code from the e-mail and the new password. Another code may be asked for
// after a minute.
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../lib/api/errors.ts';
import { useSecondsLeft } from '../../../lib/countdown.ts';
import { isOftenChosen } from '../../../lib/password-strength.ts';
import { Button } from '../../../ui/button.tsx';
import { CodeBoxes } from '../../../ui/code-boxes.tsx';
import { PasswordField } from '../../../ui/field.tsx';
import { Note } from '../../../ui/marks.tsx';
import { checkReset, type ResetField, resetFieldOfCode } from '../account-rules.ts';
import { resetPassword, sendResetCode } from '../api/reset-password.ts';
import { StrengthWord } from './strength-word.tsx';

const betweenCodesMs = 60_000;

export interface ResetPasswordProps {
  readonly account: string;
  /** Of the first code; each further one has its own. */
  readonly firstTicket: string;
  readonly onBack: () => void;
  readonly onDone: () => void;
}

export function ResetPassword({ account, firstTicket, onBack, onDone }: ResetPasswordProps) {
  const { t } = useTranslation();
  const [form, setForm] = useState({ code: '', password: '', confirm: '' });
  const [shown, setShown] = useState<{ field: ResetField | null; text: string } | null>(null);
  const [ticket, setTicket] = useState(firstTicket);
  const [busy, setBusy] = useState(false);
  const set = (field: keyof typeof form) => (value: string) => {
    setForm((before) => ({ ...before, [field]: value }));
    setShown((before) => (before?.field === field ? null : before));
  };
  const errorOf = (field: keyof typeof form) => (shown?.field === field ? shown.text : undefined);

  async function attempt(work: () => Promise<void>) {
    setBusy(true);
    setShown(null);
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const field = resetFieldOfCode(error.code);
      const text = isOftenChosen(error) ? t('identity.required.passwordCommon') : error.message;
      setShown({ field: field === 'account' ? null : field, text });
    } finally {
      setBusy(false);
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const refusal = checkReset(form);
    setShown(refusal && { field: refusal.field, text: t(`identity.required.${refusal.problem}`) });
    if (refusal === null) void attempt(() => resetPassword({ ...form, account, ticket }).then(onDone));
  }

  return (
    <form className="stack stack--l" onSubmit={submit} noValidate>
      <p className="c2">{t('identity.reset.sent', { account })}</p>
      <CodeBoxes
        label={t('identity.reset.code')}
        hint={<Again busy={busy} onPress={() => attempt(() => sendResetCode(account).then(setTicket))} />}
        name="reset-code"
        value={form.code}
        error={errorOf('code')}
        onValue={set('code')}
      />
      <PasswordField
        label={t('identity.reset.password')}
        hint={<StrengthWord password={form.password} />}
        help={t('identity.passwordHelp')}
        name="reset-password"
        autoComplete="new-password"
        maxLength={64}
        value={form.password}
        error={errorOf('password')}
        onValue={set('password')}
      />
      <PasswordField
        label={t('identity.reset.confirm')}
        name="reset-confirm"
        autoComplete="new-password"
        maxLength={64}
        value={form.confirm}
        error={errorOf('confirm')}
        onValue={set('confirm')}
      />
      <Note>{t('identity.reset.hold')}</Note>
      {shown !== null && shown.field === null ? (
        <Note tone="danger" live>
          {shown.text}
        </Note>
      ) : null}
      <div className="stack stack--s">
        <Button type="submit" tone="primary" size="l" block busy={busy}>
          {t('identity.reset.go')}
        </Button>
        <button type="button" className="link link--body forgotback" onClick={onBack}>
          {t('identity.reset.otherAccount')}
        </button>
      </div>
    </form>
  );
}

function Again({ busy, onPress }: { busy: boolean; onPress: () => Promise<void> }) {
  const { t } = useTranslation();
  const [atMs, setAtMs] = useState(() => Date.now() + betweenCodesMs);
  const wait = useSecondsLeft(atMs);
  return (
    <button
      type="button"
      className="link link--p"
      disabled={wait > 0 || busy}
      onClick={() => {
        setAtMs(Date.now() + betweenCodesMs);
        void onPress();
      }}
    >
      {wait > 0 ? t('identity.reset.againIn', { seconds: wait }) : t('identity.reset.again')}
    </button>
  );
}
