// How a grid starts from a price: which line stays empty, how much each grid trades, what is bought first and what it
// all costs. One function for machine, preview and validation, so that the screen never promises another grid.

import { isFeeInBase } from '../../market/conversions.ts';
import type { Instrument } from '../../market/instrument.ts';
import type { Atoms, Lots, Ppm, Ticks } from '../../money/units.ts';
import { buyReserveAtoms, minEntryLots, minExitLots, slippedTicks } from '../../strategy/order-minimums.ts';
import { largestBudget, mostGridLots } from './largest.ts';
import { emptyLine } from './lines.ts';

const PPM = 1_000_000;

export interface GridPlan {
  /** Number of the line that stays empty; buys rest on the lines below it, sells on those above. */
  readonly empty: number;
  readonly buys: number;
  readonly sells: number;
  /** Quantity of each grid; 0 when the investment does not reach. */
  readonly qtyLots: Lots;
  /** Bought at market before the sells can rest, fee in base included; 0 when nothing rests above. */
  readonly initialLots: Lots;
  /** Cash the initial purchase may take, slippage and fee included. */
  readonly initialAtoms: Atoms;
  /** Cash that all resting buys lock. */
  readonly restingAtoms: Atoms;
}

export function planGrid(
  instrument: Instrument,
  lines: readonly Ticks[],
  priceTicks: Ticks,
  investmentAtoms: Atoms,
  slippagePpm: Ppm,
): GridPlan {
  const empty = emptyLine(lines, priceTicks);
  const sells = lines.length - 1 - empty;
  const cost = (qtyLots: Lots) => costOf(instrument, lines, priceTicks, empty, qtyLots, slippagePpm);
  let high = quantityByFormula(instrument, lines, priceTicks, empty, investmentAtoms);
  let low = 0;
  while (low < high) {
    const middle = low + Math.ceil((high - low) / 2);
    const { initialAtoms, restingAtoms } = cost(middle);
    if (initialAtoms + restingAtoms <= investmentAtoms) low = middle;
    else high = middle - 1;
  }
  return { empty, buys: empty, sells, qtyLots: low, ...cost(low) };
}

/** The smallest quantity that every line's buy, and the sell it turns into, may have. */
export function minGridLots(instrument: Instrument, lines: readonly Ticks[]): Lots {
  const entry = minEntryLots(instrument, lines[0]!);
  const exit = minExitLots(instrument, lines[1]!);
  const keptPpm = isFeeInBase(instrument, 'buy') ? PPM - instrument.takerPpm : PPM;
  return Math.max(entry, Math.ceil((exit * PPM) / keptPpm));
}

/** The smallest investment that reaches minGridLots at this price. */
export function minInvestmentAtoms(
  instrument: Instrument,
  lines: readonly Ticks[],
  priceTicks: Ticks,
  slippagePpm: Ppm,
): Atoms {
  const qtyLots = minGridLots(instrument, lines);
  const empty = emptyLine(lines, priceTicks);
  const { initialAtoms, restingAtoms } = costOf(instrument, lines, priceTicks, empty, qtyLots, slippagePpm);
  const perLotPpm = atomsPerLotPpm(instrument, lines, priceTicks, empty);
  const byFormula = Number((perLotPpm * BigInt(qtyLots) + 999_999n) / 1_000_000n);
  return Math.max(initialAtoms + restingAtoms, byFormula);
}

/** strategies.md 2.1: q = I / (sum of the buy lines + m P (1 + f)), floored to the step. */
export function quantityByFormula(
  instrument: Instrument,
  lines: readonly Ticks[],
  priceTicks: Ticks,
  empty: number,
  investmentAtoms: Atoms,
): Lots {
  if (investmentAtoms <= 0) return 0;
  const lots = (BigInt(investmentAtoms) * BigInt(PPM)) / atomsPerLotPpm(instrument, lines, priceTicks, empty);
  const most = BigInt(mostGridLots(instrument, lines));
  return Number(lots < most ? lots : most);
}

/** The largest investment of which every atom is used. */
export function maxInvestmentAtoms(instrument: Instrument, lines: readonly Ticks[], priceTicks: Ticks): Atoms {
  const perLotPpm = atomsPerLotPpm(instrument, lines, priceTicks, emptyLine(lines, priceTicks));
  return largestBudget(mostGridLots(instrument, lines), perLotPpm, BigInt(PPM));
}

function atomsPerLotPpm(instrument: Instrument, lines: readonly Ticks[], priceTicks: Ticks, empty: number): bigint {
  let sum = 0n;
  for (let k = 0; k < empty; k++) sum += BigInt(lines[k]!) * BigInt(PPM);
  sum += BigInt(lines.length - 1 - empty) * BigInt(priceTicks) * BigInt(PPM + instrument.takerPpm);
  return sum * BigInt(instrument.quoteAtomsPerTickLot);
}

function costOf(
  instrument: Instrument,
  lines: readonly Ticks[],
  priceTicks: Ticks,
  empty: number,
  qtyLots: Lots,
  slippagePpm: Ppm,
): { initialLots: Lots; initialAtoms: Atoms; restingAtoms: Atoms } {
  const initialLots = grossLots(instrument, (lines.length - 1 - empty) * qtyLots);
  const initialAtoms = buyReserveAtoms(instrument, slippedTicks('buy', priceTicks, slippagePpm), initialLots);
  let restingAtoms = 0;
  for (let k = 0; k < empty; k++) restingAtoms += buyReserveAtoms(instrument, lines[k]!, qtyLots);
  return { initialLots, initialAtoms, restingAtoms };
}

/** What must be bought so that `netLots` are left when the fee comes out of the coin. */
function grossLots(instrument: Instrument, netLots: Lots): Lots {
  if (netLots === 0 || !isFeeInBase(instrument, 'buy')) return netLots;
  return Number(
    (BigInt(netLots) * BigInt(PPM) + BigInt(PPM - instrument.takerPpm) - 1n) / BigInt(PPM - instrument.takerPpm),
  );
}
