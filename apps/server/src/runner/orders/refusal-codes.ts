// The catalogue's code for each reason why an order was not taken, as a row of the log carries it.
import type { RefusalReason } from '@cormorant/core/strategy/strategy.ts';

export const refusalCodes: Readonly<Record<RefusalReason, number>> = {
  price_range: 3006,
  price_filter: 3006,
  price_insane: 3006,
  lot_size: 3007,
  qty_small: 3007,
  notional_small: 3007,
  qty_large: 3008,
  market_closed: 3009,
  budget: 3010,
  leverage: 3010,
  funds: 3010,
  kill_switch: 3011,
  cancelled: 3004,
  too_many_orders: 3001,
  post_only: 3001,
  unknown: 3001,
};
