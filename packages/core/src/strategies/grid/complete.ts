// Grids of older snapshots. Before version 1 all of them were long, on spot, without leverage; before version 2 a cell was
// an object of its own.
import type { Atoms, Lots, TimeMs } from '../../money/units.ts';
import type { RefusalReason } from '../../strategy/strategy.ts';
import type { GridParams } from './params.ts';
import { flatCells, type GridState } from './state.ts';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** A cell before version 2. */
interface OldCell {
  short?: boolean;
  qtyLots: Lots;
  heldLots: Lots;
  boughtLots: Lots;
  gotAtoms: Atoms;
  costAtoms: Atoms;
  buyFeeAtoms: Atoms;
  soldLots: Lots;
  proceedsAtoms: Atoms;
  sellFeeAtoms: Atoms;
  pairId: number;
  waits: boolean;
  reason: RefusalReason | '';
  tries: number;
  retryAtMs: TimeMs;
}

export function completeGrid(params: GridParams, state: GridState | null, from: number): void {
  const given = params as Mutable<GridParams>;
  given.direction ??= 'long';
  given.leverage ??= 1;
  given.reserveAtoms ??= 0;
  if (state !== null && from < 2) takeApart(state, state.cells as unknown as OldCell[]);
}

function takeApart(state: GridState, old: readonly OldCell[]): void {
  const cells = flatCells(old.length, 0);
  const firstShort = old.findIndex(({ short }) => short === true);
  Reflect.deleteProperty(state, 'missing');
  Object.assign(state, { cells, parts: [], gaps: [], waiting: [] });
  state.shortFrom = firstShort < 0 ? state.lines.length : firstShort;
  for (const [cell, one] of old.entries()) {
    const { boughtLots, costAtoms, heldLots, reason, retryAtMs, soldLots, tries } = one;
    cells.qtyLots[cell] = one.qtyLots;
    cells.heldLots[cell] = heldLots;
    cells.costAtoms[cell] = boughtLots > 0 ? 0 : costAtoms;
    cells.feeAtoms[cell] = boughtLots > 0 ? 0 : one.buyFeeAtoms;
    cells.pairIds[cell] = one.pairId;
    if (boughtLots > 0) {
      const { buyFeeAtoms: feeAtoms, gotAtoms: coinAtoms } = one;
      state.parts.push({ cell, lots: boughtLots, coinAtoms, quoteAtoms: costAtoms, feeAtoms });
    } else if (soldLots > 0) {
      const { proceedsAtoms: quoteAtoms, sellFeeAtoms: feeAtoms } = one;
      state.parts.push({ cell, lots: soldLots, coinAtoms: 0, quoteAtoms, feeAtoms });
    }
    if (reason !== '' || tries > 0) state.gaps.push({ cell, reason, tries, retryAtMs });
    if (one.waits) state.waiting.push(cell);
  }
}
