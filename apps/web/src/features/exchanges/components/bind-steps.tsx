// The three steps: make a key at the exchange, paste it, allow our addresses; then it is tried and bound.
import * as codes from '@cormorant/contract/codes.ts';
import type { Exchange } from '@cormorant/contract/entities/market.ts';
import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useOnline } from '../../../lib/use-online.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { cx } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Note } from '../../../ui/marks.tsx';
import { Dialog } from '../../../ui/overlays.tsx';
import { Check } from '../../../ui/toggles.tsx';
import { failedCheck } from '../checks.ts';
import { type BindForm, partOf, useBindForm } from '../use-bind-form.ts';
import { CheckList } from './check-list.tsx';
import { KeyFields } from './key-fields.tsx';
import { WantedRights } from './rights-list.tsx';
import { ServerIps } from './server-ips.tsx';
import { OutLink } from './tutorial-sheet.tsx';

export interface BindStepsProps {
  readonly exchange: Exchange;
  /** There is a key set that this one replaces. */
  readonly replaces: boolean;
  readonly onBound: () => void;
  readonly onTutorial: () => void;
}

interface StepProps {
  readonly n: number;
  readonly look: 'done' | 'on' | 'later';
  readonly title: string;
  readonly children: ReactNode;
}

function Step({ children, look, n, title }: StepProps) {
  return (
    <li className={cx('step', look !== 'later' && `step--${look}`)}>
      <span className="step__n">{look === 'done' ? <Icon name="check" size="s" /> : n}</span>
      <div>
        <h2 className="step__title">{title}</h2>
        {children}
      </div>
    </li>
  );
}

export function BindSteps({ exchange, onBound, onTutorial, replaces }: BindStepsProps) {
  const { t } = useTranslation();
  const online = useOnline();
  const fields = useBindForm(exchange, onBound);
  const { busy, form, refusal } = fields;
  const typed =
    form.apiKey !== '' && form.secretKey !== '' && (exchange.need_passphrase === 0 || form.passphrase !== '');
  function send(event: FormEvent) {
    event.preventDefault();
    void fields.submit();
  }
  return (
    <form className="keys__form" noValidate autoComplete="off" onSubmit={send}>
      <Card>
        <ol className="steps">
          <Step n={1} look={form.apiKey === '' ? 'on' : 'done'} title={t('keys.step1.title')}>
            <p className="c2">{t('keys.step1.text', { name: exchange.name })}</p>
            <WantedRights />
            <p className="t-meta c3">{t('keys.step1.withdraw')}</p>
            <Links exchange={exchange} onTutorial={onTutorial} />
          </Step>
          <Step n={2} look={typed ? 'done' : form.apiKey === '' ? 'later' : 'on'} title={t('keys.step2.title')}>
            <KeyFields fields={fields} passphrase={exchange.need_passphrase === 1} />
          </Step>
          <Step n={3} look={typed ? 'on' : 'later'} title={t('keys.step3.title')}>
            <Addresses exchange={exchange} fields={fields} />
          </Step>
        </ol>
      </Card>
      <Outcome exchange={exchange} fields={fields} />
      <p className="t-meta c3 text-center">{t('keys.step3.expires')}</p>
      <div className="actionbar">
        <Button type="submit" tone="primary" size="l" busy={busy} disabled={busy || !online}>
          {t(replaces ? 'keys.replace' : 'keys.submit')}
        </Button>
      </div>
      <Dialog
        open={refusal?.data['accept'] === 'accept_unknown'}
        onClose={fields.forgetRefusal}
        icon="shield"
        tone="warn"
        title={t('keys.accept.title')}
        text={t('keys.accept.text', { name: exchange.name })}
        actions={[
          { label: t('action.cancel'), onPress: fields.forgetRefusal },
          { label: t('keys.accept.go'), tone: 'primary', busy, onPress: () => void fields.submit(true) },
        ]}
      />
    </form>
  );
}

function Links({ exchange, onTutorial }: Pick<BindStepsProps, 'exchange' | 'onTutorial'>) {
  const { t } = useTranslation();
  return (
    <div className="keys__links">
      {exchange.key_url === '' ? null : (
        <OutLink url={exchange.key_url} text={t('keys.step1.open', { name: exchange.name })} />
      )}
      <button type="button" className="keys__link" onClick={onTutorial}>
        {t('keys.openTutorial')}
      </button>
    </div>
  );
}

function Addresses({ exchange, fields }: { exchange: Exchange; fields: BindForm }) {
  const { t } = useTranslation();
  if (exchange.ips.length === 0) {
    return (
      <div className="mt-2">
        <Note>{t('keys.step3.none')}</Note>
      </div>
    );
  }
  const { added } = fields.missing;
  return (
    <>
      <ServerIps ips={exchange.ips} />
      <Check
        name="ips-added"
        checked={fields.form.added}
        error={added !== undefined}
        describedBy="ips-needed"
        onChange={(is) => fields.change({ added: is })}
      >
        {t('keys.step3.added', { name: exchange.name })}
      </Check>
      <p id="ips-needed" className="field__help field__help--error" role={added === undefined ? undefined : 'alert'}>
        {added}
      </p>
    </>
  );
}

/** How the try goes or went; what is about one field stands there instead. */
function Outcome({ exchange, fields }: { exchange: Exchange; fields: BindForm }) {
  const { t } = useTranslation();
  const { busy, refusal } = fields;
  if (busy) return <CheckList name={exchange.name} failed={null} />;
  if (refusal === null || refusal.data['accept'] !== undefined) return null;
  const failed = failedCheck(refusal.code);
  const text =
    refusal.code === codes.api_in_use ? t('keys.inUse.replaceText', { name: exchange.name }) : refusal.message;
  if (failed !== null)
    return <CheckList name={exchange.name} failed={failed} text={text} unsure={refusal.data['unsure'] === 1} />;
  if (partOf(refusal) !== null) return null;
  return (
    <Note tone="danger" live>
      {text}
    </Note>
  );
}
