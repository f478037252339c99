// What the local exchange says, checked before anything of it is believed: a reply that does not fit is a broken reply,
// and a broken reply proves nothing about an order.
import * as codes from '@cormorant/contract/codes.ts';
import { marketName } from '@cormorant/core/market/coin-name.ts';
import type { RefusalReason } from '@cormorant/core/strategy/strategy.ts';
import * as z from 'zod';
import type {
  VenueFill,
  VenueFunding,
  VenueOrder,
  VenuePosition,
  VenueSymbol,
  VenueTicker,
} from '../../../ports/venue.ts';
import { wellNamed } from '../shared/well-named.ts';

const decimal = z.string().regex(/^-?\d{1,30}(\.\d{1,18})?$/);
const positive = decimal.refine((text) => /[1-9]/.test(text) && !text.startsWith('-'), 'not above zero');
const timeMs = z.int();
const side = z.enum(['buy', 'sell']);
const positionSide = z.enum(['net', 'long', 'short']);
const flag = z.literal([0, 1]);
const perpetualOrPair = z.string().regex(marketName);

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
    position_side: positionSide.optional(),
    reduce_only: flag.optional(),
    trigger: z
      .object({ kind: z.enum(['stop', 'take_profit']), by: z.enum(['mark', 'last']), price: positive })
      .optional(),
  })
  .transform(
    ({ created_at, position_side, reduce_only, trigger, ...order }): VenueOrder => ({
      ...order,
      createdAtMs: created_at,
      ...(position_side === undefined ? {} : { positionSide: position_side, reduceOnly: reduce_only === 1 }),
      ...(trigger === undefined ? {} : { trigger }),
    }),
  );

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
    maker: flag,
    last: positive,
    at: timeMs,
    position_side: positionSide.default('net'),
    liquidation: flag.default(0),
  })
  .transform(
    ({ fee_asset, maker, at, position_side, liquidation, ...fill }): VenueFill => ({
      ...fill,
      feeAsset: fee_asset,
      maker: maker === 1,
      atMs: at,
      positionSide: position_side,
      liquidation: liquidation === 1,
    }),
  );

export const wireFunding = z
  .object({
    id: z.string().regex(/^\d{1,18}$/),
    symbol: perpetualOrPair,
    position_side: positionSide,
    rate: decimal,
    mark: positive,
    amount: decimal,
    at: timeMs,
  })
  // Its trades and settlements share one running number.
  .transform(
    ({ position_side, at, ...row }): VenueFunding => ({
      ...row,
      positionSide: position_side,
      atMs: at,
      afterFill: row.id,
    }),
  );

const wirePosition = z
  .object({
    symbol: perpetualOrPair,
    position_side: positionSide,
    qty: decimal,
    entry_price: positive,
    margin: decimal,
    margin_mode: z.enum(['isolated', 'cross']),
    leverage: z.int().min(1),
    mark_price: decimal,
    liq_price: decimal,
    unrealized: decimal,
  })
  .transform(
    (row): VenuePosition => ({
      symbol: row.symbol,
      positionSide: row.position_side,
      qty: row.qty,
      entryPrice: row.entry_price,
      margin: row.margin,
      marginMode: row.margin_mode,
      leverage: row.leverage,
      markPrice: row.mark_price,
      liqPrice: row.liq_price,
      unrealized: row.unrealized,
    }),
  );

const wireContract = z
  .object({
    brackets: z
      .array(z.object({ floor: decimal, max_leverage: z.int().min(1), maintenance: decimal, cum: decimal }))
      .min(1),
    funding_hours: z.int().min(1),
    liquidation_fee: decimal,
  })
  .transform((row) => ({
    brackets: row.brackets.map(({ max_leverage, ...bracket }) => ({ ...bracket, maxLeverage: max_leverage })),
    fundingHours: row.funding_hours,
    liquidationFee: row.liquidation_fee,
  }));

export const wireInstrument = z
  .object({
    symbol: z.string(),
    market: z.enum(['spot', 'futures']),
    hidden: flag.default(0),
    contract: wireContract.optional(),
    base: z.string(),
    quote: z.string(),
    tick: positive,
    step: positive,
    min_qty: positive,
    max_qty: positive,
    max_market_qty: positive,
    min_notional: decimal,
    max_notional: positive.optional(),
    min_price: positive,
    max_price: positive,
    max_open_orders: z.int().min(1),
    maker: decimal,
    taker: decimal,
    fee_asset: z.enum(['received', 'quote']),
    status: z.enum(['trading', 'halt']),
  })
  .refine(({ market, contract }) => (market === 'futures') === (contract !== undefined), 'contract terms')
  .transform(
    (row): VenueSymbol => ({
      ...(row.hidden === 1 ? { hidden: true } : {}),
      ...(row.contract === undefined ? {} : { contract: row.contract }),
      symbol: row.symbol,
      market: row.market,
      base: row.base,
      quote: row.quote,
      tick: row.tick,
      step: row.step,
      minQty: row.min_qty,
      maxQty: row.max_qty,
      maxMarketQty: row.max_market_qty,
      minNotional: row.min_notional,
      ...(row.max_notional === undefined ? {} : { maxNotional: row.max_notional }),
      minPrice: row.min_price,
      maxPrice: row.max_price,
      maxOpenOrders: row.max_open_orders,
      maker: row.maker,
      taker: row.taker,
      feeAsset: row.fee_asset,
      status: row.status,
    }),
  );

export const wireInstruments = z.object({ list: z.array(wireInstrument).transform(wellNamed) });
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
        mark: positive.optional(),
        funding_rate: decimal.optional(),
        next_funding_at: timeMs.optional(),
      })
      .transform(
        (row): VenueTicker => ({
          ...(row.mark === undefined ? {} : { mark: row.mark }),
          ...(row.funding_rate === undefined ? {} : { fundingRate: row.funding_rate }),
          ...(row.next_funding_at === undefined ? {} : { nextFundingMs: row.next_funding_at }),
          symbol: row.symbol,
          last: row.last,
          open24h: row.open_24h,
          high24h: row.high_24h,
          low24h: row.low_24h,
          quoteVolume24h: row.quote_volume_24h,
          atMs: row.at,
        }),
      ),
  ),
});
export const wireCandles = z.object({ list: z.array(z.tuple([timeMs, decimal, decimal, decimal, decimal, decimal])) });
export const wireBalances = z.object({
  balances: z.array(z.object({ asset: z.string().min(1), free: decimal, locked: decimal })),
});
export const wireFundingRates = z.object({
  list: z.array(z.object({ rate: decimal, at: timeMs }).transform((row) => ({ rate: row.rate, atMs: row.at }))),
});
export const wireFundings = z.object({ list: z.array(wireFunding) });
export const wireMarginAdds = z.object({
  list: z.array(
    z
      .object({
        ref: z.string().nullable(),
        position_side: z.enum(['net', 'long', 'short']),
        amount: decimal,
        at: timeMs,
      })
      .transform((row) => ({ ref: row.ref, positionSide: row.position_side, amount: row.amount, atMs: row.at })),
  ),
});
export const wirePositions = z.object({ list: z.array(wirePosition) });
export const wirePositionMode = z.object({ mode: z.enum(['one_way', 'hedge']) });
export const wireDone = z.union([z.object({ ok: z.literal(1) }), z.object({ ok: z.literal(0), code: z.string() })]);
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
  BAD_REQUEST: { code: codes.order_failed, reason: 'unknown' },
  UNKNOWN_SYMBOL: { code: codes.pair_invalid, reason: 'market_closed' },
  MARKET_CLOSED: { code: codes.market_closed, reason: 'market_closed' },
  PRICE_FILTER: { code: codes.price_range, reason: 'price_filter' },
  PRICE_RANGE: { code: codes.price_range, reason: 'price_range' },
  LOT_SIZE: { code: codes.amount_small, reason: 'lot_size' },
  QTY_SMALL: { code: codes.amount_small, reason: 'qty_small' },
  QTY_LARGE: { code: codes.amount_large, reason: 'qty_large' },
  NOTIONAL_SMALL: { code: codes.amount_small, reason: 'notional_small' },
  NOTIONAL_LARGE: { code: codes.amount_large, reason: 'qty_large' },
  INSUFFICIENT_FUNDS: { code: codes.funds_insufficient, reason: 'funds' },
  TOO_MANY_ORDERS: { code: codes.order_failed, reason: 'too_many_orders' },
  POST_ONLY_WOULD_TAKE: { code: codes.order_failed, reason: 'post_only' },
  ACCOUNT_NOT_FOUND: { code: codes.api_not_bound, reason: 'unknown' },
  POSITION_SIDE: { code: codes.order_failed, reason: 'unknown' },
  POSITION_OPEN: { code: codes.order_failed, reason: 'unknown' },
  NO_POSITION: { code: codes.order_failed, reason: 'unknown' },
  CROSS_MARGIN: { code: codes.order_failed, reason: 'unknown' },
  LEVERAGE: { code: codes.amount_large, reason: 'qty_large' },
  ORDER_NOT_OPEN: { code: codes.order_not_found, reason: 'unknown' },
};

export const wireAccount = z.object({ account: z.string().min(1) });
