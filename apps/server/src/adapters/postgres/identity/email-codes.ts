// Codes and the limits of sending them in PostgreSQL, each decision in one statement.
import type { Pool, PoolClient } from 'pg';
import type { EmailCodes, SendLimit } from '../../../ports/email-codes.ts';
import { transaction } from '../pool.ts';
import { queueMail } from '../server/mail-outbox.ts';

const MOST_TRIES = 5;
const MOST_A_DAY = 10;

class TooOften extends Error {}

const TAKE = `
insert into email_code_limits as l (subject, last_at, day_started_at, sent) values ($1, $2, $2, 1)
on conflict (subject) do update set last_at = $2,
  sent = case when l.day_started_at <= $2::timestamptz - interval '1 day' then 1 else l.sent + 1 end,
  day_started_at = case when l.day_started_at <= $2::timestamptz - interval '1 day' then $2 else l.day_started_at end
where l.last_at <= $2::timestamptz - make_interval(secs => $3)
  and (l.sent < ${MOST_A_DAY} or l.day_started_at <= $2::timestamptz - interval '1 day')`;

const JUDGE = `
update email_codes set tries = tries + (code_hash <> $2)::integer,
  used_at = case when $4 and code_hash = $2 then $3::timestamptz end
where subject = $1 and used_at is null and expires_at > $3 and tries < ${MOST_TRIES}
returning code_hash = $2 as right`;

/** In one order, so that two askers never wait for each other in a circle. */
async function takeAll(client: PoolClient, limits: readonly SendLimit[], nowMs: number): Promise<void> {
  for (const limit of limits.toSorted((one, other) => Buffer.compare(one.subject, other.subject))) {
    const taken = await client.query(TAKE, [limit.subject, new Date(nowMs), limit.pauseSeconds]);
    if (taken.rowCount !== 1) throw new TooOften();
  }
}

export function createEmailCodes(pool: Pool): EmailCodes {
  /** False when a limit was reached, and nothing was written. */
  async function unlessTooOften(work: (client: PoolClient) => Promise<void>): Promise<boolean> {
    try {
      await transaction(pool, work);
      return true;
    } catch (error) {
      if (error instanceof TooOften) return false;
      throw error;
    }
  }

  async function judge(subject: Uint8Array, codeHash: Uint8Array, nowMs: number, uses: boolean): Promise<boolean> {
    const judged = await pool.query<{ right: boolean }>(JUDGE, [subject, codeHash, new Date(nowMs), uses]);
    return judged.rows[0]?.right ?? false;
  }

  return {
    take: (limits, nowMs) => unlessTooOften((client) => takeAll(client, limits, nowMs)),
    issue: async (code, limits) => {
      const issued = await unlessTooOften(async (client) => {
        await takeAll(client, limits, code.nowMs);
        await client.query(
          `insert into email_codes (subject, code_hash, created_at, expires_at) values ($1, $2, $3, $4)
           on conflict (subject) do update set code_hash = excluded.code_hash, created_at = excluded.created_at,
             expires_at = excluded.expires_at, tries = 0, used_at = null`,
          [code.subject, code.codeHash, new Date(code.nowMs), new Date(code.expiresAtMs)],
        );
        if (code.mail !== null) await queueMail(client, code.mail);
      });
      return issued ? 'sent' : 'too_often';
    },
    check: (subject, codeHash, nowMs) => judge(subject, codeHash, nowMs, false),
    consume: (subject, codeHash, nowMs) => judge(subject, codeHash, nowMs, true),
    isUsedByOther: async (email, userId) => {
      const found = await pool.query(
        'select 1 from users where lower(email) = lower($1) and email_verified_at is not null and id <> $2',
        [email, userId],
      );
      return found.rowCount !== 0;
    },
    removeOlderThan: async (timeMs) => {
      await pool.query('delete from email_codes where expires_at < $1', [new Date(timeMs)]);
      await pool.query('delete from email_code_limits where last_at < $1', [new Date(timeMs)]);
    },
  };
}
