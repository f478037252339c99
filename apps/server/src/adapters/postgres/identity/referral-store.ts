// Changes of referrers in PostgreSQL: the function of migration 0007 moves the team; the user and the two referrers
// concerned are written to in the same transaction.
import type { Pool } from 'pg';
import type { ReferralStore, ReferrerOutcome } from '../../../ports/referral-store.ts';
import { transaction } from '../pool.ts';
import { queueNotice } from '../server/mail-outbox.ts';

interface Changed {
  readonly outcome: ReferrerOutcome;
  readonly left: number | null;
  readonly joined: number | null;
}

export function createReferralStore(pool: Pool): ReferralStore {
  return {
    change: ({ userId, code, nowMs, left, joined, moved }) =>
      transaction(pool, async (client) => {
        const made = await client.query<Changed>(
          'select outcome, old_referrer as left, new_referrer as joined from change_referrer($1, $2, $3)',
          [userId, code, new Date(nowMs)],
        );
        const change = made.rows[0] as Changed;
        if (change.outcome === 'changed') {
          await queueNotice(client, change.left, left, nowMs);
          await queueNotice(client, change.joined, joined, nowMs);
          await queueNotice(client, userId, moved, nowMs);
        }
        return change.outcome;
      }),
  };
}
