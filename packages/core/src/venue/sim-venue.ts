// THE simulated matching of one symbol: paper bots, backtests and the local exchange all trade here. Two laws
// (product.md 3.6): `candle`, where prints fill resting orders, and `book`, where the orders meet each other. It keeps
// no balances; every fill leaves through the sink, and nothing it does depends on a clock or on chance.

import { feeAtoms, isFeeInBase } from '../market/conversions.ts';
import type { Instrument } from '../market/instrument.ts';
import { applyPpm } from '../money/mul-div.ts';
import { assertSafe } from '../money/safe-integer.ts';
import type { Lots, Ppm, Ticks, TimeMs } from '../money/units.ts';
import { isRefusedByBand } from '../strategy/price-band.ts';
import type { OrderType, Side, TimeInForce } from '../strategy/strategy.ts';
import { NONE, OrderPool } from './order-pool.ts';
import { PriceLadder } from './price-ladder.ts';
import { type Prevention, refusalCode, type VenueSink } from './sink.ts';

export type VenueLaw = 'candle' | 'book';

export interface VenueOptions {
  readonly law: VenueLaw;
  /** Candle law: what a taker pays beyond the print (200 = 0.02 %). Book law: how far a market order may walk. */
  readonly slippagePpm: Ppm;
  /** Candle law: how many lots of an order (1 … leftLots) one print or one placement gives it. Absent: all. */
  readonly portion?: PortionOf;
}

export type PortionOf = (account: number, leftLots: Lots) => Lots;

/** A resting order as it stands; a copy. */
export interface RestingOrder {
  readonly handle: number;
  readonly account: number;
  readonly ref: number;
  readonly side: Side;
  readonly priceTicks: Ticks;
  readonly qtyLots: Lots;
  readonly leftLots: Lots;
}

/** Everything a venue needs to stand where it stood: plain JSON, buys then sells, each best first, then oldest. */
export interface VenueSnapshot {
  readonly lastTicks: Ticks;
  readonly nowMs: TimeMs;
  readonly orders: readonly RestingOrder[];
}

/** product.md `cfg.sim_slippage` = 0.02 %. */
export const DEFAULT_SLIPPAGE_PPM = 200;

const PRICE_FILTER = refusalCode('price_filter');
const PRICE_RANGE = refusalCode('price_range');
const LOT_SIZE = refusalCode('lot_size');
const QTY_SMALL = refusalCode('qty_small');
const QTY_LARGE = refusalCode('qty_large');
const NOTIONAL_SMALL = refusalCode('notional_small');
const TOO_MANY_ORDERS = refusalCode('too_many_orders');
const POST_ONLY = refusalCode('post_only');
const MARKET_CLOSED = refusalCode('market_closed');

export class SimVenue {
  readonly instrument: Instrument;
  readonly law: VenueLaw;
  /** The last print; 0 before the first. */
  lastTicks: Ticks = 0;
  nowMs: TimeMs = 0;
  /** Highest resting buy; 0 when there is none. A print at or above it fills no buy. */
  bestBuyTicks: Ticks = 0;
  /** Lowest resting sell; Infinity when there is none. A print at or below it fills no sell. */
  bestSellTicks: Ticks = Number.POSITIVE_INFINITY;
  private readonly slippagePpm: Ppm;
  private readonly portion: PortionOf | null;
  private readonly sink: VenueSink;
  private readonly pool = new OrderPool();
  private readonly buys = new PriceLadder(this.pool, 1);
  private readonly sells = new PriceLadder(this.pool, -1);
  private readonly openByAccount: number[] = [];
  private readonly maxNotionalTickLots: number;
  private readonly minNotionalTickLots: number;
  /** Beyond so many lots the base amount leaves the exact range. */
  private readonly maxExactLots: Lots;
  private matching = false;

  constructor(instrument: Instrument, options: VenueOptions, sink: VenueSink) {
    this.instrument = instrument;
    this.law = options.law;
    this.slippagePpm = options.slippagePpm;
    this.portion = options.portion ?? null;
    this.sink = sink;
    this.maxNotionalTickLots = Math.floor(Number.MAX_SAFE_INTEGER / instrument.quoteAtomsPerTickLot);
    this.maxExactLots = Number.MAX_SAFE_INTEGER / instrument.baseAtomsPerLot;
    this.minNotionalTickLots = instrument.minNotionalAtoms / instrument.quoteAtomsPerTickLot;
  }

  /** Orders resting now. */
  get openOrders(): number {
    return this.pool.size;
  }

  openOrdersOf(account: number): number {
    return this.openByAccount[account] ?? 0;
  }

  /**
   * Takes or refuses one order. Answers its handle (>= 0) or a refusal code (< 0, see refusalOf); fills that happen at
   * once reach the sink before this returns. `ref` is the caller's own number, handed back with every event.
   * The price of a market order is ignored. `reducing` frees an order that closes a position from the least notional.
   * Without a `prevention` the orders of an account trade with each other.
   */
  place(
    account: number,
    ref: number,
    side: Side,
    type: OrderType,
    tif: TimeInForce,
    priceTicks: Ticks,
    qtyLots: Lots,
    reducing = false,
    prevention: Prevention | null = null,
  ): number {
    this.assertQuiet();
    const refused = this.refusalFor(account, side, type, tif, priceTicks, qtyLots, reducing);
    if (refused < 0) return refused;
    const market = type === 'market';
    const worstTicks = market ? this.marketLimitTicks(side) : priceTicks;
    const slot = this.pool.take();
    const handle = this.pool.handleOf(slot);
    this.pool.set(slot, account, ref, side === 'buy' ? 1 : -1, worstTicks, qtyLots, qtyLots);
    this.matching = true;
    const against = this.law === 'candle' ? null : this.takeFromBook(slot, side, prevention);
    if (this.law === 'candle') this.takeFromPrint(slot, side, market);
    const left = this.pool.leftLots[slot] as number;
    if (left === 0) {
      this.pool.release(slot);
    } else if (market || tif === 'ioc' || against !== null) {
      this.pool.release(slot);
      this.sink.expired(handle, account, ref, side, left, against);
    } else {
      this.rest(slot);
    }
    this.matching = false;
    return handle;
  }

  /** False when the order is not resting any more (filled, cancelled, or never accepted). */
  cancel(handle: number): boolean {
    this.assertQuiet();
    const slot = this.pool.slotOf(handle);
    if (slot === NONE) return false;
    this.unrest(slot);
    this.pool.release(slot);
    return true;
  }

  /** So many lots of an order are wanted no more; it keeps its place. False when it does not rest, or would be over. */
  reduce(handle: number, byLots: Lots): boolean {
    this.assertQuiet();
    const { pool } = this;
    const slot = pool.slotOf(handle);
    const left = slot === NONE ? 0 : (pool.leftLots[slot] as number);
    if (byLots <= 0 || byLots >= left) return false;
    pool.leftLots[slot] = left - byLots;
    pool.qtyLots[slot] = (pool.qtyLots[slot] as number) - byLots;
    return true;
  }

  /**
   * A trade of the market at this price. Candle law: every resting order that the print is at least one tick beyond
   * trades in full at its own price, best price first, then oldest, as a maker. Book law: only the reference moves.
   */
  print(priceTicks: Ticks, timeMs: TimeMs): void {
    this.assertQuiet();
    this.lastTicks = priceTicks;
    this.nowMs = timeMs;
    if (this.law === 'book' || (priceTicks >= this.bestBuyTicks && priceTicks <= this.bestSellTicks)) return;
    this.matching = true;
    if (this.portion === null) {
      while (this.bestBuyTicks > priceTicks) this.fillBest('buy');
      while (this.bestSellTicks < priceTicks) this.fillBest('sell');
    } else {
      this.fillPortions('buy', priceTicks);
      this.fillPortions('sell', priceTicks);
    }
    this.matching = false;
  }

  /** The worst price a market order placed now can trade at: what a buyer must be able to pay. */
  marketLimitTicks(side: Side): Ticks {
    const from = this.law === 'candle' ? this.lastTicks : this.bestOpposite(side);
    if (from === 0) return 0;
    return side === 'buy'
      ? from + applyPpm(from, this.slippagePpm, 'ceil')
      : Math.max(1, from - applyPpm(from, this.slippagePpm, 'ceil'));
  }

  order(handle: number): RestingOrder | undefined {
    const slot = this.pool.slotOf(handle);
    return slot === NONE ? undefined : this.view(slot);
  }

  /** What still rests of an order; 0 when it is not resting. */
  leftLots(handle: number): Lots {
    const slot = this.pool.slotOf(handle);
    return slot === NONE ? 0 : (this.pool.leftLots[slot] as number);
  }

  snapshot(): VenueSnapshot {
    const orders: RestingOrder[] = [];
    const collect = (slot: number): void => {
      orders.push(this.view(slot));
    };
    this.buys.forEach(collect);
    this.sells.forEach(collect);
    return { lastTicks: this.lastTicks, nowMs: this.nowMs, orders };
  }

  /** Puts a snapshot's orders into this empty venue without matching or filters; answers their new handles in order. */
  restore(snapshot: VenueSnapshot): number[] {
    if (this.pool.size > 0) throw new Error('restore needs an empty venue');
    this.restoreLast(snapshot.lastTicks, snapshot.nowMs);
    return snapshot.orders.map((order) => this.restoreOrder(order));
  }

  restoreLast(lastTicks: Ticks, nowMs: TimeMs): void {
    this.lastTicks = lastTicks;
    this.nowMs = nowMs;
  }

  /** Puts one known order back at the end of its price's queue: call in order of age. No matching, no filters. */
  restoreOrder(order: Omit<RestingOrder, 'handle'>): number {
    this.assertQuiet();
    const slot = this.pool.take();
    const direction = order.side === 'buy' ? 1 : -1;
    assertSafe(order.leftLots, 'restored quantity');
    this.pool.set(slot, order.account, order.ref, direction, order.priceTicks, order.qtyLots, order.leftLots);
    this.rest(slot);
    return this.pool.handleOf(slot);
  }

  /** What `place` would refuse this order with, or 0: so that its owner can lock funds before placing. */
  refusalFor(
    account: number,
    side: Side,
    type: OrderType,
    tif: TimeInForce,
    limitTicks: Ticks,
    qtyLots: Lots,
    reducing = false,
  ): number {
    const instrument = this.instrument;
    const market = type === 'market';
    const priceTicks = market ? this.marketLimitTicks(side) : limitTicks;
    if (!Number.isSafeInteger(qtyLots)) return LOT_SIZE;
    if (qtyLots < instrument.minQtyLots) return QTY_SMALL;
    if (qtyLots > (market ? instrument.maxMarketLots : instrument.maxQtyLots)) return QTY_LARGE;
    if (this.law === 'candle' && this.lastTicks === 0) return MARKET_CLOSED;
    if (!market) {
      if (!Number.isSafeInteger(priceTicks)) return PRICE_FILTER;
      if (priceTicks < instrument.minPriceTicks || priceTicks > instrument.maxPriceTicks) return PRICE_RANGE;
      if (isRefusedByBand(instrument, side, priceTicks, this.lastTicks)) return PRICE_RANGE;
    }
    const tickLots = priceTicks * qtyLots;
    if (Math.max(tickLots, this.lastTicks * qtyLots) > this.maxNotionalTickLots) return QTY_LARGE;
    if (qtyLots > this.maxExactLots) return QTY_LARGE;
    if (!reducing && !(market && priceTicks === 0) && tickLots < this.minNotionalTickLots) return NOTIONAL_SMALL;
    if (tif === 'post' && this.wouldTake(side, priceTicks)) return POST_ONLY;
    if (!market && tif !== 'ioc' && this.openOrdersOf(account) >= instrument.maxOpenOrders) return TOO_MANY_ORDERS;
    return 0;
  }

  private bestOpposite(side: Side): Ticks {
    if (side === 'sell') return this.bestBuyTicks;
    return this.bestSellTicks === Number.POSITIVE_INFINITY ? 0 : this.bestSellTicks;
  }

  private wouldTake(side: Side, priceTicks: Ticks): boolean {
    if (this.law === 'candle') return side === 'buy' ? priceTicks >= this.lastTicks : priceTicks <= this.lastTicks;
    return side === 'buy' ? priceTicks >= this.bestSellTicks : priceTicks <= this.bestBuyTicks;
  }

  /** Candle law: the tape has no depth, so what takes trades in full. */
  private takeFromPrint(slot: number, side: Side, market: boolean): void {
    const limitTicks = this.pool.priceTicks[slot] as number;
    if (!market && !this.wouldTake(side, limitTicks)) return;
    const slipped = this.marketLimitTicks(side);
    const priceTicks = side === 'buy' ? Math.min(limitTicks, slipped) : Math.max(limitTicks, slipped);
    this.report(slot, side, priceTicks, this.portionOf(slot), false);
  }

  /**
   * Book law: trades with the other side in price-time order at the makers' prices. Answers the order of its own account that
   * ended it, or null.
   */
  private takeFromBook(slot: number, side: Side, prevention: Prevention | null): number | null {
    const pool = this.pool;
    const makers = side === 'buy' ? this.sells : this.buys;
    const makerSide = side === 'buy' ? 'sell' : 'buy';
    const limitKey = (pool.priceTicks[slot] as number) * makers.direction;
    while ((pool.leftLots[slot] as number) > 0 && makers.bestKey >= limitKey) {
      const maker = makers.bestSlot;
      if (prevention !== null && pool.account[maker] === pool.account[slot]) {
        const against = pool.ref[maker] as number;
        if (prevention !== 'taker') this.endMaker(maker, makerSide, pool.ref[slot] as number);
        if (prevention !== 'maker') return against;
        continue;
      }
      const priceTicks = pool.priceTicks[maker] as number;
      const qtyLots = Math.min(pool.leftLots[slot] as number, pool.leftLots[maker] as number);
      this.lastTicks = priceTicks;
      this.report(maker, makerSide, priceTicks, qtyLots, true);
      this.report(slot, side, priceTicks, qtyLots, false);
      if (pool.leftLots[maker] === 0) {
        this.unrestBest(maker, makerSide);
        pool.release(maker);
      }
    }
    return null;
  }

  /** The oldest at the best price, which the taker of its own account would meet next. */
  private endMaker(slot: number, side: Side, against: number): void {
    const { pool } = this;
    const [account, ref, left] = [pool.account[slot], pool.ref[slot], pool.leftLots[slot]] as [number, number, number];
    this.unrestBest(slot, side);
    this.sink.expired(pool.handleOf(slot), account, ref, side, left, against);
    pool.release(slot);
  }

  private fillBest(side: Side): void {
    const slot = side === 'buy' ? this.buys.bestSlot : this.sells.bestSlot;
    this.unrestBest(slot, side);
    this.report(slot, side, this.pool.priceTicks[slot] as number, this.pool.leftLots[slot] as number, true);
    this.pool.release(slot);
  }

  /** Each order that the print is beyond once, best price first, then oldest; what is left of it stays in its place. */
  private fillPortions(side: Side, printTicks: Ticks): void {
    const reached: number[] = [];
    const ladder = side === 'buy' ? this.buys : this.sells;
    ladder.forEachDownTo(printTicks * ladder.direction + 1, (slot) => {
      reached.push(slot);
    });
    for (const slot of reached) {
      const lots = this.portionOf(slot);
      if (lots === this.pool.leftLots[slot]) this.unrest(slot);
      this.report(slot, side, this.pool.priceTicks[slot] as number, lots, true);
      if (this.pool.leftLots[slot] === 0) this.pool.release(slot);
    }
  }

  private portionOf(slot: number): Lots {
    const leftLots = this.pool.leftLots[slot] as number;
    if (this.portion === null) return leftLots;
    return Math.min(leftLots, Math.max(1, this.portion(this.pool.account[slot] as number, leftLots)));
  }

  private report(slot: number, side: Side, priceTicks: Ticks, qtyLots: Lots, maker: boolean): void {
    const pool = this.pool;
    const instrument = this.instrument;
    const left = (pool.leftLots[slot] as number) - qtyLots;
    pool.leftLots[slot] = left;
    const fee = feeAtoms(instrument, side, priceTicks, qtyLots, maker ? instrument.makerPpm : instrument.takerPpm);
    const handle = pool.handleOf(slot);
    const account = pool.account[slot] as number;
    const ref = pool.ref[slot] as number;
    this.sink.fill(handle, account, ref, side, priceTicks, qtyLots, left, fee, isFeeInBase(instrument, side), maker);
  }

  private rest(slot: number): void {
    const priceTicks = this.pool.priceTicks[slot] as number;
    const account = this.pool.account[slot] as number;
    this.openByAccount[account] = this.openOrdersOf(account) + 1;
    if (this.pool.direction[slot] === 1) {
      this.buys.append(slot, priceTicks);
      if (priceTicks > this.bestBuyTicks) this.bestBuyTicks = priceTicks;
    } else {
      this.sells.append(slot, priceTicks);
      if (priceTicks < this.bestSellTicks) this.bestSellTicks = priceTicks;
    }
  }

  /** The oldest order at the best price of a side goes. */
  private unrestBest(slot: number, side: Side): void {
    const account = this.pool.account[slot] as number;
    this.openByAccount[account] = this.openOrdersOf(account) - 1;
    if (side === 'buy') {
      this.buys.removeBest();
      this.bestBuyTicks = Math.max(0, this.buys.bestKey);
    } else {
      this.sells.removeBest();
      this.bestSellTicks = -this.sells.bestKey;
    }
  }

  private unrest(slot: number): void {
    const priceTicks = this.pool.priceTicks[slot] as number;
    const account = this.pool.account[slot] as number;
    this.openByAccount[account] = this.openOrdersOf(account) - 1;
    if (this.pool.direction[slot] === 1) {
      this.buys.remove(slot, priceTicks);
      if (priceTicks === this.bestBuyTicks) this.bestBuyTicks = Math.max(0, this.buys.bestKey);
    } else {
      this.sells.remove(slot, priceTicks);
      if (priceTicks === this.bestSellTicks) this.bestSellTicks = -this.sells.bestKey;
    }
  }

  private view(slot: number): RestingOrder {
    const pool = this.pool;
    return {
      handle: pool.handleOf(slot),
      account: pool.account[slot] as number,
      ref: pool.ref[slot] as number,
      side: pool.direction[slot] === 1 ? 'buy' : 'sell',
      priceTicks: pool.priceTicks[slot] as number,
      qtyLots: pool.qtyLots[slot] as number,
      leftLots: pool.leftLots[slot] as number,
    };
  }

  private assertQuiet(): void {
    if (this.matching) throw new Error('the venue was called from inside its own sink');
  }
}
