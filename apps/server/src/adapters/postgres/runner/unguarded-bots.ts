// Bots that live on accounts which this process opens no exchange for: nobody places or follows their orders.
import type { Pool } from 'pg';
import type { ExchangeAccount } from '../../../ports/account-store.ts';

export interface UnguardedBot {
  /** As its user knows it: a leg's is its bot's. */
  readonly id: number;
  /** The one that is not opened. */
  readonly exchange: string;
  readonly userId: number;
  /** Some runner has him now, and may have that exchange open. */
  readonly isHeld: boolean;
}

export async function unguardedBots(
  pool: Pool,
  opened: readonly Pick<ExchangeAccount, 'exchange' | 'wire'>[],
): Promise<UnguardedBot[]> {
  const { rows } = await pool.query<UnguardedBot>(
    `select distinct coalesce(b.parent_id, b.id) as id, a.exchange, b.user_id as "userId", exists (
       select 1 from runner_leases l where l.user_id = b.user_id and l.expires_at > now()) as "isHeld"
     from bots b join exchange_accounts a on a.id = b.account_id
     where b.status <> 'stopped' and b.deleted_at is null
       and (a.exchange, a.wire) not in (select * from unnest($1::text[], $2::text[])) order by 2, 1`,
    [opened.map(({ exchange }) => exchange), opened.map(({ wire }) => wire)],
  );
  return rows;
}
