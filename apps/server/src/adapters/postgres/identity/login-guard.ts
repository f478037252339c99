// Sign-in attempts in PostgreSQL: five within 15 minutes lock the subject for 15 minutes, each further lock for twice
// as long up to 24 hours. One statement both counts and decides, so a burst of guesses is never evaluated in parallel.
import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import type { LoginGuard } from '../../../ports/login-guard.ts';

export const LOGIN_ATTEMPTS = 5;
const WINDOW_SECONDS = 15 * 60;
const FIRST_LOCK_SECONDS = 15 * 60;
const LONGEST_LOCK_SECONDS = 24 * 3600;

/** As the database folds names: A to Z and nothing else, or a look-alike letter would tell which names exist. */
const fold = (subject: string): string => subject.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
const subjectHash = (subject: string): Uint8Array => createHash('sha256').update(fold(subject)).digest();

// `failures` of a locked row stays as it is. `locks` is forgotten a day after the last lock ended.
const TAKE = `
insert into login_attempts as a (subject, failures, window_started_at, locks) values ($1, 1, $2, 0)
on conflict (subject) do update set (failures, window_started_at, locked_until, locks) = (
  select n.failures,
    case when n.fresh then $2 else a.window_started_at end,
    case when n.failures >= ${LOGIN_ATTEMPTS} then
      $2::timestamptz + make_interval(secs => least(${LONGEST_LOCK_SECONDS}, ${FIRST_LOCK_SECONDS} * 2 ^ least(n.locks, 20)))
    end,
    n.locks + (n.failures >= ${LOGIN_ATTEMPTS})::integer
  from (
    select s.fresh, case when s.fresh then 1 else a.failures + 1 end as failures,
      case when a.locked_until < $2::timestamptz - interval '1 day' then 0 else a.locks end as locks
    from (select a.locked_until is not null
            or a.window_started_at <= $2::timestamptz - interval '${WINDOW_SECONDS} seconds' as fresh) s
  ) n
)
where a.locked_until is null or a.locked_until <= $2
returning failures`;

export function createLoginGuard(pool: Pool): LoginGuard {
  return {
    take: async (subject, nowMs) => {
      const hash = subjectHash(subject);
      const taken = await pool.query<{ failures: number }>(TAKE, [hash, new Date(nowMs)]);
      const failures = taken.rows[0]?.failures;
      if (failures !== undefined) return { lockedUntilMs: null, attemptsLeft: LOGIN_ATTEMPTS - failures };
      const locked = await pool.query<{ lockedUntilMs: number }>(
        'select locked_until as "lockedUntilMs" from login_attempts where subject = $1',
        [hash],
      );
      return { lockedUntilMs: locked.rows[0]?.lockedUntilMs ?? nowMs, attemptsLeft: 0 };
    },
    clear: async (subject) => {
      await pool.query('delete from login_attempts where subject = $1', [subjectHash(subject)]);
    },
    removeOlderThan: async (timeMs) => {
      await pool.query('delete from login_attempts where window_started_at < $1 and coalesce(locked_until, $1) <= $1', [
        new Date(timeMs),
      ]);
    },
  };
}
