// What can prove who somebody is, as the profile tells: which factors there are, and from when on those prove that were
// added or changed a moment ago. The server judges, and names the ones that are too young when it refuses.
import type { Profile } from '@cormorant/contract/entities/profile.ts';

export const factors = ['password', 'payment', 'code', 'signature'] as const;
export type Factor = (typeof factors)[number];

/** The ones of `allowed` that the person has, in the order of `allowed`. */
export function factorsOf(profile: Profile, allowed: readonly Factor[]): readonly Factor[] {
  const has: Readonly<Record<Factor, boolean>> = {
    password: profile.password === 1,
    payment: profile.payment === 1,
    code: profile.email !== '',
    signature: profile.address !== '',
  };
  return allowed.filter((factor) => has[factor]);
}

/** Of those the person has, the ones that prove nothing yet, each with the time from which it does. */
export function youngOf(profile: Profile, allowed: readonly Factor[], nowMs: number): ReadonlyMap<Factor, number> {
  const times = factorsOf(profile, allowed).map((factor) => [factor, profile.young?.[factor] ?? 0] as const);
  return new Map(times.filter(([, fromMs]) => fromMs > nowMs));
}

/** Which factor a refusal speaks of; null when it is not about proving. */
export function factorOfCode(code: number | null): Factor | 'any' | null {
  switch (code) {
    case 1003:
    case 1306:
      return 'password';
    case 1310:
    case 1312:
    case 1313:
    case 1314:
      return 'payment';
    case 1304:
    case 1305:
      return 'code';
    case 1203:
    case 1206:
    case 1207:
      return 'signature';
    case 1317:
      return 'any';
    default:
      return null;
  }
}

/** The factors that a refusal calls too young. */
export function youngFactors(data: Readonly<Record<string, unknown>>): readonly Factor[] {
  const young = data['young'];
  return Array.isArray(young) ? factors.filter((factor) => young.includes(factor)) : [];
}
