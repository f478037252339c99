// A total and its parts as one block shows them: all with the same decimals, the last part computed from the figures that
// are shown, so that they add up to the last digit on screen.
import { addDecimals, type Decimal } from '../../ui/figures.ts';

export interface ShownParts {
  readonly decimals: 2 | 4;
  readonly total: string | null;
  readonly first: string | null;
  /** total - first, of the shown figures. */
  readonly rest: string | null;
}

function isBelowOne(value: Decimal): boolean {
  return value !== null && value !== undefined && Math.abs(Number(value)) < 1;
}

function isZero(value: Decimal): boolean {
  return Number(value) === 0;
}

export function shownParts(total: Decimal, first: Decimal): ShownParts {
  const small = isBelowOne(total) && isBelowOne(first) && !(isZero(total) && isZero(first));
  const decimals = small ? 4 : 2;
  const shownTotal = addDecimals([total], decimals);
  const shownFirst = addDecimals([first], decimals);
  return {
    decimals,
    total: shownTotal,
    first: shownFirst,
    rest: addDecimals([shownTotal, negative(shownFirst)], decimals),
  };
}

function negative(value: string | null): string | null {
  if (value === null) return null;
  return value.startsWith('-') ? value.slice(1) : `-${value}`;
}
