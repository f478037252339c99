// The generated market: seven symbols moved by one seed, always in step with the wall clock, and plainly called simulated.
import type { TimeMs } from '@cormorant/core/money/units.ts';
import { commonWalk, GeneratedSeries } from './generated-series.ts';
import { GeneratedTape } from './generated-tape.ts';
import { LISTINGS } from './listings.ts';
import type { Market } from './market.ts';
import { FIRST_DAY } from './price-walk.ts';
import { DAY_MS } from './tape.ts';

const PAST_DAYS = 365;
const STAGGER_MS = 120;

/** Where the visible past of a market born at `bornMs` begins: a year earlier, on a day's first minute. */
export function pastStartMs(bornMs: TimeMs): TimeMs {
  const day = Math.floor(bornMs / DAY_MS) - PAST_DAYS;
  return Math.max(day, FIRST_DAY) * DAY_MS;
}

/**
 * `bornMs` is when this data folder first saw the market; `positions` are stored tape positions by symbol. A symbol
 * without one starts at the present second.
 */
export function openGeneratedMarket(
  seed: number,
  bornMs: TimeMs,
  positions: ReadonlyMap<string, number>,
  now: () => TimeMs,
): Market {
  const common = commonWalk(seed);
  const startMs = pastStartMs(bornMs);
  const presentSecond = Math.floor(now() / 1000) - 1;
  const tapes = LISTINGS.map((listing, index) => {
    const series = new GeneratedSeries(seed, common, listing);
    const lastSecond = positions.get(listing.instrument.symbol) ?? presentSecond;
    return new GeneratedTape(series, startMs, lastSecond, index * STAGGER_MS, now);
  });
  return { name: `generated:${seed}`, tapes, speed: 1, clock: 'wall' };
}
