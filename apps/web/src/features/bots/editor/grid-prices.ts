// Prices as a person would write them: few leading digits, no idle zeros.
import type { Instrument } from '@cormorant/core/market/instrument.ts';
import type { CoreMoney } from './core-money.ts';

/** '43000' rather than '43000.00'. */
export function shortPrice(core: CoreMoney, instrument: Instrument, ticks: number): string {
  const text = core.formatPrice(instrument, ticks);
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

/** Cut or raised to so many leading digits. */
export function niceTicks(ticks: number, digits: number, rounding: 'floor' | 'ceil'): number {
  const unit = 10 ** Math.max(0, String(ticks).length - digits);
  return Math[rounding](ticks / unit) * unit;
}
