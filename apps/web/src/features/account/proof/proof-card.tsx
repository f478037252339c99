// "Verify it's you": the factors this person has, one at a time. Used wherever a change asks for more than a session.
import type { Profile } from '@cormorant/contract/entities/profile.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { spanText, useSecondsLeft } from '../../../lib/countdown.ts';
import { shortAddress } from '../../../lib/wallet/wallet.ts';
import { CardHead } from '../../../ui/card.tsx';
import { Segment } from '../../../ui/choice.tsx';
import { CodeBoxes } from '../../../ui/code-boxes.tsx';
import { PasswordField } from '../../../ui/field.tsx';
import { Note } from '../../../ui/marks.tsx';
import { MailCode } from '../components/mail-code.tsx';
import { YoungWays } from '../components/young-ways.tsx';
import type { ProofState } from './use-proof.ts';

export interface ProofCardProps {
  readonly profile: Profile;
  readonly proof: ProofState;
  readonly lead?: string;
  /** Beside the title, where this is a step of several. */
  readonly hint?: ReactNode;
}

export function ProofCard({ profile, proof, lead, hint }: ProofCardProps) {
  const { t } = useTranslation();
  const { offered, factor, young, youngFrom } = proof;
  return (
    <section className="card" aria-label={t('account.proof.title')}>
      <CardHead title={t('account.proof.title')}>{hint}</CardHead>
      <p className="account__lead">{lead ?? t('account.proof.lead')}</p>
      {young.length > 0 ? (
        <Note tone="warn" live>
          {t('account.proof.young', { names: young.map((one) => t(`account.factor.${one}`)).join(t('account.comma')) })}
        </Note>
      ) : null}
      {factor !== null && offered.length > 1 ? (
        <Segment
          label={t('account.proof.way')}
          value={factor}
          options={offered.map((one) => ({
            value: one,
            label: t(`account.factorShort.${one}`),
            disabled: young.includes(one) || youngFrom.has(one),
          }))}
          onChange={proof.choose}
        />
      ) : null}
      <YoungWays from={youngFrom} />
      <FactorField profile={profile} proof={proof} />
    </section>
  );
}

function FactorField({ profile, proof }: { profile: Profile; proof: ProofState }) {
  const { t } = useTranslation();
  const { factor, value, error, type } = proof;
  const locked = useSecondsLeft(proof.lockedUntilMs);
  switch (factor) {
    case 'password':
      return (
        <PasswordField
          label={t('account.factor.password')}
          name="proof-password"
          autoComplete="current-password"
          maxLength={256}
          value={value}
          error={error}
          onValue={type}
        />
      );
    case 'payment':
      return (
        <CodeBoxes
          masked
          label={t('account.factor.payment')}
          name="proof-payment"
          help={t('account.payment.lockRule')}
          value={value}
          error={locked > 0 ? t('account.payment.lockedFor', { time: spanText(t, locked) }) : error}
          disabled={locked > 0}
          onValue={type}
        />
      );
    case 'code':
      return (
        <MailCode
          label={t('account.factor.code')}
          name="proof-code"
          address={profile.email}
          value={value}
          error={error}
          onValue={type}
          onProblem={proof.fail}
        />
      );
    case 'signature':
      return (
        <>
          <Note icon="wallet">
            {t('account.proof.willSign', { address: profile.address === '' ? '' : shortAddress(profile.address) })}
          </Note>
          <div className="field__help field__help--error" role={error ? 'alert' : undefined}>
            {error}
          </div>
        </>
      );
    case null:
      return <Note tone="warn">{t('account.proof.none')}</Note>;
  }
}
