// Owed service fees are paid from fuel that has come in, the oldest first. What is paid from paid fuel is shared by those who
// stood above the payer when the charge was made, at the rates of then.
import { accountingDay } from '@cormorant/core/ledger/accounting-day.ts';
import { countRepayments, type OwedCharge, type Payer } from '@cormorant/core/ledger/counted-charge.ts';
import type { FuelBooks, Repayment } from '../../ports/fuel-books.ts';
import { postAll, takePayers } from './payers.ts';

/** Nobody's accounts when nothing is owed. */
async function takes(books: FuelBooks, userId: number): Promise<number[]> {
  const sharers = await books.sharersOfDebts(userId);
  if (sharers.length === 0) return [];
  const chain = (await books.chainsOf([userId])).get(userId) ?? [];
  return [...sharers, ...chain.map((link) => link.userId)];
}

/** Accounts are taken before the rows of debts, so that no charge or payment of the same user comes between. */
async function takeDebts(books: FuelBooks, userId: number): Promise<{ payer: Payer; debts: OwedCharge[] } | null> {
  const sharers = await books.sharersOfDebts(userId);
  if (sharers.length === 0) return null;
  // Who shared then may be others than those above now.
  const payer = (await takePayers(books, [userId], sharers)).get(userId);
  if (payer === undefined) throw new Error(`user ${userId} has no accounts`);
  return { payer, debts: await books.takeDebts(userId) };
}

async function pay(books: FuelBooks, userId: number, pointsPerFuel: number, nowMs: number): Promise<void> {
  const taken = await takeDebts(books, userId);
  if (taken === null) return;
  const repayments = countRepayments(taken.payer, taken.debts, pointsPerFuel);
  if (repayments.length === 0) return;
  await postAll(
    books,
    repayments.map(({ journal }) => journal),
    nowMs,
  );
  for (const { amountE18, chargeId, fromPaidE18: baseE18, shares } of repayments) {
    await books.payDebt(chargeId, amountE18);
    await books.writeShares(
      chargeId,
      userId,
      shares.map((share) => ({ ...share, baseE18 })),
      nowMs,
    );
  }
  const paidE18 = repayments.reduce((sum, one) => sum + one.fromPaidE18, 0n);
  await books.addConsumed({ userId, day: accountingDay(nowMs), paidE18, chargedE18: 0n });
}

/** `pay` is part of the transaction that put the fuel in, or one of its own. */
export function repayOwed(pointsPerFuel: () => number): Repayment {
  return { takes, pay: (books, userId, nowMs) => pay(books, userId, pointsPerFuel(), nowMs) };
}
