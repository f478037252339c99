// The streaming indicators against their definitions written out over whole columns, window by window: what a bar more
// changes in constant time is what the formula says of all bars at once.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Bar, type Computed, figures, randomBars } from './random-bars.ts';

type Definition = (bars: readonly Bar[], n: number) => number;
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const closes = (bars: readonly Bar[]) => bars.map(({ close }) => close);
const deviation = (values: readonly number[]) => Math.sqrt(mean(values.map((value) => (value - mean(values)) ** 2)));
const typical = ({ high, low, close }: Bar) => (high + low + close) / 3;

/** By name; each is given the newest bars up to some row. `bars.slice(-n)` is the window. */
const definitions: readonly { ind: Computed; out: string; of: Definition; args: (n: number) => number[] }[] = [
  { ind: 'ma', out: '', args: (n) => [n], of: (bars, n) => mean(closes(bars).slice(-n)) },
  { ind: 'vol_ma', out: '', args: (n) => [n], of: (bars, n) => mean(bars.slice(-n).map(({ volume }) => volume)) },
  {
    ind: 'change',
    out: '',
    args: (n) => [n],
    of: (bars, n) => (bars.at(-1)!.close / bars.at(-1 - n)!.close - 1) * 100,
  },
  {
    ind: 'boll',
    out: 'up',
    args: (n) => [n, 3],
    of: (bars, n) => mean(closes(bars).slice(-n)) + 3 * deviation(closes(bars).slice(-n)),
  },
  {
    ind: 'boll',
    out: 'width',
    args: (n) => [n, 2],
    of: (bars, n) => (400 * deviation(closes(bars).slice(-n))) / mean(closes(bars).slice(-n)),
  },
  {
    ind: 'cci',
    out: '',
    args: (n) => [n],
    of: (bars, n) => {
      const window = bars.slice(-n).map(typical);
      return (window.at(-1)! - mean(window)) / (0.015 * mean(window.map((value) => Math.abs(value - mean(window)))));
    },
  },
  {
    ind: 'highest',
    out: '',
    args: (n) => [n],
    of: (bars, n) => Math.max(...bars.slice(-n - 1, -1).map(({ high }) => high)),
  },
  {
    ind: 'lowest',
    out: '',
    args: (n) => [n],
    of: (bars, n) => Math.min(...bars.slice(-n - 1, -1).map(({ low }) => low)),
  },
  {
    ind: 'kdj',
    out: 'd',
    args: (n) => [n],
    of: (bars, n) => {
      let [k, d] = [50, 50];
      for (let end = n; end <= bars.length; end++) {
        const window = bars.slice(end - n, end);
        const low = Math.min(...window.map((bar) => bar.low));
        const high = Math.max(...window.map((bar) => bar.high));
        k = (2 / 3) * k + (100 / 3) * ((window.at(-1)!.close - low) / (high - low));
        d = (2 / 3) * d + (1 / 3) * k;
      }
      return d;
    },
  },
];

it.each(definitions)('$ind $out is what its definition says of every window', ({ ind, out, of, args }) => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 60 }), fc.nat(), (n, seed) => {
      const bars = randomBars(150, seed);
      const values = figures(ind, args(n), bars, out);
      for (let row = n; row < bars.length; row += 7) {
        expect(Math.abs(values[row]! - of(bars.slice(0, row + 1), n))).toBeLessThan(1e-8);
      }
    }),
    { numRuns: 40 },
  );
});
