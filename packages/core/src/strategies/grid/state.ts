// What a grid remembers: its lines, its cells and what it is in the middle of. Cell i buys at line i and sells at line
// i + 1; it is flat or it holds. On a contract a cell may be short: it sells first, and holds what it sold; coin is
// counted positive there too, and its cost is what selling it brought, negative. Every quote atom spent and not yet settled is in exactly one place here, so that
// cash = investment + realised + pending funding - costAtoms(state) holds after every event.
import type { Atoms, Lots, Ticks, TimeMs } from '../../money/units.ts';
import type { RefusalReason, StopReason } from '../../strategy/strategy.ts';

export const OPEN_SLOT = 0;
export const CLOSE_SLOT = 1;
export const DUST_SLOT = 2;
export const FIRST_CELL_SLOT = 3;

/** The cells as columns of numbers, each by the number of the cell: a grid has up to two hundred of them. */
export interface Cells {
  /** Size of its next buy. */
  qtyLots: Lots[];
  /** Whole lots waiting for the closing order; 0 = flat. */
  heldLots: Lots[];
  /** What the held coin cost: fees taken in quote included. */
  costAtoms: Atoms[];
  /** All fees of that buy, in quote value. */
  feeAtoms: Atoms[];
  pairIds: number[];
}

/** What the running order of a cell has traded so far, when it was not all at once. A flat cell buys, a holding one sells. */
export interface Part {
  cell: number;
  lots: Lots;
  /** Of a buy: coin received, net of a fee taken in coin. */
  coinAtoms: Atoms;
  /** Of a buy what it cost, of a sell what it brought; a fee taken in quote is in it. */
  quoteAtoms: Atoms;
  /** All fees, in quote value. */
  feeAtoms: Atoms;
}

/** A cell whose order is, or lately was, missing. */
export interface Gap {
  cell: number;
  /** '' = it has been tried again since. */
  reason: RefusalReason | '';
  tries: number;
  /** Of a line that waits for the price alone: never. */
  retryAtMs: TimeMs;
  /** The price at which a line that the venue would refuse as too far away may rest (strategy/price-band.ts). */
  reachTicks?: Ticks;
}

/** A purchase or a sale of the whole grid that may take more than one order. */
export interface Round {
  targetLots: Lots;
  doneLots: Lots;
  /** Purchase: coin received. Sale: unused. */
  gotAtoms: Atoms;
  /** Purchase: cash spent. Sale: cash received. */
  quoteAtoms: Atoms;
  feeAtoms: Atoms;
  tries: number;
  /** 0 = an order is out or none is needed. */
  retryAtMs: TimeMs;
}

/** fresh: nothing stands · waiting: for the trigger · kept: stopped with coin left · trading: cells have orders. */
export type Stage = 'fresh' | 'waiting' | 'opening' | 'trading' | 'closing' | 'cooldown' | 'kept';
/** Why everything is being sold or cancelled. `round` = manual close: a new round follows. */
export type Ending = 'stop' | 'stop_loss' | 'take_profit' | 'round';

export interface GridState {
  stage: Stage;
  paused: boolean;
  /** The params changed while it stood still: the next start of a grid that holds nothing draws new lines. */
  renew: boolean;
  triggerFrom: 'above' | 'below' | '';
  /** Number of the lowest line: how often a trailing grid has moved up. */
  first: number;
  /** The line that stayed empty at the start: the cells from here on began with coin. */
  empty: number;
  lines: Ticks[];
  cells: Cells;
  /** The cells from here on are short: they open with a sell at their upper line and close with a buy at their lower one. */
  shortFrom: number;
  parts: Part[];
  /** Ascending by cell. */
  gaps: Gap[];
  /** Flat cells, ascending, that are held back until the price is beyond their line again. */
  waiting: number[];
  opening: Round;
  ending: Ending;
  stopReason: StopReason;
  /** closing: true = sell what is held. */
  sell: boolean;
  sale: Round;
  /** Coin below a lot, or below the venue's minimum, and what it cost. */
  dustAtoms: Atoms;
  dustCostAtoms: Atoms;
  dustRetryAtMs: TimeMs;
  /** The cells that wait are to be looked at when the price moves. */
  watching: boolean;
  /** The lowest buy is being cancelled to move the ladder up. */
  shifting: boolean;
  /** The line the ladder may next grow to; 0 when it may not. */
  nextTopTicks: Ticks;
  trailStopped: boolean;
  cooldownUntilMs: TimeMs;
  nextPairId: number;
}

export function emptyRound(): Round {
  return { targetLots: 0, doneLots: 0, gotAtoms: 0, quoteAtoms: 0, feeAtoms: 0, tries: 0, retryAtMs: 0 };
}

/** So many flat cells, each to buy that much. */
export function flatCells(count: number, qtyLots: Lots): Cells {
  const zeros = () => new Array<number>(count).fill(0);
  return {
    qtyLots: new Array<Lots>(count).fill(qtyLots),
    heldLots: zeros(),
    costAtoms: zeros(),
    feeAtoms: zeros(),
    pairIds: zeros(),
  };
}

export function freshState(): GridState {
  return {
    stage: 'fresh',
    paused: false,
    renew: false,
    triggerFrom: '',
    first: 0,
    empty: 0,
    lines: [],
    cells: flatCells(0, 0),
    shortFrom: 0,
    parts: [],
    gaps: [],
    waiting: [],
    opening: emptyRound(),
    ending: 'stop',
    stopReason: '',
    sell: true,
    sale: emptyRound(),
    dustAtoms: 0,
    dustCostAtoms: 0,
    dustRetryAtMs: 0,
    watching: false,
    shifting: false,
    nextTopTicks: 0,
    trailStopped: false,
    cooldownUntilMs: 0,
    nextPairId: 1,
  };
}

export function cellCount({ cells }: GridState): number {
  return cells.qtyLots.length;
}

export function isShort(state: GridState, cell: number): boolean {
  return cell >= state.shortFrom;
}

/** The order slot of a cell. Moving up, a new top cell takes the slot of the bottom cell it replaces. */
export function slotOf(state: GridState, cell: number): number {
  // A grid that has not moved needs no division, and it is asked three times a fill.
  if (state.first === 0) return FIRST_CELL_SLOT + cell;
  return FIRST_CELL_SLOT + ((state.first + cell) % cellCount(state));
}

export function cellOf(state: GridState, slot: number): number {
  if (state.first === 0) return slot - FIRST_CELL_SLOT;
  const count = cellCount(state);
  return (((slot - FIRST_CELL_SLOT - state.first) % count) + count) % count;
}

/** Empties a cell whose sell is settled, or whose coin went elsewhere. */
export function flatten({ cells }: GridState, cell: number): void {
  cells.heldLots[cell] = 0;
  cells.costAtoms[cell] = 0;
  cells.feeAtoms[cell] = 0;
}

/** Empties all cells, running orders included. */
export function flattenAll(state: GridState): void {
  for (let cell = 0; cell < cellCount(state); cell++) flatten(state, cell);
  state.parts = [];
}

/** Quote spent on coin that no settlement has answered for yet. */
export function costAtoms({ cells, dustCostAtoms, opening, parts, sale }: GridState): Atoms {
  let atoms = dustCostAtoms + opening.quoteAtoms - sale.quoteAtoms;
  for (const cost of cells.costAtoms) atoms += cost;
  for (const { cell, quoteAtoms } of parts) atoms += cells.heldLots[cell]! > 0 ? -quoteAtoms : quoteAtoms;
  return atoms;
}

/** Fees, in quote value, that no settlement has told yet. */
export function feesOfCells({ cells, parts }: GridState): Atoms {
  let atoms = 0;
  for (const fee of cells.feeAtoms) atoms += fee;
  for (const { feeAtoms } of parts) atoms += feeAtoms;
  return atoms;
}

/** True when some cell, or an unfinished purchase, has coin. Dust does not count. */
export function holds({ cells, opening, parts }: GridState): boolean {
  return opening.doneLots > 0 || parts.length > 0 || cells.heldLots.some((lots) => lots > 0);
}

export function partOf(state: GridState, cell: number): Part | undefined {
  const { parts } = state;
  return parts.length === 0 ? undefined : parts.find((part) => part.cell === cell);
}

/** The same, and the order it is of has ended. */
export function takePart(state: GridState, cell: number): Part | undefined {
  const part = partOf(state, cell);
  if (part !== undefined) state.parts = state.parts.filter((other) => other !== part);
  return part;
}

export function gapOf(state: GridState, cell: number): Gap | undefined {
  const { gaps } = state;
  return gaps.length === 0 ? undefined : gaps.find((gap) => gap.cell === cell);
}

/** Notes that the order of a cell is missing; answers how often it was tried by now. */
export function markMissing(state: GridState, cell: number, reason: RefusalReason, retryAtMs: TimeMs): number {
  const tries = (gapOf(state, cell)?.tries ?? 0) + 1;
  const others = state.gaps.filter((gap) => gap.cell !== cell);
  state.gaps = [...others, { cell, reason, tries, retryAtMs }].sort((a, b) => a.cell - b.cell);
  return tries;
}

/** Too far from the price: nothing is sent, and nothing was tried. */
export function markFar(state: GridState, cell: number, reachTicks: Ticks): void {
  const others = state.gaps.filter((gap) => gap.cell !== cell);
  const gap: Gap = { cell, reason: 'price_range', tries: 0, retryAtMs: Number.MAX_SAFE_INTEGER, reachTicks };
  state.gaps = [...others, gap].sort((a, b) => a.cell - b.cell);
}

/** Whether what a cell sends next is a sale. */
export function sells(state: GridState, cell: number): boolean {
  return state.cells.heldLots[cell]! > 0 !== isShort(state, cell);
}

/** Its order is tried again; how often it was tried is forgotten once one has filled. */
export function clearMissing(state: GridState, cell: number): void {
  const gap = gapOf(state, cell);
  if (gap !== undefined) gap.reason = '';
}

export function forgetGap(state: GridState, cell: number): void {
  if (state.gaps.length > 0) state.gaps = state.gaps.filter((gap) => gap.cell !== cell);
}

/** Whether a flat cell is held back. */
export function setWaiting(state: GridState, cell: number, waits: boolean): void {
  const { waiting } = state;
  if (waits) {
    state.watching = true;
    if (!waiting.includes(cell)) state.waiting = [...waiting, cell].sort((a, b) => a - b);
  } else if (waiting.length > 0) {
    state.waiting = waiting.filter((other) => other !== cell);
  }
}

/** The lowest cell, flat and without an order, is gone, and a flat one stands on top: every cell is one lower. */
export function shiftCells(state: GridState, qtyLots: Lots): void {
  const { cells } = state;
  for (const column of Object.values(cells) as number[][]) {
    column.shift();
    column.push(0);
  }
  cells.qtyLots[cellCount(state) - 1] = qtyLots;
  state.parts = state.parts.map((part) => ({ ...part, cell: part.cell - 1 }));
  state.gaps = state.gaps.filter(({ cell }) => cell > 0).map((gap) => ({ ...gap, cell: gap.cell - 1 }));
  state.waiting = state.waiting.filter((cell) => cell > 0).map((cell) => cell - 1);
}

/** Its lots are so many times smaller from now on. */
export function countFiner({ cells, opening, parts, sale }: GridState, times: number): void {
  for (const column of [cells.qtyLots, cells.heldLots])
    for (const [cell, lots] of column.entries()) column[cell] = lots * times;
  for (const part of parts) part.lots *= times;
  for (const round of [opening, sale]) {
    round.targetLots *= times;
    round.doneLots *= times;
  }
}
