// The hub of one market: what it computes, for whom, and that how the candles come in changes nothing of what comes out.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CandleColumns, type CandleTimeframe, MINUTE_MS, TIMEFRAME_MS } from '../market/candles.ts';
import { makeInstrument } from '../market/make-instrument.ts';
import { INDICATORS } from './catalogue.ts';
import { IndicatorHub } from './hub.ts';
import { figures, randomBars } from './random-bars.ts';
import { type IndicatorRead, readKey } from './read.ts';
import { WARM_UP_CANDLES } from './recent-candles.ts';

const instrument = makeInstrument({
  symbol: 'BTC/USDT',
  tick: '0.01',
  step: '0.001',
  minQty: '0.001',
  maxQty: '1000',
  minNotional: '5',
  minPrice: '0.01',
  maxPrice: '1000000',
  maxOpenOrders: 100,
  maker: '0.001',
  taker: '0.001',
  feeAsset: 'quote',
});
const T0 = 1_700_006_400_000; // a UTC midnight

const read = (ind: IndicatorRead['ind'], args: number[] = [], out = '', tf: CandleTimeframe = '1m'): IndicatorRead => ({
  ind,
  args,
  out,
  tf,
});
const price = read('price');
const ma2 = read('ma', [2]);

function watching(...reads: IndicatorRead[]): IndicatorHub {
  const hub = new IndicatorHub(instrument);
  hub.watch(reads);
  return hub;
}

/** A minute whose prices are all one. */
const minute = (hub: IndicatorHub, at: number, ticks: number, lots = 1) =>
  hub.closed('1m', T0 + at * MINUTE_MS, ticks, ticks, ticks, ticks, lots);

function columns(closes: readonly number[], fromMinute = 0): CandleColumns {
  const candles = new CandleColumns(MINUTE_MS);
  for (const [row, close] of closes.entries())
    candles.push(T0 + (fromMinute + row) * MINUTE_MS, close, close, close, close, 1);
  return candles;
}

describe('IndicatorHub', () => {
  it('answers in whole coins: prices by the tick, volumes by the step', () => {
    const hub = watching(price, read('vol'));
    minute(hub, 0, 6_000_012, 2_500);
    expect(hub.value(price, 0)).toBe(60_000.12);
    expect(hub.value(read('vol'), 0)).toBe(2.5);
  });

  it('knows the newest closed candle and the one before', () => {
    const hub = watching(price);
    expect(hub.value(price, 0)).toBeNaN();
    minute(hub, 0, 100);
    expect([hub.value(price, 0), hub.value(price, 1)]).toEqual([1, Number.NaN]);
    minute(hub, 1, 200);
    expect([hub.value(price, 0), hub.value(price, 1)]).toEqual([2, 1]);
    expect(hub.newestCloseMs('1m')).toBe(T0 + 2 * MINUTE_MS);
  });

  it('shares a computation between equal reads, and between the outputs of one', () => {
    const made: string[] = [];
    const hub = watching(
      read('macd', [2, 3, 2], 'dif'),
      read('macd', [2, 3, 2], 'hist'),
      read('macd', [2, 3, 2], 'dif'),
    );
    const inside = hub as unknown as { shared: Map<string, unknown>; slots: Map<string, unknown> };
    made.push(...inside.shared.keys());
    expect(made).toEqual(['macd(2,3,2)@1m']);
    expect([...inside.slots.keys()]).toEqual(['macd(2,3,2).dif@1m', 'macd(2,3,2).hist@1m']);
  });

  it('answers NaN for what nobody watches', () => {
    const hub = watching(price);
    minute(hub, 0, 100);
    expect(hub.value(ma2, 0)).toBeNaN();
    expect(hub.value(read('price', [], '', '1h'), 0)).toBeNaN();
    expect(hub.newestCloseMs('1h')).toBe(0);
  });

  it('ignores duplicates, late candles and timeframes that nobody reads', () => {
    const hub = watching(price);
    expect(minute(hub, 1, 100)).toBe(true);
    expect(minute(hub, 1, 900)).toBe(false);
    expect(minute(hub, 0, 900)).toBe(false);
    expect(hub.closed('1h', T0, 1, 1, 1, 1, 1)).toBe(false);
    expect(hub.value(price, 0)).toBe(1);
  });

  it('refuses a candle off the UTC grid', () => {
    expect(() => watching(price).closed('1m', T0 + 1, 1, 1, 1, 1, 1)).toThrow(RangeError);
  });

  it('fills a hole with flat candles without volume', () => {
    const hub = watching(read('vol_ma', [4]), read('ma', [4]), read('highest', [3]));
    hub.closed('1m', T0, 100, 500, 100, 100, 8_000);
    minute(hub, 3, 500, 4_000);
    expect(hub.value(read('vol_ma', [4]), 0)).toBe(3);
    expect(hub.value(read('ma', [4]), 0)).toBe(2);
    expect(hub.value(read('highest', [3]), 0)).toBe(5);
  });

  it('until() closes the minutes that passed without a print, and only those that are over', () => {
    const hub = watching(price, ma2);
    hub.until(T0 + MINUTE_MS); // nothing to go on from
    expect(hub.value(price, 0)).toBeNaN();
    minute(hub, 0, 100);
    hub.until(T0 + 2 * MINUTE_MS - 1);
    expect(hub.newestCloseMs('1m')).toBe(T0 + MINUTE_MS);
    hub.until(T0 + 2 * MINUTE_MS);
    expect(hub.newestCloseMs('1m')).toBe(T0 + 2 * MINUTE_MS);
    expect(hub.value(ma2, 0)).toBe(1);
    expect(minute(hub, 1, 900)).toBe(false);
  });

  it('a hole longer than what is kept begins anew', () => {
    const hub = watching(price, ma2);
    minute(hub, 0, 100);
    minute(hub, 1, 100);
    minute(hub, WARM_UP_CANDLES + 3, 300);
    expect(hub.value(price, 0)).toBe(3);
    expect(hub.value(ma2, 0)).toBeNaN();
    minute(hub, 5_000_000, 400);
    expect([hub.value(price, 0), hub.value(price, 1)]).toEqual([4, Number.NaN]);
  });

  it('tells which timeframes need their history, once', () => {
    const hub = new IndicatorHub(instrument);
    expect(hub.watch([price, read('price', [], '', '1h'), ma2])).toEqual(['1m', '1h']);
    expect(hub.watch([ma2])).toEqual([]);
    expect(hub.timeframes()).toEqual(['1m', '1h']);
  });

  it('computes a read that comes later from the candles it holds', () => {
    const hub = watching(price);
    for (const [at, ticks] of [100, 200, 400].entries()) minute(hub, at, ticks);
    hub.watch([ma2]);
    expect([hub.value(ma2, 0), hub.value(ma2, 1)]).toEqual([3, 1.5]);
  });

  it('forgets what nobody reads any more, and finds it again when somebody does', () => {
    const hub = watching(ma2, ma2);
    for (const [at, ticks] of [100, 300].entries()) minute(hub, at, ticks);
    hub.unwatch([ma2]);
    expect(hub.value(ma2, 0)).toBe(2);
    hub.unwatch([ma2]);
    expect(hub.value(ma2, 0)).toBeNaN();
    expect(hub.timeframes()).toEqual([]);
    hub.unwatch([ma2]); // a second time: nothing
    expect(hub.watch([ma2])).toEqual(['1m']);
    expect(hub.value(ma2, 0)).toBeNaN();
    for (const [at, ticks] of [500, 700].entries()) minute(hub, at, ticks);
    expect(hub.value(ma2, 0)).toBe(6);
  });

  it('takes history before, after and around live candles', () => {
    const expected = [200, 400, 600, 800];
    const values = (hub: IndicatorHub) => [hub.value(ma2, 0), hub.value(ma2, 1), hub.newestCloseMs('1m')];
    const live = watching(ma2);
    for (const [at, ticks] of expected.entries()) minute(live, at, ticks);

    const before = watching(ma2);
    before.load('1m', columns(expected.slice(0, 2)));
    for (const at of [2, 3]) minute(before, at, expected[at]!);
    expect(values(before)).toEqual(values(live));

    const after = watching(ma2);
    for (const at of [2, 3]) minute(after, at, expected[at]!);
    after.load('1m', columns(expected.slice(0, 2)));
    expect(values(after)).toEqual(values(live));

    const around = watching(ma2);
    minute(around, 2, expected[2]!);
    around.load('1m', columns(expected));
    around.load('1m', columns(expected));
    expect(values(around)).toEqual(values(live));
    around.load('1h', columns(expected)); // nobody reads it
  });

  it('holds no more candles than it needs, however long it runs', () => {
    const hub = watching(price);
    const length = 3 * WARM_UP_CANDLES + 7;
    for (let at = 0; at < length; at++) minute(hub, at, 100 + at);
    const track = (
      hub as unknown as { tracks: Map<string, { candles: { from: number; to: number; close: Float64Array } }> }
    ).tracks.get('1m')!;
    expect(track.candles.to - track.candles.from).toBe(WARM_UP_CANDLES);
    expect(track.candles.close.length).toBe(2 * WARM_UP_CANDLES);
    hub.watch([read('ma', [200])]);
    expect(hub.value(read('ma', [200]), 0)).toBeCloseTo((100 + length - 1 - 99.5) / 100, 12);
  });

  it('funding is the rate in force when the candle closed, whichever was told first', () => {
    const funding = read('funding');
    const first = watching(funding);
    first.funding(10_000, T0);
    minute(first, 0, 100);
    first.funding(-2_500, T0 + MINUTE_MS);
    expect([first.value(funding, 0), first.value(funding, 1)]).toEqual([-0.0025, 0.01]);
    const later = watching(funding);
    minute(later, 0, 100);
    later.funding(-2_500, T0 + MINUTE_MS);
    later.funding(10_000, T0);
    later.funding(77, T0);
    expect([later.value(funding, 0), later.value(funding, 1)]).toEqual([-0.0025, 0.01]);
    expect(watching(funding).value(funding, 0)).toBeNaN();
  });

  it('serves the ratio of atr to its median over days, where the days fit into what is kept', () => {
    const ratio = read('atr', [2, 1], 'ratio', '1h');
    const hub = watching(ratio, read('atr', [2], '', '1h'));
    for (let hour = 0; hour < 30; hour++) {
      const reach = hour === 29 ? 30 : 10;
      hub.closed('1h', T0 + hour * TIMEFRAME_MS['1h'], 100, 100 + reach, 100 - reach, 100, 1);
    }
    expect([hub.value(ratio, 0), hub.value(ratio, 1)]).toEqual([2, 1]);
    expect(hub.value(read('atr', [2], '', '1h'), 0)).toBe(0.4);
    expect(() => watching(read('atr', [14, 30], 'ratio', '1h'))).not.toThrow();
    expect(() => watching(read('atr', [14, 30], 'ratio', '1m'))).toThrow(RangeError);
  });

  it('means of a market that stands still are its price, to the last bit', () => {
    const [fast, slow, ema] = [read('ma', [7]), read('ma', [25]), read('ema', [12])];
    const hub = watching(fast, slow, ema, price, read('boll', [20, 2], 'up'));
    for (let at = 0; at < 60; at++) minute(hub, at, 6_000_011);
    for (const each of [fast, slow, ema, read('boll', [20, 2], 'up')])
      expect(hub.value(each, 0), readKey(each)).toBe(hub.value(price, 0));
  });
});

const everyRead = INDICATORS.filter(({ ind }) => ind !== 'funding').flatMap(({ ind, args, outputs }) =>
  outputs.map(({ out }) =>
    read(
      ind,
      args.map((arg) => arg.default),
      out,
    ),
  ),
);

describe('bar by bar and in one go', () => {
  it('agree to the last bit, for every output of the catalogue', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 0, max: 120 }), fc.integer({ min: 0, max: 120 }), (seed, early, rest) => {
        const bars = randomBars(early + rest, seed);
        const candles = new CandleColumns(MINUTE_MS);
        for (const [row, { high, low, close, volume }] of bars.entries()) {
          candles.push(T0 + row * MINUTE_MS, close, high, low, close, volume);
        }
        const oneGo = watching(...everyRead);
        oneGo.load('1m', candles);
        const byBar = watching(...everyRead);
        for (const [row, { high, low, close, volume }] of bars.entries()) {
          byBar.closed('1m', T0 + row * MINUTE_MS, close, high, low, close, volume);
        }
        const mixed = new IndicatorHub(instrument);
        mixed.watch([price]);
        for (let row = early; row < bars.length; row++) {
          const { high, low, close, volume } = bars[row]!;
          mixed.closed('1m', T0 + row * MINUTE_MS, close, high, low, close, volume);
        }
        mixed.load('1m', candles, 0, early);
        mixed.watch(everyRead);
        for (const each of everyRead) {
          for (const back of [0, 1] as const) {
            expect(byBar.value(each, back), readKey(each)).toBe(oneGo.value(each, back));
            expect(mixed.value(each, back), readKey(each)).toBe(oneGo.value(each, back));
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it('agree with the indicator alone', () => {
    const bars = randomBars(300, 3);
    const hub = watching(...everyRead);
    for (const [row, { high, low, close, volume }] of bars.entries()) {
      hub.closed('1m', T0 + row * MINUTE_MS, close, high, low, close, volume);
    }
    expect(hub.value(read('rsi', [14]), 0)).toBe(figures('rsi', [14], bars).at(-1));
    expect(hub.value(read('atr', [14]), 0)).toBe(figures('atr', [14], bars).at(-1)! / 100);
    expect(hub.value(read('obv'), 1)).toBe(figures('obv', [], bars).at(-2)! / 1000);
  });

  it('every timeframe has its own grid', () => {
    for (const tf of Object.keys(TIMEFRAME_MS) as CandleTimeframe[]) {
      const each = read('price', [], '', tf);
      const hub = watching(each);
      hub.closed(tf, T0, 100, 100, 100, 100, 1);
      expect([hub.value(each, 0), hub.newestCloseMs(tf)]).toEqual([1, T0 + TIMEFRAME_MS[tf]]);
    }
  });
});
