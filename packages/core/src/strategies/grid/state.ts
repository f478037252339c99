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

export interface Cell {
  /** It opens with a sell at its upper line and closes with a buy at its lower one. Contracts only. */
  short: boolean;
  /** Size of its next buy. */
  qtyLots: Lots;
  /** Whole lots waiting for the closing order; 0 = flat. */
  heldLots: Lots;
  /** The running buy so far: lots filled, and coin received net of a fee taken in coin. */
  boughtLots: Lots;
  gotAtoms: Atoms;
  /** What the held coin, or the running buy, cost: fees taken in quote included. */
  costAtoms: Atoms;
  /** All fees of that buy, in quote value. */
  buyFeeAtoms: Atoms;
  /** The running sell so far; proceeds are net of a fee taken in quote. */
  soldLots: Lots;
  proceedsAtoms: Atoms;
  sellFeeAtoms: Atoms;
  pairId: number;
  /** Flat, and held back until the price is above its line again. */
  waits: boolean;
  /** Why its order is missing; '' when it is not. */
  reason: RefusalReason | '';
  tries: number;
  retryAtMs: TimeMs;
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
  cells: Cell[];
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
  /** Cells with a reason. */
  missing: number;
  /** Some cell waits. */
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

export function emptyCell(qtyLots: Lots, short = false): Cell {
  return {
    short,
    qtyLots,
    heldLots: 0,
    boughtLots: 0,
    gotAtoms: 0,
    costAtoms: 0,
    buyFeeAtoms: 0,
    soldLots: 0,
    proceedsAtoms: 0,
    sellFeeAtoms: 0,
    pairId: 0,
    waits: false,
    reason: '',
    tries: 0,
    retryAtMs: 0,
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
    cells: [],
    opening: emptyRound(),
    ending: 'stop',
    stopReason: '',
    sell: true,
    sale: emptyRound(),
    dustAtoms: 0,
    dustCostAtoms: 0,
    dustRetryAtMs: 0,
    missing: 0,
    watching: false,
    shifting: false,
    nextTopTicks: 0,
    trailStopped: false,
    cooldownUntilMs: 0,
    nextPairId: 1,
  };
}

/** The order slot of a cell. Moving up, a new top cell takes the slot of the bottom cell it replaces. */
export function slotOf(state: GridState, cell: number): number {
  // A grid that has not moved needs no division, and it is asked three times a fill.
  if (state.first === 0) return FIRST_CELL_SLOT + cell;
  return FIRST_CELL_SLOT + ((state.first + cell) % state.cells.length);
}

export function cellOf(state: GridState, slot: number): number {
  if (state.first === 0) return slot - FIRST_CELL_SLOT;
  const count = state.cells.length;
  return (((slot - FIRST_CELL_SLOT - state.first) % count) + count) % count;
}

/** Empties a cell whose sell is settled, or whose coin went elsewhere. */
export function flatten(cell: Cell): void {
  cell.heldLots = 0;
  cell.boughtLots = 0;
  cell.gotAtoms = 0;
  cell.costAtoms = 0;
  cell.buyFeeAtoms = 0;
  cell.soldLots = 0;
  cell.proceedsAtoms = 0;
  cell.sellFeeAtoms = 0;
}

/** Quote spent on coin that no settlement has answered for yet. */
export function costAtoms(state: GridState): Atoms {
  let atoms = state.dustCostAtoms + state.opening.quoteAtoms - state.sale.quoteAtoms;
  for (const cell of state.cells) atoms += cell.costAtoms - cell.proceedsAtoms;
  return atoms;
}

/** True when some cell, or an unfinished purchase, has coin. Dust does not count. */
export function holds(state: GridState): boolean {
  return state.opening.doneLots > 0 || state.cells.some((cell) => cell.heldLots > 0 || cell.boughtLots > 0);
}

export function markMissing(state: GridState, cell: Cell, reason: RefusalReason, retryAtMs: TimeMs): void {
  if (cell.reason === '') state.missing++;
  cell.reason = reason;
  cell.tries++;
  cell.retryAtMs = retryAtMs;
}

export function clearMissing(state: GridState, cell: Cell): void {
  if (cell.reason === '') return;
  cell.reason = '';
  state.missing--;
}
