// Sessions in PostgreSQL. Opening locks the user's row, so that two sign-ins at once cannot both keep the oldest, and a
// sign-in by a password that is changed meanwhile opens nothing.
import * as codes from '@cormorant/contract/codes.ts';
import type { Pool } from 'pg';
import type { DeviceRow, NewSession, SessionEnd, SessionRow, SessionStore } from '../../../ports/session-store.ts';
import { transaction } from '../pool.ts';

export function createSessionStore(pool: Pool): SessionStore {
  async function open(session: NewSession, mostLive: number): Promise<number | null> {
    const now = new Date(session.nowMs);
    return transaction(pool, async (client) => {
      const still = await client.query(
        `select 1 from users where id = $1 and status = 'active' and ($2::text is null or password_hash = $2) for update`,
        [session.userId, session.judgedBy],
      );
      if (still.rowCount === 0) return null;
      await client.query(
        `update sessions set revoked_at = $2, revoke_reason = 'too_many' where id in (
           select id from sessions where user_id = $1 and revoked_at is null and expires_at > $2
           order by created_at desc, id desc offset $3)`,
        [session.userId, now, mostLive - 1],
      );
      const opened = await client.query<{ id: number }>(
        `insert into sessions (user_id, token_hash, terminal, ip, user_agent, created_at, last_seen_at, expires_at)
         values ($1, $2, $3, $4, $5, $6, $6, $7) returning id`,
        [
          session.userId,
          session.tokenHash,
          session.terminal,
          session.ip,
          session.userAgent,
          now,
          new Date(session.expiresAtMs),
        ],
      );
      return opened.rows[0]?.id ?? null;
    });
  }

  return {
    open,
    byTokenHash: async (tokenHash) => {
      const found = await pool.query<SessionRow>({
        name: 'session-by-token',
        text: `select s.id, s.user_id as "userId", u.status as "userStatus", s.last_seen_at as "lastSeenAtMs",
                 s.expires_at as "expiresAtMs", s.revoked_at as "revokedAtMs"
               from sessions s join users u on u.id = s.user_id where s.token_hash = $1`,
        values: [tokenHash],
      });
      return found.rows[0] ?? null;
    },
    touch: async (id, nowMs, expiresAtMs) => {
      await pool.query('update sessions set last_seen_at = $2, expires_at = greatest(expires_at, $3) where id = $1', [
        id,
        new Date(nowMs),
        new Date(expiresAtMs),
      ]);
    },
    revoke: async (id, reason, nowMs) => {
      await pool.query('update sessions set revoked_at = $3, revoke_reason = $2 where id = $1 and revoked_at is null', [
        id,
        reason,
        new Date(nowMs),
      ]);
    },
    revokeAllOf: async (userId, reason, nowMs) => {
      await pool.query(
        'update sessions set revoked_at = $3, revoke_reason = $2 where user_id = $1 and revoked_at is null',
        [userId, reason, new Date(nowMs)],
      );
    },
    liveOf: async (userId, nowMs) => {
      const found = await pool.query<DeviceRow>(
        `select id, terminal, user_agent as "userAgent", ip, created_at as "createdAtMs",
           last_seen_at as "lastSeenAtMs", expires_at as "expiresAtMs"
         from sessions where user_id = $1 and revoked_at is null and expires_at > $2
         order by last_seen_at desc, id desc`,
        [userId, new Date(nowMs)],
      );
      return found.rows;
    },
    revokeOwn: async (userId, id, reason, nowMs) => {
      const ended = await pool.query(
        `update sessions set revoked_at = $4, revoke_reason = $3
         where id = $2 and user_id = $1 and revoked_at is null and expires_at > $4`,
        [userId, id, reason, new Date(nowMs)],
      );
      return ended.rowCount === 1;
    },
    revokeOthers: async (userId, keptId, reason, nowMs) => {
      const ended = await pool.query(
        `update sessions set revoked_at = $4, revoke_reason = $3
         where user_id = $1 and id <> $2 and revoked_at is null and expires_at > $4`,
        [userId, keptId, reason, new Date(nowMs)],
      );
      return ended.rowCount ?? 0;
    },
    endedAmong: async (ids, nowMs) => {
      const ended = await pool.query<{ id: number; code: SessionEnd }>(
        `select s.id, case when s.revoked_at is null and u.status = 'active' then ${codes.token_expired} else ${codes.token_invalid} end as code
         from sessions s join users u on u.id = s.user_id
         where s.id = any($1::bigint[])
           and (s.revoked_at is not null or s.expires_at <= $2 or u.status <> 'active')`,
        [ids, new Date(nowMs)],
      );
      return ended.rows;
    },
    removeEndedBefore: async (timeMs) => {
      await pool.query('delete from sessions where coalesce(revoked_at, expires_at) < $1', [new Date(timeMs)]);
    },
  };
}
