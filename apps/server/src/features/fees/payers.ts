// Payers as a transaction counts with them: what they hold under the lock, and who stands above them.
import type { Payer } from '@cormorant/core/ledger/counted-charge.ts';
import type { Journal } from '@cormorant/core/ledger/journal.ts';
import type { FuelBooks } from '../../ports/fuel-books.ts';

/** Of the payers, what they hold; everybody above them and `others` are taken too, so that all are taken in one order. */
export async function takePayers(
  books: FuelBooks,
  userIds: readonly number[],
  others: readonly number[] = [],
): Promise<Map<number, Payer>> {
  const chains = await books.chainsOf(userIds);
  const everybody = [...chains.values()].flat().map(({ userId }) => userId);
  const held = await books.takeHoldings([...new Set([...everybody, ...others])]);
  const consumed = await books.consumedBy(userIds);
  return new Map(
    userIds.map((userId) => {
      const holdings = held.get(userId);
      if (holdings === undefined) throw new Error(`user ${userId} has no accounts`);
      const { fuel_bonus: bonusE18, fuel_owed: owedE18, fuel_paid: paidE18 } = holdings;
      const rest = { consumedE18: consumed.get(userId) ?? 0n, chain: chains.get(userId) ?? [] };
      return [userId, { userId, bonusE18, paidE18, owedE18, ...rest }];
    }),
  );
}

/** What was counted under the locks is there: anything else is a fault, and nothing is written. */
export async function postAll(books: FuelBooks, journals: readonly Journal[], nowMs: number): Promise<void> {
  const outcomes = await books.post(journals, nowMs);
  const wrong = outcomes.findIndex(({ state }) => state !== 'posted');
  if (wrong >= 0) throw new Error(`journal ${journals[wrong]?.key} was not posted: ${JSON.stringify(outcomes[wrong])}`);
}
