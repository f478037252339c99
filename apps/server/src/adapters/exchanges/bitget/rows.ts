// What Bitget says, checked before it is believed: a row that does not fit is a broken answer. Figures are decimal strings, and '' or
// null where there is none. In hedge mode `side` is the position's, whichever way an order trades.
import * as z from 'zod';
import type { PositionSide, VenueFill, VenueOrder } from '../../../ports/venue.ts';
import { isBelowZero, isZero, minus, trimmed } from '../shared/exact-json.ts';
import type { MarketName } from '../shared/market-names.ts';
import { decimal, timeMs, wholeNumber } from '../shared/row-fields.ts';
import { type TimedPlace, timedFillId } from '../shared/timed-ids.ts';
import { needed, noneUnlessTold } from '../shared/told-figures.ts';
import { ExchangeUnreadable } from '../shared/unreadable.ts';

const orNone = z.union([decimal, z.literal('')]);
const maybe = orNone.nullish().transform((told) => told ?? '');
const text = z.string().min(1);
const side = z
  .string()
  .transform((word) => word.toLowerCase())
  .pipe(z.enum(['buy', 'sell']));

export const spotRow = z.object({
  ...{ symbol: text, baseCoin: text, quoteCoin: text, status: text, pricePrecision: wholeNumber },
  // The amounts of coin are obsolete there.
  ...{ quantityPrecision: wholeNumber, minTradeAmount: maybe, maxTradeAmount: maybe, minTradeUSDT: decimal },
  ...{ buyLimitPriceRatio: maybe, sellLimitPriceRatio: maybe },
});
export const contractRow = z.object({
  ...{ symbol: text, baseCoin: text, quoteCoin: text, symbolType: text, symbolStatus: text },
  ...{ pricePlace: wholeNumber, priceEndStep: decimal, sizeMultiplier: decimal, minTradeNum: decimal },
  ...{ minTradeUSDT: decimal, maxOrderQty: decimal, maxMarketOrderQty: decimal, fundInterval: orNone },
  ...{ buyLimitPriceRatio: maybe, sellLimitPriceRatio: maybe },
});
export const tierRow = z.object({ startUnit: decimal, leverage: decimal, keepMarginRate: decimal });
export type TierRow = z.infer<typeof tierRow>;
const ticker = { symbol: text, lastPr: orNone, high24h: orNone, low24h: orNone, quoteVolume: orNone, ts: timeMs };
/** Each kind has a name of its own for where the day began. */
export const spotTickerRow = z.object({ ...ticker, open: orNone }).transform((row) => ({ ...row, began: row.open }));
export const contractTickerRow = z
  .object({ ...ticker, open24h: orNone, markPrice: orNone })
  .transform((row) => ({ ...row, began: row.open24h }));
/** Of one that does not trade yet none is told. */
export const rateNowRow = z.object({
  ...{ symbol: text, fundingRate: orNone, nextUpdate: z.union([timeMs, z.literal('')]) },
});
export const rateRow = z.object({ fundingRate: decimal, fundingTime: timeMs });
export const candleRow = z.tuple([timeMs, decimal, decimal, decimal, decimal, decimal]).rest(z.unknown());
const level = z.tuple([decimal, decimal]).rest(z.unknown());
export const bookRow = z.object({ asks: z.array(level), bids: z.array(level) });
export const tradeRow = z.object({ tradeId: wholeNumber, price: decimal, ts: timeMs });

export const spotAsset = z.object({ coin: text, available: decimal, frozen: decimal, locked: decimal });
export const walletRow = z.object({
  ...{ marginCoin: text, accountEquity: decimal, isolatedMaxAvailable: decimal },
  ...{ isolatedMargin: maybe, crossedMargin: maybe },
});
const posMode = z.enum(['one_way_mode', 'hedge_mode']);
export const settingsRow = z.object({ marginMode: z.enum(['isolated', 'crossed', 'fixed']), posMode });
export const positionRow = z.object({
  ...{ symbol: text, holdSide: z.enum(['long', 'short']), total: decimal, marginSize: maybe, leverage: z.string() },
  ...{ openPriceAvg: maybe, marginMode: z.enum(['isolated', 'crossed']), posMode, unrealizedPL: maybe },
  // Of one that no price can end there is none.
  ...{ liquidationPrice: orNone.nullable(), markPrice: maybe },
});
export type PositionRow = z.infer<typeof positionRow>;
export const rightsRow = z.object({ authorities: z.array(z.string()) });
export const billRow = z.object({ billId: wholeNumber, symbol: text, amount: decimal, cTime: timeMs });

export const receiptRow = z.object({ orderId: wholeNumber, clientOid: z.string() });

/** Nothing of these has traded: only of them nothing need be told of it. */
const UNTOUCHED = new Set(['init', 'new', 'live']);
function tellsTraded(status: string | undefined, traded: string): boolean {
  return traded !== '' || UNTOUCHED.has(status ?? '');
}

const orderType = z.enum(['limit', 'market']);
/** Of spot; which words it was placed with is told by the stream alone. */
export const spotOrderRow = z
  .object({
    ...{ symbol: text, orderId: wholeNumber, clientOid: z.string(), price: maybe, size: decimal, side },
    ...{ orderType, status: text, baseVolume: maybe, cancelReason: z.string().nullish(), cTime: timeMs },
  })
  .refine(({ baseVolume, status }) => tellsTraded(status, baseVolume), 'what has traded is not told');
export type SpotOrderRow = z.infer<typeof spotOrderRow>;
/** In the list of what stands the price of an order bears the name that its average has elsewhere. */
export const standingRow = z.preprocess((row) => {
  const told = z.looseObject({ price: z.unknown().optional(), priceAvg: z.unknown().optional() }).safeParse(row);
  return told.success && told.data.price === undefined ? { ...told.data, price: told.data.priceAvg } : row;
}, spotOrderRow);
const direction = { side, posSide: z.string(), tradeSide: z.string(), posMode };
export const contractOrderRow = z
  .object({
    ...{ symbol: text, orderId: wholeNumber, clientOid: z.string(), price: maybe, size: decimal },
    ...{ orderType, force: text, baseVolume: maybe, reduceOnly: z.string().default('') },
    ...{
      state: z.string().optional(),
      status: z.string().optional(),
      cancelReason: z.string().nullish(),
      cTime: timeMs,
    },
    ...direction,
  })
  .refine(({ state, status }) => (state ?? status ?? '') !== '', 'no state')
  .refine(({ baseVolume, state, status }) => tellsTraded(state ?? status, baseVolume), 'what has traded is not told');
export type ContractOrderRow = z.infer<typeof contractOrderRow>;

const fee = z.object({ feeCoin: text, totalFee: decimal });
export const spotTradeRow = z.object({
  ...{ symbol: text, orderId: wholeNumber, tradeId: wholeNumber, side, priceAvg: decimal, size: decimal },
  tradeScope: z.string(),
  ...{ feeDetail: fee, cTime: timeMs },
});
export const contractTradeRow = z.object({
  ...{ symbol: text, orderId: wholeNumber, tradeId: wholeNumber, side, tradeSide: z.string(), posMode, price: decimal },
  ...{ baseVolume: decimal, tradeScope: z.string(), feeDetail: z.array(fee).min(1), cTime: timeMs },
});

/** A step of an order as the stream tells it, of either market. */
export const orderEvent = z
  .object({
    // Of contracts its page spells the client's name with another letter.
    ...{ instId: text, orderId: wholeNumber, clientOid: z.string().optional(), clientOId: z.string().optional() },
    ...{ price: maybe, size: maybe, newSize: maybe },
    ...{
      orderType,
      force: text,
      status: text,
      accBaseVolume: maybe,
      cancelReason: z.string().nullish(),
    },
    ...{ cTime: timeMs, side, posSide: z.string().default('net'), tradeSide: z.string().default('') },
    // Told of contracts alone.
    ...{ posMode: posMode.optional(), reduceOnly: z.string().default('') },
  })
  .refine(({ clientOid, clientOId }) => (clientOid ?? clientOId) !== undefined, 'whose it is is not told')
  .refine(({ accBaseVolume, status }) => tellsTraded(status, accBaseVolume), 'what has traded is not told');
export type OrderEvent = z.infer<typeof orderEvent>;
/** The trade that a step came with. */
export const tradeEvent = z.object({
  ...{ tradeId: wholeNumber, fillPrice: decimal, baseVolume: decimal, fillTime: timeMs, fillFee: decimal },
  ...{ fillFeeCoin: text, tradeScope: z.string(), enterPointSource: z.string().default('') },
});

const MET_ITSELF = 'stp_cancel';
/** Spot and contracts do not spell it alike. */
const ENDED = new Set(['cancelled', 'canceled']);
const HEDGED = 'hedge_mode';

/** A status we have no word for is one that still may trade: nobody is told that it ended. */
function statusOf(told: string): VenueOrder['status'] {
  if (told === 'filled') return 'filled';
  return ENDED.has(told) ? 'cancelled' : 'open';
}

function tifOf(force: string): VenueOrder['tif'] {
  const word = force.toLowerCase().replace(' ', '_');
  if (word === 'post_only') return 'post';
  return word === 'gtc' || word === '' ? 'gtc' : 'ioc';
}

export function cidOf(clientOid: string, orderId: string): string {
  return clientOid === '' ? `bitget-${orderId}` : clientOid;
}

interface Direction {
  readonly side: 'buy' | 'sell';
  readonly tradeSide: string;
  readonly posMode?: string | undefined;
}

const CLOSES = /close|burst|reduce|delivery|offset|dte_sys_adl/i;
const OPENS = /^open$/i;

/** Which way it trades, and for which position. Throws ExchangeUnreadable where that is not told: it would trade the other way. */
function directionOf({ posMode, side: told, tradeSide }: Direction): {
  side: 'buy' | 'sell';
  positionSide: PositionSide;
  closes: boolean;
} {
  if (posMode === undefined) throw new ExchangeUnreadable('posMode: not told', null);
  if (posMode !== HEDGED) return { side: told, positionSide: 'net', closes: false };
  const closes = CLOSES.test(tradeSide);
  if (!closes && !OPENS.test(tradeSide)) throw new ExchangeUnreadable('tradeSide: not told', null);
  const isPurchase = (told === 'buy') !== closes;
  return { side: isPurchase ? 'buy' : 'sell', positionSide: told === 'buy' ? 'long' : 'short', closes };
}

interface Told {
  readonly cid: string;
  readonly type: string;
  readonly force: string;
  readonly price: string;
  readonly qty: string;
  readonly filled: string;
  readonly status: string;
  readonly cancelReason: string | null | undefined;
  readonly atMs: number;
}

function common({ symbol }: MarketName, told: Told) {
  const isMarket = told.type === 'market';
  const filled = noneUnlessTold(told.filled);
  return {
    ...{ cid: told.cid, symbol, type: isMarket ? ('market' as const) : ('limit' as const), tif: tifOf(told.force) },
    ...{
      price: isMarket ? '0' : needed(told.price, 'price'),
      qty: trimmed(told.qty),
      filled,
      status: statusOf(told.status),
    },
    ...{ createdAtMs: told.atMs, ...(told.cancelReason === MET_ITSELF && { selfTrade: true as const }) },
  };
}

export function spotOrderOf(name: MarketName, row: SpotOrderRow): VenueOrder {
  const { cancelReason, cTime: atMs, orderType: type, price, status } = row;
  // A purchase at market is by its cost, and none of ours: its size in coin is what has traded.
  const qty = type === 'market' && row.side === 'buy' ? noneUnlessTold(row.baseVolume) : row.size;
  const told = { cid: cidOf(row.clientOid, row.orderId), type, force: '', price, qty, filled: row.baseVolume, status };
  return { ...common(name, { ...told, cancelReason, atMs }), side: row.side };
}

export function contractOrderOf(name: MarketName, row: ContractOrderRow): VenueOrder {
  const { cancelReason, cTime: atMs, force, orderType: type, price, size: qty } = row;
  const told = { cid: cidOf(row.clientOid, row.orderId), type, force, price, qty, filled: row.baseVolume };
  const { closes, positionSide, side: way } = directionOf(row);
  return {
    ...common(name, { ...told, status: row.state ?? row.status ?? '', cancelReason, atMs }),
    ...{ side: way, positionSide, reduceOnly: closes || row.reduceOnly.toUpperCase() === 'YES' },
  };
}

export function eventOrderOf(name: MarketName, row: OrderEvent): VenueOrder {
  const { cancelReason, cTime: atMs, force, orderType: type, price, status } = row;
  const isSpot = name.kind === 'spot';
  const qty = isSpot ? (type === 'market' && row.side === 'buy' ? row.accBaseVolume : row.newSize) : row.size;
  const told = {
    cid: cidOf(row.clientOid ?? row.clientOId ?? '', row.orderId),
    type,
    force,
    price,
    qty: needed(qty, 'size'),
    filled: row.accBaseVolume,
  };
  const order = common(name, { ...told, status, cancelReason, atMs });
  if (isSpot) return { ...order, side: row.side };
  const { closes, positionSide, side: way } = directionOf(row);
  return { ...order, side: way, positionSide, reduceOnly: closes || row.reduceOnly.toUpperCase() === 'YES' };
}

/** A trade as it was told, whichever way. */
export interface Traded {
  readonly tradeId: string;
  readonly orderId: string;
  readonly atMs: number;
  readonly price: string;
  readonly qty: string;
  /** What is paid is negative. */
  readonly fee: string;
  readonly feeCoin: string;
  readonly isMaker: boolean;
  readonly isForced: boolean;
  readonly side: 'buy' | 'sell';
  readonly positionSide: PositionSide;
}

/** By force, at delivery, against another side of its own, or against the winners of a market. */
const FORCED = /burst|delivery|reduce|offset|dte_sys_adl/i;

export function spotTraded(row: z.infer<typeof spotTradeRow>): Traded {
  const { cTime: atMs, feeDetail, orderId, priceAvg: price, side: way, size: qty, tradeId, tradeScope } = row;
  return {
    ...{ tradeId, orderId, atMs, price, qty, fee: feeDetail.totalFee, feeCoin: feeDetail.feeCoin, side: way },
    ...{ isMaker: tradeScope === 'maker', isForced: false, positionSide: 'net' },
  };
}

export function contractTraded(row: z.infer<typeof contractTradeRow>): Traded {
  const { baseVolume: qty, cTime: atMs, feeDetail, orderId, price, tradeId, tradeScope, tradeSide } = row;
  const { positionSide, side: way } = directionOf(row);
  const [first] = feeDetail;
  return {
    ...{
      tradeId,
      orderId,
      atMs,
      price,
      qty,
      fee: needed(first?.totalFee, 'totalFee'),
      feeCoin: first?.feeCoin ?? '',
      side: way,
    },
    ...{ isMaker: tradeScope === 'maker', isForced: FORCED.test(tradeSide), positionSide },
  };
}

/** Of a contract throws ExchangeUnreadable where its direction is not told. */
export function eventTraded({ kind }: MarketName, order: OrderEvent, row: z.infer<typeof tradeEvent>): Traded {
  const { baseVolume: qty, fillFee: fee, fillFeeCoin: feeCoin, fillPrice: price, fillTime: atMs, tradeId } = row;
  const { positionSide, side: way } =
    kind === 'spot' ? { positionSide: 'net' as const, side: order.side } : directionOf(order);
  return {
    ...{ tradeId, orderId: order.orderId, atMs, price, qty, fee, feeCoin, side: way, positionSide },
    ...{ isMaker: row.tradeScope === 'M', isForced: FORCED.test(order.tradeSide) || row.enterPointSource === 'SYS' },
  };
}

export function placeOf({ atMs, side: way, tradeId }: Pick<Traded, 'atMs' | 'side' | 'tradeId'>): TimedPlace {
  return { atMs, number: BigInt(tradeId), isSale: way === 'sell' };
}

/** What an id of ours begins with. */
export function marketOf({ id, kind }: MarketName): string {
  return kind === 'spot' ? id : `${id}_P`;
}

export function fillOf(name: MarketName, told: Traded, cid: string): VenueFill {
  const price = trimmed(told.price);
  const paid = trimmed(told.fee);
  return {
    ...{
      id: timedFillId(marketOf(name), placeOf(told)),
      cid,
      symbol: name.symbol,
      side: told.side,
      price,
      last: price,
    },
    ...{ qty: trimmed(told.qty), fee: isZero(paid) ? '0' : isBelowZero(paid) ? minus('0', paid) : `-${paid}` },
    ...{ feeAsset: told.feeCoin, maker: told.isMaker, atMs: told.atMs, positionSide: told.positionSide },
    liquidation: told.isForced,
  };
}
