// Users as operators handle them, in PostgreSQL, read and written in the caller's transaction.
import type { PoolClient } from 'pg';
import type { HandledUser, HandledUsers, RatedUser } from '../../../ports/operator-store.ts';
import { dropWaiting, giverOf, setRate } from '../identity/team-store.ts';
import { violatedUnique } from '../pool.ts';

const USER = `select id, status, is_partner as "isPartner", alias, withdraw_stop as "withdrawStop" from users where sn = $1`;
const HOLDS = { row: 'for no key update', key: 'for update' } as const;

const TAKE_RATED = `
select 1 from users where sn = $1 or id = (select referrer_id from users where sn = $1) order by id for no key update`;
const RATED = `
select id, rate_bp as "rateBp", referrer_id as "referrerId",
  coalesce((select max(c.rate_bp) from users c where c.referrer_id = u.id), 0) as "givenBp"
from users u where sn = $1`;

export function handledUsersOf(client: PoolClient): HandledUsers {
  return {
    take: async (sn, hold) => (await client.query<HandledUser>(`${USER} ${HOLDS[hold]}`, [sn])).rows[0] ?? null,
    setStatus: async (id, status, nowMs) => {
      await client.query('update users set status = $2, updated_at = $3 where id = $1', [id, status, new Date(nowMs)]);
    },
    setAlias: async (id, alias, nowMs) => {
      try {
        await client.query('update users set alias = $2, updated_at = $3 where id = $1', [id, alias, new Date(nowMs)]);
        return true;
      } catch (error) {
        if (violatedUnique(error) === 'users_alias_key') return false;
        throw error;
      }
    },
    allowWithdrawals: async (id, nowMs) => {
      await client.query(`update users set withdraw_stop = '', updated_at = $2 where id = $1`, [id, new Date(nowMs)]);
    },
    endSessions: async (id, nowMs) => {
      await client.query(
        "update sessions set revoked_at = $2, revoke_reason = 'operator' where user_id = $1 and revoked_at is null",
        [id, new Date(nowMs)],
      );
    },
    takeRated: async (sn) => {
      await client.query(TAKE_RATED, [sn]);
      return (await client.query<RatedUser>(RATED, [sn])).rows[0] ?? null;
    },
    giver: (id) => giverOf(client, id),
    dropWaitingRate: (id, nowMs) => dropWaiting(client, id, nowMs),
    setRate: (id, rateBp, nowMs) => setRate(client, id, rateBp, nowMs),
  };
}
