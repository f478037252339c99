// A purchase at market where the exchange counts it in quote: ours are counted in coin, and how much coin a sum of money buys is known
// only afterwards, so that an exit of a short lot could not be exact (reliability B9). It goes as a limited order that trades at once.
import type { VenueSymbol } from '../../../ports/venue.ts';
import { compareDecimals, minus, quotient, times } from './exact-json.ts';

/** How far above the best offer it may trade, where the exchange takes prices so far away. */
const CEILING = '1.03';

/** The highest price that such an order may have: a multiple of the tick, and no farther than half of the way to the band's end. */
export function ceilingOf(ask: string, { priceBand, tick }: Pick<VenueSymbol, 'priceBand' | 'tick'>): string {
  return onTick(times(coarse(ask), within(priceBand?.buyMost)), tick);
}

function within(most: string | undefined): string {
  if (most === undefined) return CEILING;
  const half = minus(times(minus(most, '1'), '0.5'), '-1');
  return compareDecimals(half, CEILING) < 0 ? half : CEILING;
}

/** Few enough digits that a product with the ceiling is exact. */
function coarse(price: string): string {
  return price.replace(/(\.\d{12})\d+$/, '$1');
}

/** The multiple of the tick below it. */
function onTick(price: string, tick: string): string {
  const whole = (quotient(price, tick) ?? roughly(price, tick)).split('.')[0] ?? '0';
  return times(whole, tick);
}

/** Of a tick that divides no power of ten: its whole part is all that matters. */
function roughly(price: string, tick: string): string {
  return String(Math.floor(Number(price) / Number(tick)));
}
