// What the house says to how a try of a key set ended: fit to be kept, or a code of the catalogue. The same judgement stands
// at binding and at every later check.
import type { KeyAnswer } from '../../ports/key-desk.ts';
import type { KeyRights, ProbeOutcome, RefusedPart, UnknownReason } from '../../ports/key-probe.ts';

export type KeyRefusal = Extract<KeyAnswer, { outcome: 'refused' }>;

const API_INVALID = 2001;
const BIND_FAILED = 2004;
const RATE_LIMITED = 2006;
const ADDRESS_NOT_LISTED = 2007;
const CAN_WITHDRAW = 2008;
const RIGHT_MISSING = 2009;
const EXCHANGE_BUSY = 2015;

const no = (code: number, more: Partial<KeyRefusal> = {}): KeyRefusal => ({ outcome: 'refused', code, ...more });

const refused: Readonly<Record<RefusedPart, KeyRefusal>> = {
  key: no(API_INVALID, { part: 'api_key' }),
  secret: no(API_INVALID, { part: 'secret_key' }),
  passphrase: no(API_INVALID, { part: 'passphrase' }),
  // Exchanges say the same of an address that is not listed and of a key that has ended.
  address: no(ADDRESS_NOT_LISTED, { unsure: true }),
  rights: no(RIGHT_MISSING, { missing: 'read' }),
};

const unknown: Readonly<Record<UnknownReason, KeyRefusal>> = {
  limited: no(RATE_LIMITED),
  away: no(EXCHANGE_BUSY),
  clock: no(EXCHANGE_BUSY),
  strange: no(BIND_FAILED),
};

/** Null = these rights are enough and not too many: one market to trade is enough, bots of the other are refused. */
export function judgeRights(rights: KeyRights): KeyRefusal | null {
  if (rights.withdraw === true) return no(CAN_WITHDRAW);
  if (!rights.read) return no(RIGHT_MISSING, { missing: 'read' });
  return rights.spot || rights.futures ? null : no(RIGHT_MISSING, { missing: 'spot' });
}

/** Null = fit to be kept. */
export function judgeProbe(outcome: ProbeOutcome): KeyRefusal | null {
  if (outcome.outcome === 'refused') return refused[outcome.part];
  if (outcome.outcome === 'unknown') return unknown[outcome.reason];
  return judgeRights(outcome.rights);
}
