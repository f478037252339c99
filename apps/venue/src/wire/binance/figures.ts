// Figures as Binance writes them on spot: eight decimals at least.
import { formatBase, formatPrice, formatQty, formatQuote } from '@cormorant/core/market/conversions.ts';
import type { Instrument } from '@cormorant/core/market/instrument.ts';
import { decimalsOf, formatScaled } from '@cormorant/core/money/decimal-text.ts';
import type { Atoms, Lots, Ppm, Ticks } from '@cormorant/core/money/units.ts';

const DECIMALS = 8;
const PPM_DECIMALS = 6;
export const ZERO = '0.00000000';

/** '0.01' -> '0.01000000'. */
export function padded(text: string): string {
  const [whole = '0', fraction = ''] = text.split('.');
  return `${whole}.${fraction.padEnd(DECIMALS, '0')}`;
}

/** More decimals than any figure here may have; what merely misses its step is told by a filter. */
export function isTooPrecise(text: string): boolean {
  return decimalsOf(text) > DECIMALS;
}

export function priceText(instrument: Instrument, ticks: Ticks): string {
  return padded(formatPrice(instrument, ticks));
}

export function qtyText(instrument: Instrument, lots: Lots): string {
  return padded(formatQty(instrument, lots));
}

export function quoteText(instrument: Instrument, atoms: Atoms): string {
  return padded(formatQuote(instrument, atoms));
}

/** What was traded at these prices, in quote. */
export function spentText(instrument: Instrument, tickLots: number): string {
  return quoteText(instrument, tickLots * instrument.quoteAtomsPerTickLot);
}

export function feeText(instrument: Instrument, atoms: Atoms, inBase: boolean): string {
  return padded(inBase ? formatBase(instrument, atoms) : formatQuote(instrument, atoms));
}

export function rateText(ppm: Ppm): string {
  return padded(formatScaled(ppm, PPM_DECIMALS));
}

/** A statistic of a day or a minute, which may leave the exact range; never an amount of anybody's. */
export function statisticText(value: number): string {
  return value.toFixed(DECIMALS);
}
