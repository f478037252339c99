// The add that a user makes by hand.
import { formatQuote } from '../../market/conversions.ts';
import { minEntryLots } from '../../strategy/order-minimums.ts';
import type { Intents, View } from '../../strategy/strategy.ts';
import { EXTRA_ADDS } from './ladder-plan.ts';
import { lotsFor } from './levels.ts';
import type { MartinParams } from './params.ts';
import { entrySide, MANUAL_SLOT, type MartinState } from './state.ts';

/** The command `add`: an amount, or the next size of the ladder; up to three beyond it. */
export function addByHand(
  params: MartinParams,
  state: MartinState,
  amountAtoms: number,
  view: View,
  out: Intents,
): void {
  const { instrument } = view;
  if (state.stage !== 'holding' || view.order(MANUAL_SLOT) !== undefined) {
    out.log('failed', 'manual_add_refused', { reason: 'unknown' });
    return;
  }
  const most = params.maxOrders + EXTRA_ADDS;
  if (state.used >= most) {
    out.log('failed', 'manual_add_limit', { max: most });
    return;
  }
  const atoms = amountAtoms > 0 ? amountAtoms : params.amountsAtoms[state.used]!;
  const lots = lotsFor(params, atoms, view);
  const min = minEntryLots(instrument, view.lastTicks);
  if (lots < min) {
    const minAtoms = min * view.lastTicks * instrument.quoteAtomsPerTickLot;
    out.log('failed', 'manual_add_small', {
      amount: formatQuote(instrument, atoms),
      min: formatQuote(instrument, minAtoms),
    });
    return;
  }
  state.manualAtoms = atoms;
  out.place(MANUAL_SLOT, entrySide(params), 'market', 'ioc', 0, lots, 'manual_add');
}
