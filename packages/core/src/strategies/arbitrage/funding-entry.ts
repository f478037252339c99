// When funding arbitrage may open, and how much: the rates must pay the fees of all four legs soon enough, and the perpetual
// must not be too cheap.
import { formatQuote } from '../../market/conversions.ts';
import { formatPercent, formatScaled } from '../../money/decimal-text.ts';
import { applyPpm, mulDiv } from '../../money/mul-div.ts';
import type { Atoms } from '../../money/units.ts';
import type { LegView } from '../../strategy/coordinator.ts';
import { minEntryLots } from '../../strategy/order-minimums.ts';
import { basisNow } from './funding-legs.ts';
import type { FundingParams } from './params.ts';
import { breakEvenCentidays, hasFaded, roundFeesPpm, threeDays } from './rates.ts';
import { buyLots } from './taking.ts';

/** Of each leg's money; the rest is for fees and prices that give way. */
const USED_PPM = 950_000;
const MIN_BASIS_PPM = -500;

export interface Why {
  readonly key: string;
  readonly data: Readonly<Record<string, string | number>>;
}

export function whyNot(params: FundingParams, spot: LegView, perp: LegView, lots: number): Why | null {
  const terms = perp.instrument.contract!;
  const days = threeDays(perp.ratesE8, terms.fundingIntervalMs);
  if (days === null) return { key: 'arb_wait_rates', data: { count: perp.ratesE8.length } };
  const even = breakEvenCentidays(roundFeesPpm(spot.instrument.takerPpm, perp.instrument.takerPpm), days);
  const limit = params.maxBreakevenDays;
  if (even === null) return { key: 'arb_wait_negative', data: { rate: formatScaled(days.sumE8, 6, true) } };
  if (even > limit * 100) return { key: 'arb_wait_breakeven', data: { days: formatScaled(even, 2, true), limit } };
  if (hasFaded(perp.ratesE8, params.exitRateE8)) return { key: 'arb_wait_faded', data: {} };
  const basis = basisNow(spot, perp);
  if (basis < MIN_BASIS_PPM) return { key: 'arb_wait_basis', data: { basis: formatPercent(basis) } };
  const least = minEntryLots(perp.instrument, perp.quote.bidTicks);
  if (lots < least || buyLots(spot, lots * perp.instrument.baseAtomsPerLot) === 0) {
    return {
      key: 'arb_wait_small',
      data: { min: formatQuote(perp.instrument, least * perp.quote.bidTicks * perp.instrument.quoteAtomsPerTickLot) },
    };
  }
  return null;
}

/** N = 0.95 I L / (L + 1) at the shares of the start; later what each leg's own money carries, whichever is less. */
export function openLots({ leverage }: FundingParams, spot: LegView, perp: LegView): number {
  const byCash = applyPpm(spot.freeQuoteAtoms, USED_PPM, 'floor');
  const byMargin = applyPpm(perp.freeQuoteAtoms, USED_PPM, 'floor') * leverage;
  return Math.max(0, Math.min(lotsFor(byCash, spot, perp), lotsFor(byMargin, perp, perp)));
}

export function lotsFor(atoms: Atoms, { instrument, quote }: LegView, perp: LegView): number {
  if (atoms <= 0) return 0;
  const coin = mulDiv(atoms, instrument.baseAtomsPerLot, quote.askTicks * instrument.quoteAtomsPerTickLot, 'floor');
  return Math.floor(coin / perp.instrument.baseAtomsPerLot);
}
