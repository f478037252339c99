// Kept answers in PostgreSQL. The claim is one insert; whoever loses it reads what the winner has left so far.
import type { Pool } from 'pg';
import type { Claim, IdempotencyStore } from '../../../ports/idempotency-store.ts';

const TAKE_OVER_SECONDS = 15;

export function createIdempotencyStore(pool: Pool): IdempotencyStore {
  async function claim(
    userId: number,
    call: string,
    requestId: string,
    payloadHash: Uint8Array,
    nowMs: number,
  ): Promise<Claim> {
    const key = [userId, call, requestId, payloadHash, new Date(nowMs)];
    const claimed = await pool.query<{ takenOver: boolean }>(
      `insert into idempotent_answers as a (user_id, call, request_id, payload_hash, claimed_at)
       values ($1, $2, $3, $4, $5)
       on conflict (user_id, call, request_id) do update set claimed_at = excluded.claimed_at
         where a.answer is null and a.payload_hash = excluded.payload_hash
           and a.claimed_at < excluded.claimed_at - interval '${TAKE_OVER_SECONDS} seconds'
       returning xmax <> 0 as "takenOver"`,
      key,
    );
    const [mine] = claimed.rows;
    // A row that was there before was changed, not made.
    if (mine !== undefined) return { state: 'mine', takenOver: mine.takenOver };
    const found = await pool.query<{ same: boolean; answered: boolean; answer: unknown }>(
      `select payload_hash = $4 as same, answer is not null as answered, answer from idempotent_answers
       where user_id = $1 and call = $2 and request_id = $3`,
      key.slice(0, 4),
    );
    const row = found.rows[0];
    if (row === undefined) return { state: 'running' };
    if (!row.same) return { state: 'conflict' };
    return row.answered ? { state: 'answered', answer: row.answer } : { state: 'running' };
  }

  return {
    claim,
    answer: async (userId, call, requestId, answer) => {
      await pool.query(
        'update idempotent_answers set answer = $4 where user_id = $1 and call = $2 and request_id = $3',
        [userId, call, requestId, JSON.stringify(answer)],
      );
    },
    release: async (userId, call, requestId, claimedAtMs) => {
      await pool.query(
        `delete from idempotent_answers
         where user_id = $1 and call = $2 and request_id = $3 and claimed_at = $4 and answer is null`,
        [userId, call, requestId, new Date(claimedAtMs)],
      );
    },
    removeOlderThan: async (timeMs) => {
      await pool.query('delete from idempotent_answers where claimed_at < $1', [new Date(timeMs)]);
    },
  };
}
