// For tests of this folder: bars out of a seed, and an indicator over bars.
import type { IndicatorCall } from './catalogue.ts';
import { specOf } from './catalogue.ts';
import { makeIndicator } from './make-indicator.ts';
import type { IndicatorName } from './read.ts';

export interface Bar {
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

/** A wander of whole prices around 10,000 with whole volumes; the seed varies it. */
export function randomBars(length: number, seed: number): Bar[] {
  let state = seed;
  const next = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 8) % below;
  };
  const bars: Bar[] = [];
  let open = 10_000;
  for (let row = 0; row < length; row++) {
    const close = Math.max(1_000, open + next(201) - 100);
    const high = Math.max(open, close) + next(50);
    const low = Math.min(open, close) - next(50);
    bars.push({ high, low, close, volume: next(1_000) });
    open = close;
  }
  return bars;
}

export const closesOnly = (closes: readonly number[]): Bar[] =>
  closes.map((close) => ({ high: close, low: close, close, volume: 1 }));

export type Computed = Exclude<IndicatorName, 'funding'>;

/** The figures of one output, bar by bar. */
export function figures(ind: Computed, args: readonly number[], bars: readonly Bar[], out = ''): number[] {
  const at = specOf(ind).outputs.findIndex((output) => output.out === out);
  const indicator = makeIndicator(ind, args);
  return bars.map(({ high, low, close, volume }) => {
    indicator.push(high, low, close, volume);
    return indicator.values[at]!;
  });
}

export const callText = ({ ind, args, out }: IndicatorCall): string =>
  `${ind}(${args.join(',')})${out === '' ? '' : `.${out}`}`;
