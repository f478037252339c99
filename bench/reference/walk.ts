// The reference market of performance.md: a seeded geometric random walk of one-minute candles, free (task A) or
// reflected within +-2 % (task B). The same seed gives the same candles on every machine.
import { CandleColumns, type Candles, MINUTE_MS } from '@cormorant/core/market/candles.ts';
import type { Instrument } from '@cormorant/core/market/instrument.ts';
import { makeInstrument } from '@cormorant/core/market/make-instrument.ts';

export const REFERENCE_CANDLES = 1_000_000;
const SEED = 42;
const SIGMA = 0.001;
/** Wicks in parts of sigma: chosen so that task B has about the fills of performance.md (176,859). */
const WICK = 0.05;
const START_TICKS = 6_000_000;
const START_MS = Date.UTC(2024, 0, 1);
const REFLECT_LOG = Math.log(1.02);

/** A 60,000-dollar coin with a cent's tick; fees of 0.1 % in quote, as the reference task says. */
export const REFERENCE_INSTRUMENT: Instrument = makeInstrument({
  symbol: 'REF/USDT',
  tick: '0.01',
  step: '0.00001',
  minQty: '0.00001',
  maxQty: '9000',
  minNotional: '5',
  minPrice: '0.01',
  maxPrice: '10000000',
  maxOpenOrders: 500,
  maker: '0.001',
  taker: '0.001',
  feeAsset: 'quote',
});

/** Uniform numbers in [0, 1) from 32 bits of state (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function referenceWalk(task: 'A' | 'B', length = REFERENCE_CANDLES): Candles {
  const random = seededRandom(SEED);
  const candles = new CandleColumns(MINUTE_MS, length);
  let log = 0;
  let open = START_TICKS;
  for (let row = 0; row < length; row++) {
    log += SIGMA * gaussian(random);
    if (task === 'B') log = reflect(log);
    const close = Math.round(START_TICKS * Math.exp(log));
    const up = Math.round(open * SIGMA * WICK * Math.abs(gaussian(random)));
    const down = Math.round(open * SIGMA * WICK * Math.abs(gaussian(random)));
    const low = Math.max(1, Math.min(open, close) - down);
    candles.push(START_MS + row * MINUTE_MS, open, Math.max(open, close) + up, low, close, 1);
    open = close;
  }
  return candles;
}

function gaussian(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

function reflect(log: number): number {
  if (log > REFLECT_LOG) return 2 * REFLECT_LOG - log;
  return log < -REFLECT_LOG ? -2 * REFLECT_LOG - log : log;
}
