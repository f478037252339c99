// A trade that the owner of a bot made by hand beside it, as an exchange tells it: what adopt.ts takes into an open round.
import type { Atoms, Lots, Ticks } from '../money/units.ts';

export interface HandTrade {
  readonly priceTicks: Ticks;
  readonly qtyLots: Lots;
  readonly feeAtoms: Atoms;
  readonly feeInBase: boolean;
  readonly maker: boolean;
}
