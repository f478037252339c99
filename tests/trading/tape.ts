// A tape of candles made by a seeded walk: quiet stretches, gaps between candles, and jumps across several grid lines.
// Prices are counted in whole cents, so the file holds exactly what was drawn.
import { writeFileSync } from 'node:fs';

export interface TapeOptions {
  readonly seed: number;
  readonly candles: number;
  /** Cents; the walk is drawn back to it. */
  readonly middle: number;
  /** 60,000 and FIRST_OPEN_MS when absent. */
  readonly intervalMs?: number;
  readonly firstMs?: number;
  /** So many candles at the end stand at the middle: nothing happens when the tape ends. */
  readonly flatEnd?: number;
  /** One candle opens this share under the close before it: what a stop or a liquidation is for. */
  readonly fall?: { readonly candle: number; readonly share: number };
}

export const FIRST_OPEN_MS = 1_700_000_040_000;
const MINUTE_MS = 60_000;

/** A small generator of our own (mulberry32): the same seed gives the same tape everywhere. */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const decimal = (cents: number): string => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

/** Writes the tape in Binance's kline column order; the file's name tells the symbol. */
export function writeTape(path: string, options: TapeOptions): void {
  const { seed, candles, middle, fall, flatEnd = 0, firstMs = FIRST_OPEN_MS, intervalMs = MINUTE_MS } = options;
  const next = random(seed);
  const swing = (share: number) => Math.round((next() + next() + next() - 1.5) * share * middle);
  const rows: string[] = [];
  let close = middle;
  for (let at = 0; at < candles; at++) {
    // Two in a hundred candles open with a gap of up to a few lines.
    const gap = next() < 0.02 ? swing(0.02) : 0;
    const isFlat = at >= candles - flatEnd;
    const open = isFlat ? middle : at === fall?.candle ? Math.round(close * (1 - fall.share)) : close + gap;
    let [high, low, last] = [open, open, open];
    for (let step = 0; step < 8; step++) {
      last += swing(0.0012) + Math.round((middle - last) * 0.004);
      high = Math.max(high, last);
      low = Math.min(low, last);
    }
    if (isFlat) [high, low, last] = [middle, middle, middle];
    close = last;
    const openMs = firstMs + at * intervalMs;
    const volume = `${1 + Math.floor(next() * 30)}.${String(Math.floor(next() * 99_999) + 1).padStart(5, '0')}`;
    const prices = [open, high, low, close].map(decimal);
    rows.push([openMs, ...prices, volume, openMs + intervalMs - 1, 0, 0, 0, 0, 0].join(','));
  }
  writeFileSync(path, `${rows.join('\n')}\n`);
}
