// The fences every order of every bot stands inside, whatever its strategy asks for.
import type { Ppm } from '../money/units.ts';

export interface RiskLimits {
  /** An order that would take at once may not be priced further than this from the last price. */
  readonly priceBandPpm: Ppm;
  /** What a market order is expected to pay beyond the last price; a buy must be able to afford it. */
  readonly slippagePpm: Ppm;
  /** How far an entry must stay above the venue's minimum notional, so that a fee or a small fall cannot strand it. */
  readonly entryHeadroomPpm: Ppm;
  /** Live orders of one bot, at most; the venue's own limit holds besides. */
  readonly maxOpenOrders: number;
  /** True = nothing new is approved except exits. Mutable: an operator may throw it while bots run. */
  killSwitch: boolean;
}

export function defaultRiskLimits(): RiskLimits {
  return { priceBandPpm: 50_000, slippagePpm: 200, entryHeadroomPpm: 50_000, maxOpenOrders: 200, killSwitch: false };
}
