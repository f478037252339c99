// The price of a trade in the ticks its bot counts in. An exchange may have made its tick finer since the bot began: a trade
// between two ticks keeps the one below, and what was really paid goes beside it.
import { priceToTicks } from '@cormorant/core/market/conversions.ts';
import type { Instrument } from '@cormorant/core/market/instrument.ts';
import { decimalsOf, parseScaled } from '@cormorant/core/money/decimal-text.ts';
import { mulDiv } from '@cormorant/core/money/mul-div.ts';
import { MoneyError } from '@cormorant/core/money/safe-integer.ts';
import type { Atoms, Lots, Ticks } from '@cormorant/core/money/units.ts';
import type { VenueFill } from '../ports/venue.ts';

export interface PriceOfFill {
  readonly priceTicks: Ticks;
  /** Absent = price x quantity. */
  readonly paidAtoms?: Atoms;
}

/** Throws MoneyError for a price below the first tick, and outside the exact range. */
export function priceOfFill(
  instrument: Instrument,
  { price, side }: Pick<VenueFill, 'price' | 'side'>,
  qtyLots: Lots,
): PriceOfFill {
  const priceTicks = priceToTicks(instrument, price, 'floor');
  if (priceTicks <= 0) throw new MoneyError('range', `a price below the first tick: ${price}`);
  const decimals = decimalsOf(price);
  const isOnTick =
    decimals <= instrument.priceDecimals &&
    parseScaled(price, instrument.priceDecimals) === priceTicks * instrument.tickUnits;
  if (isOnTick) return { priceTicks };
  const { qtyDecimals, quoteScale, stepUnits } = instrument;
  const surplus = decimals + qtyDecimals - quoteScale;
  const product = [parseScaled(price, decimals), qtyLots * stepUnits] as const;
  // Beyond the last decimal of the books it is rounded against the bot.
  const paidAtoms =
    surplus > 0
      ? mulDiv(...product, 10 ** surplus, side === 'buy' ? 'ceil' : 'floor')
      : mulDiv(product[0], product[1] * 10 ** -surplus, 1, 'floor');
  return { priceTicks, paidAtoms };
}
