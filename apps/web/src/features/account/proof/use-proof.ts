// The state of "verify it's you": which factor, what was typed, what is wrong with it. A wallet signs when the form is sent,
// because its text lives for minutes and is good for one answer only.
import * as codes from '@cormorant/contract/codes.ts';
import type { Profile } from '@cormorant/contract/entities/profile.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../../lib/api/errors.ts';
import { WalletError } from '../../../lib/wallet/wallet-error.ts';
import { renewProfile } from '../api/own-profile.ts';
import { type Factor, factorOfCode, factorsOf, youngFactors, youngOf } from './factors.ts';
import { OtherAddress, signProof } from './sign-proof.ts';

export type GivenProof = Partial<Record<Factor, string>>;

export interface ProofState {
  readonly offered: readonly Factor[];
  /** Those that prove nothing yet, with the time from which they do. */
  readonly youngFrom: ReadonlyMap<Factor, number>;
  /** None of the ways proves anything now. */
  readonly blocked: boolean;
  readonly factor: Factor | null;
  readonly value: string;
  readonly error: string | undefined;
  /** Factors the server called too young when it refused; the profile did not know. */
  readonly young: readonly Factor[];
  /** Until when payment passwords are not looked at, 0 = not locked. */
  readonly lockedUntilMs: number;
  choose(factor: Factor): void;
  type(value: string): void;
  fail(text: string): void;
  /** False, with the problem shown, when something is missing. */
  check(): boolean;
  /** Whether there is something to send. */
  readonly ready: boolean;
  /** What goes with the call; null when the wallet did not sign, with the reason shown. */
  give(): Promise<GivenProof | null>;
  /** Takes a refusal that is about the proof; answers whether it was. */
  refuse(error: ApiError): boolean;
}

export function useProof(profile: Profile, allowed: readonly Factor[]): ProofState {
  const { t } = useTranslation();
  const offered = factorsOf(profile, allowed);
  const [chosen, setChosen] = useState<Factor | null>(null);
  const [value, setValue] = useState('');
  const [error, setError] = useState<string>();
  const [young, setYoung] = useState<readonly Factor[]>([]);
  const [lockedUntilMs, setLockedUntilMs] = useState(0);
  const youngFrom = youngOf(profile, allowed, Date.now());
  const usable = offered.filter((factor) => !young.includes(factor) && !youngFrom.has(factor));
  const factor = chosen !== null && usable.includes(chosen) ? chosen : (usable[0] ?? null);

  function choose(next: Factor) {
    setChosen(next);
    setValue('');
    setError(undefined);
  }

  function missing(): string | undefined {
    if (factor === null) return t('account.proof.none');
    if (factor === 'password' && value === '') return t('account.proof.passwordMissing');
    if (factor === 'payment' && value.length !== 6) return t('account.payment.format');
    if (factor === 'code' && value.length !== 6) return t('account.code.missing');
    return undefined;
  }

  async function give(): Promise<GivenProof | null> {
    if (factor === null) return {};
    if (factor !== 'signature') return { [factor]: value };
    try {
      return { signature: await signProof(profile.address) };
    } catch (problem) {
      if (problem instanceof WalletError) setError(problem.message);
      else if (problem instanceof OtherAddress) setError(t('account.proof.otherAddress'));
      else throw problem;
      return null;
    }
  }

  function refuse(refusal: ApiError): boolean {
    const about = factorOfCode(refusal.code);
    if (about === null || (about !== 'any' && about !== factor)) return false;
    setValue('');
    if (about === 'any') {
      const named = youngFactors(refusal.data);
      setYoung(named);
      setChosen(null);
      // It knows from when on they count.
      if (named.length > 0) void renewProfile();
      // The note that names them says it better than the sentence.
      setError(named.length > 0 ? undefined : refusal.message);
      return true;
    }
    if (refusal.code === codes.payment_locked) setLockedUntilMs(Number(refusal.data['until'] ?? 0));
    setError(refusal.message);
    return true;
  }

  return {
    offered,
    youngFrom,
    blocked: usable.length === 0,
    factor,
    value,
    error,
    young,
    lockedUntilMs,
    choose,
    type(next) {
      setValue(next);
      setError(undefined);
    },
    fail: setError,
    check() {
      const problem = missing();
      setError(problem);
      return problem === undefined;
    },
    ready: missing() === undefined,
    give,
    refuse,
  };
}
