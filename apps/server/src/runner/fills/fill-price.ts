// The price of a trade in the ticks its bot counts in. An exchange may have made its tick finer since the bot began: a trade
// between two ticks keeps the one below, and what was really paid goes beside it; so do trades that are booked as one.
import { priceToTicks } from '@cormorant/core/market/conversions.ts';
import type { Instrument } from '@cormorant/core/market/instrument.ts';
import { decimalsOf, parseScaled } from '@cormorant/core/money/decimal-text.ts';
import { mulDiv } from '@cormorant/core/money/mul-div.ts';
import { MoneyError } from '@cormorant/core/money/safe-integer.ts';
import type { Atoms, Lots, Ticks } from '@cormorant/core/money/units.ts';
import type { VenueFill } from '../../ports/venue.ts';

type Traded = Pick<VenueFill, 'price' | 'qty' | 'side'>;

export interface PriceOfFill {
  readonly priceTicks: Ticks;
  /** Absent = price x quantity. */
  readonly paidAtoms?: Atoms;
}

/** Of trades that are whole lots together: their average, floored, and what all of them cost. */
export function priceOfParts(instrument: Instrument, parts: readonly Traded[], qtyLots: Lots): PriceOfFill {
  const [first, ...others] = parts;
  if (first !== undefined && others.length === 0) return priceOfFill(instrument, first);
  const paidAtoms = parts.reduce((sum, part) => sum + paidFor(instrument, part), 0);
  const priceTicks = Math.floor(paidAtoms / (qtyLots * instrument.quoteAtomsPerTickLot));
  if (priceTicks <= 0) throw new MoneyError('range', `a price below the first tick: ${first?.price}`);
  return { priceTicks, paidAtoms };
}

/** Throws MoneyError for a price below the first tick, and outside the exact range. */
function priceOfFill(instrument: Instrument, fill: Traded): PriceOfFill {
  const { price } = fill;
  const priceTicks = priceToTicks(instrument, price, 'floor');
  if (priceTicks <= 0) throw new MoneyError('range', `a price below the first tick: ${price}`);
  const decimals = decimalsOf(price);
  const isOnTick =
    decimals <= instrument.priceDecimals &&
    parseScaled(price, instrument.priceDecimals) === priceTicks * instrument.tickUnits;
  return isOnTick ? { priceTicks } : { priceTicks, paidAtoms: paidFor(instrument, fill) };
}

/** Price x quantity; beyond the last decimal of the books it is rounded against the bot. */
function paidFor({ quoteScale }: Instrument, { price, qty, side }: Traded): Atoms {
  const [priceDecimals, qtyDecimals] = [decimalsOf(price), decimalsOf(qty)];
  const surplus = priceDecimals + qtyDecimals - quoteScale;
  const product = [parseScaled(price, priceDecimals), parseScaled(qty, qtyDecimals)] as const;
  return surplus > 0
    ? mulDiv(...product, 10 ** surplus, side === 'buy' ? 'ceil' : 'floor')
    : mulDiv(product[0], product[1] * 10 ** -surplus, 1, 'floor');
}
