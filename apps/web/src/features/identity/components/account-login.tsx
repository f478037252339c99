// Log in with account and password. Refusals stand above the button, where the next step is; the consent is asked before
// anything is sent.
import * as codes from '@cormorant/contract/codes.ts';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../lib/api/errors.ts';
import { rememberAccount, rememberedAccount } from '../../../lib/stores/remembered-account.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, PasswordField } from '../../../ui/field.tsx';
import { Check } from '../../../ui/toggles.tsx';
import { checkLogin, type Refusal } from '../account-rules.ts';
import { logIn } from '../api/log-in.ts';
import { Agreement } from './agreement.tsx';
import type { Consent } from './consent.ts';
import { EntryRefusal } from './entry-refusal.tsx';
import { ForgotSheet } from './forgot-sheet.tsx';
import { TermsDialog } from './terms-dialog.tsx';

const termsCode = codes.terms_required;

export interface AccountLoginProps {
  readonly consent: Consent;
  /** To the other way in, from the help on a forgotten password. */
  readonly onWallet: () => void;
}

export function AccountLogin({ consent, onWallet }: AccountLoginProps) {
  const { t } = useTranslation();
  const [account, setAccount] = useState(rememberedAccount);
  const [password, setPassword] = useState('');
  const [remember, setRemember] = useState(true);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const [busy, setBusy] = useState(false);
  const [termsAsked, setTermsAsked] = useState(false);
  const [forgot, setForgot] = useState(false);

  async function send(agree: boolean) {
    setBusy(true);
    setFailure(null);
    try {
      rememberAccount(remember ? account.trim() : '');
      await logIn(account.trim(), password, agree);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === termsCode) setTermsAsked(true);
      else setFailure(error);
      setBusy(false);
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const problem = checkLogin({ account, password });
    setRefusal(problem);
    setFailure(null);
    const agreed = consent.require();
    if (problem === null && agreed) void send(false);
  }

  const errorOf = (field: 'account' | 'password') =>
    refusal?.field === field ? t(`identity.required.${refusal.problem}`) : undefined;
  return (
    <>
      <form className="entry__form" onSubmit={submit} noValidate>
        <Field
          label={t('identity.account')}
          name="account"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          value={account}
          error={errorOf('account')}
          onValue={setAccount}
        />
        <PasswordField
          label={t('identity.password')}
          name="password"
          autoComplete="current-password"
          maxLength={256}
          value={password}
          error={errorOf('password')}
          onValue={setPassword}
        />
        <div className="between entry__aside">
          <Check checked={remember} onChange={setRemember} name="remember">
            {t('identity.remember')}
          </Check>
          <button type="button" className="link link--body" onClick={() => setForgot(true)}>
            {t('identity.forgot')}
          </button>
        </div>
        <Agreement agreed={consent.agreed} missing={consent.missing} onChange={consent.set} />
        <EntryRefusal failure={failure} />
        <Button type="submit" tone="primary" size="l" block busy={busy}>
          {t('identity.login')}
        </Button>
      </form>
      <TermsDialog
        open={termsAsked}
        onAnswer={(agreed) => {
          setTermsAsked(false);
          if (agreed) void send(true);
        }}
      />
      <ForgotSheet
        open={forgot}
        account={account}
        onClose={() => setForgot(false)}
        onWallet={() => {
          setForgot(false);
          onWallet();
        }}
        onDone={(name) => {
          setForgot(false);
          setAccount(name);
          setPassword('');
        }}
      />
    </>
  );
}
