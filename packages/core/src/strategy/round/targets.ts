// The prices that follow from a position: average, break-even, target, stop, and where a callback closes. Targets are net
// of everything: for a long avg (1 + tp) / (1 - f), for a short avg (1 - tp) / (1 + f), where avg carries the opening
// fees and f is the taker's fee. Rounding never favours the bot: a target is not nearer and a stop not later than said.
import type { Instrument } from '../../market/instrument.ts';
import { applyPpm, mulDiv } from '../../money/mul-div.ts';
import type { Atoms, Lots, Ppm, Ticks } from '../../money/units.ts';
import type { PositionSide } from './side.ts';

const PPM = 1_000_000;

/** What of a held position each price is computed from. Cost as Strategy.costAtoms: negative for a short. */
export interface Holding {
  readonly side: PositionSide;
  readonly coinAtoms: Atoms;
  readonly costAtoms: Atoms;
}

/** What orders of these lots for this much leave when each pays a taker's fee, in coin where the exchange takes it there. */
export function takenAtMarket(instrument: Instrument, side: PositionSide, lots: Lots, notionalAtoms: Atoms): Holding {
  const coinAtoms = lots * instrument.baseAtomsPerLot;
  const { feeAsset, market, takerPpm } = instrument;
  if (market === 'spot' && feeAsset === 'received') {
    return { side, coinAtoms: coinAtoms - applyPpm(coinAtoms, takerPpm, 'ceil'), costAtoms: notionalAtoms };
  }
  const feeAtoms = applyPpm(notionalAtoms, takerPpm, 'ceil');
  return { side, coinAtoms, costAtoms: (side === 'long' ? notionalAtoms : -notionalAtoms) + feeAtoms };
}

/** The average cost, fees included: a long's is rounded up, a short's down. 0 when nothing is held. */
export function averageTicks(instrument: Instrument, holding: Holding): Ticks {
  return costTicks(instrument, holding, PPM, PPM);
}

/** Where closing all at a taker's fee brings back what it cost. */
export function breakEvenTicks(instrument: Instrument, holding: Holding): Ticks {
  return profitTicks(instrument, holding, 0);
}

/** P_tp = avg (1 + tp) / (1 - taker); a short's mirrored. */
export function profitTicks(instrument: Instrument, holding: Holding, takeProfitPpm: Ppm): Ticks {
  const { takerPpm } = instrument;
  return holding.side === 'long'
    ? costTicks(instrument, holding, PPM + takeProfitPpm, PPM - takerPpm)
    : costTicks(instrument, holding, PPM - takeProfitPpm, PPM + takerPpm);
}

/** P_sl = avg (1 - sl); a short's mirrored. 0 = no stop. */
export function stopTicks(instrument: Instrument, holding: Holding, stopLossPpm: Ppm): Ticks {
  if (stopLossPpm === 0) return 0;
  return costTicks(instrument, holding, holding.side === 'long' ? PPM - stopLossPpm : PPM + stopLossPpm, PPM);
}

/** A stop this far from a price instead of the average. */
export function stopFromTicks(side: PositionSide, fromTicks: Ticks, stopLossPpm: Ppm): Ticks {
  if (stopLossPpm === 0 || fromTicks === 0) return 0;
  return side === 'long'
    ? mulDiv(fromTicks, PPM - stopLossPpm, PPM, 'ceil')
    : mulDiv(fromTicks, PPM + stopLossPpm, PPM, 'floor');
}

/** How far a price must come back from the best one of a position before a callback has happened. */
export function retraceTicks(side: PositionSide, bestTicks: Ticks, callbackPpm: Ppm): Ticks {
  return side === 'long'
    ? mulDiv(bestTicks, PPM - callbackPpm, PPM, 'floor')
    : mulDiv(bestTicks, PPM + callbackPpm, PPM, 'ceil');
}

/** Where a followed profit is taken: the callback below the best price, but at break-even at the latest. */
export function callbackTicks(side: PositionSide, bestTicks: Ticks, callbackPpm: Ppm, evenTicks: Ticks): Ticks {
  const back = retraceTicks(side, bestTicks, callbackPpm);
  return side === 'long' ? Math.max(back, evenTicks) : Math.min(back, evenTicks);
}

/** |cost| / coin x top / bottom in ticks: up for a long, down for a short; 0 = there is none, or none can be counted. */
function costTicks(instrument: Instrument, holding: Holding, top: Ppm, bottom: Ppm): Ticks {
  const { coinAtoms, costAtoms, side } = holding;
  if (coinAtoms === 0) return 0;
  const cost = BigInt(side === 'long' ? costAtoms : -costAtoms);
  if (cost <= 0n) return 0;
  const divisor = BigInt(coinAtoms) * BigInt(instrument.quoteAtomsPerTickLot) * BigInt(bottom);
  const value = cost * BigInt(instrument.baseAtomsPerLot) * BigInt(top);
  const ticks = side === 'long' ? (value + divisor - 1n) / divisor : value / divisor;
  return ticks > BigInt(Number.MAX_SAFE_INTEGER) ? 0 : Number(ticks);
}
