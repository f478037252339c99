// The ladder as a screen shows it: the orders of the round that filled, the one that is waited for, and where the later
// ones would lie if each filled at its level.
import { averageTicks, takenAtMarket } from '../../strategy/round/targets.ts';
import type { LadderLine, View } from '../../strategy/strategy.ts';
import type { MartinParams } from './params.ts';
import { simulate } from './simulate.ts';
import { ADD_SLOT, entrySide, fillTicks, type MartinState, nextStep, sideOf } from './state.ts';

/** Lowest price first. */
export function martinLadder(params: MartinParams, state: MartinState, view: View): LadderLine[] {
  const { instrument } = view;
  const side = entrySide(params);
  const held = { side: sideOf(params), coinAtoms: 0, costAtoms: 0 };
  const lines: LadderLine[] = state.lots.map((lot) => {
    held.coinAtoms += lot.coinAtoms;
    held.costAtoms += lot.costAtoms;
    return {
      priceTicks: fillTicks(lot, instrument.quoteAtomsPerTickLot),
      side,
      state: lot.slot === -1 || view.order(lot.slot) === undefined ? 'filled' : 'live',
      qtyLots: lot.qtyLots,
      reason: '',
      step: lot.step + 1,
      amountAtoms: lot.notionalAtoms,
      averageTicks: averageTicks(instrument, held),
    };
  });
  const start = startOf(params, state, view);
  const live = view.order(ADD_SLOT);
  for (const row of simulate(instrument, params, sideOf(params), start)) {
    const lots = row.heldLots - (start.held?.qtyLots ?? 0);
    const more = takenAtMarket(instrument, held.side, lots, row.notionalAtoms - (start.held?.notionalAtoms ?? 0));
    const coinAtoms = held.coinAtoms + more.coinAtoms;
    const costAtoms = held.costAtoms + more.costAtoms;
    const rests = live !== undefined && live.type === 'limit' && row.index === nextStep(state);
    lines.push({
      priceTicks: row.triggerTicks,
      side,
      state: rests ? 'live' : 'waiting',
      qtyLots: row.qtyLots,
      reason: '',
      step: row.index + 1,
      amountAtoms: row.amountAtoms,
      averageTicks: averageTicks(instrument, { side: held.side, coinAtoms, costAtoms }),
    });
  }
  return lines.sort((a, b) => a.priceTicks - b.priceTicks);
}

/** From where the ladder goes on. Without a position: from the present price. */
function startOf(params: MartinParams, state: MartinState, view: View) {
  if (state.lots.length === 0) {
    const entry = params.entry === 'price' ? params.entryTicks : view.lastTicks;
    return { index: 0, nextTicks: entry, firstTicks: entry, depthE9: 0, held: null };
  }
  let qtyLots = 0;
  let notionalAtoms = 0;
  for (const lot of state.lots) {
    qtyLots += lot.qtyLots;
    notionalAtoms += lot.notionalAtoms;
  }
  const { addTicks, firstTicks, nextDepthE9 } = state;
  return {
    index: nextStep(state),
    nextTicks: addTicks,
    firstTicks,
    depthE9: nextDepthE9,
    held: { qtyLots, notionalAtoms },
  };
}
