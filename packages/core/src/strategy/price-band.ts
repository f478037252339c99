// Where an exchange takes no limit order, however good: too far from its market. Shared by risk, which refuses there, and by
// machines of many resting lines, which wait for the price instead.
import type { Instrument } from '../market/instrument.ts';
import { mulDiv } from '../money/mul-div.ts';
import type { Ppm, Ticks } from '../money/units.ts';
import type { Side } from './strategy.ts';

const PPM = 1_000_000;
/** The exchange may reckon from a mean of minutes, and we know the last price only: so far from its bounds nothing is sent. */
const ROOM_PPM: Ppm = 20_000;

/** True where an order of that price would be refused, or nearly. */
export function isOutOfBand({ priceBand }: Instrument, side: Side, priceTicks: Ticks, lastTicks: Ticks): boolean {
  if (priceBand === null || lastTicks <= 0) return false;
  const [least, most] = boundsOf(priceBand, side);
  if (least > 0 && priceTicks < mulDiv(lastTicks, least, PPM, 'ceil')) return true;
  return most > 0 && priceTicks > mulDiv(lastTicks, most, PPM, 'floor');
}

/** The market's price at which a line that is too far from it may rest: at or below for a buy, at or above for a sell. */
export function reachTicks({ priceBand }: Instrument, side: Side, priceTicks: Ticks): Ticks {
  if (priceBand === null) return 0;
  const [least, most] = boundsOf(priceBand, side);
  if (side === 'buy') return least === 0 ? 0 : mulDiv(priceTicks, PPM, least, 'floor');
  return most === 0 ? 0 : mulDiv(priceTicks, PPM, most, 'ceil');
}

function boundsOf(band: NonNullable<Instrument['priceBand']>, side: Side): readonly [least: Ppm, most: Ppm] {
  const [least, most] = side === 'buy' ? [band.buyLeastPpm, band.buyMostPpm] : [band.sellLeastPpm, band.sellMostPpm];
  return [mulDiv(least, PPM + ROOM_PPM, PPM, 'ceil'), mulDiv(most, PPM - ROOM_PPM, PPM, 'floor')];
}
