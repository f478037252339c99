// What the local exchange says, checked before anything of it is believed: a reply that does not fit is a broken reply,
// and a broken reply proves nothing about an order.
import type { RefusalReason } from '@cormorant/core/strategy/strategy.ts';
import * as z from 'zod';
import type { VenueFill, VenueOrder, VenueSymbol } from '../../ports/venue.ts';

const decimal = z.string().regex(/^-?\d{1,30}(\.\d{1,18})?$/);
const positive = decimal.refine((text) => /[1-9]/.test(text) && !text.startsWith('-'), 'not above zero');
const timeMs = z.int();
const side = z.enum(['buy', 'sell']);

export const wireOrder = z
  .object({
    cid: z.string().min(1).max(64),
    symbol: z.string().min(1),
    side,
    type: z.enum(['limit', 'market']),
    tif: z.enum(['gtc', 'ioc', 'post']),
    price: decimal,
    qty: positive,
    filled: decimal,
    status: z.enum(['open', 'filled', 'cancelled']),
    created_at: timeMs,
  })
  .transform(({ created_at, ...order }): VenueOrder => ({ ...order, createdAtMs: created_at }));

export const wireFill = z
  .object({
    id: z.string().regex(/^\d{1,18}$/),
    cid: z.string().min(1).max(64),
    symbol: z.string().min(1),
    side,
    price: positive,
    qty: positive,
    fee: decimal,
    fee_asset: z.string().min(1),
    maker: z.literal([0, 1]),
    last: positive,
    at: timeMs,
  })
  .transform(
    ({ fee_asset, maker, at, ...fill }): VenueFill => ({ ...fill, feeAsset: fee_asset, maker: maker === 1, atMs: at }),
  );

export const wireInstrument = z
  .object({
    symbol: z.string().regex(/^[A-Z0-9]{1,20}\/[A-Z0-9]{2,10}$/),
    market: z.literal('spot'),
    base: z.string(),
    quote: z.string(),
    tick: positive,
    step: positive,
    min_qty: positive,
    max_qty: positive,
    min_notional: decimal,
    min_price: positive,
    max_price: positive,
    max_open_orders: z.int().min(1),
    maker: decimal,
    taker: decimal,
    fee_asset: z.enum(['received', 'quote']),
    status: z.enum(['trading', 'halt']),
  })
  .transform(
    (row): VenueSymbol => ({
      symbol: row.symbol,
      market: row.market,
      base: row.base,
      quote: row.quote,
      tick: row.tick,
      step: row.step,
      minQty: row.min_qty,
      maxQty: row.max_qty,
      minNotional: row.min_notional,
      minPrice: row.min_price,
      maxPrice: row.max_price,
      maxOpenOrders: row.max_open_orders,
      maker: row.maker,
      taker: row.taker,
      feeAsset: row.fee_asset,
      status: row.status,
    }),
  );

export const wireInstruments = z.object({ list: z.array(wireInstrument) });
export const wireTickers = z.object({
  list: z.array(
    z
      .object({
        symbol: z.string(),
        last: positive,
        open_24h: decimal,
        high_24h: decimal,
        low_24h: decimal,
        quote_volume_24h: decimal,
        at: timeMs,
      })
      .transform((row) => ({
        symbol: row.symbol,
        last: row.last,
        open24h: row.open_24h,
        high24h: row.high_24h,
        low24h: row.low_24h,
        quoteVolume24h: row.quote_volume_24h,
        atMs: row.at,
      })),
  ),
});
export const wireCandles = z.object({ list: z.array(z.tuple([timeMs, decimal, decimal, decimal, decimal, decimal])) });
export const wireTime = z
  .object({
    market_now: timeMs,
    speed: z.number().positive(),
    state: z.enum(['running', 'ended']),
    market: z.string(),
    books: z.string().min(1).optional(),
  })
  .transform((row) => ({
    marketNowMs: row.market_now,
    speed: row.speed,
    state: row.state,
    books: row.books ?? row.market,
  }));
export const wireAccount = z.object({ account: z.string().min(1) });
export const wireBalances = z.object({
  balances: z.array(z.object({ asset: z.string().min(1), free: decimal, locked: decimal })),
});
export const wireOneOrder = z.object({ order: wireOrder });
export const wireOrders = z.object({ list: z.array(wireOrder) });
export const wireFills = z.object({ list: z.array(wireFill) });
export const wirePlaced = z.object({
  results: z.array(
    z.union([
      z.object({ ok: z.literal(1), order: wireOrder, fills: z.array(wireFill) }),
      z.object({ ok: z.literal(0), code: z.string(), msg: z.string().optional() }),
    ]),
  ),
});
export const wireCancelled = z.object({
  results: z.array(
    z.union([z.object({ ok: z.literal(1), order: wireOrder }), z.object({ ok: z.literal(0), code: z.string() })]),
  ),
});
export const wireRefusal = z.object({ code: z.string() });

/** The venue's refusals, each as a code of the catalogue and the core's word. A code not listed proves nothing. */
export const refusals: Readonly<Record<string, { code: number; reason: RefusalReason }>> = {
  BAD_REQUEST: { code: 3001, reason: 'unknown' },
  UNKNOWN_SYMBOL: { code: 3005, reason: 'market_closed' },
  MARKET_CLOSED: { code: 3009, reason: 'market_closed' },
  PRICE_FILTER: { code: 3006, reason: 'price_filter' },
  PRICE_RANGE: { code: 3006, reason: 'price_range' },
  LOT_SIZE: { code: 3007, reason: 'lot_size' },
  QTY_SMALL: { code: 3007, reason: 'qty_small' },
  QTY_LARGE: { code: 3008, reason: 'qty_large' },
  NOTIONAL_SMALL: { code: 3007, reason: 'notional_small' },
  INSUFFICIENT_FUNDS: { code: 3010, reason: 'funds' },
  TOO_MANY_ORDERS: { code: 3001, reason: 'too_many_orders' },
  POST_ONLY_WOULD_TAKE: { code: 3001, reason: 'post_only' },
  ACCOUNT_NOT_FOUND: { code: 2002, reason: 'unknown' },
  ORDER_NOT_OPEN: { code: 3002, reason: 'unknown' },
};
