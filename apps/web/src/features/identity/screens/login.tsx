// Log in with account and password. Refusals stand above the button, where the next step is; the consent is asked before
// anything is sent. The guard leads on to where the person came from.
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { ApiError } from '../../../lib/api/errors.ts';
import { rememberAccount, rememberedAccount } from '../../../lib/stores/remembered-account.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, PasswordField } from '../../../ui/field.tsx';
import { Note } from '../../../ui/marks.tsx';
import { Dialog } from '../../../ui/overlays.tsx';
import { Check } from '../../../ui/toggles.tsx';
import { checkLogin, type Refusal } from '../account-rules.ts';
import { logIn } from '../api/log-in.ts';
import { Agreement } from '../components/agreement.tsx';
import { EntryPage } from '../components/entry-page.tsx';

export function Login() {
  const { t } = useTranslation();
  const location = useLocation();
  const [account, setAccount] = useState(rememberedAccount);
  const [password, setPassword] = useState('');
  const [remember, setRemember] = useState(true);
  const [agreed, setAgreed] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [unagreed, setUnagreed] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const [busy, setBusy] = useState(false);
  const [forgot, setForgot] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const problem = checkLogin({ account, password });
    setRefusal(problem);
    setUnagreed(!agreed);
    setFailure(null);
    if (problem !== null || !agreed) return;
    setBusy(true);
    try {
      rememberAccount(remember ? account.trim() : '');
      await logIn(account.trim(), password);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(error);
      setBusy(false);
    }
  }

  const errorOf = (field: 'account' | 'password') =>
    refusal?.field === field ? t(`identity.required.${refusal.problem}`) : undefined;
  return (
    <EntryPage title={t('identity.loginTitle')}>
      <form className="entry__form" onSubmit={(event) => void submit(event)} noValidate>
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
        <Agreement agreed={agreed} missing={unagreed && !agreed} onChange={setAgreed} />
        {failure ? (
          <div className="mb-3">
            <Note tone={failure.code === 1008 ? 'warn' : 'danger'} live>
              {failure.code === 1008 ? t('identity.maintenance') : failure.message}
            </Note>
          </div>
        ) : null}
        <Button type="submit" tone="primary" size="l" block busy={busy}>
          {t('identity.login')}
        </Button>
        <p className="entry__other c2">
          {t('identity.noAccount')}{' '}
          <Link className="inline-link" to="/register" state={location.state}>
            {t('identity.register')}
          </Link>
        </p>
      </form>
      <Dialog
        open={forgot}
        onClose={() => setForgot(false)}
        icon="help"
        title={t('identity.forgot')}
        text={t('identity.forgotText')}
        actions={[{ label: t('action.gotIt'), tone: 'primary', onPress: () => setForgot(false) }]}
      />
    </EntryPage>
  );
}
