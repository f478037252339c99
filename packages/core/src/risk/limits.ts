// The fences every order of every bot stands inside, whatever its strategy asks for.
import type { Ppm } from '../money/units.ts';
import { ENTRY_HEADROOM_PPM } from '../strategy/order-minimums.ts';

export interface RiskLimits {
  /** An order that would take at once may not be priced further than this from the last price. */
  readonly priceBandPpm: Ppm;
  /** What a market order is expected to pay beyond the last price; a buy must be able to afford it. */
  readonly slippagePpm: Ppm;
  /** How far an entry must stay above the venue's minimum notional. */
  readonly entryHeadroomPpm: Ppm;
  /** Live orders of one bot, at most; the venue's own limit holds besides. */
  readonly maxOpenOrders: number;
  /** True = nothing new is approved except exits. Mutable: an operator may throw it while bots run. */
  killSwitch: boolean;
}

export function defaultRiskLimits(): RiskLimits {
  return {
    priceBandPpm: 50_000,
    slippagePpm: 200,
    entryHeadroomPpm: ENTRY_HEADROOM_PPM,
    maxOpenOrders: 210,
    killSwitch: false,
  };
}
