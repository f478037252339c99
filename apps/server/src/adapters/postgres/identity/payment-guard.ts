// Guesses of payment passwords in PostgreSQL: the fifth in a row locks for two hours. One statement counts the guess and
// hands out the hash, so a burst of guesses gets no more than five of them judged.
import type { Pool } from 'pg';
import type { PaymentGuard } from '../../../ports/payment-guard.ts';
import { transaction } from '../pool.ts';
import { queueNotice } from '../server/mail-outbox.ts';

const PAYMENT_ATTEMPTS = 5;

/** A lock that has ended starts the count anew. */
const TAKE = `
update users set
  payment_failures = case when payment_locked_until is null then payment_failures + 1 else 1 end,
  payment_locked_until = case when payment_locked_until is null and payment_failures + 1 >= ${PAYMENT_ATTEMPTS}
    then $2::timestamptz + interval '2 hours' end
where id = $1 and payment_hash is not null and (payment_locked_until is null or payment_locked_until <= $2)
returning payment_hash as hash, payment_failures as failures, payment_locked_until as "lockedUntilMs"`;

export function createPaymentGuard(pool: Pool): PaymentGuard {
  /** By user: ends with the last guess that waits. */
  const queues = new Map<number, Promise<unknown>>();

  return {
    inTurn: (userId, judge) => {
      const judged = (queues.get(userId) ?? Promise.resolve()).then(judge);
      const ended = judged
        .catch(() => {})
        .then(() => {
          if (queues.get(userId) === ended) queues.delete(userId);
        });
      queues.set(userId, ended);
      return judged;
    },
    take: async (userId, nowMs) => {
      const taken = await pool.query<{ hash: string; failures: number; lockedUntilMs: number | null }>(TAKE, [
        userId,
        new Date(nowMs),
      ]);
      const attempt = taken.rows[0];
      if (attempt !== undefined) {
        const { hash, failures, lockedUntilMs } = attempt;
        return { state: 'judge', hash, attemptsLeft: PAYMENT_ATTEMPTS - failures, lockedUntilMs };
      }
      const found = await pool.query<{ set: boolean; untilMs: number | null }>(
        'select payment_hash is not null as set, payment_locked_until as "untilMs" from users where id = $1',
        [userId],
      );
      const row = found.rows[0];
      if (row?.set !== true) return { state: 'unset' };
      return { state: 'locked', untilMs: row.untilMs ?? nowMs };
    },
    clear: async (userId, hash) => {
      await pool.query(
        'update users set payment_failures = 0, payment_locked_until = null where id = $1 and payment_hash = $2',
        [userId, hash],
      );
    },
    tellLocked: (userId, notice, nowMs) =>
      transaction(pool, async (client) => {
        const locked = await client.query(
          'select 1 from users where id = $1 and payment_locked_until > $2 for no key update',
          [userId, new Date(nowMs)],
        );
        if (locked.rowCount === 1) await queueNotice(client, userId, notice, nowMs);
      }),
  };
}
