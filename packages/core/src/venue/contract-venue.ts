// The simulated venue of one perpetual contract: ContractMatching matches, MarginBook keeps the accounts, and here is what
// lies between them: reduce-only orders, which never grow or flip a position, orders that wait for a trigger, and what a
// liquidation takes away. At one moment the owner gives the print first, then mark, then funding. What an order that only
// reduces meets in the open book beyond what it may close, the house takes: nobody's trade is left without its other side.
import { feeAtoms as feeOf } from '../market/conversions.ts';
import type { Instrument } from '../market/instrument.ts';
import { applyPpm } from '../money/mul-div.ts';
import type { Atoms, Lots, Ppm, Ticks, TimeMs } from '../money/units.ts';
import type { Side } from '../strategy/strategy.ts';
import { ContractMatching, type ContractMatchingOptions } from './contract-matching.ts';
import { type ContractOrder, type ContractSnapshot, matchedOf, opens, type StandingOrder } from './contract-order.ts';
import type { MarginOrder } from './held-orders.ts';
import type { Liquidation, LiquidationDesk } from './liquidation.ts';
import type { FundingPayment, MarginBook } from './margin-book.ts';
import type { OpenBook, OpenBookSink } from './open-book.ts';
import { refusalCode, type VenueSink } from './sink.ts';
import { isReached, type OrderTrigger } from './trigger.ts';

export interface ContractSink extends Omit<VenueSink, 'fill'> {
  /** As of any venue, and what the trade realised before its fee. */
  fill(...args: [...Parameters<VenueSink['fill']>, realisedAtoms: Atoms]): void;
  /** The position is gone; its orders have expired before. */
  liquidated(liquidation: Liquidation): void;
  funded(payment: FundingPayment): void;
  /** Of the open book. */
  trade?: OpenBookSink['trade'];
}

interface Standing extends StandingOrder {
  leftLots: Lots;
  readonly margin: MarginOrder;
  /** Where it matches; -1 while it waits for its trigger or is being placed. */
  simHandle: number;
  /** What an order that only reduces does not bring to the open book, since there is no position for it. */
  cutLots: Lots;
}

const TOO_MANY_ORDERS = refusalCode('too_many_orders');

export class ContractVenue implements LiquidationDesk {
  readonly instrument: Instrument;
  private readonly book: MarginBook;
  private readonly matching: ContractMatching;
  private readonly slippagePpm: Ppm;
  private readonly sink: ContractSink;
  private readonly orders = new Map<number, Standing>();
  private readonly byAccount = new Map<number, Set<number>>();
  /** Those of strangers by their owner's number, which is what the open book calls them by. */
  private readonly met = new Map<number, number>();
  private readonly waiting = new Set<number>();
  /** Accounts whose position shrank in the match that is going on. */
  private readonly shrunk = new Set<number>();
  private lastHandle = -1;
  private stamp: TimeMs = 0;

  constructor(instrument: Instrument, book: MarginBook, options: ContractMatchingOptions, sink: ContractSink) {
    this.instrument = instrument;
    this.book = book;
    this.slippagePpm = options.slippagePpm;
    this.sink = sink;
    const sinkOf = (handleOf: (ref: number) => number): VenueSink => ({
      fill: (_sim, account, ref, _side, priceTicks, qtyLots, leftLots, feeAtoms, _inBase, maker) =>
        this.matched(account, handleOf(ref), priceTicks, qtyLots, leftLots, feeAtoms, maker),
      expired: (_sim, _account, ref, _side, _left, against) => this.expired(handleOf(ref), against),
    });
    this.matching = new ContractMatching(
      instrument,
      options,
      sinkOf((handle) => handle),
      { ...sinkOf((ref) => this.met.get(ref) as number), trade: (...facts) => sink.trade?.(...facts) },
    );
    book.attach(instrument.symbol, this);
  }

  /** Where strangers meet; null where there are none. */
  get openBook(): OpenBook | null {
    return this.matching.book;
  }

  get lastTicks(): Ticks {
    return this.matching.candle.lastTicks;
  }

  get markTicks(): Ticks {
    return this.book.markTicksOf(this.instrument.symbol);
  }

  get nowMs(): TimeMs {
    return Math.max(this.stamp, this.matching.candle.nowMs);
  }

  /** As SimVenue's: a print between them fills nothing. */
  get bestBuyTicks(): Ticks {
    return this.matching.candle.bestBuyTicks;
  }

  get bestSellTicks(): Ticks {
    return this.matching.candle.bestSellTicks;
  }

  get openOrders(): number {
    return this.orders.size;
  }

  /**
   * Takes or refuses one order: its handle (>= 0) or a refusal code (< 0). A reduce-only order that finds nothing to
   * close is taken and expires at once. Throws when the position side does not fit the account's mode.
   */
  place(account: number, ref: number, order: ContractOrder): number {
    if (!this.book.fitsMode(account, order.positionSide))
      throw new RangeError(`${order.positionSide} does not fit the position mode of account ${account}`);
    const refused = this.filterRefusal(account, order);
    if (refused < 0) return refused;
    const margin = this.marginOf(account, order);
    const { worstTicks } = margin;
    const short = this.book.hold(account, margin, order.qtyLots);
    if (short !== null) return refusalCode(short);
    const handle = ++this.lastHandle;
    this.stand(handle, { account, ref, order, leftLots: order.qtyLots, worstTicks, margin, simHandle: -1, cutLots: 0 });
    if (!opens(order) && this.closable(account, order) === 0) this.end(handle, true);
    else if (order.trigger === undefined) this.toMarket(handle);
    else {
      this.waiting.add(handle);
      if (this.isDue(order.trigger, order.side)) this.toMarket(handle);
    }
    this.sweep();
    return handle;
  }

  /** False when the order has gone. */
  cancel(handle: number): boolean {
    if (!this.orders.has(handle)) return false;
    this.end(handle, false);
    return true;
  }

  /** A trade of the market. The first one is the mark too, until there is one. */
  print(priceTicks: Ticks, timeMs: TimeMs): void {
    if (this.markTicks === 0) this.mark(priceTicks, timeMs);
    this.stamp = timeMs;
    this.matching.print(priceTicks, timeMs);
    this.sweep();
    this.fire();
  }

  /** A new mark price: liquidates what it reaches. */
  mark(markTicks: Ticks, timeMs: TimeMs): void {
    this.stamp = timeMs;
    this.book.mark(this.instrument.symbol, markTicks);
    this.sweep();
    this.fire();
  }

  /** One settlement of funding at the present mark. */
  fund(rateE8: number, timeMs: TimeMs): void {
    this.stamp = timeMs;
    const { symbol } = this.instrument;
    for (const payment of this.book.fund(symbol, rateE8, this.markTicks)) this.sink.funded(payment);
  }

  leftLots(handle: number): Lots {
    return this.orders.get(handle)?.leftLots ?? 0;
  }

  /** The worst price a market order placed now can trade at. */
  marketLimitTicks(side: Side): Ticks {
    return this.matching.candle.marketLimitTicks(side);
  }

  /** What `place` would refuse this order with, or 0. */
  refusalFor(account: number, order: ContractOrder): number {
    const refused = this.filterRefusal(account, order);
    if (refused < 0) return refused;
    const margin = this.marginOf(account, order);
    const short = this.book.hold(account, margin, order.qtyLots);
    if (short !== null) return refusalCode(short);
    this.book.release(account, margin, order.qtyLots, 0);
    return 0;
  }

  private filterRefusal(account: number, order: ContractOrder): number {
    const { type, tif } = order;
    const standing = this.byAccount.get(account)?.size ?? 0;
    const rests = type !== 'market' ? tif !== 'ioc' : order.trigger !== undefined;
    if (rests && standing >= this.instrument.maxOpenOrders) return TOO_MANY_ORDERS;
    return this.matching.refusalFor(account, matchedOf(order));
  }

  snapshot(): ContractSnapshot {
    const orders = [...this.orders].sort(([a], [b]) => a - b).map(([, standing]) => standing);
    return {
      lastTicks: this.lastTicks,
      nowMs: this.nowMs,
      orders: orders.map(({ account, ref, order, leftLots, worstTicks }) => ({
        ...{ account, ref, order, leftLots, worstTicks },
      })),
    };
  }

  /** Into an empty venue over a restored book; answers the new handles in order. */
  restore({ lastTicks, nowMs, orders }: ContractSnapshot): number[] {
    if (this.orders.size > 0) throw new Error('restore needs an empty venue');
    this.restoreLast(lastTicks, nowMs);
    return orders.map((order) => this.restoreOrder(order));
  }

  restoreLast(lastTicks: Ticks, nowMs: TimeMs): void {
    this.matching.restoreLast(lastTicks, nowMs);
    this.stamp = nowMs;
  }

  /** Puts one known order back at the end of its queue: in order of age, without asking. */
  restoreOrder({ account, ref, order, leftLots, worstTicks }: StandingOrder): number {
    const handle = ++this.lastHandle;
    const { side, positionSide, reduceOnly, priceTicks, qtyLots } = order;
    const margin = { symbol: this.instrument.symbol, positionSide, side, reduceOnly, worstTicks };
    this.book.restoreHold(account, margin, leftLots);
    const waits = order.trigger !== undefined;
    if (waits) this.waiting.add(handle);
    const cutLots = waits ? 0 : this.cutOf(account, order, leftLots);
    const resting = { side, priceTicks, qtyLots, leftLots: leftLots - cutLots };
    const simHandle = waits
      ? -1
      : this.matching.restoreOrder({ account, ref: this.numberOf(account, ref, handle), ...resting });
    this.stand(handle, { account, ref, order, leftLots, worstTicks, margin, simHandle, cutLots });
    return handle;
  }

  expireOrders(account: number): void {
    for (const handle of [...(this.byAccount.get(account) ?? [])]) this.end(handle, true);
  }

  liquidated(liquidation: Liquidation): void {
    this.sink.liquidated(liquidation);
  }

  private marginOf(account: number, order: ContractOrder): MarginOrder {
    const { positionSide, side, reduceOnly } = order;
    const worstTicks = this.worstTicks(account, order);
    return { symbol: this.instrument.symbol, positionSide, side, reduceOnly, worstTicks };
  }

  /** The worst price this order can trade at: what its margin is held for. */
  worstTicks(account: number, order: ContractOrder): Ticks {
    const { side, trigger, type } = order;
    if (type !== 'market' || trigger === undefined) return this.matching.worstTicks(account, matchedOf(order));
    const slip = applyPpm(trigger.priceTicks, this.slippagePpm, 'ceil');
    return side === 'buy' ? trigger.priceTicks + slip : Math.max(1, trigger.priceTicks - slip);
  }

  private closable(account: number, { positionSide, side }: ContractOrder): Lots {
    return this.book.closableLots(account, this.instrument.symbol, positionSide, side);
  }

  private isDue(trigger: OrderTrigger, side: Side): boolean {
    return isReached(trigger, side, trigger.by === 'mark' ? this.markTicks : this.lastTicks);
  }

  /** Triggers that the present prices reach, oldest first. */
  private fire(): void {
    if (this.waiting.size === 0) return;
    for (const handle of [...this.waiting]) {
      const standing = this.orders.get(handle);
      if (standing?.order.trigger === undefined || !this.isDue(standing.order.trigger, standing.order.side)) continue;
      this.toMarket(handle);
      this.sweep();
    }
  }

  private toMarket(handle: number): void {
    const standing = this.orders.get(handle) as Standing;
    const { account, order, ref } = standing;
    this.waiting.delete(handle);
    standing.cutLots = this.cutOf(account, order, order.qtyLots);
    const matched = { ...matchedOf(order), qtyLots: order.qtyLots - standing.cutLots };
    const sim = this.matching.place(account, this.numberOf(account, ref, handle), matched);
    // Only a triggered order can be refused here: the market has moved since it was taken.
    if (sim < 0) this.end(handle, true);
    else standing.simHandle = sim;
  }

  private cutOf(account: number, order: ContractOrder, leftLots: Lots): Lots {
    if (opens(order) || !this.matching.isBooked(account)) return 0;
    return Math.max(0, leftLots - this.closable(account, order));
  }

  /** What an order is called where it matches. */
  private numberOf(account: number, ref: number, handle: number): number {
    if (!this.matching.isBooked(account)) return handle;
    this.met.set(ref, handle);
    return ref;
  }

  /** What matches has let go of it. */
  private expired(handle: number, against: number | null): void {
    (this.orders.get(handle) as Standing).simHandle = -1;
    this.end(handle, true, against);
  }

  private matched(
    account: number,
    handle: number,
    priceTicks: Ticks,
    qtyLots: Lots,
    leftLots: Lots,
    feeAtoms: Atoms,
    maker: boolean,
  ): void {
    const standing = this.orders.get(handle) as Standing;
    const { cutLots, order, ref, margin } = standing;
    const booked = opens(order) ? qtyLots : Math.min(qtyLots, this.closable(account, order));
    const { makerPpm, takerPpm } = this.instrument;
    const ppm = maker ? makerPpm : takerPpm;
    const fee = booked === qtyLots ? feeAtoms : feeOf(this.instrument, order.side, priceTicks, booked, ppm);
    const left = qtyLots - booked + leftLots + cutLots;
    this.shrunk.add(account);
    if (booked > 0) {
      this.book.release(account, margin, booked, left);
      const { positionSide, side } = order;
      const { symbol } = this.instrument;
      const realised = this.book.fill(account, {
        symbol,
        positionSide,
        side,
        priceTicks,
        qtyLots: booked,
        feeAtoms: fee,
      });
      standing.leftLots = left;
      if (left === 0) this.forget(handle, account);
      this.sink.fill(handle, account, ref, side, priceTicks, booked, left, fee, false, maker, realised);
    }
    // What a reduce-only order could not close goes: at once when nothing of it rests any more, else by the sweep.
    if ((booked < qtyLots || cutLots > 0) && leftLots === 0) this.end(handle, true);
  }

  /** Reduce-only orders of accounts that have nothing left to close expire. */
  private sweep(): void {
    if (this.shrunk.size === 0) return;
    const accounts = [...this.shrunk];
    this.shrunk.clear();
    for (const account of accounts)
      for (const handle of [...(this.byAccount.get(account) ?? [])]) {
        const { order } = this.orders.get(handle) as Standing;
        if (!opens(order) && this.closable(account, order) === 0) this.end(handle, true);
      }
  }

  private stand(handle: number, standing: Standing): void {
    this.orders.set(handle, standing);
    const handles = this.byAccount.get(standing.account) ?? new Set();
    handles.add(handle);
    this.byAccount.set(standing.account, handles);
  }

  private end(handle: number, tell: boolean, against: number | null = null): void {
    const standing = this.orders.get(handle) as Standing;
    const { account, ref, order, leftLots, margin, simHandle } = standing;
    this.forget(handle, account);
    if (simHandle >= 0 && this.matching.leftLots(account, simHandle) > 0) this.matching.cancel(account, simHandle);
    this.book.release(account, margin, leftLots, 0);
    if (tell) this.sink.expired(handle, account, ref, order.side, leftLots, against);
  }

  private forget(handle: number, account: number): void {
    const ref = this.orders.get(handle)?.ref;
    if (ref !== undefined && this.met.get(ref) === handle) this.met.delete(ref);
    this.orders.delete(handle);
    this.waiting.delete(handle);
    this.byAccount.get(account)?.delete(handle);
  }
}
