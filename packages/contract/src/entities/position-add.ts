// One of the purchases (of a short: sales) that a position was built from.
import * as z from 'zod';
import { decimal, id, timeMs } from '../wire.ts';

export const positionAdd = z.object({
  id,
  position_id: id,
  /** 0 = the opening. */
  step: z.int().min(0),
  kind: z.enum(['open', 'add', 'manual_add']),
  trigger_price: decimal.nullable(),
  /** Average of its fills. */
  price: decimal,
  qty: decimal,
  /** In quote. */
  amount: decimal,
  fee: decimal,
  /** Percent; null where none was waited for. */
  callback: decimal.nullable(),
  exchange_order_id: z.string(),
  filled_at: timeMs,
});
export type PositionAdd = z.output<typeof positionAdd>;
