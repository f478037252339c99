// What a client may ask to be placed on spot, checked parameter by parameter in Binance's words before the exchange sees it.
import { randomBytes } from 'node:crypto';
import { parseQuote, priceToTicks, qtyToLots } from '@cormorant/core/market/conversions.ts';
import type { Instrument } from '@cormorant/core/market/instrument.ts';
import { MoneyError } from '@cormorant/core/money/safe-integer.ts';
import type { Lots, Ticks } from '@cormorant/core/money/units.ts';
import { isReached, type OrderTrigger } from '@cormorant/core/venue/trigger.ts';
import type { Account } from '../../exchange/account.ts';
import { unmet } from '../../exchange/fill-or-kill.ts';
import type { PlaceRequest } from '../../exchange/place-request.ts';
import type { BookDesk, SymbolDesk } from '../../exchange/symbol-desk.ts';
import type { OrderForm } from '../../store/records.ts';
import { BinanceError, words } from './errors.ts';
import { isTooPrecise } from './figures.ts';
import type { Params } from './params.ts';
import { readPrevention, SPOT_DEFAULT } from './prevention.ts';

const CLIENT_ID = /^[.A-Z:/a-z0-9_-]{1,36}$/;
const CLIENT_ID_RANGE = '^[\\.A-Z\\:/a-z0-9_-]{1,36}$';
/** PERCENT_PRICE_BY_SIDE: from a fifth of the last price to five times of it. */
export const PRICE_MULTIPLE = 5;
const LIMIT_STOPS = ['STOP_LOSS_LIMIT', 'TAKE_PROFIT_LIMIT'] as const;
const MARKET_STOPS = ['STOP_LOSS', 'TAKE_PROFIT'] as const;
export const ORDER_TYPES = ['LIMIT', 'LIMIT_MAKER', 'MARKET', ...LIMIT_STOPS, ...MARKET_STOPS] as const;
export type StopType = (typeof LIMIT_STOPS)[number];
type MarketStopType = (typeof MARKET_STOPS)[number];
export const SIDES = ['BUY', 'SELL'] as const;

export function newClientId(): string {
  return randomBytes(11).toString('hex');
}

export function clientId(params: Params, name: string): string | null {
  const id = params.text(name);
  if (id !== null && !CLIENT_ID.test(id)) throw words.illegal(name, CLIENT_ID_RANGE);
  return id;
}

/** Runs on the floor: an order by its cost is measured against the book as it stands. */
export function readOrder(desk: SymbolDesk, strangers: BookDesk, params: Params, account: Account): PlaceRequest {
  const side = params.oneOf('side', SIDES, words.side) === 'BUY' ? 'buy' : 'sell';
  const type = params.oneOf('type', ORDER_TYPES, words.orderType);
  params.refuse('icebergQty', 'trailingDelta');
  const cid = clientId(params, 'newClientOrderId') ?? newClientId();
  if (type === 'STOP_LOSS_LIMIT' || type === 'TAKE_PROFIT_LIMIT')
    return { ...stopOrder(desk, params, { type, side, ...STOP_NAMES }), cid };
  if (type === 'STOP_LOSS' || type === 'TAKE_PROFIT') return { ...marketStop(desk, params, type, side), cid };
  params.refuse('stopPrice');
  if (type === 'MARKET')
    return {
      ...marketOrder(desk, strangers, side, params, account),
      cid,
      side,
      type: 'market',
      tif: 'ioc',
      priceTicks: 0,
    };
  params.refuse('quoteOrderQty');
  const form: OrderForm = {
    ...{ type, timeInForce: timeInForce(type, params), quoteOrderQty: '' },
    ...readPrevention(params, SPOT_DEFAULT),
  };
  const tif = type === 'LIMIT_MAKER' ? 'post' : form.timeInForce === 'GTC' ? 'gtc' : 'ioc';
  const qtyLots = quantity(desk, params);
  const priceTicks = price(desk, params);
  return { cid, side, type: 'limit', tif, priceTicks, qtyLots, form };
}

/** What its parameters are called: those of a pair have names of their own. */
export interface StopNames {
  readonly stopPrice: string;
  readonly price: string;
  readonly timeInForce: string;
}
const STOP_NAMES: StopNames = { stopPrice: 'stopPrice', price: 'price', timeInForce: 'timeInForce' };

/** A limit order that waits until the last price has come to its stop price; one where it has come there already is refused. */
export function stopOrder(
  desk: SymbolDesk,
  params: Params,
  { type, side, ...names }: StopNames & { readonly type: StopType; readonly side: 'buy' | 'sell' },
): Omit<PlaceRequest, 'cid'> {
  params.refuse('quoteOrderQty');
  const trigger = triggerOf(desk, params, type, names.stopPrice);
  const inForce = params.oneOf(names.timeInForce, ['GTC', 'IOC', 'FOK'], words.timeInForce);
  const request = {
    ...({ side, type: 'limit', tif: inForce === 'GTC' ? 'gtc' : 'ioc' } as const),
    ...{ priceTicks: price(desk, params, names.price), qtyLots: quantity(desk, params), trigger },
    form: { type, timeInForce: inForce, quoteOrderQty: '', ...readPrevention(params, SPOT_DEFAULT) },
  };
  assertAhead(desk, trigger, side);
  return request;
}

/** The same that trades at the market when the price has come there: it names no price of its own. */
function marketStop(
  desk: SymbolDesk,
  params: Params,
  type: MarketStopType,
  side: 'buy' | 'sell',
): Omit<PlaceRequest, 'cid'> {
  if (params.has('timeInForce')) throw new BinanceError(-1114, 'TimeInForce parameter sent when not required.');
  params.refuse('quoteOrderQty', 'price');
  const trigger = triggerOf(desk, params, type, 'stopPrice');
  const request = {
    ...({ side, type: 'market', tif: 'ioc' } as const),
    ...{ priceTicks: 0, qtyLots: quantity(desk, params), trigger },
    form: { type, timeInForce: 'GTC', quoteOrderQty: '', ...readPrevention(params, SPOT_DEFAULT) } as const,
  };
  assertAhead(desk, trigger, side);
  return request;
}

function triggerOf(desk: SymbolDesk, params: Params, type: StopType | MarketStopType, stopPrice: string): OrderTrigger {
  const kind = type.startsWith('STOP_LOSS') ? 'stop' : 'take_profit';
  return { kind, by: 'last', priceTicks: tickPrice(desk.instrument, params, stopPrice) };
}

function assertAhead({ venue }: SymbolDesk, trigger: OrderTrigger, side: 'buy' | 'sell'): void {
  if (isReached(trigger, side, venue.lastTicks)) throw words.rejected('Stop price would trigger immediately.');
}

function timeInForce(type: 'LIMIT' | 'LIMIT_MAKER', params: Params): OrderForm['timeInForce'] {
  if (type === 'LIMIT') return params.oneOf('timeInForce', ['GTC', 'IOC', 'FOK'], words.timeInForce);
  if (params.has('timeInForce')) throw new BinanceError(-1114, 'TimeInForce parameter sent when not required.');
  return 'GTC';
}

function marketOrder(
  desk: SymbolDesk,
  { book }: BookDesk,
  side: 'buy' | 'sell',
  params: Params,
  account: Account,
): { qtyLots: Lots; form: OrderForm } {
  if (params.has('timeInForce')) throw new BinanceError(-1114, 'TimeInForce parameter sent when not required.');
  params.refuse('price');
  const cost = params.decimal('quoteOrderQty');
  if (cost === null && !params.has('quantity'))
    throw new BinanceError(-1102, "Param 'quantity' or 'quoteOrderQty' must be sent, but both were empty/null!");
  if (cost !== null && params.has('quantity')) throw words.combination();
  const form: OrderForm = {
    ...{ type: 'MARKET', timeInForce: 'GTC', quoteOrderQty: cost ?? '' },
    ...readPrevention(params, SPOT_DEFAULT),
  };
  if (cost === null) return { qtyLots: quantity(desk, params), form };
  if (isTooPrecise(cost)) throw words.precision('quoteOrderQty');
  const quoteAtoms = figure(() => parseQuote(desk.instrument, cost, 'floor'), 'NOTIONAL');
  const { qtyLots } = book.walk(side, { quoteAtoms }, undefined, unmet(account, form));
  const whole = qtyLots - (qtyLots % desk.filters.stepLots);
  if (whole === 0) throw words.filter('NOTIONAL');
  return { qtyLots: whole, form };
}

export function quantity(desk: SymbolDesk, params: Params, name = 'quantity'): Lots {
  const text = params.needDecimal(name);
  if (isTooPrecise(text)) throw words.precision(name);
  return figure(() => qtyToLots(desk.instrument, text, 'exact'), 'LOT_SIZE');
}

export function price({ instrument, venue }: SymbolDesk, params: Params, name = 'price'): Ticks {
  const ticks = tickPrice(instrument, params, name);
  const { lastTicks } = venue;
  if (lastTicks > 0 && (ticks > lastTicks * PRICE_MULTIPLE || ticks * PRICE_MULTIPLE < lastTicks))
    throw words.filter('PERCENT_PRICE_BY_SIDE');
  return ticks;
}

function tickPrice(instrument: Instrument, params: Params, name: string): Ticks {
  const text = params.needDecimal(name);
  if (isTooPrecise(text)) throw words.precision(name);
  const ticks = figure(() => priceToTicks(instrument, text), 'PRICE_FILTER');
  if (ticks < instrument.minPriceTicks || ticks > instrument.maxPriceTicks) throw words.filter('PRICE_FILTER');
  return ticks;
}

function figure(read: () => number, filter: string): number {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error;
    throw words.filter(filter);
  }
}
