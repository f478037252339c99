// Ticks, lots and atoms of one instrument into each other and into text. Every product is asserted safe, and every
// rounding is named by the caller or fixed here: quantities floor, fees floor to the atom.
import { formatScaled, parseScaled, type TextRounding } from '../money/decimal-text.ts';
import { applyPpm, mulDiv, type Rounding } from '../money/mul-div.ts';
import { assertSafe, MoneyError } from '../money/safe-integer.ts';
import type { Atoms, Lots, Ppm, Ticks } from '../money/units.ts';
import type { Instrument } from './instrument.ts';

/** A price text in ticks. `exact` throws MoneyError `digits` off the tick; buys use floor, sells ceil. */
export function priceToTicks(instrument: Instrument, price: string, rounding: TextRounding = 'exact'): Ticks {
  return toSteps(price, instrument.priceDecimals, instrument.tickUnits, rounding);
}

/** A quantity text in lots; floor unless said otherwise. */
export function qtyToLots(instrument: Instrument, qty: string, rounding: TextRounding = 'floor'): Lots {
  return toSteps(qty, instrument.qtyDecimals, instrument.stepUnits, rounding);
}

/** '60000.10': always the decimals of the tick. */
export function formatPrice(instrument: Instrument, priceTicks: Ticks): string {
  return formatScaled(assertSafe(priceTicks * instrument.tickUnits, 'price'), instrument.priceDecimals);
}

/** '0.00087': always the decimals of the step. */
export function formatQty(instrument: Instrument, qtyLots: Lots): string {
  return formatScaled(assertSafe(qtyLots * instrument.stepUnits, 'quantity'), instrument.qtyDecimals);
}

export function parseQuote(instrument: Instrument, amount: string, rounding: TextRounding = 'exact'): Atoms {
  return parseScaled(amount, instrument.quoteScale, rounding);
}

export function parseBase(instrument: Instrument, amount: string, rounding: TextRounding = 'exact'): Atoms {
  return parseScaled(amount, instrument.baseScale, rounding);
}

export function formatQuote(instrument: Instrument, atoms: Atoms, trim = true): string {
  return formatScaled(atoms, instrument.quoteScale, trim);
}

export function formatBase(instrument: Instrument, atoms: Atoms, trim = true): string {
  return formatScaled(atoms, instrument.baseScale, trim);
}

/** price x quantity in quote atoms, exact. Throws `range` beyond 2^53 atoms (90 M USDT at eight decimals). */
export function notionalAtoms(instrument: Instrument, priceTicks: Ticks, qtyLots: Lots): Atoms {
  return assertSafe(priceTicks * qtyLots * instrument.quoteAtomsPerTickLot, 'notional');
}

export function lotsToBaseAtoms(instrument: Instrument, qtyLots: Lots): Atoms {
  return assertSafe(qtyLots * instrument.baseAtomsPerLot, 'base amount');
}

/** Whole lots in an amount of base; the rest is dust. */
export function baseAtomsToLots(instrument: Instrument, atoms: Atoms): Lots {
  return Math.floor(assertSafe(atoms) / instrument.baseAtomsPerLot);
}

/** The value of an amount of base at a price, in quote atoms. */
export function baseValueAtoms(instrument: Instrument, baseAtoms: Atoms, priceTicks: Ticks, rounding: Rounding): Atoms {
  const lotAtoms = assertSafe(priceTicks * instrument.quoteAtomsPerTickLot, 'price of a lot');
  return mulDiv(baseAtoms, lotAtoms, instrument.baseAtomsPerLot, rounding);
}

/** True when a fill's fee is taken in base: on a buy, where the fee comes out of what is received. */
export function isFeeInBase(instrument: Instrument, side: 'buy' | 'sell'): boolean {
  return side === 'buy' && instrument.feeAsset === 'received';
}

/**
 * The fee of one fill, in atoms of base when isFeeInBase, else of quote; floored to the atom. Floor is the one rounding
 * used everywhere (venue, books, previews), so that no two sums of fees can differ.
 */
export function feeAtoms(
  instrument: Instrument,
  side: 'buy' | 'sell',
  priceTicks: Ticks,
  qtyLots: Lots,
  ppm: Ppm,
): Atoms {
  const received = isFeeInBase(instrument, side)
    ? lotsToBaseAtoms(instrument, qtyLots)
    : notionalAtoms(instrument, priceTicks, qtyLots);
  return applyPpm(received, ppm, 'floor');
}

function toSteps(text: string, decimals: number, stepUnits: number, rounding: TextRounding): number {
  const units = parseScaled(text, decimals, rounding);
  const steps = units / stepUnits;
  if (rounding === 'floor') return Math.floor(steps);
  if (rounding === 'ceil') return Math.ceil(steps) + 0;
  if (units % stepUnits !== 0) throw new MoneyError('digits', `not a multiple of the step: ${text}`);
  return steps;
}
