// What a martingale remembers: the lots of its round, each with its coin and what that cost, the ladder's next level, and
// the callbacks it follows. Every quote atom spent and not yet settled is in exactly one place, so that
// cash = investment + realised + pending funding - costAtoms(state) holds after every event. Coin is counted without
// sign; costs are signed as Strategy.costAtoms: negative for a short.
import type { Atoms, Lots, Ppm, Ticks, TimeMs } from '../../money/units.ts';
import { entrySideOf, exitSideOf, type PositionSide } from '../../strategy/round/side.ts';
import type { Holding } from '../../strategy/round/targets.ts';
import type { Side, StopReason } from '../../strategy/strategy.ts';
import { E9 } from './ladder-plan.ts';
import type { MartinParams } from './params.ts';

export const OPEN_SLOT = 0;
export const ADD_SLOT = 1;
export const MANUAL_SLOT = 2;
/** Take profit (resting or at market), tail and unstuck: one exit at a time. */
export const EXIT_SLOT = 3;
export const CLOSE_SLOT = 4;
export const SLOTS = 5;

/** One order of the ladder as it filled. */
export interface Lot {
  /** Its number in the ladder, from 0. */
  step: number;
  /** The slot that still fills it; -1 = complete. */
  slot: number;
  qtyLots: Lots;
  notionalAtoms: Atoms;
  coinAtoms: Atoms;
  costAtoms: Atoms;
  feeAtoms: Atoms;
  /** The level it was bought at, what that was measured from and how deep it lay, to be restored when it is sold alone. */
  triggerTicks: Ticks;
  refTicks: Ticks;
  depthE9: number;
}

/** all: the whole position · tail: the last lot · unstuck: part of the deepest lot. */
export type SaleKind = 'all' | 'tail' | 'unstuck';

/** The exit that is under way: what it has closed so far and the cash that moved (negative when a short is bought back). */
export interface Sale {
  kind: SaleKind;
  /** Of tail and unstuck. */
  lot: number;
  doneLots: Lots;
  quoteAtoms: Atoms;
  feeAtoms: Atoms;
}

/** fresh: nothing stands · waiting: for the entry · kept: stopped with a position left. */
export type Stage = 'fresh' | 'waiting' | 'opening' | 'holding' | 'closing' | 'cooldown' | 'kept';
export type Ending = 'stop' | 'stop_loss' | 'take_profit' | 'round';

export interface MartinState {
  stage: Stage;
  paused: boolean;
  /** Number of the present or last round, and rounds ended since the start. */
  round: number;
  ended: number;
  lots: Lot[];
  /** What the last add by hand was to spend. */
  manualAtoms?: Atoms;
  /** Orders of the ladder used or skipped: the number of the next one. */
  used: number;
  firstTicks: Ticks;
  /** Σ of the (scaled) drops down to the present level. */
  depthE9: number;
  /** Next level, what it is measured from, its depth; 0 = none. Fixed when the order before it has filled. */
  addTicks: Ticks;
  refTicks: Ticks;
  nextDepthE9: number;
  /** The callbacks: best price since the trigger, 0 = not armed. */
  troughTicks: Ticks;
  peakTicks: Ticks;
  /** Why the add waits although its price is there; and when that is looked at again (0 = not at all). */
  held: string[];
  recheckAtMs: TimeMs;
  addTries: number;
  /** The next add rests at the venue. */
  resting: boolean;
  /** The resting add is being cancelled by us: its end is no skipped order. */
  withdrawing: boolean;
  tpTicks: Ticks;
  stopTicks: Ticks;
  breakEvenTicks: Ticks;
  averageTicks: Ticks;
  /** Of the last lot, for the tail. */
  tailTicks: Ticks;
  tailEvenTicks: Ticks;
  /** From this price on part of the deepest lot may be closed; 0 = not. */
  unstuckTicks: Ticks;
  /** What unstuck closings have cost so far, over all rounds. */
  unstuckSpentAtoms: Atoms;
  sale: Sale;
  /** The live exit rests at its target; false = it takes and is gone with its answer. */
  exitRests: boolean;
  /** We have asked for the end of the resting exit. */
  exitCalled: boolean;
  exitRetryAtMs: TimeMs;
  exitTries: number;
  openTries: number;
  openRetryAtMs: TimeMs;
  ending: Ending;
  stopReason: StopReason;
  sell: boolean;
  closeTries: number;
  closeRetryAtMs: TimeMs;
  /** Result and fees of the round so far, for the row that ends it. */
  roundNetAtoms: Atoms;
  /** Too little to sell, and what it cost. */
  dustAtoms: Atoms;
  dustCostAtoms: Atoms;
  cooldownUntilMs: TimeMs;
  entryAtMs: TimeMs;
  entryAboveTicks: Ticks;
  entryBelowTicks: Ticks;
  /** When the last stop loss fired; 0 = none within reach. */
  lastStopAtMs: TimeMs;
  fullTold: boolean;
  heldTold: boolean;
  nextPairId: number;
}

export function freshState(): MartinState {
  return {
    stage: 'fresh',
    paused: false,
    round: 0,
    ended: 0,
    lots: [],
    used: 0,
    firstTicks: 0,
    depthE9: 0,
    addTicks: 0,
    refTicks: 0,
    nextDepthE9: 0,
    troughTicks: 0,
    peakTicks: 0,
    held: [],
    recheckAtMs: 0,
    addTries: 0,
    resting: false,
    withdrawing: false,
    tpTicks: 0,
    stopTicks: 0,
    breakEvenTicks: 0,
    averageTicks: 0,
    tailTicks: 0,
    tailEvenTicks: 0,
    unstuckTicks: 0,
    unstuckSpentAtoms: 0,
    sale: emptySale(),
    exitRests: false,
    exitCalled: false,
    exitRetryAtMs: 0,
    exitTries: 0,
    openTries: 0,
    openRetryAtMs: 0,
    ending: 'stop',
    stopReason: '',
    sell: true,
    closeTries: 0,
    closeRetryAtMs: 0,
    roundNetAtoms: 0,
    dustAtoms: 0,
    dustCostAtoms: 0,
    cooldownUntilMs: 0,
    entryAtMs: 0,
    entryAboveTicks: 0,
    entryBelowTicks: 0,
    lastStopAtMs: 0,
    fullTold: false,
    heldTold: false,
    nextPairId: 1,
  };
}

export function emptySale(): Sale {
  return { kind: 'all', lot: -1, doneLots: 0, quoteAtoms: 0, feeAtoms: 0 };
}

export function sideOf(params: MartinParams): PositionSide {
  return params.direction;
}

/** The side of the orders that open, and of those that close. */
export function entrySide(params: MartinParams): Side {
  return entrySideOf(sideOf(params));
}

export function exitSide(params: MartinParams): Side {
  return exitSideOf(sideOf(params));
}

/** The coin and cost of the round's lots, dust of earlier rounds aside. */
export function holdingOf(params: MartinParams, state: MartinState): Holding {
  let coinAtoms = 0;
  let cost = 0;
  for (const lot of state.lots) {
    coinAtoms += lot.coinAtoms;
    cost += lot.costAtoms;
  }
  return { side: sideOf(params), coinAtoms, costAtoms: cost };
}

/** All coin the bot has left, the running exit subtracted. */
export function coinAtoms(state: MartinState, atomsPerLot: Atoms): Atoms {
  let atoms = state.dustAtoms - state.sale.doneLots * atomsPerLot;
  for (const lot of state.lots) atoms += lot.coinAtoms;
  return atoms;
}

export function costAtoms(state: MartinState): Atoms {
  let atoms = state.dustCostAtoms - state.sale.quoteAtoms;
  for (const lot of state.lots) atoms += lot.costAtoms;
  return atoms;
}

export function holds(state: MartinState): boolean {
  return state.lots.length > 0;
}

/**
 * The add that traded in part and is still the ladder's next order: it rests, or was withdrawn and keeps its place, to be
 * topped up. A later order of the ladder, as one added by hand, ends that.
 */
export function openAdd(state: MartinState): Lot | undefined {
  const last = state.lots.find(({ slot }) => slot === ADD_SLOT);
  return last?.step === state.used - 1 ? last : undefined;
}

/** Number of the order that comes next, from 0. */
export function nextStep(state: MartinState): number {
  return openAdd(state) === undefined ? state.used : state.used - 1;
}

/** What is left to be spent on it. */
export function nextAtoms(params: MartinParams, state: MartinState): Atoms {
  return (params.amountsAtoms[nextStep(state)] ?? 0) - (openAdd(state)?.notionalAtoms ?? 0);
}

/** The price a lot was filled at, without fees. */
export function fillTicks(lot: Lot, quoteAtomsPerTickLot: Atoms): Ticks {
  return Math.max(1, Math.round(lot.notionalAtoms / (lot.qtyLots * quoteAtomsPerTickLot)));
}

/** The drop of an order after the spacing by volatility. */
export function scaledDropE9(dropE9: number, scalePpm: Ppm): number {
  return Math.min(Math.floor((dropE9 / 1_000_000) * scalePpm), 1_000_000 * E9);
}

/** Its lots are so many times smaller from now on. */
export function countFiner({ lots, sale }: MartinState, times: number): void {
  for (const lot of lots) lot.qtyLots *= times;
  sale.doneLots *= times;
}
