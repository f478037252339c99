// An account and a password for somebody who came by wallet, so that they can also log in without it. Once set it stays.
import * as codes from '@cormorant/contract/codes.ts';
import { isAccount, isPassword } from '@cormorant/contract/credential-forms.ts';
import type { Profile } from '@cormorant/contract/entities/profile.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isOftenChosen } from '../../../lib/password-strength.ts';
import { Field } from '../../../ui/field.tsx';
import { Note } from '../../../ui/marks.tsx';
import { setInfo } from '../api/set-info.ts';
import { AccountForm } from '../components/account-form.tsx';
import { AccountState } from '../components/account-state.tsx';
import { HoldNote } from '../components/hold-note.tsx';
import { NewPassword, type NewPasswordForm } from '../components/new-password.tsx';
import { NoWayYet } from '../components/young-ways.tsx';
import type { Factor } from '../proof/factors.ts';
import { ProofCard } from '../proof/proof-card.tsx';
import { useProof } from '../proof/use-proof.ts';
import { useSending } from '../use-sending.ts';

/** The wallet first: it is what this person came with, and good from the first day. */
const allowed: readonly Factor[] = ['signature', 'payment', 'code', 'password'];

type Place = 'account' | 'password' | 'confirm' | 'form';

function placeOf(code: number | null): Place {
  if (code === codes.account_exists || code === codes.account_required || code === codes.account_format)
    return 'account';
  if (code === codes.password_required || code === codes.password_format) return 'password';
  return code === codes.password_mismatch ? 'confirm' : 'form';
}

export function BindAccount({ profile }: { profile: Profile }) {
  const { t } = useTranslation();
  const [done, setDone] = useState(false);
  if (profile.account === '') return <AccountFields profile={profile} onDone={() => setDone(true)} />;
  return (
    <>
      <AccountState fresh={done} icon="key" title={done ? t('account.name.done') : t('account.name.bound')}>
        <p className="t-row">{profile.account}</p>
        <p className="c2">{t('account.name.boundText')}</p>
      </AccountState>
      {done ? <HoldNote profile={profile} /> : null}
    </>
  );
}

function AccountFields({ profile, onDone }: { profile: Profile; onDone: () => void }) {
  const { t } = useTranslation();
  const [account, setAccount] = useState('');
  const [form, setForm] = useState<NewPasswordForm>({ password: '', confirm: '' });
  const [shown, setShown] = useState<{ place: Place; text: string } | null>(null);
  const proof = useProof(profile, allowed);
  const { busy, send } = useSending();
  const needsPassword = profile.password === 0;
  const errorAt = (place: Place) => (shown?.place === place ? shown.text : undefined);

  function problem(): { place: Place; text: string } | null {
    if (!isAccount(account.trim())) return { place: 'account', text: t('identity.required.accountFormat') };
    if (!needsPassword) return null;
    if (!isPassword(form.password)) return { place: 'password', text: t('identity.required.passwordFormat') };
    return form.password === form.confirm ? null : { place: 'confirm', text: t('identity.required.mismatch') };
  }

  function submit() {
    const found = problem();
    setShown(found);
    if (found !== null || !proof.check()) return;
    void send(
      async () => {
        const given = await proof.give();
        if (given === null) return;
        const value = { account: account.trim(), ...(needsPassword ? form : {}) };
        await setInfo({ field: 'account', value, proof: given });
        onDone();
      },
      (error) => {
        const text = isOftenChosen(error) ? t('identity.required.passwordCommon') : error.message;
        if (!proof.refuse(error)) setShown({ place: placeOf(error.code), text });
      },
    );
  }

  if (proof.blocked && !busy) return <NoWayYet from={proof.youngFrom} />;
  return (
    <AccountForm submit={t('account.save')} busy={busy} onSubmit={submit} refusal={errorAt('form')}>
      <section className="card">
        <Field
          label={t('account.profile.account')}
          help={t('identity.accountHelp')}
          name="account"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          value={account}
          error={errorAt('account')}
          onValue={(value) => {
            setAccount(value);
            setShown(null);
          }}
        />
        {needsPassword ? (
          <NewPassword
            form={form}
            passwordError={errorAt('password')}
            confirmError={errorAt('confirm')}
            onForm={(next) => {
              setForm(next);
              setShown(null);
            }}
          />
        ) : null}
      </section>
      <ProofCard profile={profile} proof={proof} />
      <Note icon="shield">{t('account.hold.willStart')}</Note>
    </AccountForm>
  );
}
