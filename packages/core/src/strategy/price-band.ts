// Where an exchange takes no limit order, however good: too far from its market. Shared by risk, which refuses there, and by
// machines of many resting lines, which wait for the price instead. Some exchanges bound only what would take, and closely: a
// market order with a floor reaches no farther there than it may.
import type { Instrument, PriceBand } from '../market/instrument.ts';
import { mulDiv } from '../money/mul-div.ts';
import type { Ppm, Ticks } from '../money/units.ts';
import type { Side } from './strategy.ts';

const PPM = 1_000_000;
/**
 * The exchange may reckon from a mean of minutes, or from an index, and we know the last price only: so far from its bounds
 * nothing is sent, where a close bound leaves so much. Half of what it leaves is ours in any case.
 */
const ROOM_PPM: Ppm = 20_000;

/** True where an order of that price would be refused, or nearly. */
export function isOutOfBand({ priceBand }: Instrument, side: Side, priceTicks: Ticks, lastTicks: Ticks): boolean {
  return priceBand !== null && isBeyond(innerBounds(priceBand, side), priceTicks, lastTicks);
}

/** True where a venue that goes by the last price refuses it. */
export function isRefusedByBand({ priceBand }: Instrument, side: Side, priceTicks: Ticks, lastTicks: Ticks): boolean {
  return priceBand !== null && isBeyond(boundsOf(priceBand, side), priceTicks, lastTicks);
}

/** The market's price at which a line that is too far from it may rest: at or below for a buy, at or above for a sell. */
export function reachTicks({ priceBand }: Instrument, side: Side, priceTicks: Ticks): Ticks {
  if (priceBand === null) return 0;
  const [least, most] = innerBounds(priceBand, side);
  if (side === 'buy') return least === 0 ? 0 : mulDiv(priceTicks, PPM, least, 'floor');
  return most === 0 ? 0 : mulDiv(priceTicks, PPM, most, 'ceil');
}

/** The price of what would take at once, no farther from the market than it may be. */
export function withinBand({ priceBand }: Instrument, side: Side, priceTicks: Ticks, lastTicks: Ticks): Ticks {
  if (priceBand === null || lastTicks <= 0) return priceTicks;
  const [least, most] = innerBounds(priceBand, side);
  if (side === 'sell') return Math.max(priceTicks, mulDiv(lastTicks, least, PPM, 'ceil'));
  return most === 0 ? priceTicks : Math.min(priceTicks, mulDiv(lastTicks, most, PPM, 'floor'));
}

type Bounds = readonly [least: Ppm, most: Ppm];

function isBeyond([least, most]: Bounds, priceTicks: Ticks, lastTicks: Ticks): boolean {
  if (lastTicks <= 0) return false;
  if (least > 0 && priceTicks < mulDiv(lastTicks, least, PPM, 'ceil')) return true;
  return most > 0 && priceTicks > mulDiv(lastTicks, most, PPM, 'floor');
}

function boundsOf(band: PriceBand, side: Side): Bounds {
  return side === 'buy' ? [band.buyLeastPpm, band.buyMostPpm] : [band.sellLeastPpm, band.sellMostPpm];
}

function innerBounds(band: PriceBand, side: Side): Bounds {
  const [least, most] = boundsOf(band, side);
  return [
    least === 0 ? 0 : Math.min(mulDiv(least, PPM + ROOM_PPM, PPM, 'ceil'), Math.ceil((least + PPM) / 2)),
    most === 0 ? 0 : Math.max(mulDiv(most, PPM - ROOM_PPM, PPM, 'floor'), Math.floor((most + PPM) / 2)),
  ];
}
