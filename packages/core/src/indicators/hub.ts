// All indicators that the bots of one market read, each computed once whoever reads it. Closed candles go in, figures
// come out; no clock, no I/O. Figures are in whole coins and percentages (Strategy's View.indicator).
//
// How a host uses it:
// - watch(reads) when a bot takes its seat; for every timeframe it answers, load() the newest WARM_UP_CANDLES closed
//   candles when they are at hand. Values are NaN until then.
// - closed() for every candle that closes, oldest first; duplicates and late ones are ignored.
// - until(nowMs) before timers are delivered: intervals that ended without a print become flat candles, so that "the
//   newest closed candle" is the same one for every host.
import { type Candles, type CandleTimeframe, TIMEFRAME_MS } from '../market/candles.ts';
import type { Instrument } from '../market/instrument.ts';
import type { Lots, Ticks, TimeMs } from '../money/units.ts';
import { FundingRates } from './funding-rates.ts';
import type { Indicator } from './indicator.ts';
import { planRead } from './plan-read.ts';
import { type IndicatorRead, readKey } from './read.ts';
import { type Computation, TimeframeTrack } from './timeframe-track.ts';

interface Shared {
  readonly key: string;
  readonly computation: Computation;
  slots: number;
}

/** One distinct read. A slot that nobody reads any more is dead and never revived. */
interface Slot {
  readonly track: TimeframeTrack;
  /** null: funding. */
  readonly shared: Shared | null;
  readonly output: number;
  readonly multiply: number;
  readonly divide: number;
  readers: number;
}

const ASKED = 4;

export class IndicatorHub {
  private readonly instrument: Instrument;
  private readonly tracks = new Map<CandleTimeframe, TimeframeTrack>();
  private readonly shared = new Map<string, Shared>();
  private readonly slots = new Map<string, Slot>();
  /** Slots by the very object that was asked with, so that asking builds no key. */
  private readonly byObject = new WeakMap<IndicatorRead, Slot>();
  /** The objects last asked with and their slots, in a ring: a machine asks with the same few at every close. */
  private readonly askedReads: (IndicatorRead | null)[] = new Array(ASKED).fill(null);
  private readonly askedSlots: (Slot | null)[] = new Array(ASKED).fill(null);
  private askedAt = 0;
  private readonly rates = new FundingRates();
  private known: readonly CandleTimeframe[] = [];
  /** The tracks of `known`, in its order: what every candle goes over. */
  private feeding: readonly TimeframeTrack[] = [];

  constructor(instrument: Instrument) {
    this.instrument = instrument;
  }

  /** Counts one more reader of each. Answers the timeframes that nobody read before: their history is wanted. */
  watch(reads: readonly IndicatorRead[]): CandleTimeframe[] {
    const fresh: CandleTimeframe[] = [];
    for (const read of reads) {
      let track = this.tracks.get(read.tf);
      if (track === undefined) {
        track = new TimeframeTrack(TIMEFRAME_MS[read.tf]);
        this.tracks.set(read.tf, track);
        fresh.push(read.tf);
      }
      const key = readKey(read);
      const slot = this.slots.get(key) ?? this.open(read, track);
      slot.readers++;
      this.slots.set(key, slot);
    }
    this.known = [...this.tracks.keys()];
    this.feeding = [...this.tracks.values()];
    return fresh;
  }

  /** What nobody reads any more is computed no longer; a timeframe without readers is forgotten. */
  unwatch(reads: readonly IndicatorRead[]): void {
    for (const read of reads) {
      const key = readKey(read);
      const slot = this.slots.get(key);
      if (slot === undefined || --slot.readers > 0) continue;
      this.slots.delete(key);
      this.close(slot);
      if (![...this.slots.values()].some(({ track }) => track === slot.track)) this.tracks.delete(read.tf);
    }
    this.known = [...this.tracks.keys()];
    this.feeding = [...this.tracks.values()];
  }

  /** Another array each time readers come or go. */
  timeframes(): readonly CandleTimeframe[] {
    return this.known;
  }

  /** When the newest candle of a timeframe closed; 0 = none yet, or nobody reads it. */
  newestCloseMs(tf: CandleTimeframe): TimeMs {
    return this.tracks.get(tf)?.newestCloseMs() ?? 0;
  }

  /** Closed candles of the past (rows from..to, to excluded), oldest first; they may come after newer ones. */
  load(tf: CandleTimeframe, candles: Candles, from = 0, to = candles.length): void {
    this.tracks.get(tf)?.load((append) => {
      for (let row = from; row < to; row++) {
        append(
          candles.openTimeMs[row]!,
          candles.highTicks[row]!,
          candles.lowTicks[row]!,
          candles.closeTicks[row]!,
          candles.volumeLots[row]!,
        );
      }
    });
  }

  /** Answers false when it was known, or is of a timeframe that nobody reads. */
  closed(
    tf: CandleTimeframe,
    openTimeMs: TimeMs,
    _openTicks: Ticks,
    highTicks: Ticks,
    lowTicks: Ticks,
    closeTicks: Ticks,
    volumeLots: Lots,
  ): boolean {
    return this.tracks.get(tf)?.append(openTimeMs, highTicks, lowTicks, closeTicks, volumeLots) ?? false;
  }

  /** Every candle that closed by then has been given. Answers when the next one will be over; Infinity = unknown. */
  until(nowMs: TimeMs): TimeMs {
    let nextMs = Number.POSITIVE_INFINITY;
    for (const track of this.feeding) nextMs = Math.min(nextMs, track.until(nowMs));
    return nextMs;
  }

  /** A settlement of the contract, as a rate in 1e-8. */
  funding(rateE8: number, atMs: TimeMs): void {
    this.rates.add(rateE8, atMs);
  }

  /** NaN: not known yet, or nobody watches it. */
  value(read: IndicatorRead, back: 0 | 1): number {
    let slot = this.askedSlot(read);
    if (slot === null || slot.readers === 0) {
      slot = this.find(read);
      if (slot === null) return Number.NaN;
    }
    if (slot.shared === null) return this.fundingOf(slot.track, back);
    const { computation } = slot.shared;
    const figures = back === 0 ? computation.values : computation.before;
    return (figures[slot.output]! * slot.multiply) / slot.divide;
  }

  private askedSlot(read: IndicatorRead): Slot | null {
    for (let at = 0; at < ASKED; at++) if (this.askedReads[at] === read) return this.askedSlots[at]!;
    return null;
  }

  private find(read: IndicatorRead): Slot | null {
    let slot = this.byObject.get(read);
    if (slot === undefined || slot.readers === 0) {
      slot = this.slots.get(readKey(read));
      if (slot === undefined) return null;
      this.byObject.set(read, slot);
    }
    const known = this.askedReads.indexOf(read);
    if (known < 0) this.askedAt = (this.askedAt + 1) % ASKED;
    const at = known < 0 ? this.askedAt : known;
    this.askedReads[at] = read;
    this.askedSlots[at] = slot;
    return slot;
  }

  private fundingOf(track: TimeframeTrack, back: 0 | 1): number {
    const closeMs = track.newestCloseMs();
    return closeMs === 0 ? Number.NaN : this.rates.at(closeMs - back * track.intervalMs);
  }

  private open(read: IndicatorRead, track: TimeframeTrack): Slot {
    const { key, make, output, multiply, divide } = planRead(this.instrument, read);
    const shared = make === null ? null : this.share(key, track, make);
    return { track, shared, output, multiply, divide, readers: 0 };
  }

  private share(key: string, track: TimeframeTrack, make: () => Indicator): Shared {
    const shared = this.shared.get(key) ?? { key, computation: track.compute(make), slots: 0 };
    shared.slots++;
    this.shared.set(key, shared);
    return shared;
  }

  private close({ shared, track }: Slot): void {
    if (shared === null || --shared.slots > 0) return;
    this.shared.delete(shared.key);
    track.forget(shared.computation);
  }
}
