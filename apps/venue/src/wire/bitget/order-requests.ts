// What a client may ask to be placed, checked field by field in Bitget's words before the exchange sees it.
import { randomBytes } from 'node:crypto';
import { formatPrice, parseQuote, priceToTicks, qtyToLots } from '@cormorant/core/market/conversions.ts';
import { decimalsOf } from '@cormorant/core/money/decimal-text.ts';
import { MoneyError } from '@cormorant/core/money/safe-integer.ts';
import type { Lots, Ticks } from '@cormorant/core/money/units.ts';
import type { MarginMode, PositionSide } from '@cormorant/core/venue/margin-account.ts';
import type { Prevention } from '@cormorant/core/venue/sink.ts';
import type { Account } from '../../exchange/account.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { unmet } from '../../exchange/fill-or-kill.ts';
import type { PlaceRequest } from '../../exchange/place-request.ts';
import type { SymbolDesk } from '../../exchange/symbol-desk.ts';
import type { OrderForm } from '../../store/records.ts';
import type { JsonFields } from '../json-fields.ts';
import { nearestAllowed, priceLimits } from '../price-limits.ts';
import { errorOf, words } from './errors.ts';
import { PRICE_LIMIT_PERCENT } from './market-views.ts';

const CLIENT_ID = /^[A-Za-z0-9_#:./-]{1,40}$/;
/** No client may use it: an order without an id of its client's has one of ours. */
const OWN_MARK = '~';
const FORCES = { gtc: 'gtc', ioc: 'ioc', fok: 'ioc', post_only: 'post' } as const;
type Force = keyof typeof FORCES;
const PREVENTIONS: Readonly<Record<string, Prevention | null>> = {
  none: null,
  cancel_maker: 'maker',
  cancel_taker: 'taker',
  cancel_both: 'both',
};
const MARGIN_MODES = { isolated: 'isolated', crossed: 'cross' } as const;

/** As its client named it; '' = not at all, or it is one of the exchange's own. */
export function clientOidOf({ cid }: { readonly cid: string }): string {
  return cid.startsWith(OWN_MARK) || cid.startsWith('autoclose-') ? '' : cid;
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
  const asked = fields.oneOf('side', ['buy', 'sell']);
  const isMarket = fields.oneOf('orderType', ['market', 'limit']) === 'market';
  const cid = clientOid(fields) ?? OWN_MARK + randomBytes(12).toString('hex');
  const force = isMarket ? 'ioc' : forceOf(fields);
  const common = { cid, type: isMarket ? 'market' : 'limit', tif: FORCES[force] } as const;
  const priceTicks = isMarket ? 0 : price(desk, fields);
  const form: OrderForm = { ...formOf(isMarket, force), quoteOrderQty: '', ...preventionOf(fields) };
  if (desk.contract !== null) {
    const direction = directionOf(scene, asked);
    if (!isMarket) assertWithinLimit(desk, direction.side, priceTicks);
    return { ...common, ...direction, priceTicks, qtyLots: quantity(desk, fields), form };
  }
  if (!isMarket) assertWithinLimit(desk, asked, priceTicks);
  if (!isMarket || asked === 'sell')
    return { ...common, side: asked, priceTicks, qtyLots: quantity(desk, fields), form };
  const cost = fields.needDecimal('size');
  const byCost = { ...form, quoteOrderQty: cost };
  return {
    ...common,
    side: asked,
    priceTicks,
    qtyLots: lotsFor(desk, cost, unmet(scene.account, byCost)),
    form: byCost,
  };
}

function forceOf(fields: JsonFields): Force {
  const force = (fields.text('force') ?? 'gtc').toLowerCase();
  if (!Object.hasOwn(FORCES, force)) throw words.parameter('force');
  return force as Force;
}

function formOf(isMarket: boolean, force: Force): Pick<OrderForm, 'type' | 'timeInForce'> {
  if (isMarket) return { type: 'MARKET', timeInForce: 'GTC' };
  if (force === 'post_only') return { type: 'LIMIT_MAKER', timeInForce: 'GTC' };
  return { type: 'LIMIT', timeInForce: force === 'gtc' ? 'GTC' : force === 'ioc' ? 'IOC' : 'FOK' };
}

function clientOid(fields: JsonFields): string | null {
  const id = fields.text('clientOid');
  if (id !== null && !CLIENT_ID.test(id)) throw words.parameter('clientOid');
  return id;
}

function preventionOf(fields: JsonFields): Pick<OrderForm, 'prevention'> {
  const prevention = PREVENTIONS[fields.oneOf('stpMode', Object.keys(PREVENTIONS), 'none')] ?? null;
  return prevention === null ? {} : { prevention };
}

/** A purchase at market is by its cost there. */
function lotsFor({ instrument, filters, strangers }: SymbolDesk, cost: string, without: number | undefined): Lots {
  const quoteAtoms = figure(
    () => parseQuote(instrument, cost, 'floor'),
    () => errorOf('NOTIONAL_LARGE', 'spot'),
  );
  const { qtyLots } = strangers.book.walk('buy', { quoteAtoms }, undefined, without);
  const whole = qtyLots - (qtyLots % filters.stepLots);
  if (whole === 0) throw errorOf('NOTIONAL_SMALL', 'spot');
  return whole;
}

/**
 * In hedge mode `side` is the position's, and `tradeSide` says whether it grows; in one-way mode it is the trade's. The margin mode
 * is the order's there: here it is the symbol's, and follows while nothing stands on it.
 */
function directionOf({ exchange, account, desk, fields }: OrderScene, asked: 'buy' | 'sell') {
  const { book } = exchange.contracts;
  const { symbol } = desk.instrument;
  setMarginMode(exchange, account, desk, MARGIN_MODES[fields.oneOf('marginMode', ['isolated', 'crossed'])]);
  const isHedged = book.positionMode(account.id) === 'hedge';
  const tradeSide = fields.text('tradeSide');
  if (isHedged !== (tradeSide !== null)) throw words.positionType();
  if (!isHedged) {
    const reduceOnly = fields.oneOf('reduceOnly', ['YES', 'NO', 'yes', 'no'], 'NO').toUpperCase() === 'YES';
    if (reduceOnly && book.closableLots(account.id, symbol, 'net', asked) === 0) throw words.noPosition();
    return { side: asked, positionSide: 'net' as PositionSide, reduceOnly };
  }
  // In whichever case it is written.
  const closes = fields.oneOf('tradeSide', ['open', 'close', 'Open', 'Close']).toLowerCase() === 'close';
  const positionSide: PositionSide = asked === 'buy' ? 'long' : 'short';
  const side = (asked === 'buy') === closes ? 'sell' : 'buy';
  if (closes && book.closableLots(account.id, symbol, positionSide, side) === 0) throw words.noPosition();
  return { side, positionSide, reduceOnly: false } as const;
}

function setMarginMode({ contracts }: Exchange, account: Account, desk: SymbolDesk, mode: MarginMode): void {
  const seat = contracts.book.seatOf(account.id, desk.instrument.symbol);
  if (seat.marginMode === mode) return;
  if (contracts.setLeverage(account, desk, seat.leverage, mode).ok === 0) throw words.parameter('marginMode');
}

function quantity({ instrument }: SymbolDesk, fields: JsonFields): Lots {
  const { market, qtyDecimals } = instrument;
  const text = fields.needDecimal('size');
  const lots = figure(
    () => qtyToLots(instrument, text, 'exact'),
    (isOffStep) => errorOf(isOffStep ? 'LOT_SIZE' : 'QTY_LARGE', market, text, qtyDecimals),
  );
  if (lots === 0) throw errorOf('QTY_SMALL', market);
  return lots;
}

function assertWithinLimit(desk: SymbolDesk, side: 'buy' | 'sell', priceTicks: Ticks): void {
  const { instrument } = desk;
  const limits = priceLimits(desk, PRICE_LIMIT_PERCENT);
  if (limits === null) return;
  const nearest = nearestAllowed(limits, side, priceTicks);
  const { market } = instrument;
  if (nearest < priceTicks) throw words.aboveLimit(market, formatPrice(instrument, nearest));
  if (nearest > priceTicks) throw words.belowLimit(market, formatPrice(instrument, nearest));
}

function price({ instrument }: SymbolDesk, fields: JsonFields): Ticks {
  const text = fields.needDecimal('price');
  return figure(
    () => priceToTicks(instrument, text),
    (isOffStep) =>
      errorOf(
        isOffStep ? 'PRICE_FILTER' : 'PRICE_RANGE',
        instrument.market,
        text,
        Math.min(decimalsOf(text), instrument.priceDecimals),
      ),
  );
}

function figure(read: () => number, refusal: (isOffStep: boolean) => Error): number {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error;
    throw refusal(error.problem === 'digits');
  }
}
