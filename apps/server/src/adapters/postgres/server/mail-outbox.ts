// The outbox in PostgreSQL. Claiming counts the try and pushes the next one behind the lease in one statement that skips
// what others hold, so that a mail whose sender died is taken again when the lease has ended.
import type { Pool, PoolClient } from 'pg';
import type { NoticeText } from '../../../ports/credential-store.ts';
import type { MailOutbox, NewMail, OutboxMail } from '../../../ports/mail-outbox.ts';

const columns = `id, recipient as "to", subject, body as text, tries, created_at as "createdAtMs", expires_at as "expiresAtMs"`;

/** Part of the caller's transaction. */
export async function queueMail(client: PoolClient, mail: NewMail): Promise<void> {
  const { to, subject, text, nowMs, expiresAtMs } = mail;
  await client.query(
    `insert into mail_outbox (recipient, subject, body, created_at, next_try_at, expires_at)
     values ($1, $2, $3, $4, $4, $5)`,
    [to, subject, text, new Date(nowMs), expiresAtMs === undefined ? null : new Date(expiresAtMs)],
  );
}

/** To the user's verified address, if there is one, in the user's language; part of the caller's transaction. */
export async function queueNotice(
  client: PoolClient,
  userId: number | null,
  notice: Readonly<Record<'zh' | 'en', NoticeText>>,
  nowMs: number,
): Promise<void> {
  const found = await client.query<{ email: string; lang: 'zh' | 'en' }>(
    'select email, lang from users where id = $1 and email is not null and email_verified_at is not null',
    [userId],
  );
  const to = found.rows[0];
  if (to !== undefined) await queueMail(client, { to: to.email, ...notice[to.lang], nowMs });
}

export function createMailOutbox(pool: Pool): MailOutbox {
  return {
    claim: async (most, nowMs, leaseMs) => {
      const claimed = await pool.query<OutboxMail>(
        `update mail_outbox set tries = tries + 1, next_try_at = $3 where id in (
           select id from mail_outbox where ended_at is null and next_try_at <= $2
           order by next_try_at limit $1 for update skip locked)
         returning ${columns}`,
        [most, new Date(nowMs), new Date(nowMs + leaseMs)],
      );
      return claimed.rows;
    },
    end: async (id, outcome, nowMs) => {
      await pool.query(
        `update mail_outbox set ended_at = $3, outcome = $2, body = case when $2 = 'local' then body end
         where id = $1 and ended_at is null`,
        [id, outcome, new Date(nowMs)],
      );
    },
    retryAt: async (id, timeMs) => {
      await pool.query('update mail_outbox set next_try_at = $2 where id = $1 and ended_at is null', [
        id,
        new Date(timeMs),
      ]);
    },
    listLocal: async (most, sinceMs) => {
      const found = await pool.query<OutboxMail>(
        `select ${columns} from mail_outbox where outcome = 'local' and created_at >= $2 order by id desc limit $1`,
        [most, new Date(sinceMs)],
      );
      return found.rows;
    },
    removeEndedBefore: async (timeMs) => {
      await pool.query('delete from mail_outbox where ended_at < $1', [new Date(timeMs)]);
    },
  };
}
