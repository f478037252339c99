// Login nonces in PostgreSQL. Making one is serialised per address, so that two at once cannot both stay beside the
// most there may be; using one is a single update, so that of two at once one wins.
import type { Pool } from 'pg';
import type { LoginNonce, NonceOwner, NonceStore } from '../../../ports/nonce-store.ts';
import { transaction } from '../pool.ts';

const OF_OWNER = `address = $1 and purpose = $2 and user_id is not distinct from $3::bigint
  and used_at is null and expires_at > $4`;
const LOCK_SPACE = 4361;

const keyOf = (owner: NonceOwner, nowMs: number) => [owner.address, owner.purpose, owner.userId, new Date(nowMs)];

export function createNonceStore(pool: Pool): NonceStore {
  return {
    insert: (nonce, mostLive) =>
      transaction(pool, async (client) => {
        await client.query('select pg_advisory_xact_lock($1, hashtext($2))', [LOCK_SPACE, nonce.address]);
        await client.query(
          `delete from login_nonces where id in (
             select id from login_nonces where ${OF_OWNER} order by id desc offset $5)`,
          [...keyOf(nonce, nonce.nowMs), mostLive - 1],
        );
        await client.query(
          `insert into login_nonces (address, purpose, user_id, created_at, nonce, message, ip, expires_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8)`,
          [...keyOf(nonce, nonce.nowMs), nonce.nonce, nonce.message, nonce.ip, new Date(nonce.expiresAtMs)],
        );
      }),
    live: async (owner, nowMs) => {
      const found = await pool.query<LoginNonce>(
        `select id, nonce, message from login_nonces where ${OF_OWNER} order by id desc`,
        keyOf(owner, nowMs),
      );
      return found.rows;
    },
    spend: async (ids, nowMs) => {
      const used = await pool.query(
        'update login_nonces set used_at = $2 where id = any($1::bigint[]) and used_at is null',
        [ids, new Date(nowMs)],
      );
      return (used.rowCount ?? 0) > 0;
    },
    removeExpiredBefore: async (timeMs) => {
      await pool.query('delete from login_nonces where expires_at < $1', [new Date(timeMs)]);
    },
  };
}
