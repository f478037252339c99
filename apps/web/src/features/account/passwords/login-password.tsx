// The login password: the present one where there is one, else a proof; the new one twice. Other devices are signed out.
import * as codes from '@cormorant/contract/codes.ts';
import { isPassword } from '@cormorant/contract/credential-forms.ts';
import type { Profile } from '@cormorant/contract/entities/profile.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../../lib/api/errors.ts';
import { isOftenChosen } from '../../../lib/password-strength.ts';
import { PasswordField } from '../../../ui/field.tsx';
import { Note } from '../../../ui/marks.tsx';
import { changePassword } from '../api/change-passwords.ts';
import { AccountForm } from '../components/account-form.tsx';
import { AccountState } from '../components/account-state.tsx';
import { HoldNote } from '../components/hold-note.tsx';
import { NewPassword, type NewPasswordForm } from '../components/new-password.tsx';
import { NoWayYet } from '../components/young-ways.tsx';
import { type Factor, youngFactors, youngOf } from '../proof/factors.ts';
import { ProofCard } from '../proof/proof-card.tsx';
import { useProof } from '../proof/use-proof.ts';
import { useSending } from '../use-sending.ts';

const withoutPassword: readonly Factor[] = ['signature', 'code'];
const anyWay: readonly Factor[] = ['password', ...withoutPassword];

type Place = 'old' | 'password' | 'confirm' | 'form';
interface Shown {
  readonly place: Place;
  readonly text: string;
}

function placeOf(code: number | null): Place {
  if (code === codes.old_password_wrong || code === codes.account_locked) return 'old';
  if (code === codes.password_required || code === codes.password_format || code === codes.password_same)
    return 'password';
  return code === codes.password_mismatch ? 'confirm' : 'form';
}

export function LoginPassword({ profile }: { profile: Profile }) {
  const { t } = useTranslation();
  const [young, setYoung] = useState(false);
  const [old, setOld] = useState('');
  const [form, setForm] = useState<NewPasswordForm>({ password: '', confirm: '' });
  const [shown, setShown] = useState<Shown | null>(null);
  const [done, setDone] = useState(false);
  const proof = useProof(profile, withoutPassword);
  const { busy, send } = useSending();
  /** A password that was changed a moment ago is no proof; another factor is asked for. */
  const youngFrom = youngOf(profile, anyWay, Date.now());
  const asks = profile.password === 0 || young || youngFrom.has('password') ? 'proof' : 'old';
  const errorAt = (place: Place) => (shown?.place === place ? shown.text : undefined);

  function problem(): Shown | null {
    if (asks === 'old' && old === '') return { place: 'old', text: t('account.login.oldMissing') };
    if (!isPassword(form.password)) return { place: 'password', text: t('identity.required.passwordFormat') };
    return form.password === form.confirm ? null : { place: 'confirm', text: t('identity.required.mismatch') };
  }

  function refuse(error: ApiError) {
    if (asks === 'old' && youngFactors(error.data).includes('password')) {
      setYoung(true);
      setOld('');
    }
    if ((asks === 'proof' || error.code === codes.identity_required) && proof.refuse(error)) return;
    if (placeOf(error.code) === 'old') setOld('');
    const text = isOftenChosen(error) ? t('identity.required.passwordCommon') : error.message;
    setShown({ place: placeOf(error.code), text });
  }

  function submit() {
    const found = problem();
    setShown(found);
    if (found !== null || (asks === 'proof' && !proof.check())) return;
    void send(async () => {
      const given = asks === 'old' ? { old_password: old } : await proof.give();
      if (given === null) return;
      await changePassword({ ...form, ...given });
      setOld('');
      setForm({ password: '', confirm: '' });
      setDone(true);
    }, refuse);
  }

  if (done) {
    return (
      <>
        <AccountState fresh title={t('account.login.done')}>
          <p className="c2">{t('account.login.doneText')}</p>
        </AccountState>
        <HoldNote profile={profile} />
      </>
    );
  }
  if (asks === 'proof' && proof.blocked && !busy) return <NoWayYet from={youngFrom} />;
  return (
    <AccountForm submit={t('account.save')} busy={busy} onSubmit={submit} refusal={errorAt('form')}>
      <section className="card">
        {asks === 'old' ? (
          <PasswordField
            label={t('account.login.old')}
            name="password"
            autoComplete="current-password"
            maxLength={256}
            value={old}
            error={errorAt('old')}
            onValue={(value) => {
              setOld(value);
              setShown(null);
            }}
          />
        ) : null}
        <NewPassword
          form={form}
          passwordError={errorAt('password')}
          confirmError={errorAt('confirm')}
          onForm={(next) => {
            setForm(next);
            setShown(null);
          }}
        />
      </section>
      {asks === 'old' ? null : <ProofCard profile={profile} proof={proof} />}
      <Note icon="shield">{t('account.login.note')}</Note>
    </AccountForm>
  );
}
