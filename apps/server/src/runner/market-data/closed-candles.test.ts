// What bots read of closed candles is fetched before a print goes on; while that fails it is stale, and a bot's timers wait
// for it without its prices going unseen.
import type { Market } from '@cormorant/core/engine/bot.ts';
import type { IndicatorRead } from '@cormorant/core/indicators/read.ts';
import { expect, test } from 'vitest';
import { rules } from '../../../test/runner-rig.ts';
import type { VenueCandle } from '../../ports/venue.ts';
import { instrumentOf } from '../../ports/venue-market.ts';
import { ClosedCandles, NOTHING_WATCHED } from './closed-candles.ts';

const MINUTE_MS = 60_000;
const START_MS = 1_700_000_040_000;
const ma: IndicatorRead = { ind: 'ma', args: [2], out: '', tf: '1m' };
const row = (minute: number, close: string): VenueCandle => [
  START_MS + minute * MINUTE_MS,
  close,
  close,
  close,
  close,
  '1',
];

function open() {
  const market: Market = { lastTicks: 10_000, nowMs: START_MS };
  const venue = { rows: [] as VenueCandle[], fails: false, asked: 0 };
  const clock = { ms: 0 };
  const candles = new ClosedCandles({
    ...{ symbol: 'BTC/USDT', instrument: instrumentOf(rules), market, log: () => {} },
    source: {
      candles: async () => {
        venue.asked += 1;
        if (venue.fails) throw new Error('away');
        return venue.rows;
      },
      fundingRates: async () => [],
    },
    clock: { nowMs: () => clock.ms },
  });
  const watched = { reads: [ma], windowMinutes: 0 };
  return { candles, clock, market, venue, watched };
}

test('a boundary is read once, and what nobody reads is not read at all', async () => {
  const { candles, market, venue, watched } = open();
  await candles.ready(START_MS);
  expect(venue.asked).toBe(0);
  candles.change(NOTHING_WATCHED, watched);
  venue.rows = [row(-2, '100'), row(-1, '110'), row(0, '120')];
  await candles.ready(START_MS);
  expect(market.indicators?.value(ma, 0)).toBe(105);
  expect(candles.needs(START_MS + MINUTE_MS - 1)).toBe(false);
  venue.rows = [...venue.rows, row(1, '130')];
  await candles.ready(START_MS + MINUTE_MS);
  expect(market.indicators?.value(ma, 0)).toBe(115);
  expect(venue.asked).toBe(2);
});

test('what cannot be read is stale until it can, and an answer from before the print counts as none', async () => {
  const { candles, clock, market, venue, watched } = open();
  candles.change(NOTHING_WATCHED, watched);
  venue.rows = [row(-2, '100'), row(-1, '110'), row(0, '120')];
  await candles.ready(START_MS);
  await candles.ready(START_MS + MINUTE_MS);
  expect(candles.isStale(watched, START_MS + MINUTE_MS)).toBe(true);
  venue.rows = [...venue.rows, row(1, '130')];
  await candles.ready(START_MS + MINUTE_MS);
  expect(candles.isStale(watched, START_MS + MINUTE_MS)).toBe(true);
  clock.ms = 1_500;
  await candles.ready(START_MS + MINUTE_MS);
  expect(candles.isStale(watched, START_MS + MINUTE_MS)).toBe(false);
  expect(market.indicators?.value(ma, 0)).toBe(115);
});

test('a candle that is told twice counts once, and one that is left out is an interval without a print', async () => {
  const { candles, market, venue, watched } = open();
  candles.change(NOTHING_WATCHED, watched);
  venue.rows = [row(-2, '100'), row(-1, '110'), row(0, '120')];
  await candles.ready(START_MS);
  venue.rows = [row(-1, '110'), row(-1, '110'), row(0, '120'), row(0, '120'), row(1, '130')];
  await candles.ready(START_MS + MINUTE_MS);
  expect(market.indicators?.value(ma, 0)).toBe(115);
  venue.rows = [row(0, '120'), row(2, '140'), row(3, '150')];
  await candles.ready(START_MS + 3 * MINUTE_MS);
  expect(candles.isStale(watched, START_MS + 3 * MINUTE_MS)).toBe(false);
  expect(market.indicators?.value(ma, 1)).toBe(120);
  expect(market.indicators?.value(ma, 0)).toBe(130);
});

test('a market younger than its first whole candle is asked once a boundary, and its bots do not wait', async () => {
  const { candles, market, venue, watched } = open();
  candles.change(NOTHING_WATCHED, watched);
  await candles.ready(START_MS);
  expect(candles.isStale(watched, START_MS)).toBe(false);
  expect(candles.needs(START_MS + MINUTE_MS - 1)).toBe(false);
  expect(venue.asked).toBe(1);
  expect(market.indicators?.value(ma, 0)).toBeNaN();
  venue.rows = [row(1, '100'), row(2, '110'), row(3, '120')];
  await candles.ready(START_MS + 3 * MINUTE_MS);
  expect(market.indicators?.value(ma, 0)).toBe(105);
  // Once it had candles, an empty answer is no answer.
  venue.rows = [];
  await candles.ready(START_MS + 4 * MINUTE_MS);
  expect(candles.isStale(watched, START_MS + 4 * MINUTE_MS)).toBe(true);
});
