// Changes of referrers in PostgreSQL: the function of migration 0007 moves the team; the two referrers concerned are
// written to in the same transaction.
import type { Pool, PoolClient } from 'pg';
import type { ReferralStore, ReferrerChange, ReferrerOutcome } from '../../ports/referral-store.ts';
import { queueMail } from './mail-outbox.ts';
import { transaction } from './pool.ts';

interface Changed {
  readonly outcome: ReferrerOutcome;
  readonly left: number | null;
  readonly joined: number | null;
}

async function tell(client: PoolClient, userId: number | null, notice: ReferrerChange['left'], nowMs: number) {
  const found = await client.query<{ email: string; lang: 'zh' | 'en' }>(
    'select email, lang from users where id = $1 and email is not null and email_verified_at is not null',
    [userId],
  );
  const to = found.rows[0];
  if (to !== undefined) await queueMail(client, { to: to.email, ...notice[to.lang], nowMs });
}

export function createReferralStore(pool: Pool): ReferralStore {
  return {
    change: ({ userId, code, nowMs, left, joined }) =>
      transaction(pool, async (client) => {
        const made = await client.query<Changed>(
          'select outcome, old_referrer as left, new_referrer as joined from change_referrer($1, $2, $3)',
          [userId, code, new Date(nowMs)],
        );
        const change = made.rows[0] as Changed;
        if (change.outcome === 'changed') {
          await tell(client, change.left, left, nowMs);
          await tell(client, change.joined, joined, nowMs);
        }
        return change.outcome;
      }),
  };
}
