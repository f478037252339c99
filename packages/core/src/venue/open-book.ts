// The book in which strangers' orders meet, price and time first, beside two who are nobody's account: the house, which
// quotes around the last print, and the tape, which takes what a print has gone through (decision 35). It matches by
// SimVenue's book law and keeps no balances. The house's quotes stand for one print and are renewed by whoever looks or
// trades after it.
import type { Instrument } from '../market/instrument.ts';
import { applyPpm } from '../money/mul-div.ts';
import type { Atoms, Lots, Ppm, Ticks, TimeMs } from '../money/units.ts';
import type { Side, TimeInForce } from '../strategy/strategy.ts';
import { type PortionOf, type RestingOrder, SimVenue } from './sim-venue.ts';
import type { Prevention, VenueSink } from './sink.ts';

/** The account and the order number of the house and the tape; real accounts and orders count from 1. */
export const HOUSE = 0;

const LEVELS = 20;
/** Between two levels of the house, and from the last print to its first: 0.005 %. */
const LEVEL_PPM: Ppm = 50;
/** How deep the house's first level is; the second is twice as deep, and so on. On spot so many least notionals. */
const SPOT_NOTIONALS = 1_000;
/** On contracts, which trade with leverage, so much of the quote coin. */
const CONTRACT_QUOTE = 50_000;

export interface OpenBookSink extends VenueSink {
  /** Told before the fills of its one or two strangers. The number of the house's order is HOUSE. */
  trade(priceTicks: Ticks, qtyLots: Lots, buyerIsMaker: boolean, buyRef: number, sellRef: number): void;
}

/** A price with all that rests there. */
export interface BookLevel {
  readonly priceTicks: Ticks;
  readonly qtyLots: Lots;
}

/** What a taker would get now. */
export interface Walk {
  readonly qtyLots: Lots;
  /** The last price it would reach; 0 when it would get nothing. */
  readonly worstTicks: Ticks;
  readonly parts: readonly BookLevel[];
}

export class OpenBook {
  private readonly sim: SimVenue;
  private readonly sink: OpenBookSink;
  private readonly portion: PortionOf;
  private quotes: number[] = [];
  private isQuoted = false;
  /** The last print; the matching's own last price follows trades. */
  private centreTicks: Ticks = 0;
  /** The order that takes now. */
  private takerRef = HOUSE;

  /** `portion`: how many lots of a resting order one print of the tape gives it; all of them is the rule. */
  constructor(instrument: Instrument, sink: OpenBookSink, portion: PortionOf = (_account, leftLots) => leftLots) {
    this.sink = sink;
    this.portion = portion;
    this.sim = new SimVenue(instrument, { law: 'book', slippagePpm: 0 }, this.strangersOnly());
  }

  get instrument(): Instrument {
    return this.sim.instrument;
  }

  /** The tape prints: it takes what it has gone through, and the house's quotes are stale. */
  print(priceTicks: Ticks, timeMs: TimeMs): void {
    const { sim } = this;
    if (this.isQuoted) this.unquote();
    this.takerRef = HOUSE;
    if (sim.bestSellTicks < priceTicks) this.takeThrough('buy', (ticks) => ticks < priceTicks);
    if (sim.bestBuyTicks > priceTicks) this.takeThrough('sell', (ticks) => ticks > priceTicks);
    sim.print(priceTicks, timeMs);
    this.centreTicks = priceTicks;
  }

  /** What `place` would refuse this with, or 0. */
  refusalFor(
    account: number,
    side: Side,
    tif: TimeInForce,
    priceTicks: Ticks,
    qtyLots: Lots,
    reducing = false,
  ): number {
    this.quote();
    return this.sim.refusalFor(account, side, 'limit', tif, priceTicks, qtyLots, reducing);
  }

  /** Takes or refuses one limit order, as SimVenue does; a market order comes as ioc at the price of its walk. */
  place(
    account: number,
    ref: number,
    side: Side,
    tif: TimeInForce,
    priceTicks: Ticks,
    qtyLots: Lots,
    prevention: Prevention | null = null,
    reducing = false,
  ): number {
    this.quote();
    this.takerRef = ref;
    return this.sim.place(account, ref, side, 'limit', tif, priceTicks, qtyLots, reducing, prevention);
  }

  /** What still rests of an order; 0 when it is not resting. */
  leftLots(handle: number): Lots {
    return this.sim.leftLots(handle);
  }

  cancel(handle: number): boolean {
    return this.sim.cancel(handle);
  }

  /** As SimVenue does. */
  reduce(handle: number, byLots: Lots): boolean {
    return this.sim.reduce(handle, byLots);
  }

  /** Puts an order that was open on disk back, in order of age, before the first print. */
  restoreOrder(order: Omit<RestingOrder, 'handle'>): number {
    return this.sim.restoreOrder(order);
  }

  restoreLast(lastTicks: Ticks, nowMs: TimeMs): void {
    this.sim.restoreLast(lastTicks, nowMs);
    this.centreTicks = lastTicks;
  }

  /**
   * How a taker would fare, up to a limit: `qtyLots` of the coin, or as much as `quoteAtoms` buy or bring. `without`: an account
   * whose orders end when they are met.
   */
  walk(side: Side, want: { qtyLots: Lots } | { quoteAtoms: Atoms }, limitTicks?: Ticks, without?: number): Walk {
    const { quoteAtomsPerTickLot } = this.instrument;
    const parts: BookLevel[] = [];
    let qtyLots = 0;
    let tickLots = 0;
    const { asks, bids } = this.depth(without);
    for (const level of side === 'buy' ? asks : bids) {
      const { priceTicks } = level;
      if (limitTicks !== undefined && (side === 'buy' ? priceTicks > limitTicks : priceTicks < limitTicks)) break;
      const left =
        'qtyLots' in want
          ? want.qtyLots - qtyLots
          : Math.floor((Math.floor(want.quoteAtoms / quoteAtomsPerTickLot) - tickLots) / priceTicks);
      const part = Math.min(left, level.qtyLots);
      if (part <= 0) break;
      parts.push({ priceTicks, qtyLots: part });
      qtyLots += part;
      tickLots += part * priceTicks;
    }
    return { qtyLots, worstTicks: parts.at(-1)?.priceTicks ?? 0, parts };
  }

  /** All levels, best first. */
  depth(without?: number): { bids: BookLevel[]; asks: BookLevel[] } {
    this.quote();
    const bids: { priceTicks: Ticks; qtyLots: Lots }[] = [];
    const asks: { priceTicks: Ticks; qtyLots: Lots }[] = [];
    for (const { account, side, priceTicks, leftLots } of this.sim.snapshot().orders) {
      if (account === without) continue;
      const levels = side === 'buy' ? bids : asks;
      const last = levels.at(-1);
      if (last?.priceTicks === priceTicks) last.qtyLots += leftLots;
      else levels.push({ priceTicks, qtyLots: leftLots });
    }
    return { bids, asks };
  }

  private quote(): void {
    const { sim, centreTicks } = this;
    if (this.isQuoted || centreTicks === 0) return;
    this.isQuoted = true;
    const { minPriceTicks, maxPriceTicks } = sim.instrument;
    for (let level = 1; level <= LEVELS; level++) {
      const away = Math.max(level, applyPpm(centreTicks, LEVEL_PPM * level, 'ceil'));
      for (const side of ['buy', 'sell'] as const) {
        const priceTicks = side === 'buy' ? centreTicks - away : centreTicks + away;
        if (priceTicks < minPriceTicks || priceTicks > maxPriceTicks) continue;
        // What a portioned print left beyond itself is not crossed: the house stays behind it.
        if (side === 'buy' ? priceTicks >= sim.bestSellTicks : priceTicks <= sim.bestBuyTicks) continue;
        const qtyLots = this.levelLots(priceTicks, level);
        const order = { account: HOUSE, ref: HOUSE, side, priceTicks, qtyLots, leftLots: qtyLots };
        this.quotes.push(sim.restoreOrder(order));
      }
    }
  }

  private unquote(): void {
    for (const handle of this.quotes) this.sim.cancel(handle);
    this.quotes = [];
    this.isQuoted = false;
  }

  private levelLots(priceTicks: Ticks, level: number): Lots {
    const { contract, minNotionalAtoms, quoteAtomsPerTickLot, quoteScale, minQtyLots, maxQtyLots } = this.instrument;
    // Contracts are quoted in dollars; a pair's least notional tells how large its quote coin is.
    const firstAtoms = contract === null ? minNotionalAtoms * SPOT_NOTIONALS : CONTRACT_QUOTE * 10 ** quoteScale;
    const lots = Math.floor(((firstAtoms / quoteAtomsPerTickLot) * level) / priceTicks);
    return Math.min(Math.max(lots, minQtyLots), maxQtyLots);
  }

  /** Level by level, what the tape gives to all that rest there, oldest first. */
  private takeThrough(side: Side, isBeyond: (ticks: Ticks) => boolean): void {
    const makers = side === 'buy' ? 'sell' : 'buy';
    const wanted = new Map<Ticks, Lots>();
    for (const order of this.sim.snapshot().orders) {
      if (order.side !== makers || !isBeyond(order.priceTicks)) continue;
      const lots = this.portion(order.account, order.leftLots);
      wanted.set(order.priceTicks, (wanted.get(order.priceTicks) ?? 0) + lots);
    }
    for (const [priceTicks, lots] of wanted) this.takeForTape(side, priceTicks, lots);
  }

  private takeForTape(side: Side, priceTicks: Ticks, wantedLots: Lots): void {
    const { minQtyLots, maxQtyLots, quoteAtomsPerTickLot, baseAtomsPerLot } = this.instrument;
    for (let left = wantedLots; left > 0; ) {
      const dearestTicks = Math.max(priceTicks, this.sim.lastTicks);
      const mostLots = Math.min(
        maxQtyLots,
        Math.floor(Number.MAX_SAFE_INTEGER / quoteAtomsPerTickLot / dearestTicks),
        Math.floor(Number.MAX_SAFE_INTEGER / baseAtomsPerLot),
      );
      const qtyLots = Math.max(minQtyLots, Math.min(left, mostLots));
      const handle = this.sim.place(HOUSE, HOUSE, side, 'limit', 'ioc', priceTicks, qtyLots, true);
      if (handle < 0) throw new Error(`${this.instrument.symbol}: the tape could not take at ${priceTicks}`);
      left -= qtyLots;
    }
  }

  /** The matching tells of a maker, then of its taker: the trade goes out before both, the house's part to nobody. */
  private strangersOnly(): VenueSink {
    const { sink } = this;
    return {
      fill: (handle, account, ref, side, priceTicks, qtyLots, leftLots, feeAtoms, feeInBase, maker) => {
        if (maker && (account !== HOUSE || this.takerRef !== HOUSE)) {
          const [buyRef, sellRef] = side === 'buy' ? [ref, this.takerRef] : [this.takerRef, ref];
          sink.trade(priceTicks, qtyLots, side === 'buy', buyRef, sellRef);
        }
        if (account === HOUSE) return;
        sink.fill(handle, account, ref, side, priceTicks, qtyLots, leftLots, feeAtoms, feeInBase, maker);
      },
      expired: (handle, account, ref, side, leftLots, against) => {
        if (account !== HOUSE) sink.expired(handle, account, ref, side, leftLots, against);
      },
    };
  }
}
