// Points for the first round that somebody finishes with simulated money (product.md 4.2), booked with the round. A fault in
// booking them never keeps the round from being written; the next round brings them then.
import type { PoolClient } from 'pg';
import type { UserWrites } from '../../ports/runner-store.ts';
import { bookTask } from './task-points.ts';

export interface RoundPoints {
  /** Whether somebody who may not have them yet finishes a round in these writes. */
  concerns(writes: readonly UserWrites[]): boolean;
  /** Behind the writes that were written. */
  book(client: PoolClient, writes: readonly UserWrites[], nowMs: number): Promise<void>;
}

export function createRoundPoints(free: readonly string[], report: (error: unknown) => void): RoundPoints {
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
    concerns: (writes) => writes.some(finishes),
    book: async (client, writes, nowMs) => {
      const users = writes.filter(finishes).map(({ userId }) => userId);
      for (const userId of users.toSorted((a, b) => a - b)) {
        await client.query('savepoint round_points');
        try {
          if ((await bookTask(client, 'first_round', userId, nowMs)) === 'repeated') known.add(userId);
          await client.query('release savepoint round_points');
        } catch (error) {
          await client.query('rollback to savepoint round_points');
          report(error);
        }
      }
    },
  };
}
