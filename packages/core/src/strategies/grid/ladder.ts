// The ladder as a screen shows it: one entry per line, with what rests there or why nothing does.
import type { LadderLine, OwnOrder, View } from '../../strategy/strategy.ts';
import type { GridParams } from './params.ts';
import { type Cell, type GridState, slotOf } from './state.ts';

/** Lowest line first. A line takes the order of the cell that buys there, else of the cell that sells there. */
export function gridLadder(_params: GridParams, state: GridState, view: View): LadderLine[] {
  return state.lines.map((priceTicks, line) => {
    // A line belongs to the cell that has it as its lower line and to the one that has it as its upper one.
    const upper = line > 0 ? state.cells[line - 1] : undefined;
    const lower = state.cells[line];
    const trades = state.stage === 'trading';
    const upperSells = upper !== undefined && (upper.short ? upper.heldLots === 0 && trades : upper.heldLots > 0);
    const lowerBuys = lower !== undefined && (lower.short ? lower.heldLots > 0 : lower.heldLots === 0 && trades);
    if (upperSells) return lineOf(priceTicks, 'sell', upper, view.order(slotOf(state, line - 1)));
    if (lowerBuys) return lineOf(priceTicks, 'buy', lower, view.order(slotOf(state, line)));
    return { priceTicks, side: '', state: 'empty', qtyLots: 0, reason: '' };
  });
}

function lineOf(priceTicks: number, side: 'buy' | 'sell', cell: Cell, order: OwnOrder | undefined): LadderLine {
  const qtyLots = cell.heldLots > 0 ? cell.heldLots : cell.qtyLots;
  if (order !== undefined && order.status === 'open') return { priceTicks, side, state: 'live', qtyLots, reason: '' };
  if (order !== undefined || cell.reason === '') return { priceTicks, side, state: 'waiting', qtyLots, reason: '' };
  return { priceTicks, side, state: 'missing', qtyLots, reason: cell.reason };
}
