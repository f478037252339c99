// How a grid on a contract starts from a price: which line stays empty, how much each grid trades, what is opened first
// and which money it needs to go on to the end of every path inside its range (ladder-need.ts). A neutral grid opens
// nothing first, and only its heavier side needs margin: the other side's orders close what this side opened before they
// open anything.
import type { Instrument } from '../../market/instrument.ts';
import type { Atoms, Lots, Ppm, Ticks } from '../../money/units.ts';
import { entryAtoms, slippedTicks } from '../../strategy/order-minimums.ts';
import { type LadderNeed, ladderNeed, needAtoms } from './ladder-need.ts';
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

/** `initialLots` is bought by a long and sold by a short; `initialAtoms` is its margin with its fee, `restingAtoms` the rest of the need. */
export function planContract(
  instrument: Instrument,
  lines: readonly Ticks[],
  priceTicks: Ticks,
  investmentAtoms: Atoms,
  shape: ContractShape,
): GridPlan {
  const empty = emptyLine(lines, priceTicks);
  const need = needAt(lines, priceTicks, empty, shape);
  const wanted = quantityByNeed(instrument, lines, empty, need, investmentAtoms - shape.reserveAtoms, shape);
  const qtyLots = Math.min(wanted, bracketLots(instrument, need, shape.leverage));
  const buys = empty;
  const sells = lines.length - 1 - empty;
  const { direction } = shape;
  const initialLots = direction === 'long' ? sells * qtyLots : direction === 'short' ? buys * qtyLots : 0;
  const initialAtoms = entryAtoms(instrument, openTicks(priceTicks, shape), initialLots, shape.leverage);
  const wholeAtoms = qtyLots === 0 ? 0 : Number(needAtoms(instrument, need, lines.length - 1, shape.leverage, qtyLots));
  return { empty, buys, sells, qtyLots, initialLots, initialAtoms, restingAtoms: wholeAtoms - initialAtoms };
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
  const need = needAt(lines, priceTicks, empty, shape);
  const byNeed = Number(needAtoms(instrument, need, lines.length - 1, shape.leverage, qtyLots));
  const sum = worstSideTicks(lines, empty, shape.direction) * BigInt(instrument.quoteAtomsPerTickLot) * BigInt(qtyLots);
  const byFormula = Number((sum + BigInt(shape.leverage) - 1n) / BigInt(shape.leverage));
  return Math.max(byNeed, byFormula) + shape.reserveAtoms;
}

/** The most leverage, from the wanted one down, at which the bracket of the whole ladder allows it. */
export function mostLadderLeverage(
  instrument: Instrument,
  lines: readonly Ticks[],
  priceTicks: Ticks,
  investmentAtoms: Atoms,
  shape: ContractShape,
): number {
  const empty = emptyLine(lines, priceTicks);
  for (let leverage = shape.leverage; leverage > 1; leverage--) {
    const at = { ...shape, leverage };
    const need = needAt(lines, priceTicks, empty, at);
    const qtyLots = quantityByNeed(instrument, lines, empty, need, investmentAtoms - shape.reserveAtoms, at);
    if (qtyLots <= bracketLots(instrument, need, leverage)) return leverage;
  }
  return 1;
}

/** Whether so much money carries a long grid, of which each cell trades its own quantity, through every path inside its range. */
export function isCarried(
  instrument: Instrument,
  lines: readonly Ticks[],
  qtyLots: readonly Lots[],
  leverage: number,
  moneyAtoms: Atoms,
): boolean {
  const need = needOfBuys(lines, qtyLots, leverage);
  const fits = needAtoms(instrument, need, qtyLots.length, leverage, 1) <= BigInt(moneyAtoms);
  return fits && bracketLots(instrument, need, leverage) >= 1;
}

/** The need of a long grid that has moved up to these lines and holds nothing there; not exact where it is beyond any investment. */
export function movedNeedAtoms(
  instrument: Instrument,
  lines: readonly Ticks[],
  cellLots: Lots,
  leverage: number,
): Atoms {
  const cells = lines.length - 1;
  const need = needOfBuys(lines, new Array<Lots>(cells).fill(1), leverage);
  return Number(needAtoms(instrument, need, cells, leverage, cellLots));
}

/** Every cell opens at its own line. */
function needOfBuys(lines: readonly Ticks[], qtyLots: readonly Lots[], leverage: number): LadderNeed {
  const count = qtyLots.length;
  return ladderNeed({ lines, shortFrom: count, entryTicks: lines.slice(0, count), qtyLots }, leverage);
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
  const { direction, leverage, reserveAtoms } = shape;
  const empty = emptyLine(lines, priceTicks);
  const most = mostGridLots(instrument, lines);
  const perLot = worstSideTicks(lines, empty, direction) * BigInt(instrument.quoteAtomsPerTickLot);
  const byFormula = largestBudget(most, perLot, BigInt(leverage));
  const need = needAt(lines, priceTicks, empty, shape);
  const byNeed = Number(needAtoms(instrument, need, lines.length - 1, leverage, most + 1) - 1n);
  return Math.min(Number.MAX_SAFE_INTEGER, Math.max(byFormula, byNeed) + reserveAtoms);
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

/** Of one lot in each cell. */
function needAt(lines: readonly Ticks[], priceTicks: Ticks, empty: number, shape: ContractShape): LadderNeed {
  const { direction, leverage } = shape;
  const count = lines.length - 1;
  const shortFrom = direction === 'long' ? count : direction === 'short' ? 0 : empty;
  const opened = openTicks(priceTicks, shape);
  const entryTicks = Array.from({ length: count }, (_, at) => {
    if (direction === 'long' && at >= empty) return opened;
    if (direction === 'short' && at < empty) return opened;
    return at < shortFrom ? lines[at]! : lines[at + 1]!;
  });
  return ladderNeed({ lines, shortFrom, entryTicks, qtyLots: new Array<Lots>(count).fill(1) }, leverage);
}

/** The worst price that the first trade is expected to meet. */
function openTicks(priceTicks: Ticks, { direction, slippagePpm }: ContractShape): Ticks {
  return slippedTicks(direction === 'short' ? 'sell' : 'buy', priceTicks, slippagePpm);
}

/** The largest quantity that the budget carries to the end of every path. */
function quantityByNeed(
  instrument: Instrument,
  lines: readonly Ticks[],
  empty: number,
  need: LadderNeed,
  budgetAtoms: Atoms,
  shape: ContractShape,
): Lots {
  const { leverage } = shape;
  let high = quantityByMargin(instrument, lines, empty, budgetAtoms, shape);
  let low = 0;
  while (low < high) {
    const middle = low + Math.ceil((high - low) / 2);
    if (needAtoms(instrument, need, lines.length - 1, leverage, middle) <= BigInt(budgetAtoms)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The largest quantity with which the whole ladder stays in brackets that allow the leverage. */
function bracketLots(instrument: Instrument, need: LadderNeed, leverage: number): Lots {
  const beyond = (instrument.contract?.brackets ?? []).find(({ maxLeverage }) => maxLeverage < leverage);
  if (beyond === undefined) return Number.MAX_SAFE_INTEGER;
  const lots = (BigInt(beyond.floorAtoms) - 1n) / (need.notional * BigInt(instrument.quoteAtomsPerTickLot));
  return Number(lots > 0n ? lots : 0n);
}
