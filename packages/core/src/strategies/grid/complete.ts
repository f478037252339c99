// Grids that were written before they knew contracts: all of them were long, on spot, without leverage.
import type { GridParams } from './params.ts';
import type { GridState } from './state.ts';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

export function completeGrid(params: GridParams, state: GridState | null): void {
  const given = params as Mutable<GridParams>;
  given.direction ??= 'long';
  given.leverage ??= 1;
  given.reserveAtoms ??= 0;
  for (const cell of state?.cells ?? []) cell.short ??= false;
}
