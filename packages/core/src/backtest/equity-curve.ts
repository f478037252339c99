// The equity of a finished backtest at evenly spaced candles, worked out again from its journal: nothing has to be kept
// while it runs.

import { PRINTS_PER_CANDLE } from '../market/candle-prints.ts';
import type { Candles } from '../market/candles.ts';
import type { Instrument } from '../market/instrument.ts';
import type { Atoms, TimeMs } from '../money/units.ts';
import { EquityTrack } from './equity-track.ts';
import type { Journal } from './journal.ts';

export interface EquityPoint {
  readonly timeMs: TimeMs;
  readonly equityAtoms: Atoms;
}

/** At most `points` points, the first and the last candle's close among them. */
export function equityCurve(
  journal: Journal,
  candles: Candles,
  instrument: Instrument,
  investmentAtoms: Atoms,
  points: number,
): EquityPoint[] {
  const track = new EquityTrack(instrument, investmentAtoms);
  const curve: EquityPoint[] = [];
  const count = Math.min(points, candles.length);
  let quoteAtoms = investmentAtoms;
  let baseAtoms = 0;
  let fill = 0;
  let funding = 0;
  let liquidation = 0;
  for (let point = 0; point < count; point++) {
    const row = count === 1 ? candles.length - 1 : Math.floor((point * (candles.length - 1)) / (count - 1));
    const lastPrint = (row + 1) * PRINTS_PER_CANDLE;
    for (; fill < journal.fillCount; fill++) {
      const { print, side, priceTicks, qtyLots, feeAtoms, feeInBase } = journal.fillAt(fill);
      if (print > lastPrint) break;
      const direction = side === 'buy' ? 1 : -1;
      quoteAtoms -= direction * priceTicks * qtyLots * instrument.quoteAtomsPerTickLot + (feeInBase ? 0 : feeAtoms);
      baseAtoms += direction * qtyLots * instrument.baseAtomsPerLot - (feeInBase ? feeAtoms : 0);
    }
    for (; funding < journal.fundings.length && journal.fundings[funding]!.print <= lastPrint; funding++) {
      quoteAtoms += journal.fundings[funding]!.amountAtoms;
    }
    for (; liquidation < journal.liquidations.length; liquidation++) {
      const { print, side, priceTicks, qtyLots, feeAtoms } = journal.liquidations[liquidation]!;
      if (print > lastPrint) break;
      const direction = side === 'buy' ? 1 : -1;
      quoteAtoms -= direction * priceTicks * qtyLots * instrument.quoteAtomsPerTickLot + feeAtoms;
      baseAtoms += direction * qtyLots * instrument.baseAtomsPerLot;
    }
    track.hold(quoteAtoms, baseAtoms);
    curve.push({ timeMs: candles.openTimeMs[row]!, equityAtoms: track.at(candles.closeTicks[row]!) });
  }
  return curve;
}
