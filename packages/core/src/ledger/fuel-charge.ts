// What a live bot's results cost in fuel (product.md 4.1): a charge on every new high of what the bot earned since its first
// start, taken from bonus fuel, then from paid fuel, the rest owed. Amounts are bigint at 18 decimals; every charge and part
// of one is whole 1e-8, rounded down. A loss is made good before anything is charged again, and no result is charged twice.

/** 1e-8 at 18 decimals: the smallest part in which a user's accounts move. */
export const UNIT_E18 = 10n ** 10n;
const FULL_BP = 10_000n;

export function floor8(amountE18: bigint): bigint {
  return amountE18 - (amountE18 % UNIT_E18);
}

/** A part of an amount that is not negative, rounded down to 1e-8. */
export function partOf(amountE18: bigint, rateBp: number): bigint {
  return floor8((amountE18 * BigInt(rateBp)) / FULL_BP);
}

/** A realised result, in the order of their booking. */
export interface Settled {
  readonly id: number;
  readonly netE18: bigint;
  /** A matched pair of a grid waits for the hour or the bot's stop; every other result is charged by itself. */
  readonly waits: boolean;
}

/** How far a bot's results are charged: all they came to, and the highest that sum ever was. Starts at zero. */
export interface Mark {
  readonly cumE18: bigint;
  readonly highE18: bigint;
}

export interface DueCharge {
  /** The results it is made of; one that fell below the mark has a part of 0. Parts sum to the amount. */
  readonly parts: readonly { readonly id: number; readonly amountE18: bigint }[];
  readonly before: Mark;
  readonly after: Mark;
  readonly baseE18: bigint;
  readonly amountE18: bigint;
}

function highest(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

function chargeOf(group: readonly Settled[], before: Mark, rateBp: number): DueCharge {
  const endE18 = group.reduce((sum, { netE18 }) => sum + netE18, before.cumE18);
  const after = { cumE18: endE18, highE18: highest(before.highE18, endE18) };
  const baseE18 = after.highE18 - before.highE18;
  let [cumE18, reachedE18] = [before.cumE18, before.highE18];
  // Each result is charged for what of the new high it brought and the group kept: the parts telescope to the amount.
  const parts = group.map(({ id, netE18 }) => {
    cumE18 += netE18;
    const keptE18 = cumE18 < endE18 ? cumE18 : endE18;
    const earlierE18 = partOf(reachedE18 - before.highE18, rateBp);
    reachedE18 = highest(reachedE18, keptE18);
    return { id, amountE18: partOf(reachedE18 - before.highE18, rateBp) - earlierE18 };
  });
  return { parts, before, after, baseE18, amountE18: partOf(baseE18, rateBp) };
}

/**
 * What is due for these results. Those at the end that wait are left for a later call unless `isClosing`; an answer may
 * hold charges of 0, because they move the mark.
 */
export function dueCharges(settled: readonly Settled[], mark: Mark, rateBp: number, isClosing: boolean): DueCharge[] {
  const due: DueCharge[] = [];
  let group: Settled[] = [];
  for (const [place, row] of settled.entries()) {
    group.push(row);
    const isLast = place === settled.length - 1;
    if (row.waits && !(isLast && isClosing)) continue;
    due.push(chargeOf(group, due.at(-1)?.after ?? mark, rateBp));
    group = [];
  }
  return due;
}

export interface Fuel {
  readonly bonusE18: bigint;
  readonly paidE18: bigint;
  readonly owedE18: bigint;
}

/** Where a charge is taken from; the four sum to it. Only the paid part is a base of profit share. */
export interface Taken {
  readonly bonusE18: bigint;
  readonly paidE18: bigint;
  readonly owedE18: bigint;
  readonly waivedE18: bigint;
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

/** Bonus, then paid, the rest is owed up to `owedMaxE18` in all; what goes above it is waived. */
export function takeFuel(amountE18: bigint, fuel: Fuel, owedMaxE18: bigint): Taken {
  const bonusE18 = least(amountE18, fuel.bonusE18);
  const paidE18 = least(amountE18 - bonusE18, fuel.paidE18);
  const restE18 = amountE18 - bonusE18 - paidE18;
  const roomE18 = highest(owedMaxE18 - fuel.owedE18, 0n);
  const owedE18 = least(restE18, roomE18);
  return { bonusE18, paidE18, owedE18, waivedE18: restE18 - owedE18 };
}

/** What is still owed for one charge. */
export interface Debt {
  readonly chargeId: number;
  readonly owedE18: bigint;
}

/** Divides a payment over debts, the oldest first; more than all of them stays where it is. */
export function repayOldest(debts: readonly Debt[], paymentE18: bigint): { chargeId: number; amountE18: bigint }[] {
  const repaid: { chargeId: number; amountE18: bigint }[] = [];
  let leftE18 = paymentE18;
  for (const { chargeId, owedE18 } of debts) {
    if (leftE18 === 0n) break;
    const amountE18 = least(leftE18, owedE18);
    repaid.push({ chargeId, amountE18 });
    leftE18 -= amountE18;
  }
  return repaid;
}
