// Small candles into larger ones: cut in UTC, closed in time, equal to aggregating the whole file at once.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aggregateCandles } from '../market/candle-builder.ts';
import { CandleColumns, type CandleTimeframe, MINUTE_MS, TIMEFRAME_MS } from '../market/candles.ts';
import type { IndicatorHub } from './hub.ts';
import { TimeframeFeed } from './timeframe-feed.ts';

type Closed = [CandleTimeframe, ...number[]];

/** Stands for a hub of these timeframes and writes down what it is fed. */
function scribe(...timeframes: CandleTimeframe[]): {
  hub: IndicatorHub;
  closed: Closed[];
  add: (timeframe: CandleTimeframe) => void;
} {
  const closed: Closed[] = [];
  let known = timeframes;
  const hub = {
    timeframes: () => known,
    closed: (...candle: Closed) => closed.push(candle) > 0,
    until: (nowMs: number) => closed.push(['1m', -nowMs]),
  };
  return { hub: hub as unknown as IndicatorHub, closed, add: (timeframe) => (known = [...known, timeframe]) };
}

const T0 = 1_700_006_400_000;
const minute = (feed: TimeframeFeed, at: number, open: number, high: number, low: number, close: number, volume = 1) =>
  feed.candle(T0 + at * MINUTE_MS, open, high, low, close, volume);
const flat = (feed: TimeframeFeed, at: number, price = 100) => minute(feed, at, price, price, price, price);

describe('TimeframeFeed', () => {
  it('closes five minutes with the fifth', () => {
    const { hub, closed } = scribe('5m');
    const feed = new TimeframeFeed(hub, MINUTE_MS);
    minute(feed, 0, 10, 12, 9, 11, 5);
    for (const at of [1, 2, 3]) flat(feed, at, 11);
    expect(closed).toEqual([]);
    minute(feed, 4, 11, 20, 3, 15, 7);
    expect(closed).toEqual([['5m', T0, 10, 20, 3, 15, 15]]);
  });

  it('hands its own timeframe through, and every multiple', () => {
    const { hub, closed } = scribe('1m', '5m', '1d');
    const feed = new TimeframeFeed(hub, MINUTE_MS);
    for (let at = 0; at < 5; at++) flat(feed, at);
    expect(closed.map(([tf]) => tf)).toEqual(['1m', '1m', '1m', '1m', '1m', '5m']);
    expect(feed.starved()).toEqual([]);
    expect(new TimeframeFeed(hub, TIMEFRAME_MS['15m']).starved()).toEqual(['1m', '5m']);
  });

  it('does not close what it entered in the middle', () => {
    const { hub, closed } = scribe('5m');
    const feed = new TimeframeFeed(hub, MINUTE_MS);
    for (let at = 2; at < 10; at++) flat(feed, at);
    expect(closed).toEqual([['5m', T0 + 5 * MINUTE_MS, 100, 100, 100, 100, 5]]);
  });

  it('a timeframe that is asked for later begins with its next candle', () => {
    const { hub, closed, add } = scribe('1m');
    const feed = new TimeframeFeed(hub, MINUTE_MS);
    for (let at = 0; at < 3; at++) flat(feed, at);
    add('5m');
    for (let at = 3; at < 10; at++) flat(feed, at);
    expect(closed.filter(([tf]) => tf === '5m').map(([, openMs]) => openMs)).toEqual([T0 + 5 * MINUTE_MS]);
  });

  it('a hole ends the candle before it, and the one after it is whole', () => {
    const { hub, closed } = scribe('5m');
    const feed = new TimeframeFeed(hub, MINUTE_MS);
    for (const at of [0, 1, 7, 8, 9]) flat(feed, at);
    expect(closed.map(([, openMs, , , , , volume]) => [openMs, volume])).toEqual([
      [T0, 2],
      [T0 + 5 * MINUTE_MS, 3],
    ]);
  });

  it('until() closes what is over, once, and tells the hub the time', () => {
    const { hub, closed } = scribe('5m');
    const feed = new TimeframeFeed(hub, MINUTE_MS);
    flat(feed, 0);
    feed.until(T0 + 5 * MINUTE_MS - 1);
    feed.until(T0 + 5 * MINUTE_MS);
    feed.until(T0 + 6 * MINUTE_MS);
    expect(closed.map(([, at]) => at)).toEqual([1 - T0 - 5 * MINUTE_MS, T0, -T0 - 5 * MINUTE_MS, -T0 - 6 * MINUTE_MS]);
  });

  it('ignores a candle that is not newer', () => {
    const { hub, closed } = scribe('1m');
    const feed = new TimeframeFeed(hub, MINUTE_MS);
    flat(feed, 1);
    flat(feed, 1);
    flat(feed, 0);
    expect(closed.length).toBe(1);
  });

  it('gives what aggregating the whole file gives, holes and all', () => {
    const tape = fc.array(
      fc.record({ skip: fc.integer({ min: 0, max: 9 }), price: fc.integer({ min: 1, max: 500 }) }),
      {
        minLength: 1,
        maxLength: 300,
      },
    );
    fc.assert(
      fc.property(tape, fc.constantFrom<CandleTimeframe>('5m', '15m', '1h'), (rows, tf) => {
        const candles = new CandleColumns(MINUTE_MS);
        let timeMs = T0 - MINUTE_MS;
        for (const { skip, price } of rows) {
          timeMs += MINUTE_MS * (1 + Math.max(0, skip - 7) * 30);
          candles.push(timeMs, price, price + 3, Math.max(1, price - 2), price, 2);
        }
        const { hub, closed } = scribe(tf);
        const feed = new TimeframeFeed(hub, MINUTE_MS);
        for (let row = 0; row < candles.length; row++) {
          minute(
            feed,
            (candles.openTimeMs[row]! - T0) / MINUTE_MS,
            candles.openTicks[row]!,
            candles.highTicks[row]!,
            candles.lowTicks[row]!,
            candles.closeTicks[row]!,
            candles.volumeLots[row]!,
          );
        }
        feed.until(timeMs + TIMEFRAME_MS['1d']);
        closed.pop();
        const large = aggregateCandles(candles, TIMEFRAME_MS[tf]);
        const expected = Array.from({ length: large.length }, (_, row) => [
          tf,
          large.openTimeMs[row]!,
          large.openTicks[row]!,
          large.highTicks[row]!,
          large.lowTicks[row]!,
          large.closeTicks[row]!,
          large.volumeLots[row]!,
        ]);
        const entered = candles.openTimeMs[0]! % TIMEFRAME_MS[tf] === 0 ? 0 : 1;
        expect(closed).toEqual(expected.slice(entered));
      }),
      { numRuns: 200 },
    );
  });
});
