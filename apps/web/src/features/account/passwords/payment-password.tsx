// The payment password in six boxes: set, changed, or reset when it was forgotten. Wrong ones are counted by the server,
// which says how many are left and until when it listens no more.
import * as codes from '@cormorant/contract/codes.ts';
import type { Profile } from '@cormorant/contract/entities/profile.ts';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../../lib/api/errors.ts';
import { spanText, useSecondsLeft } from '../../../lib/countdown.ts';
import { Button } from '../../../ui/button.tsx';
import { CodeBoxes } from '../../../ui/code-boxes.tsx';
import { Note } from '../../../ui/marks.tsx';
import { dayTime } from '../../../ui/times.ts';
import { changePayment } from '../api/change-passwords.ts';
import { AccountForm } from '../components/account-form.tsx';
import { AccountState } from '../components/account-state.tsx';
import { HoldNote } from '../components/hold-note.tsx';
import { NoWayYet } from '../components/young-ways.tsx';
import { type Factor, factorsOf, youngOf } from '../proof/factors.ts';
import { ProofCard } from '../proof/proof-card.tsx';
import { type GivenProof, useProof } from '../proof/use-proof.ts';
import { useSending } from '../use-sending.ts';
import { type Mode, problemAt, type Step, stepOfCode, stepsOf } from './payment-steps.ts';

const provedBy: readonly Factor[] = ['password', 'code', 'signature'];

export function PaymentPassword({ profile }: { profile: Profile }) {
  const { t } = useTranslation();
  const [forgot, setForgot] = useState(false);
  const [done, setDone] = useState<Mode | null>(null);
  if (done !== null) {
    return (
      <>
        <AccountState fresh title={t(`account.payment.done.${done}`)}>
          <p className="c2">{t('account.payment.doneText')}</p>
        </AccountState>
        <HoldNote profile={profile} />
      </>
    );
  }
  const mode = forgot ? 'reset' : profile.payment === 1 ? 'change' : 'set';
  const paymentFrom = youngOf(profile, ['payment'], Date.now()).get('payment');
  if (mode === 'change' && paymentFrom !== undefined)
    return <YoungPayment profile={profile} fromMs={paymentFrom} onReset={() => setForgot(true)} />;
  return <PaymentSteps key={mode} mode={mode} profile={profile} onForgot={() => setForgot(true)} onDone={setDone} />;
}

/** A payment password of today cannot prove its own change: the way out, where there is one, is offered at the start. */
function YoungPayment({ profile, fromMs, onReset }: { profile: Profile; fromMs: number; onReset: () => void }) {
  const { t } = useTranslation();
  const from = youngOf(profile, [...provedBy, 'payment'], Date.now());
  if (factorsOf(profile, provedBy).every((factor) => from.has(factor))) return <NoWayYet from={from} />;
  return (
    <AccountState
      fresh={false}
      icon="clock"
      title={t('account.payment.youngTitle')}
      action={
        <Button tone="primary" block onClick={onReset}>
          {t('account.payment.toReset')}
        </Button>
      }
    >
      <p className="c2">{t('account.payment.youngFrom', { time: dayTime(fromMs) })}</p>
    </AccountState>
  );
}

interface PaymentStepsProps {
  readonly mode: Mode;
  readonly profile: Profile;
  readonly onForgot: () => void;
  readonly onDone: (mode: Mode) => void;
}

function PaymentSteps({ mode, profile, onForgot, onDone }: PaymentStepsProps) {
  const { t } = useTranslation();
  const steps = stepsOf(mode);
  const [at, setAt] = useState(0);
  const [typed, setTyped] = useState({ old: '', new: '' });
  const [value, setValue] = useState('');
  const [error, setError] = useState<string>();
  const [refusal, setRefusal] = useState<string>();
  const [lockedUntilMs, setLockedUntilMs] = useState(0);
  const proof = useProof(profile, provedBy);
  const { busy, send } = useSending();
  const locked = useSecondsLeft(lockedUntilMs);
  const inside = useRef<HTMLDivElement>(null);
  const step = steps[at] ?? 'new';

  useEffect(() => {
    if (step !== 'proof' || !matchMedia('(pointer: coarse)').matches) inside.current?.querySelector('input')?.focus();
  }, [step]);

  function go(to: Step, problem?: string) {
    setAt(Math.max(0, steps.indexOf(to)));
    setValue('');
    setError(problem);
  }

  function refuse(problem: ApiError) {
    const back = stepOfCode(problem.code, mode);
    if (step === 'proof' && back === null && proof.refuse(problem)) return;
    if (problem.code === codes.payment_locked) setLockedUntilMs(Number(problem.data['until'] ?? 0));
    if (mode === 'change' && problem.code === codes.identity_required) {
      go('old');
      setRefusal(t('account.payment.young'));
    } else if (back === null) setRefusal(problem.message);
    else go(back, problem.message);
  }

  function finish(payment: string) {
    if (mode !== 'change' && !proof.check()) return;
    setRefusal(undefined);
    void send(async () => {
      const given: GivenProof | null = mode === 'change' ? {} : await proof.give();
      if (given === null) return;
      const old = mode === 'change' ? { old_payment: typed.old } : {};
      await changePayment({ mode, payment, confirm: payment, ...old, ...given });
      onDone(mode);
    }, refuse);
  }

  function advance(digits: string) {
    if (step === 'proof') return finish(typed.new);
    const problem = problemAt(step, digits, typed);
    if (problem !== null) return go(step, t(`account.payment.${problem}`));
    if (step !== 'again') setTyped({ ...typed, [step]: digits });
    const next = steps[at + 1];
    if (next === undefined) finish(digits);
    else go(next);
  }

  if (mode !== 'change' && proof.blocked && !busy) return <NoWayYet from={proof.youngFrom} />;
  const number = <span className="num t-meta c2">{`${at + 1}/${steps.length}`}</span>;
  return (
    <div ref={inside}>
      <AccountForm
        submit={t(at + 1 < steps.length ? 'account.next' : 'account.save')}
        busy={busy}
        // The sixth digit leads on by itself: a press that comes after it must not find the next, empty step.
        disabled={step === 'proof' ? !proof.ready : value.length !== 6}
        onSubmit={() => advance(value)}
        refusal={refusal}
      >
        <p className="account__lead">{t(`account.payment.lead.${mode}`)}</p>
        {step === 'proof' ? (
          <ProofCard profile={profile} proof={proof} hint={number} lead={t(`account.payment.proofLead.${mode}`)} />
        ) : (
          <section className="card">
            <CodeBoxes
              masked
              label={t(`account.payment.step.${step}`)}
              hint={number}
              help={t(`account.payment.help.${step}`)}
              name="payment"
              value={value}
              error={
                step === 'old' && locked > 0 ? t('account.payment.lockedFor', { time: spanText(t, locked) }) : error
              }
              disabled={busy || (step === 'old' && locked > 0)}
              onValue={(digits) => {
                setValue(digits);
                setError(undefined);
                setRefusal(undefined);
              }}
              onFull={advance}
            />
          </section>
        )}
        {mode === 'reset' ? <Note icon="shield">{t('account.payment.resetHold')}</Note> : null}
      </AccountForm>
      <div className="between account__ways">
        {at > 0 ? (
          <Button tone="text" disabled={busy} onClick={() => go(steps[at - 1] ?? step)}>
            {t('account.previous')}
          </Button>
        ) : (
          <span />
        )}
        {mode === 'change' ? (
          <Button tone="text" disabled={busy} onClick={onForgot}>
            {t('account.payment.forgot')}
          </Button>
        ) : null}
      </div>
    </div>
  );
}
