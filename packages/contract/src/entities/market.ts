// Exchanges, symbols with the filters an order must pass, quotes and candles as sent.
import * as z from 'zod';
import { decimal, decimalOrNull, exchangeCode, flag, id, marketKind, timeframe, timeMs } from '../wire.ts';

/** slow: it answers late, or its prices grow old. down: nothing believable for ten seconds. maintenance: it says so. */
export const venueHealth = z.enum(['ok', 'slow', 'down', 'maintenance']);
export type VenueHealth = z.output<typeof venueHealth>;

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
  /** `keys`: keys can be bound and checked there, and no bot trades (extension). */
  status: z.enum(['on', 'maintenance', 'off', 'keys']),
  /** Of its prices as they come here; null where nobody here looks at them (extension). */
  health: venueHealth.nullable(),
  /** How long its last answer took, and when its newest prices came (extension). */
  latency_ms: z.int().nullable(),
  prices_at: timeMs.nullable(),
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
  /** Bots trade there now; elsewhere keys can be bound and checked (extension). */
  trade: flag,
  /** Our addresses as this exchange sees them, to allow there (extension). */
  ips: z.array(z.string()),
});
export type Exchange = z.output<typeof exchange>;

/** Indicators of the newest closed candle; null until enough candles have closed. rsi14 and adx14 in percent. */
export const symbolIndicator = z.object({
  rsi14: decimalOrNull,
  ma7: decimalOrNull,
  ma25: decimalOrNull,
  ema12: decimalOrNull,
  ema26: decimalOrNull,
  /** 12, 26, 9; hist = dif - dea. */
  macd: z.object({ dif: decimalOrNull, dea: decimalOrNull, hist: decimalOrNull }),
  /** 20 candles, two deviations. */
  boll: z.object({ up: decimalOrNull, mid: decimalOrNull, low: decimalOrNull }),
  atr14: decimalOrNull,
  adx14: decimalOrNull,
  tf: timeframe,
});
export type SymbolIndicator = z.output<typeof symbolIndicator>;

/**
 * Worst fall and rise within 1, 7 and 30 days of the last year, in percent of the earlier price, without a sign; null
 * where the market is younger.
 */
export const worstMoves = z.object({ fall: z.array(decimalOrNull).length(3), rise: z.array(decimalOrNull).length(3) });
export type WorstMoves = z.output<typeof worstMoves>;

/** Funding rates of the last three days added up, in percent, and how many settlements they were. */
export const fundingDays = z.object({ rate: decimal, settlements: z.int().min(0) });
export type FundingDays = z.output<typeof fundingDays>;

/** Margin table and funding of a perpetual: what an exact preview of its liquidation needs. */
export const contractTerms = z.object({
  /** Ascending by `floor`, the notional in quote from which a row holds; maintenance and liquidation_fee in percent. */
  brackets: z.array(z.object({ floor: decimal, max_leverage: z.int(), maintenance: decimal, cum: decimal })),
  funding_hours: z.number(),
  liquidation_fee: decimal,
});

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
  /** With indicator=1. */
  indicator: symbolIndicator.optional(),
  /** Closes, oldest first; the last one is of the forming candle. */
  history: z.array(decimal).optional(),
  // Of a contract: the rate of the coming settlement in percent, and its time.
  funding_rate: decimal.optional(),
  next_funding_at: timeMs.optional(),
  /** Of a contract (extension). */
  contract: contractTerms.optional(),
  /** Of a contract, with latest=1 (extension). */
  mark: decimal.optional(),
  // With worst=1 and one symbol named (extension).
  worst_moves: worstMoves.optional(),
  funding_3d: fundingDays.optional(),
});
export type MarketSymbol = z.output<typeof symbol>;

export const quote = z.object({
  /** `exchange:market:BTC/USDT`, as asked. */
  key: z.string(),
  symbol: z.string(),
  price: decimal,
  change_24h: decimalOrNull,
  at: timeMs,
});
export type Quote = z.output<typeof quote>;

/** [open time, open, high, low, close, volume in base]. */
export const candle = z.tuple([timeMs, decimal, decimal, decimal, decimal, decimal]);
export type WireCandle = z.output<typeof candle>;
