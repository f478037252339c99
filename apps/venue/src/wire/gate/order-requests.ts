// What a client may ask to be placed, checked field by field in Gate's words before the exchange sees it. A client's own id is told with
// the prefix `t-`, which is none of it.
import { randomBytes } from 'node:crypto';
import { formatQuote, parseQuote, priceToTicks, qtyToLots } from '@cormorant/core/market/conversions.ts';
import { MoneyError } from '@cormorant/core/money/safe-integer.ts';
import type { Lots, Ticks } from '@cormorant/core/money/units.ts';
import type { PositionSide } from '@cormorant/core/venue/margin-account.ts';
import type { Account } from '../../exchange/account.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { PlaceRequest } from '../../exchange/place-request.ts';
import type { SymbolDesk } from '../../exchange/symbol-desk.ts';
import type { OrderForm } from '../../store/records.ts';
import { holdingsOf } from '../holdings.ts';
import type { JsonFields } from '../json-fields.ts';
import { lotsIn } from './contract-sizes.ts';
import { errorOf, type GateError, words } from './errors.ts';

const CLIENT_ID = /^[A-Za-z0-9_.-]{1,28}$/;
export const PREFIX = 't-';
/** No client may use it: an order without an id of its client's has one of ours. */
const OWN_MARK = '~';
const TIFS = { gtc: 'gtc', ioc: 'ioc', fok: 'ioc', poc: 'post' } as const;
type Tif = keyof typeof TIFS;
/** How far from the mark the price of an order on a contract may be, to either side. */
export const DEVIATE_PERCENT = 95;
const TIF_WORDS = Object.keys(TIFS) as Tif[];

/** As its client named it; null = not at all, or it is one of the exchange's own. */
export function textOf({ cid }: { readonly cid: string }): string | null {
  return cid.startsWith(OWN_MARK) || cid.startsWith('autoclose-') ? null : PREFIX + cid;
}

export interface OrderScene {
  readonly exchange: Exchange;
  readonly account: Account;
  readonly desk: SymbolDesk;
  readonly fields: JsonFields;
}

/** Runs on the floor: an order by its cost is measured against the book as it stands. */
export function readSpotOrder({ desk, fields }: OrderScene): PlaceRequest {
  const side = fields.oneOf('side', ['buy', 'sell']);
  const isMarket = fields.oneOf('type', ['limit', 'market'], 'limit') === 'market';
  fields.oneOf('account', ['spot'], 'spot');
  refuseWhatIsNotThere(fields);
  const tif = fields.oneOf('time_in_force', isMarket ? ['ioc', 'fok'] : TIF_WORDS, isMarket ? 'ioc' : 'gtc');
  const common = { cid: cidIn(fields), side, type: isMarket ? 'market' : 'limit', tif: TIFS[tif] } as const;
  const priceTicks = isMarket ? 0 : price(desk, fields.needDecimal('price'));
  const form: OrderForm = { ...formOf(isMarket, tif), quoteOrderQty: '' };
  const amount = fields.needDecimal('amount');
  if (!isMarket || side === 'sell') return { ...common, priceTicks, qtyLots: quantity(desk, amount), form };
  return { ...common, priceTicks, qtyLots: lotsFor(desk, amount), form: { ...form, quoteOrderQty: amount } };
}

/** `isDecimal`: its size may have decimals. */
export function readContractOrder(scene: OrderScene, isDecimal: boolean): PlaceRequest {
  const { desk, fields } = scene;
  const asked = fields.text('price') ?? '0';
  const isMarket = /^0(\.0+)?$/.test(asked);
  refuseWhatIsNotThere(fields);
  const tif = fields.oneOf('tif', isMarket ? ['ioc', 'fok'] : TIF_WORDS, isMarket ? undefined : 'gtc');
  const lots = fields.flag('close') || fields.text('auto_size') !== null ? closing(scene) : lotsIn(fields, isDecimal);
  if (lots === 0) throw words.contractSize('0');
  return {
    ...{ cid: cidIn(fields), type: isMarket ? 'market' : 'limit', tif: TIFS[tif], qtyLots: Math.abs(lots) },
    ...directionOf(scene, lots),
    priceTicks: isMarket ? 0 : nearMark(desk, price(desk, fields.needDecimal('price'))),
    form: { ...formOf(isMarket, tif), quoteOrderQty: '' },
  };
}

function refuseWhatIsNotThere(fields: JsonFields): void {
  // Only of an account that has joined a group; none has here.
  if (fields.text('stp_act') !== null) throw words.noGroup();
  if (!/^0?(\.0+)?$/.test(fields.text('iceberg') ?? '')) throw words.parameter('iceberg');
}

function formOf(isMarket: boolean, tif: Tif): Pick<OrderForm, 'type' | 'timeInForce'> {
  const time = tif === 'fok' ? 'FOK' : tif === 'ioc' ? 'IOC' : 'GTC';
  if (isMarket) return { type: 'MARKET', timeInForce: time };
  return tif === 'poc' ? { type: 'LIMIT_MAKER', timeInForce: 'GTC' } : { type: 'LIMIT', timeInForce: time };
}

function cidIn(fields: JsonFields): string {
  const text = fields.text('text');
  if (text === null) return OWN_MARK + randomBytes(12).toString('hex');
  const cid = text.startsWith(PREFIX) ? text.slice(PREFIX.length) : '';
  if (!CLIENT_ID.test(cid)) throw words.parameter('text');
  return cid;
}

/** A purchase at market is by its cost there. */
function lotsFor({ instrument, filters, strangers }: SymbolDesk, cost: string): Lots {
  const quoteAtoms = figure(
    () => parseQuote(instrument, cost, 'floor'),
    () => errorOf('NOTIONAL_LARGE', 'spot'),
  );
  const { qtyLots } = strangers.book.walk('buy', { quoteAtoms }, undefined, undefined);
  const whole = qtyLots - (qtyLots % filters.stepLots);
  if (whole === 0) throw tooSmall({ instrument, filters }, cost);
  return whole;
}

export function tooSmall({ instrument, filters }: Pick<SymbolDesk, 'instrument' | 'filters'>, cost: string): GateError {
  return words.small(cost, formatQuote(instrument, filters.minNotionalAtoms, true), instrument.quote);
}

/**
 * The sign of a size says which way it trades. In dual mode an order that does not reduce is of the side it opens, and one that reduces
 * of the other one.
 */
function directionOf({ exchange, account, desk, fields }: OrderScene, lots: Lots) {
  const { book } = exchange.contracts;
  const side = lots > 0 ? 'buy' : 'sell';
  const isHedged = book.positionMode(account.id) === 'hedge';
  const reduces = fields.flag('reduce_only') || fields.flag('close') || fields.text('auto_size') !== null;
  const positionSide: PositionSide = !isHedged ? 'net' : (side === 'buy') === reduces ? 'short' : 'long';
  if (reduces && book.closableLots(account.id, desk.instrument.symbol, positionSide, side) === 0)
    throw words.noPosition();
  return { side, positionSide, reduceOnly: !isHedged && reduces } as const;
}

/** All of a position, by `close` in single mode and by `auto_size` in dual mode; `size` is zero then. */
function closing({ exchange, account, desk, fields }: OrderScene): Lots {
  if (!/^-?0?(\.0+)?$/.test(fields.text('size') ?? '0')) throw words.contractSize(fields.text('size') ?? '');
  const isHedged = exchange.contracts.book.positionMode(account.id) === 'hedge';
  const side: PositionSide = isHedged
    ? fields.oneOf('auto_size', ['close_long', 'close_short']) === 'close_long'
      ? 'long'
      : 'short'
    : 'net';
  const held = holdingsOf(exchange, account, [desk]).find((one) => one.side === side)?.position?.qtyLots ?? 0;
  if (held === 0) throw words.noPosition();
  return -held;
}

function quantity({ instrument }: SymbolDesk, text: string): Lots {
  const lots = figure(
    () => qtyToLots(instrument, text, 'exact'),
    (isOffStep) => errorOf(isOffStep ? 'LOT_SIZE' : 'QTY_LARGE', 'spot'),
  );
  if (lots === 0) throw errorOf('QTY_SMALL', 'spot');
  return lots;
}

function price({ instrument }: SymbolDesk, text: string): Ticks {
  return figure(
    () => priceToTicks(instrument, text),
    (isOffStep) => errorOf(isOffStep ? 'PRICE_FILTER' : 'PRICE_RANGE', instrument.market),
  );
}

function nearMark({ contract }: SymbolDesk, priceTicks: Ticks): Ticks {
  const markTicks = contract?.venue.markTicks ?? 0;
  const isFar = markTicks > 0 && Math.abs(priceTicks - markTicks) * 100 > markTicks * DEVIATE_PERCENT;
  if (isFar) throw errorOf('PRICE_RANGE', 'futures');
  return priceTicks;
}

function figure(read: () => number, refusal: (isOffStep: boolean) => Error): number {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error;
    throw refusal(error.problem === 'digits');
  }
}
