// What one order at market can close, and for what purpose.
import type { Instrument } from '../../market/instrument.ts';
import type { Atoms, Lots, Ppm, Ticks } from '../../money/units.ts';
import { firstPart, minExitLots, mostLots, slippedTicks } from '../order-minimums.ts';
import type { Purpose, View } from '../strategy.ts';

/** The fall below the last price at which a sale at market is still expected to be worth the venue's minimum. */
const SALE_VALUE_PPM: Ppm = 200;

/** The smallest closing order at a price: contracts ask no minimum notional of what makes a position smaller. */
export function minCloseLots(instrument: Instrument, priceTicks: Ticks): Lots {
  return instrument.contract === null ? minExitLots(instrument, priceTicks) : instrument.minQtyLots;
}

/** What of this coin one order at market closes now; 0 = it is too little, and stays as dust. */
export function closableLots(
  { instrument, lastTicks }: Pick<View, 'instrument' | 'lastTicks'>,
  coinAtoms: Atoms,
): Lots {
  const heldLots = Math.floor(coinAtoms / instrument.baseAtomsPerLot);
  const most = mostLots(instrument, 'market', lastTicks);
  // The venue values a market sale at the worst price it may meet.
  const leastLots = minCloseLots(instrument, slippedTicks('sell', lastTicks, SALE_VALUE_PPM));
  return heldLots >= leastLots ? firstPart(heldLots, most, leastLots) : 0;
}

export function closingPurpose(ending: string): Purpose {
  return ending === 'stop_loss' || ending === 'take_profit' ? ending : 'close';
}
