// What a client may ask to be placed, checked field by field in OKX's words before the exchange sees it.
import { randomBytes } from 'node:crypto';
import { formatPrice, parseQuote, priceToTicks } from '@cormorant/core/market/conversions.ts';
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
import { words } from './errors.ts';
import { lotsOf } from './instruments.ts';
import { PRICE_LIMIT_PERCENT } from './market-views.ts';

const CLIENT_ID = /^[A-Za-z0-9]{1,32}$/;
/** No client may use it: an order without an id of its client's has one of ours. */
const OWN_MARK = '~';
const ORDER_TYPES = ['market', 'limit', 'post_only', 'fok', 'ioc'] as const;
type OrdType = (typeof ORDER_TYPES)[number];

const FORMS: Readonly<Record<OrdType, Pick<OrderForm, 'type' | 'timeInForce'>>> = {
  market: { type: 'MARKET', timeInForce: 'GTC' },
  limit: { type: 'LIMIT', timeInForce: 'GTC' },
  post_only: { type: 'LIMIT_MAKER', timeInForce: 'GTC' },
  fok: { type: 'LIMIT', timeInForce: 'FOK' },
  ioc: { type: 'LIMIT', timeInForce: 'IOC' },
};
/** Every order has one; its own word begins with `cancel_`. */
const PREVENTIONS = ['cancel_maker', 'cancel_taker', 'cancel_both'] as const;
const TIF = { market: 'ioc', limit: 'gtc', post_only: 'post', fok: 'ioc', ioc: 'ioc' } as const;

/** As its client named it; '' = not at all, or it is one of the exchange's own. */
export function clientIdOf({ cid }: { readonly cid: string }): string {
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
  const side = fields.oneOf('side', ['buy', 'sell']);
  const ordType = fields.oneOf('ordType', ORDER_TYPES);
  const cid = clientId(fields) ?? OWN_MARK + randomBytes(12).toString('hex');
  const isMarket = ordType === 'market';
  const common = { cid, side, type: isMarket ? 'market' : 'limit', tif: TIF[ordType] } as const;
  const priceTicks = isMarket ? 0 : limitPrice(desk, side, fields);
  const named = { ...FORMS[ordType], prevention: preventionOf(fields) };
  if (desk.contract !== null) {
    const qtyLots = quantity(desk, fields);
    const form: OrderForm = { ...named, quoteOrderQty: '' };
    return { ...common, ...direction(scene, side), priceTicks, qtyLots, form };
  }
  fields.oneOf('tdMode', ['cash']);
  const counted = fields.oneOf(
    'tgtCcy',
    ['base_ccy', 'quote_ccy'],
    isMarket && side === 'buy' ? 'quote_ccy' : 'base_ccy',
  );
  const cost = isMarket && counted === 'quote_ccy' ? fields.needDecimal('sz') : '';
  const form: OrderForm = { ...named, quoteOrderQty: cost };
  const qtyLots = cost === '' ? quantity(desk, fields) : lotsFor(desk, side, cost, unmet(scene.account, form));
  return { ...common, priceTicks, qtyLots, form };
}

function clientId(fields: JsonFields): string | null {
  const id = fields.text('clOrdId');
  if (id !== null && !CLIENT_ID.test(id)) throw words.parameter('clOrdId');
  return id;
}

function preventionOf(fields: JsonFields): Prevention {
  const word = fields.oneOf('stpMode', PREVENTIONS, 'cancel_maker');
  return word === 'cancel_both' ? 'both' : word === 'cancel_taker' ? 'taker' : 'maker';
}

function lotsFor(
  { instrument, filters, strangers }: SymbolDesk,
  side: 'buy' | 'sell',
  cost: string,
  without: number | undefined,
): Lots {
  const quoteAtoms = figure(() => parseQuote(instrument, cost, 'floor'), 'sz');
  const { qtyLots } = strangers.book.walk(side, { quoteAtoms }, undefined, without);
  const whole = qtyLots - (qtyLots % filters.stepLots);
  if (whole === 0) throw words.small();
  return whole;
}

/** The margin mode is the order's there: here it is the symbol's, and follows while nothing stands on it. */
function direction({ exchange, account, desk, fields }: OrderScene, side: 'buy' | 'sell') {
  const marginMode = fields.oneOf('tdMode', ['isolated', 'cross']);
  const positionSide = positionSideOf(exchange, account, fields);
  setMarginMode(exchange, account, desk, marginMode);
  const { symbol } = desk.instrument;
  const isClosing = positionSide !== 'net' && (positionSide === 'long') === (side === 'sell');
  const reduceOnly = positionSide === 'net' && fields.flag('reduceOnly');
  const { book } = exchange.contracts;
  if ((reduceOnly || isClosing) && book.closableLots(account.id, symbol, positionSide, side) === 0)
    throw words.noPosition();
  return { positionSide, reduceOnly };
}

function setMarginMode({ contracts }: Exchange, account: Account, desk: SymbolDesk, mode: MarginMode): void {
  const seat = contracts.book.seatOf(account.id, desk.instrument.symbol);
  if (seat.marginMode === mode) return;
  if (contracts.setLeverage(account, desk, seat.leverage, mode).ok === 0) throw words.parameter('tdMode');
}

/** 'net' in one-way mode, a side in hedge mode; nothing else fits. */
export function positionSideOf({ contracts }: Exchange, account: Account, fields: JsonFields): PositionSide {
  const isHedged = contracts.book.positionMode(account.id) === 'hedge';
  if (!isHedged) return fields.oneOf('posSide', ['net'], 'net');
  if (fields.text('posSide') === null) throw words.parameter('posSide');
  return fields.oneOf('posSide', ['long', 'short']);
}

function quantity(desk: SymbolDesk, fields: JsonFields): Lots {
  const lots = lotsOf(desk, fields.needDecimal('sz'));
  if (lots === 0) throw words.parameter('sz');
  return lots;
}

/** Past the price limit it is refused, unless its client lets the exchange move it there. */
function limitPrice(desk: SymbolDesk, side: 'buy' | 'sell', fields: JsonFields): Ticks {
  const { instrument } = desk;
  const priceTicks = price(desk, fields.needDecimal('px'));
  const mayMove = fields.oneOf('pxAmendType', ['0', '1'], '0') === '1';
  const limits = priceLimits(desk, PRICE_LIMIT_PERCENT);
  if (limits === null) return priceTicks;
  const nearest = nearestAllowed(limits, side, priceTicks);
  if (nearest === priceTicks || mayMove) return nearest;
  throw words.priceLimit(formatPrice(instrument, limits.mostTicks), formatPrice(instrument, limits.leastTicks));
}

function price({ instrument }: SymbolDesk, text: string): Ticks {
  return figure(() => priceToTicks(instrument, text), 'px');
}

function figure(read: () => number, name: string): number {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error;
    throw words.parameter(name);
  }
}
