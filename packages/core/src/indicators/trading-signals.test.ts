// Against trading-signals 8.3.0, an independent implementation, on random candles. Windows without memory agree from the
// first value on; means with memory that begin otherwise (see the header of each file) agree once the beginning weighs
// nothing, from row 600 on. Tolerance: one part in 10^9 of the figure, or 10^-9 where it is near nothing.
import {
  ADX,
  ATR,
  BollingerBands,
  BollingerBandsWidth,
  CCI,
  DonchianChannels,
  EMA,
  MACD,
  PercentB,
  ROC,
  RSI,
  SMA,
  SuperTrend,
} from 'trading-signals';
import { describe, expect, it } from 'vitest';
import { type Bar, type Computed, figures, randomBars } from './random-bars.ts';

const TOLERANCE = 1e-9;
const SETTLED = 600;

interface Rival {
  readonly name: string;
  readonly ind: Computed;
  readonly args: readonly number[];
  readonly out: string;
  /** First row that must agree. */
  readonly from: number;
  /** A fresh peer: fed a bar, it answers its figure or null. */
  readonly make: () => (bar: Bar, open: number) => number | null | undefined;
}

const candle = ({ high, low, close, volume }: Bar, open: number) => ({ open, high, low, close, volume });

function rivals(n: number): Rival[] {
  return [
    { name: 'SMA', ind: 'ma', args: [n], out: '', from: n - 1, make: () => ofClose(new SMA(n)) },
    { name: 'SMA of volumes', ind: 'vol_ma', args: [n], out: '', from: n - 1, make: ofVolume(n) },
    { name: 'EMA', ind: 'ema', args: [n], out: '', from: n - 1, make: () => ofClose(new EMA(n)) },
    { name: 'RSI', ind: 'rsi', args: [n], out: '', from: n, make: () => ofClose(new RSI(n)) },
    { name: 'ROC', ind: 'change', args: [n], out: '', from: n, make: hundredfold(() => ofClose(new ROC(n))) },
    { name: 'ATR', ind: 'atr', args: [n], out: '', from: n - 1, make: () => ofCandle(new ATR(n)) },
    { name: 'CCI', ind: 'cci', args: [n], out: '', from: n - 1, make: () => ofCandle(new CCI(n)) },
    { name: 'PercentB', ind: 'boll', args: [n, 2], out: 'pctb', from: n - 1, make: percentB(n) },
    { name: 'BB width', ind: 'boll', args: [n, 2], out: 'width', from: n - 1, make: hundredfold(() => bbWidth(n)) },
    { name: 'BB upper', ind: 'boll', args: [n, 2], out: 'up', from: n - 1, make: band(n, 'upper') },
    { name: 'BB lower', ind: 'boll', args: [n, 2], out: 'low', from: n - 1, make: band(n, 'lower') },
    { name: 'MACD', ind: 'macd', args: [n, 2 * n, 9], out: 'dif', from: 2 * n - 1, make: macd(n, 'macd') },
    { name: 'MACD signal', ind: 'macd', args: [n, 2 * n, 9], out: 'dea', from: SETTLED, make: macd(n, 'signal') },
    {
      name: 'MACD histogram',
      ind: 'macd',
      args: [n, 2 * n, 9],
      out: 'hist',
      from: SETTLED,
      make: macd(n, 'histogram'),
    },
    { name: 'ADX', ind: 'adx', args: [n], out: 'adx', from: SETTLED, make: () => ofCandle(new ADX(n)) },
    {
      name: 'ADX pdi',
      ind: 'adx',
      args: [n],
      out: 'pdi',
      from: SETTLED,
      make: hundredfold(() => directional(n, 'pdi')),
    },
    {
      name: 'ADX mdi',
      ind: 'adx',
      args: [n],
      out: 'mdi',
      from: SETTLED,
      make: hundredfold(() => directional(n, 'mdi')),
    },
    { name: 'Donchian upper', ind: 'highest', args: [n], out: '', from: n, make: donchianBefore(n, 'upper') },
    { name: 'Donchian lower', ind: 'lowest', args: [n], out: '', from: n, make: donchianBefore(n, 'lower') },
    { name: 'SuperTrend', ind: 'supertrend', args: [n, 3], out: 'dir', from: n - 1, make: supertrend(n) },
  ];
}

type Feed = (bar: Bar, open: number) => number | null | undefined;

function ofClose(peer: { update(close: number, replace: boolean): unknown; isStable: boolean }): Feed {
  return ({ close }) => {
    const value = peer.update(close, false);
    return peer.isStable ? (value as number) : null;
  };
}

function ofCandle(peer: { update(of: ReturnType<typeof candle>, replace: boolean): number | null }): Feed {
  return (bar, open) => peer.update(candle(bar, open), false);
}

const hundredfold = (make: () => Feed) => () => {
  const feed = make();
  return (bar: Bar, open: number) => {
    const value = feed(bar, open);
    return typeof value === 'number' ? value * 100 : value;
  };
};
const ofVolume = (n: number) => () => {
  const peer = new SMA(n);
  return ({ volume }: Bar) => peer.update(volume, false);
};
const percentB = (n: number) => () => ofClose(new PercentB({ interval: n, deviationMultiplier: 2 }));
const bbWidth = (n: number) => ofClose(new BollingerBandsWidth(new BollingerBands(n, 2)));
const band = (n: number, which: 'upper' | 'lower') => () => {
  const peer = new BollingerBands(n, 2);
  return ({ close }: Bar) => peer.update(close, false)?.[which];
};
const macd = (n: number, which: 'macd' | 'signal' | 'histogram') => () => {
  const peer = new MACD(new EMA(n), new EMA(2 * n), new EMA(9));
  return ({ close }: Bar) => peer.update(close, false)?.[which];
};
const directional = (n: number, which: 'pdi' | 'mdi'): Feed => {
  const peer = new ADX(n);
  return (bar, open) => {
    peer.update(candle(bar, open), false);
    return peer[which] ?? null;
  };
};
/** Its channel has the newest candle inside; ours is the one of a candle before. */
const donchianBefore = (n: number, which: 'upper' | 'lower') => () => {
  const peer = new DonchianChannels(n);
  let before: number | undefined;
  return (bar: Bar, open: number) => {
    const answer = before;
    before = peer.update(candle(bar, open), false)?.[which];
    return answer;
  };
};
const supertrend = (n: number) => () => {
  const peer = new SuperTrend({ interval: n, multiplier: 3 });
  return (bar: Bar, open: number) => {
    const result = peer.update(candle(bar, open), false);
    return result === null ? null : result.trend === 'BULLISH' ? 1 : -1;
  };
};

// Fractions by which no two movements tie: where they tie, the peer counts both (adx.ts says what Wilder does).
const bars = randomBars(1_500, 11).map(({ high, low, close, volume }, row) => ({
  high: high + ((row * Math.SQRT2) % 1),
  low: low - ((row * Math.E) % 1),
  close,
  volume,
}));

describe.each([5, 14, 26])('trading-signals, n = %i', (n) => {
  it.each(rivals(n))('$name', ({ ind, args, out, from, make }) => {
    const ours = figures(ind, args, bars, out);
    const feed = make();
    const theirs = bars.map((bar, row) => feed(bar, row === 0 ? bar.close : bars[row - 1]!.close));
    let compared = 0;
    for (let row = from; row < bars.length; row++) {
      const theirFigure = theirs[row]!;
      expect(Math.abs(ours[row]! - theirFigure), `row ${row}`).toBeLessThanOrEqual(
        TOLERANCE * Math.max(1, Math.abs(theirFigure)),
      );
      compared++;
    }
    expect(compared).toBeGreaterThan(800);
  });
});
