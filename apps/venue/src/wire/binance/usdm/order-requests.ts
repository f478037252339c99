// What a client may ask to be placed on contracts, checked parameter by parameter in Binance's words before the exchange sees
// it: plain orders, and stops, which come by the algo calls.
import { formatPrice, formatQuote, priceToTicks, qtyToLots } from '@cormorant/core/market/conversions.ts';
import { decimalsOf } from '@cormorant/core/money/decimal-text.ts';
import { MoneyError } from '@cormorant/core/money/safe-integer.ts';
import type { Lots, Ticks } from '@cormorant/core/money/units.ts';
import type { PositionSide } from '@cormorant/core/venue/margin-account.ts';
import { isReached, type OrderTrigger } from '@cormorant/core/venue/trigger.ts';
import type { Account } from '../../../exchange/account.ts';
import type { Exchange } from '../../../exchange/exchange.ts';
import { mostLots } from '../../../exchange/filters.ts';
import type { PlaceRequest } from '../../../exchange/place-request.ts';
import type { RefusalCode } from '../../../exchange/refusals.ts';
import type { SymbolDesk } from '../../../exchange/symbol-desk.ts';
import type { OrderForm } from '../../../store/records.ts';
import { nearestAllowed, priceLimits } from '../../price-limits.ts';
import { type BinanceError, words } from '../errors.ts';
import { clientId, newClientId, SIDES } from '../order-requests.ts';
import type { Params } from '../params.ts';
import { readPrevention } from '../prevention.ts';
import { usdmErrorOf, usdmWords } from './words.ts';

export const USDM_ORDER_TYPES = ['LIMIT', 'MARKET', 'STOP_MARKET', 'TAKE_PROFIT_MARKET'] as const;
export const TIMES_IN_FORCE = ['GTC', 'IOC', 'FOK', 'GTX'] as const;
const PLAIN_TYPES = ['LIMIT', 'MARKET'] as const;
const ALGO_TYPES = ['STOP_MARKET', 'TAKE_PROFIT_MARKET'] as const;
const ALL_ALGO_TYPES = ['STOP', 'STOP_MARKET', 'TAKE_PROFIT', 'TAKE_PROFIT_MARKET', 'TRAILING_STOP_MARKET'];
const POSITION_SIDES = { BOTH: 'net', LONG: 'long', SHORT: 'short' } as const;
const TIF = { GTC: 'gtc', IOC: 'ioc', FOK: 'ioc', GTX: 'post' } as const;
const MAX_CLIENT_ID = 36;
/** How far from the mark a taker's price may be; as PERCENT_PRICE says it. */
export const BAND_PERCENT = 5;

/** Who orders what: all that an order is checked against. Runs on the floor. */
export interface OrderScene {
  readonly exchange: Exchange;
  readonly account: Account;
  readonly desk: SymbolDesk;
  readonly params: Params;
}

export function readPlainOrder(scene: OrderScene): PlaceRequest {
  const { params } = scene;
  if (ALL_ALGO_TYPES.includes(params.needText('type'))) throw usdmWords.algoOnly();
  const type = params.oneOf('type', PLAIN_TYPES, words.orderType);
  if (flag(params, 'closePosition')) throw usdmWords.closePosition();
  params.refuse('stopPrice');
  const common = direction(scene, 'newClientOrderId');
  const qtyLots = quantity(scene.desk, params);
  const prevention = readPrevention(params, 'NONE');
  if (type === 'MARKET') {
    params.refuse('price');
    const form: OrderForm = { type, timeInForce: 'GTC', quoteOrderQty: '', ...prevention };
    return { ...common, type: 'market', tif: 'ioc', priceTicks: 0, qtyLots, form };
  }
  const timeInForce = params.oneOf('timeInForce', TIMES_IN_FORCE, words.timeInForce);
  const priceTicks = price(scene.desk, params, 'price');
  assertInBand(scene.desk, common.side, priceTicks);
  const form: OrderForm = { type, timeInForce, quoteOrderQty: '', ...prevention };
  return { ...common, type: 'limit', tif: TIF[timeInForce], priceTicks, qtyLots, form };
}

export function readAlgoOrder(scene: OrderScene): PlaceRequest {
  const { desk, params } = scene;
  params.oneOf('algoType', ['CONDITIONAL'], () => words.value('algoType'));
  const type = params.oneOf('type', ALGO_TYPES, words.orderType);
  const common = direction(scene, 'clientAlgoId');
  const trigger = triggerOf(desk, type, params);
  const nowTicks = trigger.by === 'mark' ? (desk.contract?.venue.markTicks ?? 0) : desk.venue.lastTicks;
  if (isReached(trigger, common.side, nowTicks)) throw usdmWords.immediateTrigger();
  const closes = flag(params, 'closePosition');
  if (closes) params.refuse('quantity', 'reduceOnly');
  const form: OrderForm = {
    ...{ type, timeInForce: 'GTC', quoteOrderQty: '' },
    ...(closes ? { closePosition: true as const } : {}),
    ...readPrevention(params, 'NONE'),
  };
  // A reduce-only order closes no more than there is: the largest one closes whatever there then is.
  const qtyLots = closes ? desk.filters.maxMarketLots : quantity(desk, params);
  const reduceOnly = closes ? common.positionSide === 'net' : common.reduceOnly;
  if (closes && closable(scene, common) === 0) throw usdmWords.reduceOnly();
  return { ...common, reduceOnly, type: 'market', tif: 'ioc', priceTicks: 0, qtyLots, form, trigger };
}

/** A refusal of the exchange, told by what was asked. */
export function refusalOf(desk: SymbolDesk, request: PlaceRequest, code: RefusalCode): BinanceError {
  const { instrument, filters } = desk;
  return usdmErrorOf(code, {
    isTooMuch: request.qtyLots > mostLots(filters, request.type),
    isTooHigh: (request.trigger?.priceTicks ?? request.priceTicks) > instrument.maxPriceTicks,
    leastNotional: formatQuote(instrument, filters.minNotionalAtoms, true),
  });
}

type Direction = Pick<PlaceRequest, 'cid' | 'side'> & { positionSide: PositionSide; reduceOnly: boolean };

function direction(scene: OrderScene, idName: string): Direction {
  const { exchange, account, params } = scene;
  const side = params.oneOf('side', SIDES, words.side) === 'BUY' ? 'buy' : 'sell';
  const positionSide = positionSideOf(params);
  const { book } = exchange.contracts;
  if (!book.fitsMode(account.id, positionSide)) throw usdmWords.sideMismatch();
  if (positionSide !== 'net') params.refuse('reduceOnly');
  const reduceOnly = flag(params, 'reduceOnly');
  const wanted = params.text(idName);
  if (wanted !== null && wanted.length > MAX_CLIENT_ID) throw usdmWords.clientIdLength();
  const asked = { cid: clientId(params, idName) ?? newClientId(), side, positionSide, reduceOnly } as const;
  if ((reduceOnly || isClosing(asked)) && closable(scene, asked) === 0) throw usdmWords.reduceOnly();
  return asked;
}

export function positionSideOf(params: Params): PositionSide {
  if (!params.has('positionSide')) return 'net';
  const names = Object.keys(POSITION_SIDES) as (keyof typeof POSITION_SIDES)[];
  return POSITION_SIDES[params.oneOf('positionSide', names, usdmWords.positionSide)];
}

/** In hedge mode the other side of the order closes. */
function isClosing({ positionSide, side }: Pick<Direction, 'positionSide' | 'side'>): boolean {
  return positionSide !== 'net' && (positionSide === 'long') === (side === 'sell');
}

function closable({ exchange, account, desk }: OrderScene, { positionSide, side }: Direction): Lots {
  return exchange.contracts.book.closableLots(account.id, desk.instrument.symbol, positionSide, side);
}

function triggerOf(desk: SymbolDesk, type: (typeof ALGO_TYPES)[number], params: Params): OrderTrigger {
  const working = params.has('workingType')
    ? params.oneOf('workingType', ['MARK_PRICE', 'CONTRACT_PRICE'], () => words.value('workingType'))
    : 'CONTRACT_PRICE';
  const priceTicks = price(desk, params, 'triggerPrice');
  const { minPriceTicks, maxPriceTicks } = desk.instrument;
  if (priceTicks > maxPriceTicks) throw usdmWords.priceHigh();
  if (priceTicks < minPriceTicks) throw usdmWords.priceLow();
  return {
    kind: type === 'STOP_MARKET' ? 'stop' : 'take_profit',
    by: working === 'MARK_PRICE' ? 'mark' : 'last',
    priceTicks,
  };
}

export function flag(params: Params, name: string): boolean {
  if (!params.has(name)) return false;
  const text = params.needText(name).toLowerCase();
  if (text !== 'true' && text !== 'false') throw words.value(name);
  return text === 'true';
}

function quantity({ instrument }: SymbolDesk, params: Params): Lots {
  const text = params.needDecimal('quantity');
  if (decimalsOf(text) > instrument.qtyDecimals) throw usdmWords.precision();
  const lots = figure(() => qtyToLots(instrument, text, 'exact'), usdmWords.step, usdmWords.qtyHigh);
  if (lots === 0) throw usdmWords.qtyZero();
  return lots;
}

/** PERCENT_PRICE. */
function assertInBand(desk: SymbolDesk, side: 'buy' | 'sell', priceTicks: Ticks): void {
  const { instrument } = desk;
  const limits = priceLimits(desk, BAND_PERCENT);
  if (limits === null || priceTicks < instrument.minPriceTicks || priceTicks > instrument.maxPriceTicks) return;
  const nearest = nearestAllowed(limits, side, priceTicks);
  if (nearest < priceTicks) throw usdmWords.aboveBand(formatPrice(instrument, nearest));
  if (nearest > priceTicks) throw usdmWords.belowBand(formatPrice(instrument, nearest));
}

function price({ instrument }: SymbolDesk, params: Params, name: string): Ticks {
  const text = params.needDecimal(name);
  if (decimalsOf(text) > instrument.priceDecimals) throw usdmWords.precision();
  const ticks = figure(() => priceToTicks(instrument, text), usdmWords.tick, usdmWords.priceHigh);
  if (ticks === 0) throw usdmWords.priceZero();
  return ticks;
}

function figure(read: () => number, offStep: () => BinanceError, tooLarge: () => BinanceError): number {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error;
    throw error.problem === 'digits' ? offStep() : tooLarge();
  }
}
