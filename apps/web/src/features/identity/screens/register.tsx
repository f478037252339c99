// Open an account. The form checks in the order of the catalogue and shows the first problem at its field; a referral code
// from the link is filled in and locked until it is cleared.
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useParams } from 'react-router';
import { ApiError } from '../../../lib/api/errors.ts';
import { isOftenChosen } from '../../../lib/password-strength.ts';
import { cachedReferrer, forgetReferrer, keepReferrer } from '../../../lib/stores/caches.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Field, PasswordField } from '../../../ui/field.tsx';
import { checkRegister, type FormField, fieldOfCode, type RegisterForm } from '../account-rules.ts';
import { register } from '../api/register.ts';
import { Agreement } from '../components/agreement.tsx';
import { EntryPage } from '../components/entry-page.tsx';
import { EntryRefusal } from '../components/entry-refusal.tsx';
import { StrengthWord } from '../components/strength-word.tsx';

/** The code of the link counts before one kept from an earlier link; it is kept for 30 days. */
function invitedBy(fromPath: string | undefined): string {
  const code = (fromPath ?? '').trim().slice(0, 32);
  if (code !== '') keepReferrer(code);
  return code === '' ? cachedReferrer() : code;
}

interface Shown {
  readonly field: FormField;
  readonly text: string;
}

export function Register() {
  const { t } = useTranslation();
  const location = useLocation();
  const params = useParams();
  const [form, setForm] = useState<RegisterForm>(() => ({
    account: '',
    password: '',
    confirm: '',
    referrer: invitedBy(params['referrer']),
  }));
  const [locked, setLocked] = useState(form.referrer !== '');
  const [agreed, setAgreed] = useState(false);
  const [unagreed, setUnagreed] = useState(false);
  const [shown, setShown] = useState<Shown | null>(null);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const [busy, setBusy] = useState(false);
  const set = (field: FormField) => (value: string) => setForm((before) => ({ ...before, [field]: value }));
  const errorOf = (field: FormField) => (shown?.field === field ? shown.text : undefined);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const refusal = checkRegister(form);
    setShown(refusal && { field: refusal.field, text: t(`identity.required.${refusal.problem}`) });
    setFailure(null);
    setUnagreed(!agreed);
    if (refusal !== null || !agreed) return;
    setBusy(true);
    try {
      await register(form);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const field = fieldOfCode(error.code);
      if (field === null) setFailure(error);
      else setShown({ field, text: isOftenChosen(error) ? t('identity.required.passwordCommon') : error.message });
      setBusy(false);
    }
  }

  return (
    <EntryPage title={t('identity.registerTitle')}>
      <form className="entry__form" onSubmit={(event) => void submit(event)} noValidate>
        <Field
          label={t('identity.registerAccount')}
          help={t('identity.accountHelp')}
          name="account"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          value={form.account}
          error={errorOf('account')}
          onValue={set('account')}
        />
        <PasswordField
          label={t('identity.password')}
          hint={<StrengthWord password={form.password} />}
          help={t('identity.passwordHelp')}
          name="password"
          autoComplete="new-password"
          maxLength={64}
          value={form.password}
          error={errorOf('password')}
          onValue={set('password')}
        />
        <PasswordField
          label={t('identity.confirm')}
          name="confirm"
          autoComplete="new-password"
          maxLength={64}
          value={form.confirm}
          error={errorOf('confirm')}
          onValue={set('confirm')}
        />
        <Field
          label={t('identity.referrer')}
          help={locked ? t('identity.referrerLocked') : t('identity.referrerHelp')}
          name="referrer"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={32}
          value={form.referrer}
          locked={locked}
          error={errorOf('referrer')}
          onValue={set('referrer')}
          end={
            locked ? (
              <IconButton
                icon="close"
                size="s"
                label={t('identity.clearReferrer')}
                onClick={() => {
                  forgetReferrer();
                  setLocked(false);
                  set('referrer')('');
                }}
              />
            ) : undefined
          }
        />
        <Agreement agreed={agreed} missing={unagreed && !agreed} onChange={setAgreed} />
        <EntryRefusal failure={failure} />
        <Button type="submit" tone="primary" size="l" block busy={busy}>
          {t('identity.register')}
        </Button>
        <p className="entry__other c2">
          {t('identity.haveAccount')}{' '}
          <Link className="inline-link" to="/login" state={location.state}>
            {t('identity.login')}
          </Link>
        </p>
      </form>
    </EntryPage>
  );
}
