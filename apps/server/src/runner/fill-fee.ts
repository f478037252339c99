// In which coin a trade's fee was paid and what of it a bot's books move by. A fee in the coin of a spot trade makes what is
// held less; one in quote is cash; one in any other coin (BNB) moves neither, and is booked as cash at its worth, so that the
// profit counts it and the coin stays what the exchange has. A bot's cash is then less than what lies there, never more.
import { baseValueAtoms, formatBase, formatQuote, parseBase, parseQuote } from '@cormorant/core/market/conversions.ts';
import type { Instrument } from '@cormorant/core/market/instrument.ts';
import type { Atoms, Lots, Ticks } from '@cormorant/core/money/units.ts';
import type { FillWrite } from '../ports/runner-writes.ts';
import type { VenueFill } from '../ports/venue.ts';

export interface FeeOfFill {
  readonly feeAtoms: Atoms;
  readonly feeInBase: boolean;
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
