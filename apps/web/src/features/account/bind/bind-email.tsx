// Binds an e-mail address: a code sent to it shows that it is read, a proof shows who asks. To replace an address the old one
// is asked for a code, or the payment password.
import * as codes from '@cormorant/contract/codes.ts';
import { isEmail } from '@cormorant/contract/credential-forms.ts';
import type { Profile } from '@cormorant/contract/entities/profile.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../../lib/api/errors.ts';
import { Field } from '../../../ui/field.tsx';
import { Note } from '../../../ui/marks.tsx';
import { setInfo } from '../api/set-info.ts';
import { AccountForm } from '../components/account-form.tsx';
import { AccountState } from '../components/account-state.tsx';
import { HoldNote } from '../components/hold-note.tsx';
import { MailCode } from '../components/mail-code.tsx';
import { NoWayYet } from '../components/young-ways.tsx';
import type { Factor } from '../proof/factors.ts';
import { ProofCard } from '../proof/proof-card.tsx';
import { type GivenProof, useProof } from '../proof/use-proof.ts';
import { useSending } from '../use-sending.ts';

const forFirst: readonly Factor[] = ['password', 'payment', 'signature'];
const forReplacing: readonly Factor[] = ['code', 'payment'];

type Place = 'email' | 'code' | 'form';
interface Shown {
  readonly place: Place;
  readonly text: string;
}

function placeOf(code: number | null): Place {
  if (code === codes.email_invalid || code === codes.email_used) return 'email';
  return code === codes.email_code_wrong || code === codes.email_code_often ? 'code' : 'form';
}

export function BindEmail({ profile }: { profile: Profile }) {
  const { t } = useTranslation();
  const [before] = useState(profile.email);
  const [email, setEmail] = useState('');
  const [code, setCode] = useState('');
  const [shown, setShown] = useState<Shown | null>(null);
  const [done, setDone] = useState(false);
  const proof = useProof(profile, before === '' ? forFirst : forReplacing);
  const { busy, send } = useSending();
  const address = email.trim().toLowerCase();
  const errorAt = (place: Place) => (shown?.place === place ? shown.text : undefined);

  function checkAddress(): boolean {
    const fine = isEmail(address);
    setShown(fine ? null : { place: 'email', text: t('account.email.invalid') });
    return fine;
  }

  function check(): boolean {
    if (!checkAddress()) return false;
    if (code.length !== 6) {
      setShown({ place: 'code', text: t('account.code.missing') });
      return false;
    }
    return proof.check();
  }

  function refuse(error: ApiError) {
    const wrongCode = error.code === codes.email_code_wrong;
    const newOne = wrongCode && (proof.factor !== 'code' || error.data['field'] === 'code');
    // Where nobody says which of two codes is wrong, both are to be looked at again.
    if (wrongCode && !newOne) proof.fail(error.message);
    else if (!newOne && proof.refuse(error)) return;
    setShown({ place: placeOf(error.code), text: error.message });
  }

  function submit() {
    if (!check()) return;
    void send(async () => {
      const given = await proof.give();
      if (given === null) return;
      await setInfo({ field: 'email', ...bodyOf(given) });
      setDone(true);
    }, refuse);
  }

  function bodyOf(given: GivenProof) {
    const value = { email: address, code };
    if (before === '') return { value, proof: given };
    return { value: { ...value, old_code: given.code, payment: given.payment } };
  }

  if (done) {
    return (
      <>
        <AccountState fresh title={t('account.email.done')}>
          <p className="c2">{t('account.email.doneText', { email: profile.email })}</p>
        </AccountState>
        <HoldNote profile={profile} />
      </>
    );
  }
  if (proof.blocked && !busy) return <NoWayYet from={proof.youngFrom} />;
  return (
    <AccountForm submit={t('account.bind.submit')} busy={busy} onSubmit={submit} refusal={errorAt('form')}>
      {before === '' ? null : <Note tone="info">{t('account.email.current', { email: before })}</Note>}
      <section className="card">
        <Field
          label={before === '' ? t('account.email.address') : t('account.email.newAddress')}
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          value={email}
          error={errorAt('email')}
          onValue={(value) => {
            setEmail(value);
            setShown(null);
          }}
        />
        <MailCode
          label={t('account.code.label')}
          name="code"
          address={address}
          value={code}
          error={errorAt('code')}
          maySend={checkAddress}
          onProblem={(text, number) =>
            setShown({ place: number === codes.email_invalid || number === codes.email_used ? 'email' : 'code', text })
          }
          onValue={(digits) => {
            setCode(digits);
            setShown(null);
          }}
        />
      </section>
      <ProofCard profile={profile} proof={proof} {...(before === '' ? {} : { lead: t('account.email.replaceLead') })} />
      <Note icon="shield">{t(before === '' ? 'account.hold.willStart' : 'account.email.willStart')}</Note>
    </AccountForm>
  );
}
