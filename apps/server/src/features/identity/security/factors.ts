// Which factors a user has, and which of them are too young to prove anything: one that was added or changed within the
// hold's time is none yet, so that nobody climbs from a stolen session to a factor of their own.
import type { Proof } from '@cormorant/contract/calls/security.ts';
import type { CredentialStore, Factors } from '../../../ports/credential-store.ts';
import type { Settings } from '../../../ports/settings.ts';
import { holdMs } from './credential-change.ts';

export type FactorName = keyof Proof;

export const factorNames: readonly FactorName[] = ['password', 'payment', 'code', 'signature'];

function sinceOf(factors: Factors, name: FactorName): number | null {
  const { passwordSetAtMs, paymentSetAtMs, emailVerifiedAtMs, addressBoundAtMs } = factors;
  const since = {
    password: passwordSetAtMs,
    payment: paymentSetAtMs,
    code: emailVerifiedAtMs,
    signature: addressBoundAtMs,
  };
  return since[name];
}

function has({ passwordHash, paymentHash, email, address }: Factors, name: FactorName): boolean {
  return { password: passwordHash, payment: paymentHash, code: email, signature: address }[name] !== null;
}

/** From when on each factor that proves nothing yet does. Those the account was opened with count at once. */
export function youngUntil(factors: Factors, settings: Settings, nowMs: number): Partial<Record<FactorName, number>> {
  const until: Partial<Record<FactorName, number>> = {};
  for (const name of factorNames) {
    const since = sinceOf(factors, name);
    if (!has(factors, name) || since === null || since <= factors.createdAtMs) continue;
    const usableFrom = since + holdMs(settings);
    if (nowMs < usableFrom) until[name] = usableFrom;
  }
  return until;
}

/** The factors that prove nothing yet. */
export function youngFactors(factors: Factors, settings: Settings, nowMs: number): FactorName[] {
  const until = youngUntil(factors, settings, nowMs);
  return factorNames.filter((name) => until[name] !== undefined);
}

export async function readFactors(credentials: CredentialStore, userId: number): Promise<Factors> {
  const factors = await credentials.factorsOf(userId);
  if (factors === null) throw new Error(`user ${userId} has a session and no row`);
  return factors;
}
