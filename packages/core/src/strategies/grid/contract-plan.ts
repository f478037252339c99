// How a grid on a contract starts from a price: which line stays empty, how much each grid trades, what is opened first
// and which margin it all ties up (strategies.md 2.2). A neutral grid opens nothing first, and only its heavier side
// needs margin: the other side's orders close what this side opened before they open anything.
import type { Instrument } from '../../market/instrument.ts';
import { applyPpm } from '../../money/mul-div.ts';
import type { Atoms, Lots, Ppm, Ticks } from '../../money/units.ts';
import { slippedTicks } from '../../strategy/order-minimums.ts';
import { largestBudget, mostGridLots } from './largest.ts';
import { emptyLine } from './lines.ts';
import type { GridPlan } from './plan.ts';

/** What of the params the plan needs. */
export interface ContractShape {
  readonly direction: 'long' | 'short' | 'neutral';
  readonly leverage: number;
  readonly reserveAtoms: Atoms;
  readonly slippagePpm: Ppm;
}

/** `initialLots` is bought by a long and sold by a short; `initialAtoms` and `restingAtoms` are margin with fees. */
export function planContract(
  instrument: Instrument,
  lines: readonly Ticks[],
  priceTicks: Ticks,
  investmentAtoms: Atoms,
  shape: ContractShape,
): GridPlan {
  const empty = emptyLine(lines, priceTicks);
  const budget = investmentAtoms - shape.reserveAtoms;
  let high = quantityByMargin(instrument, lines, empty, budget, shape);
  let low = 0;
  while (low < high) {
    const middle = low + Math.ceil((high - low) / 2);
    const { initialAtoms, restingAtoms } = marginOf(instrument, lines, priceTicks, empty, middle, shape);
    if (initialAtoms + restingAtoms <= budget) low = middle;
    else high = middle - 1;
  }
  const sells = lines.length - 1 - empty;
  return { empty, buys: empty, sells, qtyLots: low, ...marginOf(instrument, lines, priceTicks, empty, low, shape) };
}

/** The smallest investment that gives every grid `qtyLots`. */
export function minContractInvestmentAtoms(
  instrument: Instrument,
  lines: readonly Ticks[],
  priceTicks: Ticks,
  shape: ContractShape,
  qtyLots: Lots,
): Atoms {
  const empty = emptyLine(lines, priceTicks);
  const { initialAtoms, restingAtoms } = marginOf(instrument, lines, priceTicks, empty, qtyLots, shape);
  const sum = worstSideTicks(lines, empty, shape.direction) * BigInt(instrument.quoteAtomsPerTickLot) * BigInt(qtyLots);
  const byFormula = Number((sum + BigInt(shape.leverage) - 1n) / BigInt(shape.leverage));
  return Math.max(initialAtoms + restingAtoms, byFormula) + shape.reserveAtoms;
}

/** strategies.md 2.2: floorStep((margin - reserved) x leverage / sum of the line prices of the worst side). */
export function quantityByMargin(
  instrument: Instrument,
  lines: readonly Ticks[],
  empty: number,
  budgetAtoms: Atoms,
  shape: Pick<ContractShape, 'direction' | 'leverage'>,
): Lots {
  if (budgetAtoms <= 0) return 0;
  const perLot = worstSideTicks(lines, empty, shape.direction) * BigInt(instrument.quoteAtomsPerTickLot);
  const lots = (BigInt(budgetAtoms) * BigInt(shape.leverage)) / perLot;
  const most = BigInt(mostGridLots(instrument, lines));
  return Number(lots < most ? lots : most);
}

/** The largest investment of which every atom may be margin. */
export function maxContractInvestmentAtoms(
  instrument: Instrument,
  lines: readonly Ticks[],
  priceTicks: Ticks,
  shape: ContractShape,
): Atoms {
  const worst = worstSideTicks(lines, emptyLine(lines, priceTicks), shape.direction);
  const perLot = worst * BigInt(instrument.quoteAtomsPerTickLot);
  const budget = largestBudget(mostGridLots(instrument, lines), perLot, BigInt(shape.leverage));
  return Math.min(Number.MAX_SAFE_INTEGER, budget + shape.reserveAtoms);
}

/** A long or a short may come to hold every line; a neutral grid only its buys or its sells. */
function worstSideTicks(lines: readonly Ticks[], empty: number, direction: ContractShape['direction']): bigint {
  let buys = 0n;
  let sells = 0n;
  for (let k = 0; k < lines.length; k++) {
    if (k < empty) buys += BigInt(lines[k]!);
    else if (k > empty) sells += BigInt(lines[k]!);
  }
  if (direction !== 'neutral') return buys + sells;
  return buys > sells ? buys : sells;
}

function marginOf(
  instrument: Instrument,
  lines: readonly Ticks[],
  priceTicks: Ticks,
  empty: number,
  qtyLots: Lots,
  shape: ContractShape,
): { initialLots: Lots; initialAtoms: Atoms; restingAtoms: Atoms } {
  const { direction, leverage } = shape;
  const buys = empty;
  const sells = lines.length - 1 - empty;
  const initialLots = direction === 'long' ? sells * qtyLots : direction === 'short' ? buys * qtyLots : 0;
  // A market order is reserved at the worst price it may meet; a sale's worst price is the present one, as margin.
  const worstTicks = slippedTicks('buy', priceTicks, shape.slippagePpm);
  const initialAtoms = lockedAtoms(instrument, worstTicks, initialLots, leverage);
  let below = 0;
  let above = 0;
  for (let k = 0; k < empty; k++) below += lockedAtoms(instrument, lines[k]!, qtyLots, leverage);
  for (let k = empty + 1; k < lines.length; k++) above += lockedAtoms(instrument, lines[k]!, qtyLots, leverage);
  const restingAtoms = direction === 'long' ? below : direction === 'short' ? above : Math.max(below, above);
  return { initialLots, initialAtoms, restingAtoms };
}

/** Margin and the fee of opening, both up. NaN where the notional cannot be counted: no budget is that large. */
function lockedAtoms(instrument: Instrument, ticks: Ticks, lots: Lots, leverage: number): Atoms {
  const notional = ticks * lots * instrument.quoteAtomsPerTickLot;
  if (!Number.isSafeInteger(notional)) return Number.NaN;
  return Math.ceil(notional / leverage) + applyPpm(notional, instrument.takerPpm, 'ceil');
}
