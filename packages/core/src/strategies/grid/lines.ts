// The lines of a grid in ticks: arithmetic exactly, geometric by decimal arithmetic and rounded half up. Line k may lie
// beyond the range (k > levels): that is how a trailing grid grows.
import { Decimal } from 'decimal.js';
import type { Ticks } from '../../money/units.ts';

const Exact = Decimal.clone({ precision: 40, rounding: Decimal.ROUND_HALF_UP });

export type GridMode = 'arithmetic' | 'geometric';

export interface LineSpec {
  readonly lowerTicks: Ticks;
  readonly upperTicks: Ticks;
  readonly levels: number;
  readonly mode: GridMode;
}

/** Lines `from` to `from + levels`, ascending: levels + 1 prices. */
export function gridLines(spec: LineSpec, from = 0): Ticks[] {
  const lines: Ticks[] = [];
  if (spec.mode === 'arithmetic') {
    for (let k = from; k <= from + spec.levels; k++) lines.push(arithmeticLine(spec, k));
    return lines;
  }
  const ratio = geometricRatio(spec);
  let price = ratio.pow(from).times(spec.lowerTicks);
  for (let k = from; k <= from + spec.levels; k++) {
    lines.push(price.toDecimalPlaces(0).toNumber());
    price = price.times(ratio);
  }
  return lines;
}

/** One line by its number. */
export function gridLine(spec: LineSpec, k: number): Ticks {
  if (spec.mode === 'arithmetic') return arithmeticLine(spec, k);
  return geometricRatio(spec).pow(k).times(spec.lowerTicks).toDecimalPlaces(0).toNumber();
}

export function areDistinct(lines: readonly Ticks[]): boolean {
  for (let k = 1; k < lines.length; k++) if (lines[k]! <= lines[k - 1]!) return false;
  return true;
}

/** The line nearest to a price stays empty; between two equally near, the upper one. */
export function emptyLine(lines: readonly Ticks[], priceTicks: Ticks): number {
  let nearest = 0;
  for (let k = 1; k < lines.length; k++) {
    if (Math.abs(lines[k]! - priceTicks) <= Math.abs(lines[nearest]! - priceTicks)) nearest = k;
  }
  return nearest;
}

function arithmeticLine(spec: LineSpec, k: number): Ticks {
  const doubled = 2 * k * (spec.upperTicks - spec.lowerTicks) + spec.levels;
  return spec.lowerTicks + Math.floor(doubled / (2 * spec.levels));
}

function geometricRatio(spec: LineSpec): Decimal {
  return new Exact(spec.upperTicks).div(spec.lowerTicks).pow(new Exact(1).div(spec.levels));
}
