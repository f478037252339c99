// What is too large: an order above the venue's largest, and a position that cannot be counted exactly. Neither is made
// smaller in silence: what was entered is refused with the largest figure that works.
import { formatQuote } from '../market/conversions.ts';
import type { Instrument } from '../market/instrument.ts';
import { mulDiv } from '../money/mul-div.ts';
import type { Atoms, Lots, Ticks } from '../money/units.ts';
import type { FieldIssue } from './field.ts';

/** How far below the end of the exact range a plan ends: coin is added by hand, and its worth rises while it is held. */
const COIN_ROOM = 2;
const WORTH_ROOM = 4;
/** A largest figure is named in hundredths of the quote coin. */
const CENT_DECIMALS = 2;

/** One order of a plan. */
export interface PlannedOrder {
  readonly priceTicks: Ticks;
  readonly qtyLots: Lots;
}

/** The most lots that a bot may plan to hold at this price: their coin and their worth are counted exactly. */
export function countableLots(instrument: Instrument, priceTicks: Ticks): Lots {
  const { baseAtomsPerLot, quoteAtomsPerTickLot } = instrument;
  const perLot = Math.max(baseAtomsPerLot * COIN_ROOM, priceTicks * quoteAtomsPerTickLot * WORTH_ROOM);
  return Math.floor(Number.MAX_SAFE_INTEGER / perLot);
}

/**
 * An amount of quote to which all orders of a plan are in proportion, against the venue's largest order and the exact range.
 * Null when every order fits; else the issue of `field`: its max is the largest amount that fits. A max below `leastAtoms`,
 * which the field must have, would be no way out: then the market itself is refused. `heldLots` are bought beside them.
 */
export function tooLarge(
  instrument: Instrument,
  field: string,
  amountAtoms: Atoms,
  leastAtoms: Atoms,
  orders: readonly PlannedOrder[],
  heldLots: Lots = 0,
): FieldIssue | null {
  let most = amountAtoms;
  let sumLots = 0;
  let dearestTicks = 0;
  const limit = (lots: Lots, largest: Lots) => {
    if (lots > largest) most = Math.min(most, mulDiv(amountAtoms, largest, lots, 'floor'));
  };
  for (const { priceTicks, qtyLots } of orders) {
    sumLots += qtyLots;
    dearestTicks = Math.max(dearestTicks, priceTicks);
    limit(qtyLots, instrument.maxQtyLots);
  }
  limit(sumLots, Math.max(0, countableLots(instrument, dearestTicks) - heldLots));
  if (most === amountAtoms) return null;
  return most < leastAtoms
    ? { field, rule: 'untradable' }
    : { field, rule: 'range', max: largestText(instrument, most) };
}

/** An investment that may all become a position at this price, in orders that are each judged for themselves. */
export function tooMuch(
  instrument: Instrument,
  investmentAtoms: Atoms,
  leverage: number,
  priceTicks: Ticks,
  leastAtoms: Atoms,
): FieldIssue | null {
  const perLot = priceTicks * instrument.quoteAtomsPerTickLot;
  const most = mulDiv(countableLots(instrument, priceTicks), perLot, leverage, 'floor');
  if (investmentAtoms <= most) return null;
  if (most < leastAtoms) return { field: 'investment', rule: 'untradable' };
  return { field: 'investment', rule: 'range', max: largestText(instrument, most) };
}

/** Floored to the cent. */
export function largestText(instrument: Instrument, atoms: Atoms): string {
  const cent = 10 ** (instrument.quoteScale - CENT_DECIMALS);
  return formatQuote(instrument, atoms - (atoms % cent));
}
