// Where the orders of one contract match: each account's under the law it has (decision 35). Under the candle law the tape fills
// them in a SimVenue; those of strangers meet each other, the house and the tape in an OpenBook. Keeps no margin.
import type { Instrument } from '../market/instrument.ts';
import type { Lots, Ppm, Ticks, TimeMs } from '../money/units.ts';
import type { OrderType, Side, TimeInForce } from '../strategy/strategy.ts';
import { OpenBook, type OpenBookSink } from './open-book.ts';
import { type PortionOf, type RestingOrder, SimVenue } from './sim-venue.ts';
import { type Prevention, refusalCode, type VenueSink } from './sink.ts';

export interface ContractMatchingOptions {
  readonly slippagePpm: Ppm;
  /** As SimVenue's. */
  readonly portion?: PortionOf;
  /** Whose orders meet in an open book. Absent: nobody's, and there is no book. */
  readonly isStranger?: (account: number) => boolean;
}

/** What of an order matters where it matches. `reducing` frees it from the least notional. */
export interface MatchedOrder {
  readonly side: Side;
  readonly type: OrderType;
  readonly tif: TimeInForce;
  /** Of a market order ignored. */
  readonly priceTicks: Ticks;
  readonly qtyLots: Lots;
  readonly reducing: boolean;
  readonly prevention: Prevention | null;
}

const MARKET_CLOSED = refusalCode('market_closed');

export class ContractMatching {
  /** The law of the server's own wire, of paper bots and of backtests. */
  readonly candle: SimVenue;
  readonly book: OpenBook | null;
  private readonly isStranger: (account: number) => boolean;

  constructor(
    instrument: Instrument,
    { isStranger, ...options }: ContractMatchingOptions,
    candleSink: VenueSink,
    bookSink: OpenBookSink,
  ) {
    this.isStranger = isStranger ?? (() => false);
    this.candle = new SimVenue(instrument, { law: 'candle', ...options }, candleSink);
    this.book = isStranger === undefined ? null : new OpenBook(instrument, bookSink, options.portion);
  }

  /** What `place` would refuse this with, or 0. */
  refusalFor(account: number, order: MatchedOrder): number {
    const { side, type, tif, priceTicks, qtyLots, reducing } = order;
    const book = this.bookOf(account);
    if (book === null) return this.candle.refusalFor(account, side, type, tif, priceTicks, qtyLots, reducing);
    const worstTicks = this.worstTicks(account, order);
    if (this.candle.lastTicks === 0 || worstTicks === 0) return MARKET_CLOSED;
    return book.refusalFor(account, side, type === 'market' ? 'ioc' : tif, worstTicks, qtyLots, reducing);
  }

  /** Takes or refuses one order, as SimVenue does. */
  place(account: number, ref: number, order: MatchedOrder): number {
    const { side, type, tif, priceTicks, qtyLots, reducing, prevention } = order;
    const book = this.bookOf(account);
    if (book === null) return this.candle.place(account, ref, side, type, tif, priceTicks, qtyLots, reducing);
    const worstTicks = this.worstTicks(account, order);
    if (worstTicks === 0) return MARKET_CLOSED;
    const bookTif = type === 'market' ? 'ioc' : tif;
    return book.place(account, ref, side, bookTif, worstTicks, qtyLots, prevention, reducing);
  }

  /** The worst price this order can trade at when it is placed now; 0 where there is nobody to trade with. */
  worstTicks(account: number, { side, type, priceTicks, qtyLots, prevention }: MatchedOrder): Ticks {
    if (type !== 'market') return priceTicks;
    const book = this.bookOf(account);
    if (book === null) return this.candle.marketLimitTicks(side);
    return book.walk(side, { qtyLots }, undefined, prevention === 'maker' ? account : undefined).worstTicks;
  }

  cancel(account: number, handle: number): boolean {
    return (this.bookOf(account) ?? this.candle).cancel(handle);
  }

  leftLots(account: number, handle: number): Lots {
    return (this.bookOf(account) ?? this.candle).leftLots(handle);
  }

  print(priceTicks: Ticks, timeMs: TimeMs): void {
    this.candle.print(priceTicks, timeMs);
    this.book?.print(priceTicks, timeMs);
  }

  restoreLast(lastTicks: Ticks, nowMs: TimeMs): void {
    this.candle.restoreLast(lastTicks, nowMs);
    this.book?.restoreLast(lastTicks, nowMs);
  }

  restoreOrder(order: Omit<RestingOrder, 'handle'>): number {
    return (this.bookOf(order.account) ?? this.candle).restoreOrder(order);
  }

  /** Whether it is the open book in which the orders of this account match. */
  isBooked(account: number): boolean {
    return this.bookOf(account) !== null;
  }

  private bookOf(account: number): OpenBook | null {
    return this.isStranger(account) ? this.book : null;
  }
}
