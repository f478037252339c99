// What a position was built from: the opening and every add, each with the average price of its fills.
import type { positionAdds } from '@cormorant/contract/calls/positions.ts';
import * as codes from '@cormorant/contract/codes.ts';
import type { PositionStore } from '../../ports/position-store.ts';
import { Refusal } from '../../ports/refusal.ts';
import type { Handler } from '../handler.ts';

export function listPositionAdds(positions: PositionStore): Handler<typeof positionAdds> {
  return async ({ query }, { userId }) => {
    const rows = await positions.adds(userId, query.id);
    if (rows === null) throw new Refusal(codes.bot_not_found);
    return {
      list: rows.map((row) => ({
        id: row.id,
        position_id: row.positionId,
        step: row.step,
        kind: row.kind,
        trigger_price: row.triggerPrice,
        price: row.price,
        qty: row.qty,
        amount: row.amount,
        fee: row.fee,
        callback: row.callback,
        exchange_order_id: row.cid,
        filled_at: row.filledMarketMs,
      })),
    };
  };
}
