// In which coin a trade's fee was paid and what of it a bot's books move by. A fee in the coin of a spot trade makes what is
// held less; one in quote is cash; one in any other coin (BNB) moves neither, and is booked as cash at its worth, so that the
// profit counts it and the coin stays what the exchange has. A bot's cash is then less than what lies there, never more.
import { baseValueAtoms, formatBase, formatQuote, parseBase, parseQuote } from '@cormorant/core/market/conversions.ts';
import type { Instrument } from '@cormorant/core/market/instrument.ts';
import { MoneyError } from '@cormorant/core/money/safe-integer.ts';
import type { Atoms, Lots, Ticks } from '@cormorant/core/money/units.ts';
import type { FillWrite } from '../../ports/runner-writes.ts';
import type { VenueFill } from '../../ports/venue.ts';

export interface FeeOfFill {
  readonly feeAtoms: Atoms;
  readonly feeInBase: boolean;
}

/** Of trades that are booked as one. Throws MoneyError when only some of them were paid in the coin that they moved. */
export function feeOfParts(
  instrument: Instrument,
  parts: readonly VenueFill[],
  priceTicks: Ticks,
  qtyLots: Lots,
  heldAtoms: Atoms,
): FeeOfFill | null {
  let sum: FeeOfFill | null = null;
  for (const part of parts) {
    const fee = feeOfFill(instrument, part, priceTicks, qtyLots, heldAtoms);
    if (fee === null) return null;
    if (sum === null || sum.feeAtoms === 0) sum = fee;
    else if (fee.feeAtoms > 0) {
      if (fee.feeInBase !== sum.feeInBase) throw new MoneyError('digits', 'one lot, and its fees in two coins');
      sum = { feeAtoms: sum.feeAtoms + fee.feeAtoms, feeInBase: sum.feeInBase };
    }
  }
  return sum;
}

/** What one of them was booked at, in the coin in which all of them were. */
export function feeOfPart(
  instrument: Instrument,
  part: VenueFill,
  priceTicks: Ticks,
  qtyLots: Lots,
  feeInBase: boolean,
): Atoms {
  const heldAtoms = feeInBase ? Number.MAX_SAFE_INTEGER : 0;
  return feeOfFill(instrument, part, priceTicks, qtyLots, heldAtoms)?.feeAtoms ?? 0;
}

/** Null = a coin of which nobody said what it is worth. `heldAtoms`: the bot's coin before the trade. */
export function feeOfFill(
  instrument: Instrument,
  fill: VenueFill,
  priceTicks: Ticks,
  qtyLots: Lots,
  heldAtoms: Atoms,
): FeeOfFill | null {
  const { fee, feeAsset, feeWorth, side } = fill;
  if (!/[1-9]/.test(fee)) return { feeAtoms: 0, feeInBase: false };
  if (feeAsset === instrument.quote) return { feeAtoms: parseQuote(instrument, fee, 'ceil'), feeInBase: false };
  if (feeAsset === instrument.base && instrument.contract === null) {
    const feeAtoms = parseBase(instrument, fee, 'ceil');
    const tradedAtoms = qtyLots * instrument.baseAtomsPerLot;
    if (side === 'buy' || heldAtoms - tradedAtoms >= feeAtoms) return { feeAtoms, feeInBase: true };
    // Of a sale of all it has: the exchange took it from coin that is not the bot's.
    return { feeAtoms: baseValueAtoms(instrument, feeAtoms, priceTicks, 'ceil'), feeInBase: false };
  }
  return feeWorth === undefined ? null : { feeAtoms: parseQuote(instrument, feeWorth, 'ceil'), feeInBase: false };
}

/** Of a forced close of a contract, whose fee is never coin of the position. */
export function forcedFeeAtoms(instrument: Instrument, { fee, feeWorth }: VenueFill): Atoms {
  return parseQuote(instrument, feeWorth ?? fee, 'ceil');
}

/** As the trade's row tells it: the coin that was paid, and what it was booked at where that is another one. */
export function feeRow(
  instrument: Instrument,
  { fee, feeAsset }: VenueFill,
  bookedAtoms: Atoms,
  feeInBase: boolean,
): Pick<FillWrite, 'fee' | 'feeAsset' | 'feeWorth'> {
  if (feeInBase) return { fee: formatBase(instrument, bookedAtoms), feeAsset: instrument.base };
  const inQuote = formatQuote(instrument, bookedAtoms);
  const isQuote = feeAsset === instrument.quote || bookedAtoms === 0;
  return isQuote ? { fee: inQuote, feeAsset: instrument.quote } : { fee, feeAsset, feeWorth: inQuote };
}
