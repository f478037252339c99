// The simulated venue of one perpetual contract: SimVenue matches under the candle law, MarginBook keeps the accounts,
// and here is what lies between them: reduce-only orders, which never grow or flip a position, orders that wait for a
// trigger, and what a liquidation takes away. At one moment the owner gives the print first, then mark, then funding.
import { feeAtoms as feeOf } from '../market/conversions.ts';
import type { Instrument } from '../market/instrument.ts';
import { applyPpm } from '../money/mul-div.ts';
import type { Atoms, Lots, Ppm, Ticks, TimeMs } from '../money/units.ts';
import type { OrderType, Side, TimeInForce } from '../strategy/strategy.ts';
import type { MarginOrder } from './held-orders.ts';
import type { Liquidation, LiquidationDesk } from './liquidation.ts';
import { mayOpen, type PositionSide } from './margin-account.ts';
import type { FundingPayment, MarginBook } from './margin-book.ts';
import { type PortionOf, SimVenue } from './sim-venue.ts';
import { refusalCode, type VenueSink } from './sink.ts';
import { isReached, type OrderTrigger } from './trigger.ts';

export interface ContractOrder {
  readonly side: Side;
  readonly type: OrderType;
  readonly tif: TimeInForce;
  /** Of a market order ignored. */
  readonly priceTicks: Ticks;
  readonly qtyLots: Lots;
  readonly positionSide: PositionSide;
  readonly reduceOnly: boolean;
  /** Market orders only: wait until the price is reached. One that is reached already trades at once. */
  readonly trigger?: OrderTrigger;
}

export interface ContractSink extends Omit<VenueSink, 'fill'> {
  /** As of any venue, and what the trade realised before its fee. */
  fill(...args: [...Parameters<VenueSink['fill']>, realisedAtoms: Atoms]): void;
  /** The position is gone; its orders have expired before. */
  liquidated(liquidation: Liquidation): void;
  funded(payment: FundingPayment): void;
}

export interface StandingOrder {
  readonly account: number;
  readonly ref: number;
  readonly order: ContractOrder;
  readonly leftLots: Lots;
  /** The worst price its margin is held for. */
  readonly worstTicks: Ticks;
}

/** Plain JSON; orders oldest first. */
export interface ContractSnapshot {
  readonly lastTicks: Ticks;
  readonly nowMs: TimeMs;
  readonly orders: readonly StandingOrder[];
}

interface Standing extends StandingOrder {
  leftLots: Lots;
  readonly margin: MarginOrder;
  /** Of SimVenue; -1 while it waits for its trigger. */
  simHandle: number;
}

const TOO_MANY_ORDERS = refusalCode('too_many_orders');

export interface ContractVenueOptions {
  readonly slippagePpm: Ppm;
  /** As SimVenue's. */
  readonly portion?: PortionOf;
}

export class ContractVenue implements LiquidationDesk {
  readonly instrument: Instrument;
  private readonly book: MarginBook;
  private readonly sim: SimVenue;
  private readonly slippagePpm: Ppm;
  private readonly sink: ContractSink;
  private readonly orders = new Map<number, Standing>();
  private readonly byAccount = new Map<number, Set<number>>();
  private readonly waiting = new Set<number>();
  /** Accounts whose position shrank in the match that is going on. */
  private readonly shrunk = new Set<number>();
  private lastHandle = -1;
  private stamp: TimeMs = 0;

  constructor(instrument: Instrument, book: MarginBook, options: ContractVenueOptions, sink: ContractSink) {
    this.instrument = instrument;
    this.book = book;
    this.slippagePpm = options.slippagePpm;
    this.sink = sink;
    const matched: VenueSink = {
      fill: (_sim, account, ref, _side, priceTicks, qtyLots, leftLots, feeAtoms, _inBase, maker) =>
        this.matched(account, ref, priceTicks, qtyLots, leftLots, feeAtoms, maker),
      expired: (_sim, _account, ref) => this.end(ref, true),
    };
    this.sim = new SimVenue(instrument, { law: 'candle', ...options }, matched);
    book.attach(instrument.symbol, this);
  }

  get lastTicks(): Ticks {
    return this.sim.lastTicks;
  }

  get markTicks(): Ticks {
    return this.book.markTicksOf(this.instrument.symbol);
  }

  get nowMs(): TimeMs {
    return Math.max(this.stamp, this.sim.nowMs);
  }

  /** As SimVenue's: a print between them fills nothing. */
  get bestBuyTicks(): Ticks {
    return this.sim.bestBuyTicks;
  }

  get bestSellTicks(): Ticks {
    return this.sim.bestSellTicks;
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
    const margin = this.marginOf(order);
    const { worstTicks } = margin;
    const short = this.book.hold(account, margin, order.qtyLots);
    if (short !== null) return refusalCode(short);
    const handle = ++this.lastHandle;
    this.stand(handle, { account, ref, order, leftLots: order.qtyLots, worstTicks, margin, simHandle: -1 });
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
    this.sim.print(priceTicks, timeMs);
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
    return this.sim.marketLimitTicks(side);
  }

  /** What `place` would refuse this order with, or 0. */
  refusalFor(account: number, order: ContractOrder): number {
    const refused = this.filterRefusal(account, order);
    if (refused < 0) return refused;
    const margin = this.marginOf(order);
    const short = this.book.hold(account, margin, order.qtyLots);
    if (short !== null) return refusalCode(short);
    this.book.release(account, margin, order.qtyLots, 0);
    return 0;
  }

  private filterRefusal(account: number, order: ContractOrder): number {
    const { side, type, tif, priceTicks, qtyLots } = order;
    const standing = this.byAccount.get(account)?.size ?? 0;
    const rests = type !== 'market' ? tif !== 'ioc' : order.trigger !== undefined;
    if (rests && standing >= this.instrument.maxOpenOrders) return TOO_MANY_ORDERS;
    return this.sim.refusalFor(account, side, type, tif, priceTicks, qtyLots, !opens(order));
  }

  snapshot(): ContractSnapshot {
    const orders = [...this.orders].sort(([a], [b]) => a - b).map(([, standing]) => standing);
    return {
      lastTicks: this.sim.lastTicks,
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
    this.sim.lastTicks = lastTicks;
    this.sim.nowMs = nowMs;
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
    const simHandle = waits ? -1 : this.sim.restoreOrder({ account, ref: handle, side, priceTicks, qtyLots, leftLots });
    this.stand(handle, { account, ref, order, leftLots, worstTicks, margin, simHandle });
    return handle;
  }

  expireOrders(account: number): void {
    for (const handle of [...(this.byAccount.get(account) ?? [])]) this.end(handle, true);
  }

  liquidated(liquidation: Liquidation): void {
    this.sink.liquidated(liquidation);
  }

  private marginOf(order: ContractOrder): MarginOrder {
    const { positionSide, side, reduceOnly } = order;
    return { symbol: this.instrument.symbol, positionSide, side, reduceOnly, worstTicks: this.worstTicks(order) };
  }

  /** The worst price this order can trade at: what its margin is held for. */
  worstTicks({ type, side, priceTicks, trigger }: ContractOrder): Ticks {
    if (type !== 'market') return priceTicks;
    if (trigger === undefined) return this.sim.marketLimitTicks(side);
    const slip = applyPpm(trigger.priceTicks, this.slippagePpm, 'ceil');
    return side === 'buy' ? trigger.priceTicks + slip : Math.max(1, trigger.priceTicks - slip);
  }

  private closable(account: number, { positionSide, side }: ContractOrder): Lots {
    return this.book.closableLots(account, this.instrument.symbol, positionSide, side);
  }

  private isDue(trigger: OrderTrigger, side: Side): boolean {
    return isReached(trigger, side, trigger.by === 'mark' ? this.markTicks : this.sim.lastTicks);
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
    const { account, order } = standing;
    this.waiting.delete(handle);
    const { side, type, tif, priceTicks, qtyLots } = order;
    const sim = this.sim.place(account, handle, side, type, tif, priceTicks, qtyLots, !opens(order));
    // Only a triggered order can be refused here: the market has moved since it was taken.
    if (sim < 0) this.end(handle, true);
    else standing.simHandle = sim;
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
    const { order, ref, margin } = standing;
    const booked = opens(order) ? qtyLots : Math.min(qtyLots, this.closable(account, order));
    const { makerPpm, takerPpm } = this.instrument;
    const ppm = maker ? makerPpm : takerPpm;
    const fee = booked === qtyLots ? feeAtoms : feeOf(this.instrument, order.side, priceTicks, booked, ppm);
    const left = qtyLots - booked + leftLots;
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
    // What a reduce-only order could not close goes: at once when SimVenue has let go of the whole order, else by the sweep.
    if (booked < qtyLots && leftLots === 0) this.end(handle, true);
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

  private end(handle: number, tell: boolean): void {
    const standing = this.orders.get(handle) as Standing;
    const { account, ref, order, leftLots, margin, simHandle } = standing;
    this.forget(handle, account);
    if (simHandle >= 0 && this.sim.leftLots(simHandle) > 0) this.sim.cancel(simHandle);
    this.book.release(account, margin, leftLots, 0);
    if (tell) this.sink.expired(handle, account, ref, order.side, leftLots, null);
  }

  private forget(handle: number, account: number): void {
    this.orders.delete(handle);
    this.waiting.delete(handle);
    this.byAccount.get(account)?.delete(handle);
  }
}

function opens({ positionSide, side, reduceOnly }: ContractOrder): boolean {
  return mayOpen(positionSide, side, reduceOnly);
}
