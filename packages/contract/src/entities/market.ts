// Exchanges, symbols with the filters an order must pass, quotes and candles as sent.
import * as z from 'zod';
import { decimal, exchangeCode, flag, id, marketKind, timeMs } from '../wire.ts';

export const exchange = z.object({
  id,
  code: exchangeCode,
  name: z.string(),
  logo: z.string(),
  spot: flag,
  futures: flag,
  sim_spot: flag,
  sim_futures: flag,
  need_passphrase: flag,
  status: z.enum(['on', 'maintenance', 'off']),
  tutorial_url: z.string(),
  key_url: z.string(),
  /** Fee rates in percent: '0.1' = 0.1 %. */
  taker_spot: decimal,
  maker_spot: decimal,
  taker_futures: decimal,
  maker_futures: decimal,
  sort: z.int(),
  /** Service fee in percent of new realised net profit, paid from fuel; 0 where the money is simulated (extension). */
  fuel_rate: decimal,
  /** The caller has an account or a key set there; 0 for a signed-out caller. */
  bound: flag,
});
export type Exchange = z.output<typeof exchange>;

export const symbol = z.object({
  id,
  exchange: exchangeCode,
  market: marketKind,
  symbol: z.string(),
  base: z.string(),
  quote: z.string(),
  contract_size: decimal,
  tick: decimal,
  step: decimal,
  min_qty: decimal,
  /** Smallest order value in quote. */
  min_amount: decimal,
  max_leverage: z.int(),
  status: z.enum(['trading', 'halt']),
  hot: flag,
  // What an exact preview needs beside the fields above (extension).
  max_qty: decimal,
  min_price: decimal,
  max_price: decimal,
  max_open_orders: z.int(),
  /** Percent. */
  maker: decimal,
  taker: decimal,
  fee_asset: z.enum(['received', 'quote']),
  /** The market is generated or replayed: simulated prices, never called anything else. */
  simulated: flag,
  // With latest=1.
  last: decimal.optional(),
  change_24h: decimal.optional(),
  high_24h: decimal.optional(),
  low_24h: decimal.optional(),
  volume_24h: decimal.optional(),
  /** Closes, oldest first; the last one is of the forming candle. */
  history: z.array(decimal).optional(),
  funding_rate: decimal.optional(),
  next_funding_at: timeMs.optional(),
});
export type MarketSymbol = z.output<typeof symbol>;

export const quote = z.object({
  /** `exchange:market:BTC/USDT`, as asked. */
  key: z.string(),
  symbol: z.string(),
  price: decimal,
  change_24h: decimal,
  at: timeMs,
});
export type Quote = z.output<typeof quote>;

/** [open time, open, high, low, close, volume in base]. */
export const candle = z.tuple([timeMs, decimal, decimal, decimal, decimal, decimal]);
export type WireCandle = z.output<typeof candle>;
