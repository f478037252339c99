// Who is whose runner: leases with fencing tokens. A runner lives as long as its database session, and holds its users while
// it lives and renews.
import type { Pool } from 'pg';
import type { RunnerStore } from '../../../ports/runner-store.ts';

/** First key of the advisory locks that runners hold while they live; the second is the runner's number. */
const LIFE = 731_618;

// A lease changes hands when it is free, run out, or its owner's database session is gone.
const takeSql = `
insert into runner_leases as l (user_id, runner_id, token, expires_at)
values ($1, $2, 1, now() + $3 * interval '1 millisecond')
on conflict (user_id) do update
  set runner_id = excluded.runner_id, token = l.token + 1, expires_at = excluded.expires_at
  where l.runner_id = excluded.runner_id or l.expires_at < now() or pg_try_advisory_xact_lock(${LIFE}, l.runner_id::integer)
returning token`;

type Leases = Pick<RunnerStore, 'enlist' | 'takeLease' | 'renewLeases' | 'moveLeases' | 'releaseLeases'>;

export function createRunnerLeases(pool: Pool): Leases {
  return {
    enlist: async (onLost) => {
      const client = await pool.connect();
      let left = false;
      const leave = async () => {
        if (left) return;
        left = true;
        client.release(true);
      };
      let enlisted = false;
      client.on('error', () => {
        if (left) return;
        void leave();
        if (enlisted) onLost();
      });
      try {
        const { rows } = await client.query<{ id: number }>("select nextval('runner_ids') as id");
        const runnerId = rows[0]?.id ?? 0;
        await client.query('select pg_advisory_lock($1, $2)', [LIFE, runnerId]);
        if (left) throw new Error('the connection broke while the runner enlisted');
        enlisted = true;
        return { runnerId, leave };
      } catch (error) {
        await leave();
        throw error;
      }
    },

    takeLease: async (userId, runnerId, ttlMs) => {
      const { rows } = await pool.query<{ token: number }>(takeSql, [userId, runnerId, ttlMs]);
      return rows[0]?.token ?? null;
    },
    renewLeases: async (runnerId, ttlMs) => {
      const { rows } = await pool.query<{ user_id: number }>(
        `update runner_leases set expires_at = now() + $2 * interval '1 millisecond' where runner_id = $1 returning user_id`,
        [runnerId, ttlMs],
      );
      return rows.map(({ user_id }) => user_id);
    },
    moveLeases: async (from, to, ttlMs) => {
      const { rows } = await pool.query<{ user_id: number }>(
        `update runner_leases set runner_id = $2, expires_at = now() + $3 * interval '1 millisecond'
         where runner_id = any($1::bigint[]) returning user_id`,
        [from, to, ttlMs],
      );
      return rows.map(({ user_id }) => user_id);
    },
    releaseLeases: async (runnerId) => {
      await pool.query('update runner_leases set expires_at = now() where runner_id = $1', [runnerId]);
    },
  };
}
