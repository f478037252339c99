// The first step of a forgotten password: whose it is. Below it, the ways for those without a verified e-mail address.
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../lib/api/errors.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Note } from '../../../ui/marks.tsx';
import { fieldOfCode } from '../account-rules.ts';
import { sendResetCode } from '../api/reset-password.ts';

export interface SendCodeProps {
  readonly typed: string;
  readonly onWallet: () => void;
  readonly onSent: (account: string, ticket: string) => void;
}

export function SendCode({ typed, onWallet, onSent }: SendCodeProps) {
  const { t } = useTranslation();
  const [account, setAccount] = useState(typed);
  const [missing, setMissing] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const name = account.trim();
    setFailure(null);
    setMissing(name === '' ? t('identity.required.account') : null);
    if (name === '' || busy) return;
    setBusy(true);
    try {
      onSent(name, await sendResetCode(name));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      (fieldOfCode(error.code) === 'account' ? setMissing : setFailure)(error.message);
      setBusy(false);
    }
  }

  return (
    <form className="stack stack--l" onSubmit={(event) => void submit(event)} noValidate>
      <p className="c2">{t('identity.reset.text')}</p>
      <Field
        label={t('identity.account')}
        name="reset-account"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        value={account}
        error={missing ?? undefined}
        onValue={setAccount}
      />
      {failure === null ? null : (
        <Note tone="danger" live>
          {failure}
        </Note>
      )}
      <Button type="submit" tone="primary" size="l" block busy={busy}>
        {t('identity.reset.send')}
      </Button>
      <div className="stack stack--s">
        <h3 className="t-meta c3">{t('identity.reset.noEmail')}</h3>
        <Note icon="wallet" action={{ label: t('identity.byWallet'), onPress: onWallet }}>
          {t('identity.reset.byWallet')}
        </Note>
        <Note icon="help">{t('identity.reset.contact')}</Note>
      </div>
    </form>
  );
}
