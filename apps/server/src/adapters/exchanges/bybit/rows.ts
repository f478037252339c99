// What Bybit says, checked before it is believed: a row that does not fit is a broken answer. Figures are decimal strings, and ''
// where there is none; numbers of trades and positions arrive as text (exact-json).
import * as z from 'zod';
import type { PositionSide, VenueFill, VenueFunding, VenueOrder } from '../../../ports/venue.ts';
import { isBelowZero, isZero, minus, trimmed } from '../shared/exact-json.ts';
import { payerOf } from '../shared/funding-payer.ts';
import { type MarketName, prefixOf, tailOf } from '../shared/market-names.ts';
import { decimal, timeMs, wholeNumber } from '../shared/row-fields.ts';
import { needed, noneUnlessTold, toldOrNull } from '../shared/told-figures.ts';
import { ExchangeUnreadable } from '../shared/unreadable.ts';

const orNone = z.union([decimal, z.literal('')]);
const text = z.string().min(1);
const side = z.enum(['Buy', 'Sell']).transform((name): 'buy' | 'sell' => (name === 'Buy' ? 'buy' : 'sell'));
const SIDES: Readonly<Record<string, PositionSide>> = { '0': 'net', '1': 'long', '2': 'short' };
const positionIdx = z.enum(['0', '1', '2']).transform((index): PositionSide => SIDES[index] ?? 'net');

/** A page of a list, and where the next one begins; '' = there is none. */
export function pageOf<Row extends z.ZodType>(row: Row) {
  return z.object({ list: z.array(row), nextPageCursor: z.string().nullish() });
}

const riskParameters = z
  .object({ priceLimitRatioX: orNone.default(''), priceLimitRatioY: orNone.default('') })
  .nullish();

export const spotRow = z.object({
  ...{ symbol: text, baseCoin: text, quoteCoin: text, status: text },
  lotSizeFilter: z.object({
    ...{ basePrecision: decimal, minOrderAmt: decimal, maxOrderAmt: orNone },
    // Older names, which are on their way out, and the newer ones of the same.
    ...{ minOrderQty: orNone.default(''), maxOrderQty: orNone.default('') },
    ...{ maxLimitOrderQty: orNone.default(''), maxMarketOrderQty: orNone.default('') },
  }),
  priceFilter: z.object({ tickSize: decimal }),
  riskParameters,
});
export const linearRow = z.object({
  ...{ symbol: text, baseCoin: text, quoteCoin: text, settleCoin: text, contractType: text, status: text },
  fundingInterval: wholeNumber,
  priceFilter: z.object({ tickSize: decimal, minPrice: decimal, maxPrice: decimal }),
  lotSizeFilter: z.object({
    ...{ qtyStep: decimal, minOrderQty: decimal, maxOrderQty: decimal, maxMktOrderQty: orNone },
    minNotionalValue: decimal,
  }),
  riskParameters,
});
export const riskRow = z.object({
  ...{ symbol: text, riskLimitValue: decimal, maintenanceMargin: decimal, maxLeverage: decimal },
  mmDeduction: orNone,
});
export type RiskRow = z.infer<typeof riskRow>;
export const tickerRow = z.object({
  ...{ symbol: text, lastPrice: orNone, prevPrice24h: orNone, highPrice24h: orNone, lowPrice24h: orNone },
  turnover24h: orNone,
});
/** One before its launch tells no rate, and a moment of 0. */
export const linearTickerRow = tickerRow.extend({
  ...{ markPrice: orNone, fundingRate: orNone, nextFundingTime: z.union([timeMs, z.literal('')]) },
});
export const klineRow = z.tuple([timeMs, decimal, decimal, decimal, decimal, decimal]).rest(z.unknown());
export const rateRow = z.object({ fundingRate: decimal, fundingRateTimestamp: timeMs });
const level = z.tuple([decimal, decimal]).rest(z.unknown());
export const bookRow = z.object({ a: z.array(level), b: z.array(level) });
export const lastTradeRow = z.object({ seq: wholeNumber });

export const orderRow = z.object({
  ...{ symbol: text, orderId: text, orderLinkId: z.string(), side, positionIdx },
  ...{ orderStatus: text, cancelType: z.string(), rejectReason: z.string() },
  ...{ price: orNone, qty: decimal, cumExecQty: decimal, timeInForce: text, orderType: z.enum(['Market', 'Limit']) },
  ...{ triggerPrice: orNone, triggerDirection: z.string(), triggerBy: z.string() },
  // The unit of a size at market is told of spot alone.
  ...{ reduceOnly: z.boolean(), marketUnit: z.string().default(''), createdTime: timeMs },
});
export type OrderRow = z.infer<typeof orderRow>;

export const receiptRow = z.object({ orderId: text, orderLinkId: z.string() });

/** What is taken besides, as by law of some countries; '' where nothing is. */
const extraFees = z.union([z.literal(''), z.array(z.object({ feeCoin: text, fee: decimal }))]);

/** A trade or a settlement of funding, as reading and the stream tell it. */
export const executionRow = z.object({
  ...{ symbol: text, orderId: z.string(), orderLinkId: z.string(), side },
  ...{
    execId: z.string().regex(/^[^.]{1,60}$/),
    execPrice: decimal,
    execQty: decimal,
    execFee: decimal,
    execTime: timeMs,
  },
  ...{ execType: text, createType: z.string().default(''), feeCurrency: z.string() },
  extraFees,
  ...{ feeRate: orNone.default(''), isMaker: z.boolean(), seq: wholeNumber, closedSize: orNone.default('') },
});
export type ExecutionRow = z.infer<typeof executionRow>;

export const walletRow = z.object({
  coin: z.array(
    z.object({
      ...{ coin: text, equity: orNone, walletBalance: orNone, locked: orNone },
      // '' of an account in portfolio margin.
      ...{ totalOrderIM: orNone, totalPositionIM: orNone },
    }),
  ),
});
export const positionRow = z.object({
  ...{ symbol: text, positionIdx, side: z.enum(['Buy', 'Sell', '', 'None']), size: decimal, avgPrice: orNone },
  ...{ markPrice: orNone, liqPrice: orNone, leverage: orNone, unrealisedPnl: orNone },
  ...{ positionIM: orNone, positionBalance: orNone.default('') },
});
export type PositionRow = z.infer<typeof positionRow>;
export const accountInfo = z.object({
  marginMode: z.enum(['ISOLATED_MARGIN', 'REGULAR_MARGIN', 'PORTFOLIO_MARGIN']),
});
const words = z.array(z.string());
export const keyInfo = z.object({ permissions: z.object({ ContractTrade: words, Derivatives: words }) });

/** As a reason to be cancelled: it was to wait for takers only, and would have taken. */
export const WOULD_TAKE = 'EC_PostOnlyWillTakeLiquidity';
const MET_ITSELF = 'CancelBySmp';
const ENDED = new Set(['Rejected', 'PartiallyFilledCanceled', 'Cancelled', 'Deactivated']);

/** A status we have no word for is one that still may trade: nobody is told that it ended. */
function statusOf(told: string): VenueOrder['status'] {
  if (told === 'Filled') return 'filled';
  return ENDED.has(told) ? 'cancelled' : 'open';
}

function tifOf(timeInForce: string): VenueOrder['tif'] {
  if (timeInForce === 'PostOnly' || timeInForce === 'RPI') return 'post';
  return timeInForce === 'GTC' ? 'gtc' : 'ioc';
}

function cidOf({ orderId, orderLinkId }: { readonly orderId: string; readonly orderLinkId: string }): string {
  return orderLinkId === '' ? `bybit-${orderId}` : orderLinkId;
}

const UNITS = new Set(['baseCoin', 'quoteCoin']);

/** Throws ExchangeUnreadable where a figure that it needs is not told. */
export function orderOf({ kind, symbol }: MarketName, row: OrderRow): VenueOrder {
  const isMarket = row.orderType === 'Market';
  const filled = trimmed(row.cumExecQty);
  const trigger = kind === 'futures' ? triggerOf(row) : null;
  // A purchase of spot at market is by its cost unless it says otherwise.
  if (isMarket && kind === 'spot' && row.side === 'buy' && !UNITS.has(row.marketUnit))
    throw new ExchangeUnreadable('marketUnit: not told', null);
  return {
    ...{ cid: cidOf(row), symbol, side: row.side, type: isMarket ? 'market' : 'limit', tif: tifOf(row.timeInForce) },
    price: isMarket ? '0' : needed(row.price, 'price'),
    // One by its cost is none of ours: its size in coin is what has traded.
    qty: row.marketUnit === 'quoteCoin' ? filled : trimmed(row.qty),
    ...{ filled, status: statusOf(row.orderStatus), createdAtMs: row.createdTime },
    ...(kind === 'futures' && { positionSide: row.positionIdx, reduceOnly: row.reduceOnly || closes(row) }),
    ...(trigger !== null && { trigger }),
    ...(row.cancelType === MET_ITSELF && { selfTrade: true }),
  };
}

/** In hedge mode the other side of the order closes. */
function closes({ positionIdx: of, side: way }: OrderRow): boolean {
  return of !== 'net' && (of === 'long') === (way === 'sell');
}

const AT_ITS_TRIGGER = new Set(['Untriggered', 'Triggered']);

/** A stop waits for the market to go against the position it closes: a sale below, a purchase above. */
function triggerOf(row: OrderRow): VenueOrder['trigger'] | null {
  const { orderStatus, triggerBy, triggerDirection, triggerPrice, side: way } = row;
  const price = noneUnlessTold(triggerPrice);
  const waits = AT_ITS_TRIGGER.has(orderStatus);
  if (isZero(price) && !waits) return null;
  if (isZero(price) || triggerBy === '' || (triggerDirection !== '1' && triggerDirection !== '2'))
    throw new ExchangeUnreadable('trigger: not told', null);
  const isRising = triggerDirection === '1';
  return {
    kind: isRising === (way === 'buy') ? 'stop' : 'take_profit',
    ...{ by: triggerBy === 'MarkPrice' ? ('mark' as const) : ('last' as const), price },
  };
}

/** Where an execution stands among those of its market; of one moment and one match their own ids decide. */
export interface BybitPlace {
  readonly atMs: number;
  readonly seq: bigint;
  readonly id: string;
}

export const NOWHERE: BybitPlace = { atMs: -1, seq: -1n, id: '' };

export function placeOf({ execId, execTime, seq }: ExecutionRow): BybitPlace {
  return { atMs: execTime, seq: BigInt(seq), id: execId };
}

function executionIdOf(name: MarketName, { execId, execTime, seq }: ExecutionRow): string {
  return `${prefixOf(name)}${execTime}.${seq}.${execId}`;
}

/** The other way round. */
export function placeIn(id: string): BybitPlace {
  const [time = '0', seq = '0', ...rest] = tailOf(id).split('.');
  return { atMs: Number(time), seq: BigInt(seq), id: rest.join('.') };
}

export function comparePlaces(a: BybitPlace, b: BybitPlace): number {
  if (a.atMs !== b.atMs) return a.atMs - b.atMs;
  if (a.seq !== b.seq) return a.seq < b.seq ? -1 : 1;
  if (a.id === b.id) return 0;
  return a.id < b.id ? -1 : 1;
}

const TRADES = new Set([
  ...['Trade', 'AdlTrade', 'BustTrade', 'Delivery', 'Settle', 'BlockTrade', 'MovePosition', 'FutureSpread'],
]);
const NO_TRADES = new Set(['Funding']);
const FORCED = new Set(['AdlTrade', 'BustTrade', 'Delivery', 'Settle']);
/** Of trades by force that are told as ordinary ones. */
const FORCED_ORIGIN = /^CreateBy(Liq|TakeOver|Adl|AdminClosing|Settle)/;

/** Throws ExchangeUnreadable of a kind that nobody here knows: what it moved would be left out. */
export function isTrade({ execType }: ExecutionRow): boolean {
  if (TRADES.has(execType)) return true;
  if (NO_TRADES.has(execType)) return false;
  throw new ExchangeUnreadable(`execType: ${execType.slice(0, 40)}`, null);
}

/** Where its coin is not named: what was got, and of a maker who is paid what was given. */
function unnamedFeeCoin(name: MarketName, { execFee, isMaker, side: way }: ExecutionRow): string {
  const [base = '', quote = ''] = (name.symbol.split(':')[0] ?? '').split('/');
  if (name.kind !== 'spot') return quote;
  const isPaid = isMaker && isBelowZero(execFee);
  return (way === 'buy') !== isPaid ? base : quote;
}

/** Throws ExchangeUnreadable where a part of it is of another coin. */
function wholeFee({ execFee, extraFees: more }: ExecutionRow, coin: string): string {
  if (more === '') return trimmed(execFee);
  if (more.some(({ feeCoin }) => feeCoin !== coin)) throw new ExchangeUnreadable('extraFees: of another coin', null);
  return more.reduce((sum, { fee }) => minus(sum, minus('0', fee)), trimmed(execFee));
}

/** Throws ExchangeUnreadable where a figure that it needs is not told. */
export function fillOf(name: MarketName, row: ExecutionRow, isHedged: boolean): VenueFill {
  const price = trimmed(row.execPrice);
  const feeAsset = row.feeCurrency || unnamedFeeCoin(name, row);
  return {
    ...{ id: executionIdOf(name, row), cid: cidOf(row), symbol: name.symbol, side: row.side, price, last: price },
    ...{ qty: trimmed(row.execQty), fee: wholeFee(row, feeAsset), feeAsset, maker: row.isMaker, atMs: row.execTime },
    positionSide: isHedged ? hedgedSideOf(row) : 'net',
    liquidation: FORCED.has(row.execType) || FORCED_ORIGIN.test(row.createType),
  };
}

/** A trade names no side: one that closes is of the other side than it trades. */
function hedgedSideOf({ closedSize, side: way }: ExecutionRow): PositionSide {
  const isClosing = !isZero(needed(closedSize, 'closedSize'));
  return (way === 'buy') === isClosing ? 'short' : 'long';
}

export function fundingOf(name: MarketName, row: ExecutionRow, isHedged: boolean): VenueFunding {
  const amount = minus('0', row.execFee);
  const rate = toldOrNull(row.feeRate);
  const mark = isZero(row.execPrice) ? null : trimmed(row.execPrice);
  return {
    ...{ id: executionIdOf(name, row), symbol: name.symbol, rate, mark, amount },
    ...{ positionSide: isHedged ? payerOf(amount, rate) : 'net', atMs: row.execTime },
  };
}
