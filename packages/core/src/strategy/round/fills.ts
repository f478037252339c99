// What a trade did to the coin and the cash of a round. A cost is cash that went, so it is the negative of the cash.
import type { Instrument } from '../../market/instrument.ts';
import { mulDiv } from '../../money/mul-div.ts';
import type { Atoms, TimeMs } from '../../money/units.ts';
import type { BotEvent, FillEvent, Intents, View } from '../strategy.ts';

/** Cash that moved with a trade, a fee in quote included: negative = spent. */
export function cashAtoms({ side, notionalAtoms, feeAtoms, feeInBase }: FillEvent): Atoms {
  const quoteFee = feeInBase ? 0 : feeAtoms;
  return side === 'sell' ? notionalAtoms - quoteFee : -notionalAtoms - quoteFee;
}

/** Coin that an opening trade brought, less a fee taken in coin. */
export function gotAtoms({ qtyLots, feeAtoms, feeInBase }: FillEvent, instrument: Instrument): Atoms {
  const coin = qtyLots * instrument.baseAtomsPerLot;
  return feeInBase ? coin - feeAtoms : coin;
}

/** Cash that moved when the venue closed the position by force. */
export function forcedCashAtoms({ side, notionalAtoms, feeAtoms }: Extract<BotEvent, { type: 'liquidated' }>): Atoms {
  return side === 'sell' ? notionalAtoms - feeAtoms : -notionalAtoms - feeAtoms;
}

/** Coin too little for an order, and what it cost. */
export interface Dust {
  dustAtoms: Atoms;
  dustCostAtoms: Atoms;
  dustRetryAtMs: TimeMs;
  nextPairId: number;
}

/** A sale of dust takes its share of the cost along, and is settled by itself. */
export function settleDust(dust: Dust, event: FillEvent, view: View, out: Intents): void {
  const soldAtoms = event.qtyLots * view.instrument.baseAtomsPerLot;
  const cost = mulDiv(dust.dustCostAtoms, soldAtoms, dust.dustAtoms, 'floor');
  dust.dustAtoms -= soldAtoms;
  dust.dustCostAtoms -= cost;
  const net = cashAtoms(event) - cost;
  out.settle(dust.nextPairId++, event.qtyLots, net + event.feeQuoteAtoms, event.feeQuoteAtoms);
}
