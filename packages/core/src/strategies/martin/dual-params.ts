// A martingale of two sides: a long and a short machine on one contract in hedge mode, one bot with one investment. Both are
// read from the same fields, each with its half of the money; what either side refuses is refused.
import { formatQuote, parseQuote } from '../../market/conversions.ts';
import type { Instrument } from '../../market/instrument.ts';
import { parse18 } from '../../money/amount-e18.ts';
import type { Atoms } from '../../money/units.ts';
import type { FieldIssue, ParamsContext, ParamsResult, RawParams } from '../../strategy/field.ts';
import { type MartinParams, parseMartinParams } from './params.ts';

export interface DualParams {
  readonly direction: 'dual';
  readonly symbol: string;
  readonly leverage: number;
  /** Long, short. */
  readonly sides: readonly [MartinParams, MartinParams];
}

export type AnyMartinParams = MartinParams | DualParams;

export function isDual(params: AnyMartinParams): params is DualParams {
  return params.direction === 'dual';
}

/** Half each; an odd atom is the long side's. */
export function dualShares(investmentAtoms: Atoms): readonly [Atoms, Atoms] {
  const short = Math.floor(investmentAtoms / 2);
  return [investmentAtoms - short, short];
}

/** A martingale of one side, or of both. */
export function parseAnyMartin(raw: RawParams, context: ParamsContext): ParamsResult<AnyMartinParams> {
  const { instrument, investmentAtoms } = context;
  if (raw['direction'] !== 'dual' || instrument.market !== 'futures') return parseMartinParams(raw, context);
  // Money counts for the poorer half.
  const [, share] = dualShares(investmentAtoms);
  const half = { ...context, investmentAtoms: share };
  const long = parseMartinParams({ ...raw, direction: 'long' }, half);
  const short = parseMartinParams({ ...raw, direction: 'short' }, half);
  if (long.ok && short.ok) {
    const sides = [long.params, short.params] as const;
    return {
      ok: true,
      params: { direction: 'dual', symbol: instrument.symbol, leverage: long.params.leverage, sides },
    };
  }
  const both = [long, short].map((side) => (side.ok ? [] : side.issues));
  return { ok: false, issues: sharedIssues(both[0]!, both[1]!).map((issue) => forBoth(instrument, issue)) };
}

/** What one side or both refuse; a range is the one that both allow. */
export function sharedIssues(long: readonly FieldIssue[], short: readonly FieldIssue[]): FieldIssue[] {
  const isSame = (a: FieldIssue, b: FieldIssue) => a.field === b.field && a.rule === b.rule && a.at === b.at;
  const shared = long.map((issue) => {
    const other = short.find((one) => isSame(one, issue));
    return other === undefined ? issue : narrowed(issue, other);
  });
  return [...shared, ...short.filter((issue) => !long.some((one) => isSame(one, issue)))];
}

function narrowed(a: FieldIssue, b: FieldIssue): FieldIssue {
  const min = pick(a.min, b.min, (x, y) => x >= y);
  const max = pick(a.max, b.max, (x, y) => x <= y);
  return { ...a, ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
}

function pick(a: string | undefined, b: string | undefined, wins: (a: bigint, b: bigint) => boolean) {
  if (a === undefined || b === undefined) return a ?? b;
  return wins(parse18(a), parse18(b)) ? a : b;
}

/** The investment is that of both sides. */
function forBoth(instrument: Instrument, issue: FieldIssue): FieldIssue {
  if (issue.field !== 'investment') return issue;
  const twice = (text: string) => formatQuote(instrument, 2 * parseQuote(instrument, text, 'ceil'));
  return {
    ...issue,
    ...(issue.min === undefined ? {} : { min: twice(issue.min) }),
    ...(issue.max === undefined ? {} : { max: twice(issue.max) }),
  };
}
