// A charge counted against what its payer holds, and a payment of what is owed for one: where each is taken from, who shares it,
// the points it brings, its journal, and what the payer holds after it. Several of one payer are counted one after the other.
import { format18 } from '../money/amount-e18.ts';
import { type DueCharge, repayOldest, type Taken, takeFuel } from './fuel-charge.ts';
import {
  chargeEntries,
  chargeJournal,
  pointsEntries,
  repayEntries,
  repayJournal,
  shareEntries,
} from './fuel-journals.ts';
import type { Entry, Journal } from './journal.ts';
import { fuelPoints, invitePoints } from './points.ts';
import { type ChainLink, type Share, type ShareTerms, sharesOf } from './profit-share.ts';

/** Amounts at 18 decimals. */
export interface Payer {
  readonly userId: number;
  readonly bonusE18: bigint;
  readonly paidE18: bigint;
  readonly owedE18: bigint;
  /** Paid fuel that was ever consumed. */
  readonly consumedE18: bigint;
  /** The payer first, then up to the root, at the rates of now. */
  readonly chain: readonly ChainLink[];
}

/** Below zero for who owes more than there is. */
export function fuelOf({ bonusE18, owedE18, paidE18 }: Payer): bigint {
  return bonusE18 + paidE18 - owedE18;
}

/** Points of the payer, and of who invited the payer, for paid fuel that is consumed now. */
function pointsFor(payer: Payer, paidE18: bigint, pointsPerFuel: number): Entry[] {
  const own = fuelPoints(payer.consumedE18, paidE18, pointsPerFuel);
  const invited = invitePoints(payer.consumedE18, paidE18);
  const [, referrer] = payer.chain;
  return [
    ...(own > 0n ? pointsEntries(payer.userId, own, 'points_fuel') : []),
    ...(invited > 0n && referrer !== undefined ? pointsEntries(referrer.userId, invited, 'points_invite') : []),
  ];
}

export interface CountingTerms extends ShareTerms {
  readonly owedMaxE18: bigint;
  readonly pointsPerFuel: number;
}

export interface CountedCharge {
  readonly taken: Taken;
  readonly shares: readonly Share[];
  /** Null when the charge was waived whole: it moves nothing. */
  readonly journal: Journal | null;
  readonly after: Payer;
}

/** The payer's own share comes back as bonus fuel at once, and pays the next charge. */
export function countCharge(
  payer: Payer,
  chargeId: number,
  { amountE18 }: Pick<DueCharge, 'amountE18'>,
  terms: CountingTerms,
): CountedCharge {
  const taken = takeFuel(amountE18, payer, terms.owedMaxE18);
  const shares = sharesOf(taken.paidE18, payer.chain, terms);
  const entries = [
    ...chargeEntries({ userId: payer.userId, ...taken }),
    ...shareEntries(shares),
    ...pointsFor(payer, taken.paidE18, terms.pointsPerFuel),
  ];
  const backE18 = shares.find(({ kind }) => kind === 'self')?.amountE18 ?? 0n;
  const after = {
    ...payer,
    bonusE18: payer.bonusE18 + backE18 - taken.bonusE18,
    paidE18: payer.paidE18 - taken.paidE18,
    owedE18: payer.owedE18 + taken.owedE18,
    consumedE18: payer.consumedE18 + taken.paidE18,
  };
  const moves = entries.some((entry) => entry.amountE18 !== 0n);
  return { taken, shares, after, journal: moves ? chargeJournal(chargeId, entries) : null };
}

/** What is still owed for a charge, with who stood above the payer when it was made, at the rates of then. */
export interface OwedCharge extends ShareTerms {
  readonly id: number;
  readonly leftE18: bigint;
  readonly chain: readonly ChainLink[];
}

export interface CountedRepayment {
  readonly chargeId: number;
  readonly amountE18: bigint;
  readonly fromPaidE18: bigint;
  readonly shares: readonly Share[];
  readonly journal: Journal;
}

function countRepayment(payer: Payer, debt: OwedCharge, amountE18: bigint, pointsPerFuel: number) {
  const fromBonusE18 = payer.bonusE18 < amountE18 ? payer.bonusE18 : amountE18;
  const fromPaidE18 = amountE18 - fromBonusE18;
  const shares = sharesOf(fromPaidE18, debt.chain, debt);
  const entries = [
    ...repayEntries(payer.userId, fromPaidE18, fromBonusE18),
    ...shareEntries(shares),
    ...pointsFor(payer, fromPaidE18, pointsPerFuel),
  ];
  const after = {
    ...payer,
    bonusE18: payer.bonusE18 - fromBonusE18,
    paidE18: payer.paidE18 - fromPaidE18,
    consumedE18: payer.consumedE18 + fromPaidE18,
  };
  // A second payment of one debt has a key of its own: less of it is left.
  const journal = repayJournal(`repay:${debt.id}:${format18(debt.leftE18)}`, debt.id, entries);
  return { repayment: { chargeId: debt.id, amountE18, fromPaidE18, shares, journal }, after };
}

/** All the fuel that is there goes to what is owed, the oldest first; bonus fuel goes first, as in a charge. */
export function countRepayments(payer: Payer, debts: readonly OwedCharge[], pointsPerFuel: number): CountedRepayment[] {
  const thereE18 = payer.bonusE18 + payer.paidE18;
  const paymentE18 = payer.owedE18 < thereE18 ? payer.owedE18 : thereE18;
  const owed = debts.map(({ id, leftE18 }) => ({ chargeId: id, owedE18: leftE18 }));
  const byId = new Map(debts.map((debt) => [debt.id, debt]));
  const counted: CountedRepayment[] = [];
  let now = payer;
  for (const { amountE18, chargeId } of repayOldest(owed, paymentE18)) {
    const debt = byId.get(chargeId);
    if (debt === undefined) throw new Error(`no debt ${chargeId}`);
    const { after, repayment } = countRepayment(now, debt, amountE18, pointsPerFuel);
    counted.push(repayment);
    now = after;
  }
  return counted;
}
