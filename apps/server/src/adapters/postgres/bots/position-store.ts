// Open positions of a user and what each was built from, in PostgreSQL, always by their owner.
import type { Pool } from 'pg';
import type { PositionAddRow, PositionStore } from '../../../ports/position-store.ts';
import type { PositionWrite } from '../../../ports/runner-writes.ts';
import { positionColumns } from './bot-rows.ts';

export function createPositionStore(pool: Pool): PositionStore {
  return {
    open: async (userId) => {
      const { rows } = await pool.query<PositionWrite>(
        `select ${positionColumns} from positions where user_id = $1 and status <> 'closed'
           and bot_id in (select id from bots where user_id = $1 and not simulate and deleted_at is null)
         order by opened_market_ms desc, id desc`,
        [userId],
      );
      return rows;
    },
    adds: async (userId, positionId) => {
      const owned = await pool.query('select from positions where id = $1 and user_id = $2', [positionId, userId]);
      if (owned.rowCount === 0) return null;
      const { rows } = await pool.query<PositionAddRow>(
        `select id, position_id as "positionId", step, kind, trim_scale(trigger_price) as "triggerPrice",
           trim_scale(price) as price, trim_scale(qty) as qty, trim_scale(amount) as amount, trim_scale(fee) as fee,
           trim_scale(callback) as callback, cid, filled_market_ms as "filledMarketMs"
         from position_adds where position_id = $1 order by step, id`,
        [positionId],
      );
      return rows;
    },
  };
}
