// Points for the first round that somebody finishes with simulated money (product.md 4.2), posted together with the charges of
// the same writes, so that all accounts are taken in one order. What keeps them from being posted never keeps the round from
// being written; the next round brings them then.
import { taskJournal } from '@cormorant/core/ledger/fuel-journals.ts';
import type { Journal } from '@cormorant/core/ledger/journal.ts';
import type { FuelBooks } from '../../ports/fuel-books.ts';
import type { UserWrites } from '../../ports/runner-writes.ts';

export interface RoundPoints {
  /** Who finishes a round in these writes, and may not have them yet. */
  finishers(writes: readonly UserWrites[]): number[];
  /** For those who have none; the accounts of all of them are held. */
  journals(books: FuelBooks, userIds: readonly number[]): Promise<Journal[]>;
}

export function createRoundPoints(free: readonly string[]): RoundPoints {
  /** Who was found to have them before: what is booked here may still be rolled back. */
  const known = new Set<number>();

  function finishes({ positions, settlements, userId }: UserWrites): boolean {
    if (known.has(userId)) return false;
    const closed = new Set(positions.filter(({ status }) => status === 'closed').map(({ botId }) => botId));
    return settlements.some(
      ({ botId, exchange, simulate }) => closed.has(botId) && (simulate || free.includes(exchange)),
    );
  }

  return {
    finishers: (writes) => [...new Set(writes.filter(finishes).map(({ userId }) => userId))],
    journals: async (books, userIds) => {
      const journals = userIds.map((userId) => ({ userId, journal: taskJournal('first_round', userId) }));
      const had = await books.postedKeys(journals.map(({ journal }) => journal.key));
      for (const { journal, userId } of journals) if (had.has(journal.key)) known.add(userId);
      return journals.filter(({ journal }) => !had.has(journal.key)).map(({ journal }) => journal);
    },
  };
}
