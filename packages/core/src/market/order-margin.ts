// What open orders of one contract keep of a wallet, as exchanges reckon it for a position that is net. The venue, the
// engine that guards a bot's money and the plans of the strategies all reckon by it, so that none promises what another
// refuses.
import { mulDiv } from '../money/mul-div.ts';
import type { Atoms, Lots, Ppm } from '../money/units.ts';
import type { Instrument } from './instrument.ts';

/** Open orders of one direction that may open a position, added up. */
export interface OpeningOrders {
  readonly qtyLots: Lots;
  /** What they would need if nothing were there to close. */
  readonly marginAtoms: Atoms;
  readonly feeAtoms: Atoms;
}

/** The fee that an order keeps until it has traded: whichever way it trades, it is enough. */
export function keptFeePpm({ makerPpm, takerPpm }: Instrument): Ppm {
  return Math.max(makerPpm, takerPpm);
}

/**
 * Margin and fees that orders keep beside a position of `netLots`. Only the worse side counts, and of each side only what
 * goes beyond closing the position: both cannot open at once. Each pays its fee.
 */
export function heldBesideAtoms(netLots: Lots, buys?: OpeningOrders, sells?: OpeningOrders): Atoms {
  const margin = Math.max(beyondAtoms(buys, Math.max(0, -netLots)), beyondAtoms(sells, Math.max(0, netLots)));
  return margin + (buys?.feeAtoms ?? 0) + (sells?.feeAtoms ?? 0);
}

function beyondAtoms(orders: OpeningOrders | undefined, closingLots: Lots): Atoms {
  if (orders === undefined || orders.qtyLots <= closingLots) return 0;
  return mulDiv(orders.marginAtoms, orders.qtyLots - closingLots, orders.qtyLots, 'ceil');
}
