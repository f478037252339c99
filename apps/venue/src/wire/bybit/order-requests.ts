// What a client may ask to be placed, checked field by field in Bybit's words before the exchange sees it.
import { randomBytes } from 'node:crypto';
import { formatPrice, parseQuote, priceToTicks, qtyToLots } from '@cormorant/core/market/conversions.ts';
import { MoneyError } from '@cormorant/core/money/safe-integer.ts';
import type { Lots, Ticks } from '@cormorant/core/money/units.ts';
import type { PositionSide } from '@cormorant/core/venue/margin-account.ts';
import type { Prevention } from '@cormorant/core/venue/sink.ts';
import type { OrderTrigger } from '@cormorant/core/venue/trigger.ts';
import type { Account } from '../../exchange/account.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { unmet } from '../../exchange/fill-or-kill.ts';
import type { PlaceRequest } from '../../exchange/place-request.ts';
import type { RefusalCode } from '../../exchange/refusals.ts';
import type { SymbolDesk } from '../../exchange/symbol-desk.ts';
import type { OrderForm } from '../../store/records.ts';
import type { JsonFields } from '../json-fields.ts';
import { nearestAllowed, priceLimits } from '../price-limits.ts';
import { errorOf, words } from './errors.ts';

const CLIENT_ID = /^[A-Za-z0-9_-]{1,36}$/;
/** No client may use it: an order without an id of its client's has one of ours. */
const OWN_MARK = '~';
const TIMES_IN_FORCE = ['GTC', 'IOC', 'FOK', 'PostOnly'] as const;
type TimeInForce = (typeof TIMES_IN_FORCE)[number];
const TIF = { GTC: 'gtc', IOC: 'ioc', FOK: 'ioc', PostOnly: 'post' } as const;
const PREVENTIONS: Readonly<Record<string, Prevention | null>> = {
  None: null,
  CancelMaker: 'maker',
  CancelTaker: 'taker',
  CancelBoth: 'both',
};
/**
 * How far past the market the price of an order may be: x from the market, y from the mark at the most. Index and mark are one here,
 * so that it is x.
 */
export const LIMIT_PERCENT = { x: 1, y: 2 } as const;
/** By `positionIdx`. */
const SIDES: readonly PositionSide[] = ['net', 'long', 'short'];

/** As its client named it; '' = not at all, or it is one of the exchange's own. */
export function linkIdOf({ cid }: { readonly cid: string }): string {
  return cid.startsWith(OWN_MARK) || cid.startsWith('autoclose-') ? '' : cid;
}

export function positionIdxOf(side: PositionSide): number {
  return SIDES.indexOf(side);
}

export interface OrderScene {
  readonly exchange: Exchange;
  readonly account: Account;
  readonly desk: SymbolDesk;
  readonly fields: JsonFields;
}

/** Runs on the floor: an order by its cost is measured against the book as it stands. */
export function readOrder(scene: OrderScene): PlaceRequest {
  const { desk, fields } = scene;
  const side = fields.oneOf('side', ['Buy', 'Sell']) === 'Buy' ? 'buy' : 'sell';
  const isMarket = fields.oneOf('orderType', ['Market', 'Limit']) === 'Market';
  const cid = linkId(fields) ?? OWN_MARK + randomBytes(12).toString('hex');
  const time = isMarket ? 'IOC' : fields.oneOf('timeInForce', TIMES_IN_FORCE, 'GTC');
  const common = { cid, side, type: isMarket ? 'market' : 'limit', tif: TIF[time] } as const;
  const priceTicks = isMarket ? 0 : limitPrice(desk, side, fields);
  const form: OrderForm = { ...formOf(isMarket, time), quoteOrderQty: '', ...preventionOf(fields) };
  if (desk.contract !== null) {
    const direction = directionOf(scene, side);
    const trigger = triggerOf(scene, side, isMarket);
    const qtyLots = quantity(desk, fields);
    if (trigger === null) return { ...common, ...direction, priceTicks, qtyLots, form };
    const type = trigger.kind === 'stop' ? 'STOP_MARKET' : 'TAKE_PROFIT_MARKET';
    return { ...common, ...direction, priceTicks, qtyLots, trigger, form: { ...form, type } };
  }
  if (fields.text('triggerPrice') !== null) throw words.noStops();
  const isByCost =
    isMarket &&
    fields.oneOf('marketUnit', ['baseCoin', 'quoteCoin'], side === 'buy' ? 'quoteCoin' : 'baseCoin') === 'quoteCoin';
  if (!isByCost) return { ...common, priceTicks, qtyLots: quantity(desk, fields), form };
  const cost = fields.needDecimal('qty');
  const byCost = { ...form, quoteOrderQty: cost };
  return { ...common, priceTicks, qtyLots: lotsFor(desk, side, cost, unmet(scene.account, byCost)), form: byCost };
}

function formOf(isMarket: boolean, time: TimeInForce): Pick<OrderForm, 'type' | 'timeInForce'> {
  if (isMarket) return { type: 'MARKET', timeInForce: 'GTC' };
  return time === 'PostOnly' ? { type: 'LIMIT_MAKER', timeInForce: 'GTC' } : { type: 'LIMIT', timeInForce: time };
}

function linkId(fields: JsonFields): string | null {
  const id = fields.text('orderLinkId');
  if (id !== null && !CLIENT_ID.test(id)) throw words.parameter('orderLinkId');
  return id;
}

function preventionOf(fields: JsonFields): Pick<OrderForm, 'prevention'> {
  const prevention = PREVENTIONS[fields.oneOf('smpType', Object.keys(PREVENTIONS), 'None')] ?? null;
  return prevention === null ? {} : { prevention };
}

function lotsFor(
  { instrument, filters, strangers }: SymbolDesk,
  side: 'buy' | 'sell',
  cost: string,
  without: number | undefined,
): Lots {
  const quoteAtoms = figure(() => parseQuote(instrument, cost, 'floor'), 'NOTIONAL_LARGE', 'spot');
  const { qtyLots } = strangers.book.walk(side, { quoteAtoms }, undefined, without);
  const whole = qtyLots - (qtyLots % filters.stepLots);
  if (whole === 0) throw errorOf('NOTIONAL_SMALL', 'spot');
  return whole;
}

function directionOf({ exchange, account, desk, fields }: OrderScene, side: 'buy' | 'sell') {
  const { book } = exchange.contracts;
  const positionSide = sideIn(fields);
  if (!book.fitsMode(account.id, positionSide)) throw errorOf('POSITION_SIDE', 'futures');
  const isClosing = positionSide !== 'net' && (positionSide === 'long') === (side === 'sell');
  const isReducing = fields.flag('reduceOnly') || fields.flag('closeOnTrigger');
  if (positionSide !== 'net' && isReducing && !isClosing) throw words.parameter('reduceOnly');
  const closable = book.closableLots(account.id, desk.instrument.symbol, positionSide, side);
  if ((isReducing || isClosing) && closable === 0) throw words.noPosition();
  return { positionSide, reduceOnly: positionSide === 'net' && isReducing };
}

export function sideIn(fields: JsonFields): PositionSide {
  const side = SIDES[fields.integer('positionIdx') ?? 0];
  if (side === undefined) throw words.parameter('positionIdx');
  return side;
}

/** A market order that waits for its price; null = one that does not wait. */
function triggerOf({ desk, fields }: OrderScene, side: 'buy' | 'sell', isMarket: boolean): OrderTrigger | null {
  if (fields.text('triggerPrice') === null) return null;
  if (!isMarket) throw words.parameter('orderType');
  const isRising = fields.oneOf('triggerDirection', ['1', '2']) === '1';
  const by = fields.oneOf('triggerBy', ['LastPrice', 'MarkPrice'], 'LastPrice') === 'MarkPrice' ? 'mark' : 'last';
  const priceTicks = price(desk, fields, 'triggerPrice');
  const { instrument, contract, venue } = desk;
  if (priceTicks < instrument.minPriceTicks || priceTicks > instrument.maxPriceTicks)
    throw errorOf('PRICE_RANGE', 'futures');
  const atTicks = by === 'mark' ? (contract?.venue.markTicks ?? 0) : venue.lastTicks;
  const texts = [formatPrice(instrument, priceTicks), formatPrice(instrument, atTicks)] as const;
  if (isRising && priceTicks <= atTicks) throw words.rising(...texts);
  if (!isRising && priceTicks >= atTicks) throw words.falling(...texts);
  return { kind: isRising === (side === 'buy') ? 'stop' : 'take_profit', by, priceTicks };
}

function quantity({ instrument }: SymbolDesk, fields: JsonFields): Lots {
  const { market } = instrument;
  const lots = figure(() => qtyToLots(instrument, fields.needDecimal('qty'), 'exact'), 'QTY_LARGE', market, 'LOT_SIZE');
  if (lots === 0) throw errorOf('QTY_SMALL', market);
  return lots;
}

/** Past the price limit an order on a contract is moved to it, as is usual there, and one on spot is refused. */
function limitPrice(desk: SymbolDesk, side: 'buy' | 'sell', fields: JsonFields): Ticks {
  const priceTicks = price(desk, fields, 'price');
  const { instrument } = desk;
  const isInRange = priceTicks >= instrument.minPriceTicks && priceTicks <= instrument.maxPriceTicks;
  const limits = isInRange ? priceLimits(desk, LIMIT_PERCENT.x) : null;
  if (limits === null) return priceTicks;
  const nearest = nearestAllowed(limits, side, priceTicks);
  if (nearest === priceTicks || desk.contract !== null) return nearest;
  const text = formatPrice(instrument, nearest) + instrument.quote;
  throw side === 'buy' ? words.buyAbove(text) : words.sellBelow(text);
}

function price({ instrument }: SymbolDesk, fields: JsonFields, name: string): Ticks {
  const text = fields.needDecimal(name);
  return figure(() => priceToTicks(instrument, text), 'PRICE_RANGE', instrument.market, 'PRICE_FILTER');
}

function figure(
  read: () => number,
  tooLarge: RefusalCode,
  market: 'spot' | 'futures',
  offStep: RefusalCode = tooLarge,
): number {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error;
    throw errorOf(error.problem === 'digits' ? offStep : tooLarge, market);
  }
}
