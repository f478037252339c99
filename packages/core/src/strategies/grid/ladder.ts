// The ladder as a screen shows it: one entry per line, with what rests there or why nothing does.
import type { LadderLine, OwnOrder, View } from '../../strategy/strategy.ts';
import type { GridParams } from './params.ts';
import { type Cell, type GridState, slotOf } from './state.ts';

/** Lowest line first. A line takes the order of the cell that buys there, else of the cell that sells there. */
export function gridLadder(_params: GridParams, state: GridState, view: View): LadderLine[] {
  return state.lines.map((priceTicks, line) => {
    const buyer = state.cells[line];
    const seller = line > 0 ? state.cells[line - 1] : undefined;
    const buys = buyer !== undefined && buyer.heldLots === 0 && state.stage === 'trading';
    const sells = seller !== undefined && seller.heldLots > 0;
    if (sells) return lineOf(priceTicks, 'sell', seller, seller.heldLots, view.order(slotOf(state, line - 1)));
    if (buys) return lineOf(priceTicks, 'buy', buyer, buyer.qtyLots, view.order(slotOf(state, line)));
    return { priceTicks, side: '', state: 'empty', qtyLots: 0, reason: '' };
  });
}

function lineOf(
  priceTicks: number,
  side: 'buy' | 'sell',
  cell: Cell,
  qtyLots: number,
  order: OwnOrder | undefined,
): LadderLine {
  if (order !== undefined && order.status === 'open') return { priceTicks, side, state: 'live', qtyLots, reason: '' };
  if (order !== undefined || cell.reason === '') return { priceTicks, side, state: 'waiting', qtyLots, reason: '' };
  return { priceTicks, side, state: 'missing', qtyLots, reason: cell.reason };
}
