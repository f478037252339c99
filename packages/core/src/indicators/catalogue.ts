// THE table of indicators (product.md 4.8): their names, arguments with ranges, outputs with units, and how many candles
// each needs. The parser of conditions, the editor's pickers, the hub and the tests all read it; it holds no arithmetic,
// so that a page may load it alone.
import type { IndicatorName } from './read.ts';

/** An argument is a whole number. */
export interface IndicatorArg {
  /** 'n', 'k', 'f', 's', 'g' as in product.md. */
  readonly key: string;
  readonly min: number;
  readonly max: number;
  readonly default: number;
}

/** price: in quote per coin · volume: in coins · percent: 12.5 = 12.5 % · plain: a number without a unit. */
export type IndicatorUnit = 'price' | 'volume' | 'percent' | 'plain';

export interface IndicatorOutput {
  /** '' = its only one. */
  readonly out: string;
  readonly unit: IndicatorUnit;
}

export interface IndicatorSpec {
  readonly ind: IndicatorName;
  readonly args: readonly IndicatorArg[];
  readonly outputs: readonly IndicatorOutput[];
  /** Only on this market; absent = on both. */
  readonly market?: 'futures';
}

/** What is asked for, whatever the timeframe. */
export interface IndicatorCall {
  readonly ind: IndicatorName;
  readonly args: readonly number[];
  readonly out: string;
}

const MIN_PERIODS = 2;
const MAX_PERIODS = 200;
const MAX_DEVIATIONS = 10;

const periods = (byDefault: number, key = 'n'): IndicatorArg => ({
  key,
  min: MIN_PERIODS,
  max: MAX_PERIODS,
  default: byDefault,
});
const times = (byDefault: number): IndicatorArg => ({ key: 'k', min: 1, max: MAX_DEVIATIONS, default: byDefault });
const only = (unit: IndicatorUnit): readonly IndicatorOutput[] => [{ out: '', unit }];
const each = (unit: IndicatorUnit, ...outs: string[]): readonly IndicatorOutput[] => outs.map((out) => ({ out, unit }));

export const INDICATORS: readonly IndicatorSpec[] = [
  { ind: 'price', args: [], outputs: only('price') },
  { ind: 'change', args: [periods(10)], outputs: only('percent') },
  { ind: 'ma', args: [periods(25)], outputs: only('price') },
  { ind: 'ema', args: [periods(26)], outputs: only('price') },
  { ind: 'rsi', args: [periods(14)], outputs: only('percent') },
  {
    ind: 'macd',
    args: [periods(12, 'f'), periods(26, 's'), periods(9, 'g')],
    outputs: each('price', 'dif', 'dea', 'hist'),
  },
  {
    ind: 'boll',
    args: [periods(20), times(2)],
    outputs: [...each('price', 'up', 'mid', 'low'), { out: 'pctb', unit: 'plain' }, { out: 'width', unit: 'percent' }],
  },
  { ind: 'kdj', args: [periods(9)], outputs: each('percent', 'k', 'd', 'j') },
  { ind: 'atr', args: [periods(14)], outputs: only('price') },
  { ind: 'adx', args: [periods(14)], outputs: each('percent', 'adx', 'pdi', 'mdi') },
  { ind: 'cci', args: [periods(20)], outputs: only('plain') },
  { ind: 'obv', args: [], outputs: only('volume') },
  { ind: 'vol', args: [], outputs: only('volume') },
  { ind: 'vol_ma', args: [periods(20)], outputs: only('volume') },
  { ind: 'highest', args: [periods(20)], outputs: only('price') },
  { ind: 'lowest', args: [periods(20)], outputs: only('price') },
  { ind: 'supertrend', args: [periods(10), times(3)], outputs: each('plain', 'dir') },
  { ind: 'funding', args: [], outputs: only('percent'), market: 'futures' },
];

const byName = new Map<string, IndicatorSpec>(INDICATORS.map((spec) => [spec.ind, spec]));

export function isIndicator(name: unknown): name is IndicatorName {
  return typeof name === 'string' && byName.has(name);
}

export function specOf(ind: IndicatorName): IndicatorSpec {
  const spec = byName.get(ind);
  if (spec === undefined) throw new RangeError(`no indicator '${ind}'`);
  return spec;
}

/** What is wrong with a call: its name, one of its arguments (`index`), how many there are, or its output. */
export interface CallIssue {
  readonly part: 'ind' | 'args' | 'out';
  /** Of the argument; absent when their number is wrong. */
  readonly index?: number;
  readonly min?: number;
  readonly max?: number;
  /** What a name or an output may be. */
  readonly options?: readonly string[];
}

/** Null when the call can be computed. Takes what came over the wire as it is. */
export function checkCall(call: { ind: unknown; args: unknown; out: unknown }): CallIssue | null {
  const { ind, args, out } = call;
  if (!isIndicator(ind)) return { part: 'ind', options: INDICATORS.map((spec) => spec.ind) };
  const spec = specOf(ind);
  const argsIssue = checkArgs(spec, args);
  if (argsIssue !== null) return argsIssue;
  if (spec.outputs.some((output) => output.out === out)) return null;
  return { part: 'out', options: spec.outputs.map((output) => output.out) };
}

function checkArgs(spec: IndicatorSpec, args: unknown): CallIssue | null {
  const { length } = spec.args;
  if (!Array.isArray(args) || args.length !== length) return { part: 'args', min: length, max: length };
  for (const [index, { min, max }] of spec.args.entries()) {
    const value: unknown = args[index];
    if (!Number.isInteger(value) || (value as number) < min || (value as number) > max) {
      return { part: 'args', index, min, max };
    }
  }
  // A fast mean that is not faster than the slow one draws a line at 0, or MACD upside down.
  const [fast, slow] = args as number[];
  if (spec.ind === 'macd' && fast! >= slow!) return { part: 'args', index: 0, min: MIN_PERIODS, max: slow! - 1 };
  return null;
}

/** How many closed candles it takes until there is a first value. */
export function warmUpOf({ ind, args, out }: IndicatorCall): number {
  const n = args[0] ?? 0;
  switch (ind) {
    case 'price':
    case 'vol':
      return 1;
    case 'obv':
      return 2;
    case 'change':
    case 'rsi':
    case 'highest':
    case 'lowest':
      return n + 1;
    case 'macd':
      return out === 'dif' ? args[1]! : args[1]! + args[2]! - 1;
    case 'adx':
      return out === 'adx' ? 2 * n : n + 1;
    case 'funding':
      return 1;
    default:
      return n;
  }
}
