// Points for the first round that somebody finishes with simulated money (product.md 4.2), posted together with the charges of
// the same writes, so that all accounts are taken in one order. What keeps them from being posted never keeps the round from
// being written; the next round brings them then.
import type { Journal } from '@cormorant/core/ledger/journal.ts';
import type { PoolClient } from 'pg';
import type { UserWrites } from '../../../ports/runner-writes.ts';
import { taskJournal } from './task-points.ts';

export interface RoundPoints {
  /** Who finishes a round in these writes, and may not have them yet. */
  finishers(writes: readonly UserWrites[]): number[];
  /** For those who have none; the accounts of all of them are held. */
  journals(client: PoolClient, userIds: readonly number[]): Promise<Journal[]>;
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
    journals: async (client, userIds) => {
      const journals = userIds.map((userId) => ({ userId, journal: taskJournal('first_round', userId) }));
      const found = await client.query<{ key: string }>(
        'select key from ledger_journals where key = any ($1::text[])',
        [journals.map(({ journal }) => journal.key)],
      );
      const had = new Set(found.rows.map(({ key }) => key));
      for (const { journal, userId } of journals) if (had.has(journal.key)) known.add(userId);
      return journals.filter(({ journal }) => !had.has(journal.key)).map(({ journal }) => journal);
    },
  };
}
