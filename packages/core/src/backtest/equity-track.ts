// Equity at every candle's close, its running peak and the deepest relative fall. Stretches of candles in which nothing
// trades may be taken in one piece; the result is the same to the bit as looking at each close (proof in `leap`).

import type { Candles } from '../market/candles.ts';
import { baseValueAtoms } from '../market/conversions.ts';
import type { Instrument } from '../market/instrument.ts';
import { type CloseRange, type RangeIndex, SMALL_BLOCK } from '../market/range-index.ts';
import type { Atoms, Ticks } from '../money/units.ts';

export class EquityTrack {
  peakAtoms: Atoms;
  /** The pair of the deepest fall; 0 and 0 before the first. */
  drawdownPeakAtoms: Atoms = 0;
  drawdownTroughAtoms: Atoms = 0;
  private deepest = 0;
  /** Falls up to here are surely no deeper than the deepest: spares the division at nearly every close. */
  private shallowAtoms: Atoms = 0;
  private readonly instrument: Instrument;
  private readonly range: CloseRange = { minTicks: 0, maxTicks: 0, fallTicks: 0 };
  private quoteAtoms: Atoms = 0;
  private baseAtoms: Atoms = 0;
  /** Value of the coin at one tick, when it is a whole number of atoms. */
  private atomsPerTick = 0;
  /** Up to this price `atomsPerTick` says the value exactly; 0 = it never does. */
  private plainTicks = 0;
  /** Up to this price the products stay in the exact range. */
  private safeTicks = 0;

  constructor(instrument: Instrument, investmentAtoms: Atoms) {
    this.instrument = instrument;
    this.peakAtoms = investmentAtoms;
  }

  /** What is held from now on; call it after every candle that traded. */
  hold(quoteAtoms: Atoms, baseAtoms: Atoms): void {
    this.quoteAtoms = quoteAtoms;
    if (baseAtoms === this.baseAtoms && this.safeTicks > 0) return;
    this.baseAtoms = baseAtoms;
    const { quoteAtomsPerTickLot, baseAtomsPerLot } = this.instrument;
    const product = Math.max(1, Math.abs(baseAtoms) * quoteAtomsPerTickLot);
    this.safeTicks = Number.isSafeInteger(product) ? Math.floor(Number.MAX_SAFE_INTEGER / product) : 0;
    const perTick = (baseAtoms * quoteAtomsPerTickLot) / baseAtomsPerLot;
    const plain = Number.isInteger(perTick);
    this.atomsPerTick = plain ? perTick : 0;
    this.plainTicks = plain ? this.safeTicks : 0;
  }

  at(priceTicks: Ticks): Atoms {
    if (priceTicks <= this.plainTicks) return this.quoteAtoms + this.atomsPerTick * priceTicks;
    if (priceTicks <= this.safeTicks) {
      const { quoteAtomsPerTickLot, baseAtomsPerLot } = this.instrument;
      return this.quoteAtoms + Math.floor((this.baseAtoms * quoteAtomsPerTickLot * priceTicks) / baseAtomsPerLot);
    }
    return this.quoteAtoms + baseValueAtoms(this.instrument, this.baseAtoms, priceTicks, 'floor');
  }

  close(priceTicks: Ticks): void {
    const equity = this.at(priceTicks);
    if (equity > this.peakAtoms) {
      this.peakAtoms = equity;
      this.draw();
      return;
    }
    const fall = this.peakAtoms - equity;
    if (fall > this.shallowAtoms) this.deepen(fall, equity);
  }

  /** The closes of rows from..to, to excluded, one by one. */
  walk(candles: Candles, from: number, to: number): void {
    this.walkUntouched(candles, from, to, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
  }

  /**
   * The same up to the first candle whose range meets a price: low at or under `belowTicks`, high at or over
   * `aboveTicks`. Answers its row, or `to`. The hot loop of a dense backtest: everything it touches is local.
   */
  walkUntouched(candles: Candles, from: number, to: number, belowTicks: Ticks, aboveTicks: Ticks): number {
    const { lowTicks, highTicks, closeTicks } = candles;
    const { quoteAtoms, atomsPerTick, plainTicks } = this;
    let { peakAtoms, shallowAtoms } = this;
    for (let row = from; row < to; row++) {
      if (lowTicks[row]! <= belowTicks || highTicks[row]! >= aboveTicks) return row;
      const close = closeTicks[row]!;
      if (close <= plainTicks) {
        const equity = quoteAtoms + atomsPerTick * close;
        if (equity <= peakAtoms && peakAtoms - equity <= shallowAtoms) continue;
      }
      this.close(close);
      peakAtoms = this.peakAtoms;
      shallowAtoms = this.shallowAtoms;
    }
    return to;
  }

  /**
   * The same as `walk`, without reading closes that cannot matter. With coin >= 0 equity rises with the price, so the
   * peak of a stretch is the equity of its highest close. A fall inside it starts either from the old peak P (then it
   * is at most P - E(lowest close)) or from a higher equity reached inside (then it is at most the value of the deepest
   * fall of closes, plus one atom of flooring, over something above P). If neither can beat the deepest ratio, nothing
   * in the stretch does; correctly rounded division keeps that order. Otherwise its halves are looked at. Of a short the
   * best close is the lowest and the worst the highest, and no rise of closes inside is more than lies between them.
   */
  leap(index: RangeIndex, from: number, to: number): void {
    if (to - from <= SMALL_BLOCK) {
      this.walk(index.candles, from, to);
      return;
    }
    const { range } = this;
    index.closeRange(from, to, range);
    const short = this.baseAtoms < 0;
    const high = this.at(short ? range.minTicks : range.maxTicks);
    const fromPeak = this.peakAtoms - this.at(short ? range.maxTicks : range.minTicks);
    const adverseTicks = short ? range.maxTicks - range.minTicks : range.fallTicks;
    const { quoteAtomsPerTickLot, baseAtomsPerLot } = this.instrument;
    const coins = Math.abs(this.baseAtoms) / baseAtomsPerLot;
    const inside = coins * quoteAtomsPerTickLot * adverseTicks * (1 + 1e-12) + 2;
    if (fromPeak <= this.shallowAtoms && inside <= this.shallowAtoms) {
      if (high > this.peakAtoms) {
        this.peakAtoms = high;
        this.draw();
      }
      return;
    }
    const half = from + Math.ceil((to - from) / (2 * SMALL_BLOCK)) * SMALL_BLOCK;
    const middle = Math.min(half - (half % SMALL_BLOCK), to);
    this.leap(index, from, middle);
    this.leap(index, middle, to);
  }

  private deepen(fall: Atoms, equity: Atoms): void {
    const ratio = fall / this.peakAtoms;
    if (ratio <= this.deepest) return;
    this.deepest = ratio;
    this.drawdownPeakAtoms = this.peakAtoms;
    this.drawdownTroughAtoms = equity;
    this.draw();
  }

  private draw(): void {
    this.shallowAtoms = Math.floor(this.deepest * this.peakAtoms * (1 - 1e-12)) - 1;
  }
}
