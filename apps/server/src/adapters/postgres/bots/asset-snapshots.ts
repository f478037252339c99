// Snapshots of balances in PostgreSQL: the newest one of each user, exchange and wallet.
import type { Pool } from 'pg';
import type { AssetSnapshots } from '../../../ports/asset-snapshots.ts';

export function createAssetSnapshots(pool: Pool): AssetSnapshots {
  return {
    keep: async ({ account, exchange, userId, wallet }, asset, readAtMs) => {
      await pool.query(
        `insert into asset_snapshots as s (user_id, exchange, wallet, account, asset, read_at)
         values ($1, $2, $3, $4, $5, $6)
         on conflict (user_id, exchange, wallet) do update
           set account = excluded.account, asset = excluded.asset, read_at = excluded.read_at
           where s.read_at <= excluded.read_at`,
        [userId, exchange, wallet, account, JSON.stringify(asset), new Date(readAtMs)],
      );
    },
    last: async ({ account, exchange, userId, wallet }) => {
      const { rows } = await pool.query<{ asset: unknown }>(
        'select asset from asset_snapshots where user_id = $1 and exchange = $2 and wallet = $3 and account = $4',
        [userId, exchange, wallet, account],
      );
      return rows[0]?.asset ?? null;
    },
  };
}
