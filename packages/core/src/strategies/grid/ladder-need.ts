// What a grid on a contract needs so that no line of it is ever without money, whichever way the price goes inside the
// range (decision 77). An exchange closes at the average entry: a grid that goes on trading at the far end of its range
// books, pair by pair, the loss that its older cells carry there, until its average lies at that end. Then the wallet has
// lost all of it, and must still margin the whole position there. Whatever pairs earned comes on top.
import type { Instrument } from '../../market/instrument.ts';
import { keptFeePpm } from '../../market/order-margin.ts';
import type { Lots, Ticks } from '../../money/units.ts';

/** The cells of a grid: cell i trades between line i and line i + 1, from `shortFrom` on it opens with a sell. */
export interface NeedyLadder {
  readonly lines: readonly Ticks[];
  readonly shortFrom: number;
  /** What each cell opens at: its own line, or the price that the grid begins with. */
  readonly entryTicks: readonly Ticks[];
  /** What each cell trades. */
  readonly qtyLots: readonly Lots[];
}

/** Exact, in ticks x lots. */
export interface LadderNeed {
  /** Times the leverage. */
  readonly margin: bigint;
  /** What pays fees: every cell opened and closed once. */
  readonly traded: bigint;
  /** The most that the position and its orders come to on one side: what its bracket is found by. */
  readonly notional: bigint;
}

interface Cell {
  readonly lots: bigint;
  readonly entry: bigint;
  readonly line: bigint;
}

interface Side {
  readonly cells: readonly Cell[];
  readonly lots: bigint;
  /** Of all its opening orders. */
  readonly orders: bigint;
}

const PPM = 1_000_000n;
/** Orders, fees and averages are rounded to the atom one by one. */
const ROUNDING_ATOMS = 4n;

export function ladderNeed(ladder: NeedyLadder, leverage: number): LadderNeed {
  const { entryTicks, lines, qtyLots, shortFrom } = ladder;
  const cellAt = (at: number, line: Ticks): Cell => ({
    ...{ lots: BigInt(qtyLots[at]!), entry: BigInt(entryTicks[at]!), line: BigInt(line) },
  });
  const all = [...qtyLots.keys()];
  // In the order in which they come to be held: each side from the price outwards.
  const longs = sideOf(
    all
      .slice(0, shortFrom)
      .map((at) => cellAt(at, lines[at]!))
      .reverse(),
  );
  const shorts = sideOf(all.slice(shortFrom).map((at) => cellAt(at, lines[at + 1]!)));
  const lowest = longs.cells.reduce((least, { entry }) => (entry < least ? entry : least), BigInt(lines[0]!));
  const highest = shorts.cells.reduce((most, { entry }) => (entry > most ? entry : most), BigInt(lines.at(-1)!));
  const times = BigInt(leverage);
  const long = needOf(longs, shorts, ({ entry, lots }) => lots * (times * entry - (times - 1n) * lowest));
  const short = needOf(shorts, longs, ({ entry, lots }) => lots * ((times + 1n) * highest - times * entry));
  let traded = 0n;
  for (const at of all) {
    traded += BigInt(qtyLots[at]!) * BigInt(Math.max(entryTicks[at]!, lines[at + 1]!) + lines[at + 1]!);
  }
  const dearest = longs.cells.reduce((sum, { entry, line, lots }) => sum + lots * larger(entry, line), 0n);
  return { margin: larger(long, short), traded, notional: larger(dearest, shorts.lots * highest) };
}

/** The need in atoms when every cell trades `times` as much. */
export function needAtoms(
  instrument: Instrument,
  need: LadderNeed,
  cells: number,
  leverage: number,
  times: Lots,
): bigint {
  const perUnit = BigInt(instrument.quoteAtomsPerTickLot) * BigInt(times);
  const margin = ceilDiv(need.margin * perUnit, BigInt(leverage));
  const fees = ceilDiv(need.traded * perUnit * BigInt(keptFeePpm(instrument)), PPM);
  return margin + fees + BigInt(cells + 1) * ROUNDING_ATOMS;
}

/**
 * The dearest moment of one side, times the leverage: so many of its cells held, the others' orders or those of the far
 * side, as far as they go beyond closing what is held, beside them.
 */
function needOf(side: Side, far: Side, heldNeed: (cell: Cell) => bigint): bigint {
  let most = larger(side.orders, far.orders);
  let [held, heldLots, orders] = [0n, 0n, side.orders];
  for (const cell of side.cells) {
    held += heldNeed(cell);
    heldLots += cell.lots;
    orders -= cell.line * cell.lots;
    const beyond = far.lots > heldLots ? ceilDiv(far.orders * (far.lots - heldLots), far.lots) : 0n;
    most = larger(most, held + larger(orders, beyond));
  }
  return most;
}

function sideOf(cells: readonly Cell[]): Side {
  let [lots, orders] = [0n, 0n];
  for (const cell of cells) {
    lots += cell.lots;
    orders += cell.line * cell.lots;
  }
  return { cells, lots, orders };
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

function ceilDiv(a: bigint, b: bigint): bigint {
  return (a + b - 1n) / b;
}
