// Condition trees (product.md 4.8): groups of comparisons between indicators of closed candles. What they are, which
// indicators they read, whether they hold now, and when that may change. Pure; the parser is in parse-conditions.ts.
// Figures of indicators are floats: they decide, and never become money. A figure that is not known yet (NaN) makes its
// comparison false, whichever way it compares.
import { type IndicatorRead, readKey } from '../indicators/read.ts';
import { type CandleTimeframe, TIMEFRAME_MS } from '../market/candles.ts';
import type { Instrument } from '../market/instrument.ts';
import type { Ticks, TimeMs } from '../money/units.ts';

export const COMPARISONS = ['>', '>=', '<', '<=', 'cross_up', 'cross_down'] as const;
export type Comparison = (typeof COMPARISONS)[number];
export const TIMEFRAMES = Object.keys(TIMEFRAME_MS) as readonly CandleTimeframe[];

export const MAX_DEPTH = 3;
export const MAX_CONDITIONS = 20;
export const MAX_ITEMS = 10;

/** An indicator as hosts know it: hosts find a figure fastest by the very same object, so a tree holds one for each side. */
export type Operand = IndicatorRead;

export interface Threshold {
  /** As it was entered: a decimal string. */
  readonly num: string;
}

/**
 * on 'close': both sides as of the newest closed candle of `tf`. on 'tick': one side is `price`, and that side is the
 * last print; the other stays as of the closed candle.
 */
export interface Condition {
  readonly left: Operand;
  readonly cmp: Comparison;
  readonly right: Operand | Threshold;
  readonly tf: CandleTimeframe;
  readonly on: 'close' | 'tick';
}

export interface ConditionGroup {
  readonly op: 'all' | 'any';
  readonly items: readonly (ConditionGroup | Condition)[];
}

/** What a tree reads: a part of the strategies' View. */
export interface ConditionView {
  readonly instrument: Instrument;
  readonly lastTicks: Ticks;
  indicator(read: IndicatorRead, back?: 0 | 1): number;
}

export function isGroup(item: ConditionGroup | Condition): item is ConditionGroup {
  return 'op' in item;
}

export function isThreshold(side: Operand | Threshold): side is Threshold {
  return 'num' in side;
}

/** The conditions of a tree, in reading order. */
export function conditionsOf(tree: ConditionGroup): Condition[] {
  return tree.items.flatMap((item) => (isGroup(item) ? conditionsOf(item) : [item]));
}

/** The indicators a tree asks for, each once. */
export function readsOf(tree: ConditionGroup): IndicatorRead[] {
  const reads = new Map<string, IndicatorRead>();
  for (const { left, right } of conditionsOf(tree)) {
    for (const side of [left, right]) {
      if (isThreshold(side)) continue;
      reads.set(readKey(side), side);
    }
  }
  return [...reads.values()];
}

export function evaluate(tree: ConditionGroup, view: ConditionView): boolean {
  const holds = (item: ConditionGroup | Condition) =>
    isGroup(item) ? evaluate(item, view) : conditionHolds(item, view);
  return tree.op === 'all' ? tree.items.every(holds) : tree.items.some(holds);
}

export function conditionHolds(condition: Condition, view: ConditionView): boolean {
  const left = figureOf(condition, condition.left, view, 0);
  const right = figureOf(condition, condition.right, view, 0);
  switch (condition.cmp) {
    case '>':
      return left > right;
    case '>=':
      return left >= right;
    case '<':
      return left < right;
    case '<=':
      return left <= right;
    case 'cross_up':
      return (
        left > right && figureOf(condition, condition.left, view, 1) <= figureOf(condition, condition.right, view, 1)
      );
    case 'cross_down':
      return (
        left < right && figureOf(condition, condition.left, view, 1) >= figureOf(condition, condition.right, view, 1)
      );
  }
}

/** The next close of a candle that the tree reads: nothing of it changes before, but for the last price on 'tick'. */
export function nextCandleClose(tree: ConditionGroup, nowMs: TimeMs): TimeMs {
  let next = Number.POSITIVE_INFINITY;
  for (const { tf } of conditionsOf(tree)) {
    const step = TIMEFRAME_MS[tf];
    next = Math.min(next, (Math.floor(nowMs / step) + 1) * step);
  }
  return next;
}

export function hasTicks(tree: ConditionGroup): boolean {
  return conditionsOf(tree).some(({ on }) => on === 'tick');
}

/** The prices at which a condition of the tree may next change; 0 below and MAX_SAFE_INTEGER above = none. */
export interface TickBounds {
  readonly aboveTicks: Ticks;
  readonly belowTicks: Ticks;
}

/**
 * The nearest prices above and below the last one where a 'tick' condition turns, given the candles closed by now. Both
 * directions, because a condition that has ended may begin again.
 */
export function tickBounds(trees: readonly ConditionGroup[], view: ConditionView): TickBounds {
  let aboveTicks = Number.MAX_SAFE_INTEGER;
  let belowTicks = 0;
  for (const condition of trees.flatMap(conditionsOf)) {
    if (condition.on !== 'tick') continue;
    const priceLeft = isPrice(condition.left);
    const other = figureOf(condition, priceLeft ? condition.right : condition.left, view, 0);
    if (Number.isNaN(other)) continue;
    // Strict and weak comparisons turn at the figure itself or a tick beside it: both ticks next to it are watched.
    const { ceil, floor } = ticksAround(view.instrument, other);
    for (const turn of [floor - 1, floor, ceil, ceil + 1]) {
      if (turn > view.lastTicks) aboveTicks = Math.min(aboveTicks, turn);
      if (turn < view.lastTicks && turn > 0) belowTicks = Math.max(belowTicks, turn);
    }
  }
  return { aboveTicks, belowTicks };
}

/** What held, for the log of an order: 'rsi(14)@1h 27.41 < 30; …'. Only conditions that hold now are named. */
export function heldText(tree: ConditionGroup, view: ConditionView): string {
  return conditionsOf(tree)
    .filter((condition) => conditionHolds(condition, view))
    .map((condition) => conditionText(condition, view))
    .join('; ');
}

/** One comparison with its present figures; `?` where one is not known yet. */
export function conditionText(condition: Condition, view: ConditionView): string {
  const { left, cmp, right } = condition;
  return `${sideText(condition, left, view)} ${cmp} ${sideText(condition, right, view)}`;
}

function sideText(condition: Condition, side: Operand | Threshold, view: ConditionView): string {
  if (isThreshold(side)) return side.num;
  const figure = figureOf(condition, side, view, 0);
  return `${readKey(side).replace('()', '')} ${Number.isNaN(figure) ? '?' : figureText(figure)}`;
}

/** Six significant digits, without an exponent. */
export function figureText(figure: number): string {
  const digits = Math.abs(figure) >= 1 ? Math.max(0, 6 - Math.ceil(Math.log10(Math.abs(figure) + 1))) : 8;
  const text = figure.toFixed(digits);
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

/** back 1 of a 'tick' condition is the newest closed candle, because the present is the print after it. */
function figureOf(condition: Condition, side: Operand | Threshold, view: ConditionView, back: 0 | 1): number {
  if (isThreshold(side)) return Number(side.num);
  if (condition.on === 'close') return view.indicator(side, back);
  if (back === 0 && isPrice(side)) return priceOf(view.instrument, view.lastTicks);
  return view.indicator(side, 0);
}

export function isPrice(side: Operand | Threshold): boolean {
  return !isThreshold(side) && side.ind === 'price';
}

/** A price in whole coins, as the indicators count it. */
function priceOf(instrument: Instrument, ticks: Ticks): number {
  return (ticks * instrument.tickUnits) / 10 ** instrument.priceDecimals;
}

/** The last tick at or below a figure and the first at or above it, kept inside the prices there are. */
function ticksAround(instrument: Instrument, figure: number): { floor: Ticks; ceil: Ticks } {
  const ticks = (figure * 10 ** instrument.priceDecimals) / instrument.tickUnits;
  const inside = (value: number) => Math.min(Math.max(value, 0), instrument.maxPriceTicks + 1);
  return { floor: inside(Math.floor(ticks)), ceil: inside(Math.ceil(ticks)) };
}
