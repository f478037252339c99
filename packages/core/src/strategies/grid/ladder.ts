// The ladder as a screen shows it: one entry per line, with what rests there or why nothing does.
import type { Ticks } from '../../money/units.ts';
import type { LadderLine, View } from '../../strategy/strategy.ts';
import type { GridParams } from './params.ts';
import { cellCount, type GridState, gapOf, isShort, slotOf } from './state.ts';

/** Lowest line first. A line takes the order of the cell that buys there, else of the cell that sells there. */
export function gridLadder(_params: GridParams, state: GridState, view: View): LadderLine[] {
  return state.lines.map((priceTicks, line) => {
    // A line belongs to the cell that has it as its lower line and to the one that has it as its upper one.
    if (line > 0 && hasOrder(state, line - 1, isShort(state, line - 1)))
      return lineOf(state, line - 1, priceTicks, 'sell', view);
    if (line < cellCount(state) && hasOrder(state, line, !isShort(state, line)))
      return lineOf(state, line, priceTicks, 'buy', view);
    return { priceTicks, side: '', state: 'empty', qtyLots: 0, reason: '' };
  });
}

/** A cell opens while the grid trades, and closes whenever it holds. */
function hasOrder(state: GridState, cell: number, opens: boolean): boolean {
  const holds = state.cells.heldLots[cell]! > 0;
  return opens ? !holds && state.stage === 'trading' : holds;
}

function lineOf(state: GridState, cell: number, priceTicks: Ticks, side: 'buy' | 'sell', view: View): LadderLine {
  const qtyLots = state.cells.heldLots[cell] || state.cells.qtyLots[cell]!;
  const order = view.order(slotOf(state, cell));
  if (order !== undefined && order.status === 'open') return { priceTicks, side, state: 'live', qtyLots, reason: '' };
  const reason = gapOf(state, cell)?.reason ?? '';
  if (order !== undefined || reason === '') return { priceTicks, side, state: 'waiting', qtyLots, reason: '' };
  return { priceTicks, side, state: 'missing', qtyLots, reason };
}
