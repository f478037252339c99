// What Gate says, checked before it is believed: a row that does not fit is a broken answer. Every number arrives as the text that was
// sent (exact-json): ids of 17 digits, times in seconds with a fraction, sizes of contracts with decimals and a sign.
import * as z from 'zod';
import type { PositionSide, VenueFill, VenueOrder } from '../../../ports/venue.ts';
import { isBelowZero, isZero, minus, trimmed } from '../shared/exact-json.ts';
import type { MarketName } from '../shared/market-names.ts';
import { decimal, wholeNumber } from '../shared/row-fields.ts';
import { type TimedPlace, timedFillId } from '../shared/timed-ids.ts';
import { needed, noneUnlessTold } from '../shared/told-figures.ts';
import { ExchangeUnreadable } from '../shared/unreadable.ts';
import { coinsOf } from './contract-sizes.ts';

const SECOND_MS = 1_000;
const MS_DIGITS = 3;

const orNone = z.union([decimal, z.literal('')]);
const maybe = orNone.nullish().transform((told) => told ?? '');
/** Where there is no bound it says null, and of some pairs nothing: one pair without must not spoil the list of all. */
const bound = orNone.nullish();
const text = z.string().min(1);
const words = z
  .string()
  .nullish()
  .transform((told) => told ?? '');
/** '1546569968.123456' -> 1546569968123. */
const secondsMs = z
  .string()
  .regex(/^\d{1,12}(\.\d{1,9})?$/)
  .transform((told) => {
    const [whole = '', fraction = ''] = told.split('.');
    return Number(whole) * SECOND_MS + Number(fraction.padEnd(MS_DIGITS, '0').slice(0, MS_DIGITS));
  });
/** '1546569968123.456' -> 1546569968123. */
const fineMs = z
  .string()
  .regex(/^\d{1,15}(\.\d{1,9})?$/)
  .transform((told) => Number(told.split('.')[0]));
const side = z.enum(['buy', 'sell']);
const id = z.string().regex(/^\d{1,25}$/);

export const pairRow = z.object({
  ...{ id: text, base: text, quote: text, min_base_amount: bound, max_base_amount: bound, min_quote_amount: bound },
  ...{ max_quote_amount: bound, amount_precision: wholeNumber, precision: wholeNumber, trade_status: text },
});
export const contractRow = z.object({
  ...{ name: text, type: text, quanto_multiplier: decimal, order_price_round: decimal, order_size_min: decimal },
  ...{
    order_size_max: decimal,
    order_price_deviate: decimal,
    funding_interval: wholeNumber,
    orders_limit: wholeNumber,
  },
  ...{ in_delisting: z.boolean(), status: text },
  // Told since decimals are taken and orders at market have a bound of their own.
  ...{ enable_decimal: z.boolean().nullish(), market_order_size_max: maybe },
  // Of one that does not trade yet there is none.
  funding_next_apply: secondsMs.nullish(),
});
export type ContractRow = z.infer<typeof contractRow>;
export const tierRow = z.object({
  ...{
    contract: text,
    tier: wholeNumber,
    risk_limit: decimal,
    maintenance_rate: decimal,
    leverage_max: decimal,
    deduction: decimal,
  },
});
export type TierRow = z.infer<typeof tierRow>;
export const spotTicker = z.object({
  ...{ currency_pair: text, last: orNone, high_24h: orNone, low_24h: orNone, quote_volume: orNone },
});
export const contractTicker = z.object({
  ...{ contract: text, last: orNone, high_24h: orNone, low_24h: orNone, volume_24h_quote: orNone, mark_price: orNone },
  funding_rate: orNone,
});
/** [second, quote volume, close, high, low, open, base volume] */
export const spotCandle = z.tuple([secondsMs, decimal, decimal, decimal, decimal, decimal, decimal]).rest(z.unknown());
export const contractCandle = z.object({
  ...{ t: secondsMs, v: decimal, c: decimal, h: decimal, l: decimal, o: decimal },
});
export const rateRow = z.object({ t: secondsMs, r: decimal });
const spotLevel = z.tuple([decimal, decimal]).rest(z.unknown());
export const spotBook = z.object({ asks: z.array(spotLevel), bids: z.array(spotLevel) });
const contractLevel = z.object({ p: decimal });
export const contractBook = z.object({ asks: z.array(contractLevel), bids: z.array(contractLevel) });
export const lastTrade = z.object({ id: wholeNumber });
/** As the streams tell a trade of anybody. */
export const spotTradeNews = z.object({ id: wholeNumber, currency_pair: text, price: decimal, create_time_ms: fineMs });
export const contractTradeNews = z.object({ id: wholeNumber, contract: text, price: decimal, create_time_ms: fineMs });
export const markNews = z.object({ contract: text, mark_price: decimal });

export const spotAsset = z.object({ currency: text, available: decimal, locked: decimal });
/** What is bound by positions has a name in each mode of margin; the old name of it is going. */
export const walletRow = z.object({
  ...{ total: decimal, unrealised_pnl: decimal, available: decimal, margin_mode: wholeNumber.nullish() },
  // The flag beside it is void since there is a word.
  ...{ position_mode: z.enum(['single', 'dual', 'dual_plus']), position_margin: maybe },
  ...{ position_initial_margin: maybe, isolated_position_margin: maybe, cross_initial_margin: maybe },
});
export type WalletRow = z.infer<typeof walletRow>;
const positionSides = { single: 'net', dual_long: 'long', dual_short: 'short' } as const;
/** Its leverage has a name of its own today; of older answers the margin mode is whether `leverage` is zero. */
export const positionRow = z.object({
  ...{ contract: text, size: decimal, leverage: maybe, cross_leverage_limit: maybe, lever: maybe, margin: maybe },
  ...{
    pos_margin_mode: z.enum(['isolated', 'cross', '']).nullish(),
    mode: z.enum(['single', 'dual_long', 'dual_short']),
  },
  ...{ entry_price: maybe, mark_price: maybe, unrealised_pnl: maybe },
  // Of one that no price can end there is none.
  liq_price: orNone.nullable(),
});
export type PositionRow = z.infer<typeof positionRow>;
export function positionSideOf({ mode }: Pick<PositionRow, 'mode'>): PositionSide {
  return positionSides[mode];
}

/** Positions that are split are of neither of our modes. */
export function isHedgedIn({ position_mode }: WalletRow): boolean {
  if (position_mode === 'dual_plus') throw new ExchangeUnreadable('positions are split there', null);
  return position_mode === 'dual';
}

export const detailRow = z.object({ user_id: id });

/** Where a unified account borrows or pays back the word says so behind. */
function isAtMarket({ type }: { readonly type: string }): boolean {
  return /^market(_|$)/.test(type);
}

/** A figure is not told where nothing has traded only: an order without one that may have is no order. */
export const spotOrderRow = z
  .object({
    ...{ id, text: z.string(), currency_pair: text, side, amount: decimal, price: maybe, left: maybe },
    type: z.string().regex(/^(limit|market)(_|$)/),
    ...{ filled_amount: maybe, time_in_force: text, status: words, event: words, finish_as: words },
    create_time_ms: fineMs,
  })
  .refine((row) => row.price !== '' || isAtMarket(row), 'no price')
  .refine(({ event, status }) => status !== '' || event !== '', 'no state')
  .refine(({ filled_amount, left }) => filled_amount !== '' || left !== '', 'what has traded is not told');
export type SpotOrderRow = z.infer<typeof spotOrderRow>;
export const contractOrderRow = z
  .object({
    ...{ id, text: z.string(), contract: text, size: decimal, left: decimal, price: decimal, tif: text, status: text },
    ...{ is_reduce_only: z.boolean(), is_close: z.boolean(), finish_as: words },
    ...{ create_time: secondsMs, create_time_ms: fineMs.nullish() },
  })
  .refine(({ finish_as, status }) => status !== 'finished' || finish_as !== '', 'how it ended is not told');
export type ContractOrderRow = z.infer<typeof contractOrderRow>;
/** As far as one of ours is looked for among them. */
export const endedRow = z.looseObject({ text: z.string() });

const role = z.enum(['maker', 'taker']);
const fees = { fee: maybe, point_fee: decimal };
export const spotFillRow = z.object({
  ...{ id: wholeNumber, create_time: secondsMs, create_time_ms: fineMs, currency_pair: text, side, role },
  ...{ amount: decimal, price: decimal, order_id: id, fee_currency: words, gt_fee: decimal, text: z.string(), ...fees },
});
export type SpotFillRow = z.infer<typeof spotFillRow>;
/** The number has one of two names; the stream does not say what a trade closed. */
export const contractFillRow = z
  .object({
    ...{ id: wholeNumber.optional(), trade_id: wholeNumber.optional(), create_time: secondsMs, contract: text },
    ...{ create_time_ms: fineMs.nullish(), order_id: id, size: decimal, close_size: maybe, price: decimal },
    ...{ role, text: z.string(), ...fees },
  })
  .refine(({ id: one, trade_id: other }) => (one ?? other) !== undefined, 'no number');
export type ContractFillRow = z.infer<typeof contractFillRow>;
export const bookRow = z.object({ id, time: secondsMs, change: decimal, contract: text, type: z.literal('fund') });
export type BookRow = z.infer<typeof bookRow>;

const PREFIX = 't-';
const MET_ITSELF = 'stp';

export function textOf(cid: string): string {
  return PREFIX + cid;
}

export function cidOf(told: string, orderId: string): string {
  return told.startsWith(PREFIX) ? told.slice(PREFIX.length) : `gate-${orderId}`;
}

function tifOf(told: string): VenueOrder['tif'] {
  if (told === 'poc') return 'post';
  return told === 'gtc' ? 'gtc' : 'ioc';
}

/** A state we have no word for is one that still may trade: nobody is told that it ended. */
function spotStatus({ event, finish_as, status }: SpotOrderRow, isWhole: boolean): VenueOrder['status'] {
  if (event !== '' && event !== 'finish') return 'open';
  if (status === 'cancelled') return 'cancelled';
  if (event === '' && status !== 'closed') return 'open';
  return finish_as === 'filled' || isWhole ? 'filled' : 'cancelled';
}

export function spotOrderOf({ symbol }: MarketName, row: SpotOrderRow): VenueOrder {
  const isMarket = isAtMarket(row);
  // A purchase at market is by its cost, and none of ours: its size in coin is what has traded.
  const isByCost = isMarket && row.side === 'buy';
  const filled = row.filled_amount !== '' ? trimmed(row.filled_amount) : isByCost ? null : minus(row.amount, row.left);
  const isWhole = row.left === '' ? !isByCost && filled === trimmed(row.amount) : isZero(row.left);
  return {
    ...{ cid: cidOf(row.text, row.id), symbol, side: row.side, type: isMarket ? 'market' : 'limit' },
    ...{ tif: tifOf(row.time_in_force), price: isMarket ? '0' : noneUnlessTold(row.price) },
    ...{
      qty: isByCost ? needed(filled, 'filled_amount') : trimmed(row.amount),
      filled: needed(filled, 'filled_amount'),
    },
    ...{ status: spotStatus(row, isWhole), createdAtMs: row.create_time_ms },
    ...(row.finish_as === MET_ITSELF && { selfTrade: true as const }),
  };
}

function contractStatus({ finish_as, left, status }: ContractOrderRow): VenueOrder['status'] {
  if (status !== 'finished') return 'open';
  return finish_as === 'filled' || isZero(left) ? 'filled' : 'cancelled';
}

export function isSale({ size }: { readonly size: string }): boolean {
  return isBelowZero(size);
}

/** In dual mode what does not reduce is of the side it opens, and what reduces of the other one. */
export function orderSideOf(row: ContractOrderRow, isHedged: boolean): PositionSide {
  if (!isHedged) return 'net';
  return isSale(row) === reduces(row) ? 'long' : 'short';
}

function reduces({ is_close, is_reduce_only }: ContractOrderRow): boolean {
  return is_reduce_only || is_close;
}

/** `value`: coins of one contract. */
export function contractOrderOf(
  { symbol }: MarketName,
  row: ContractOrderRow,
  value: string,
  positionSide: PositionSide,
): VenueOrder {
  const isMarket = isZero(row.price) && row.tif !== 'gtc';
  const qty = coinsOf(row.size, value);
  return {
    ...{ cid: cidOf(row.text, row.id), symbol, side: isSale(row) ? 'sell' : 'buy', tif: tifOf(row.tif) },
    ...{ type: isMarket ? 'market' : 'limit', price: isMarket ? '0' : trimmed(row.price), qty },
    ...{ filled: minus(qty, coinsOf(row.left, value)), status: contractStatus(row), positionSide },
    ...{ reduceOnly: reduces(row), createdAtMs: row.create_time_ms ?? row.create_time },
    ...(row.finish_as === MET_ITSELF && { selfTrade: true as const }),
  };
}

/** What an id of ours begins with. */
export function marketOf({ id: name, kind }: MarketName): string {
  return kind === 'spot' ? name : `${name}_P`;
}

/** By its second: lists and streams do not tell the fraction of it alike. */
export function placeOfFill(row: SpotFillRow | ContractFillRow): TimedPlace {
  const number = ('trade_id' in row ? row.trade_id : undefined) ?? row.id ?? '0';
  const isSold = 'side' in row ? row.side === 'sell' : isSale(row);
  return { atMs: wholeSecond(row.create_time), number: BigInt(number), isSale: isSold };
}

export function wholeSecond(ms: number): number {
  return ms - (ms % SECOND_MS);
}

/** What was taken in points or in GT was not taken in coin. */
function spotFee({ fee, fee_currency, gt_fee, point_fee }: SpotFillRow): Pick<VenueFill, 'fee' | 'feeAsset'> {
  if (!isZero(gt_fee)) return { fee: trimmed(gt_fee), feeAsset: 'GT' };
  if (!isZero(point_fee)) return { fee: trimmed(point_fee), feeAsset: 'POINT' };
  if (fee_currency === '') throw new ExchangeUnreadable('fee_currency: not told', null);
  return { fee: needed(fee, 'fee'), feeAsset: fee_currency };
}

export function spotFillOf(name: MarketName, row: SpotFillRow): VenueFill {
  const price = trimmed(row.price);
  return {
    ...{ id: timedFillId(marketOf(name), placeOfFill(row)), cid: cidOf(row.text, row.order_id), symbol: name.symbol },
    ...{ side: row.side, price, last: price, qty: trimmed(row.amount), ...spotFee(row), maker: row.role === 'maker' },
    ...{ atMs: row.create_time_ms, positionSide: 'net', liquidation: false },
  };
}

/** Whose own word it is, and not its client's. */
const FORCED = /liq|deleverag|insurance|settle|delist/i;

/** A trade that closes something is of the other side than it trades. */
export function fillSideOf(row: ContractFillRow): PositionSide {
  return isSale(row) === isZero(needed(row.close_size, 'close_size')) ? 'short' : 'long';
}

export function contractFillOf(
  name: MarketName,
  row: ContractFillRow,
  value: string,
  positionSide: PositionSide,
): VenueFill {
  const price = trimmed(row.price);
  const [, quote = ''] = (name.symbol.split(':')[0] ?? '').split('/');
  const inPoints = !isZero(row.point_fee);
  return {
    ...{ id: timedFillId(marketOf(name), placeOfFill(row)), cid: cidOf(row.text, row.order_id), symbol: name.symbol },
    ...{ side: isSale(row) ? 'sell' : 'buy', price, last: price, qty: coinsOf(row.size, value) },
    ...(inPoints
      ? { fee: trimmed(row.point_fee), feeAsset: 'POINT' }
      : { fee: needed(row.fee, 'fee'), feeAsset: quote }),
    ...{ maker: row.role === 'maker', atMs: row.create_time_ms ?? row.create_time, positionSide },
    liquidation: !row.text.startsWith(PREFIX) && FORCED.test(row.text),
  };
}
