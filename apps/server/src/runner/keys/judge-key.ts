// What the house says to how a try of a key set ended: fit to be kept, or a code of the catalogue. The same judgement stands
// at binding and at every later check.
import * as codes from '@cormorant/contract/codes.ts';
import type { KeyAnswer } from '../../ports/key-desk.ts';
import type { KeyRights, ProbeOutcome, RefusedPart, UnknownReason } from '../../ports/key-probe.ts';

export type KeyRefusal = Extract<KeyAnswer, { outcome: 'refused' }>;

const no = (code: number, more: Partial<KeyRefusal> = {}): KeyRefusal => ({ outcome: 'refused', code, ...more });

const refused: Readonly<Record<RefusedPart, KeyRefusal>> = {
  key: no(codes.api_invalid, { part: 'api_key' }),
  secret: no(codes.api_invalid, { part: 'secret_key' }),
  passphrase: no(codes.api_invalid, { part: 'passphrase' }),
  // Exchanges say the same of an address that is not listed and of a key that has ended.
  address: no(codes.api_ip, { unsure: true }),
  rights: no(codes.api_permission, { missing: 'read' }),
};

const unknown: Readonly<Record<UnknownReason, KeyRefusal>> = {
  limited: no(codes.api_rate_limited),
  away: no(codes.exchange_busy),
  clock: no(codes.exchange_busy),
  strange: no(codes.api_bind_failed),
};

/** Null = these rights are enough and not too many: one market to trade is enough, bots of the other are refused. */
export function judgeRights(rights: KeyRights): KeyRefusal | null {
  if (rights.withdraw === true) return no(codes.api_withdraw_perm);
  if (!rights.read) return no(codes.api_permission, { missing: 'read' });
  return rights.spot || rights.futures ? null : no(codes.api_permission, { missing: 'spot' });
}

/** Null = fit to be kept. */
export function judgeProbe(outcome: ProbeOutcome): KeyRefusal | null {
  if (outcome.outcome === 'refused') return refused[outcome.part];
  if (outcome.outcome === 'unknown') return unknown[outcome.reason];
  return judgeRights(outcome.rights);
}
