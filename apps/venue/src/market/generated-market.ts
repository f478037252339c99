// The generated market: spot pairs moved by one seed, the perpetuals and cross pairs that follow from them, always in step
// with the wall clock, and plainly called simulated.
import type { TimeMs } from '@cormorant/core/money/units.ts';
import { Basis } from './basis.ts';
import type { ContractFeed } from './contract-feed.ts';
import { contractListings } from './contract-listings.ts';
import { ContractDays, CrossDays } from './derived-days.ts';
import { GeneratedFeed } from './generated-feed.ts';
import { GeneratedSeries } from './generated-series.ts';
import { GeneratedTape } from './generated-tape.ts';
import { CROSS_LISTINGS, LISTINGS, symbolOf } from './listings.ts';
import type { Market } from './market.ts';
import { FIRST_DAY } from './price-walk.ts';
import { DAY_MS } from './tape.ts';
import { commonWalk, WalkDays } from './walk-days.ts';

const PAST_DAYS = 365;
const STAGGER_MS = 60;

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
  contracts = contractListings(),
): Market {
  const common = commonWalk(seed);
  const startMs = pastStartMs(bornMs);
  const presentSecond = Math.floor(now() / 1000) - 1;
  const tapes: GeneratedTape[] = [];
  const list = (series: GeneratedSeries, more: { feed?: ContractFeed; hidden?: boolean } = {}) => {
    const lastSecond = positions.get(symbolOf(series.instrument)) ?? presentSecond;
    tapes.push(new GeneratedTape(series, startMs, lastSecond, tapes.length * STAGGER_MS, now, more));
    return series;
  };
  const spot = new Map<string, GeneratedSeries>();
  for (const listing of LISTINGS) {
    const series = new GeneratedSeries(seed, listing, new WalkDays(seed, common, listing));
    spot.set(listing.instrument.symbol, list(series));
  }
  const spotOf = (symbol: string) => spot.get(symbol) as GeneratedSeries;
  for (const listing of contracts) {
    const { instrument } = listing;
    const index = spotOf(instrument.symbol);
    const basis = new Basis(seed, symbolOf(instrument));
    const series = new GeneratedSeries(seed, listing, new ContractDays(index, instrument, basis));
    list(series, { feed: new GeneratedFeed(index, instrument, basis) });
  }
  for (const listing of CROSS_LISTINGS) {
    const { base, quote } = listing.instrument;
    const days = new CrossDays(seed, spotOf(`${base}/USDT`), spotOf(`${quote}/USDT`), listing.instrument);
    list(new GeneratedSeries(seed, listing, days), { hidden: true });
  }
  return { name: `generated:${seed}`, tapes, speed: 1, clock: 'wall' };
}
