// The hidden cross pairs: priced by the two pairs they cross, and what a triangle over them pays. Somebody who trades all
// the time loses the fees; a few times a day there are some seconds that pay for three trades and more, the same for the
// same seed. A replay has the cross pairs whose files it is given.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { triangleNetE8 } from '@cormorant/core/strategies/arbitrage/triangle.ts';
import type { LegQuote } from '@cormorant/core/strategy/preview.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Exchange } from '../exchange/exchange.ts';
import { VenueStore } from '../store/venue-store.ts';
import { CrossDays } from './derived-days.ts';
import { GeneratedSeries, SECONDS_A_MINUTE } from './generated-series.ts';
import { CROSS_LISTINGS, LISTINGS } from './listings.ts';
import { MINUTES_A_DAY } from './price-walk.ts';
import { openReplayMarket } from './replay-market.ts';
import { commonWalk, WalkDays } from './walk-days.ts';

const DAY = Math.floor(Date.UTC(2026, 2, 14) / 86_400_000);
/** product.md 4.9: what a triangle must bring at least, in 1e-8. */
const MIN_PROFIT_E8 = 150_000;

interface Triangle {
  readonly name: string;
  /** VIA/USDT, COIN/VIA, COIN/USDT. */
  readonly legs: readonly [GeneratedSeries, GeneratedSeries, GeneratedSeries];
}

function triangles(seed: number): Triangle[] {
  const common = commonWalk(seed);
  const made = LISTINGS.map((listing) => new GeneratedSeries(seed, listing, new WalkDays(seed, common, listing)));
  const spot = new Map(made.map((series) => [series.instrument.base, series]));
  return CROSS_LISTINGS.map((listing) => {
    const { base, quote, symbol } = listing.instrument;
    const [coin, via] = [spot.get(base)!, spot.get(quote)!];
    const days = new CrossDays(seed, coin, via, listing.instrument);
    return { name: `${symbol} of seed ${seed}`, legs: [via, new GeneratedSeries(seed, listing, days), coin] };
  });
}

/** The better way round, second by second of one day, in 1e-8; and the mean of going round forward all day. */
function dayOf({ legs }: Triangle, day: number): { best: number[]; mean: number } {
  const best: number[] = [];
  let sum = 0;
  for (let minute = day * MINUTES_A_DAY; minute < (day + 1) * MINUTES_A_DAY; minute++) {
    const paths = legs.map((series) => series.path(minute));
    for (let second = 0; second < SECONDS_A_MINUTE; second++) {
      const quotes = legs.map(({ instrument }, leg): LegQuote => {
        const ticks = paths[leg]![second]!;
        return { instrument, bidTicks: ticks, askTicks: ticks };
      }) as unknown as [LegQuote, LegQuote, LegQuote];
      const forward = triangleNetE8(quotes, 'forward');
      sum += forward;
      best.push(Math.max(forward, triangleNetE8(quotes, 'back')));
    }
  }
  return { best, mean: sum / best.length };
}

describe.each([1, 2])('the generated market of seed %i', (seed) => {
  it.each(triangles(seed))('$name loses the fees on average and pays rarely, shortly and really', (triangle) => {
    const { best, mean } = dayOf(triangle, DAY);
    // Three times 0.1 %.
    expect(mean / 1e6).toBeGreaterThan(-0.31);
    expect(mean / 1e6).toBeLessThan(-0.29);
    const pays = best.map((net) => net >= MIN_PROFIT_E8);
    const chances = pays.filter((now, second) => now && pays[second - 1] !== true).length;
    expect(chances).toBeGreaterThanOrEqual(1);
    expect(chances).toBeLessThan(30);
    expect(pays.filter(Boolean).length).toBeLessThan(120);
    expect(dayOf(triangles(seed).find(({ name }) => name === triangle.name)!, DAY).best).toEqual(best);
  });
});

it('a cross pair closes every minute where its two pairs say', () => {
  for (const { legs } of triangles(3)) {
    const unit = ({ instrument: { tickUnits, priceDecimals } }: GeneratedSeries) => tickUnits / 10 ** priceDecimals;
    const [via, cross, coin] = legs.map((series) => series.day(DAY).close.map(Number));
    const [viaUnit, crossUnit, coinUnit] = legs.map(unit) as [number, number, number];
    for (let i = 0; i < MINUTES_A_DAY; i++) {
      const implied = (coin![i]! * coinUnit) / (via![i]! * viaUnit);
      expect(Math.abs((cross![i]! * crossUnit) / implied - 1)).toBeLessThan(0.003);
    }
  }
});

describe('a replay', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'venue-cross-'));
    const rows = (price: number, decimals: number) =>
      [0, 1, 2].map((at) => {
        const text = price.toFixed(decimals);
        return [Date.UTC(2025, 4, 20) + at * 60_000, text, text, text, text, '3.001'].join(',');
      });
    writeFileSync(join(folder, 'spot-BTCUSDT-1m-x.csv'), rows(100_000, 2).join('\n'));
    writeFileSync(join(folder, 'spot-ETHBTC-1m-x.csv'), rows(0.034, 5).join('\n'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const open = (...files: { name: string; symbol: string }[]) =>
    openReplayMarket(
      files.map(({ name, symbol }) => ({ path: join(folder, name), symbol })),
      60,
      new Map(),
    );

  it('lists a cross pair whose file it is given, hidden, with a minimum in its own coin', () => {
    const market = open(
      { name: 'spot-BTCUSDT-1m-x.csv', symbol: 'BTC/USDT' },
      { name: 'spot-ETHBTC-1m-x.csv', symbol: 'ETH/BTC' },
    );
    expect(market.tapes.map(({ instrument, hidden = false }) => [instrument.symbol, hidden])).toEqual([
      ['BTC/USDT', false],
      ['ETH/BTC', true],
    ]);
    expect(market.tapes[1]?.instrument.minNotionalAtoms).toBeLessThan(1e6);
    const exchange = new Exchange(market, new VenueStore(null));
    expect(exchange.desks.map(({ symbol }) => symbol)).toEqual(['BTC/USDT', 'ETH/BTC']);
  });

  it('takes no pair that nothing it lists leads to', () => {
    const market = open({ name: 'spot-ETHBTC-1m-x.csv', symbol: 'ETH/BTC' });
    expect(() => new Exchange(market, new VenueStore(null))).toThrow(/quoted in USDT only/);
  });
});
