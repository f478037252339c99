// What a custom bot remembers: its round, the coin and the cash of it, and what its conditions said last. Cash that came
// and went since the last settlement is in `flowAtoms` to the atom, so cash = investment + realised + pending funding -
// costAtoms(state) holds after every event.
import type { Atoms, Lots, Ticks, TimeMs } from '../../money/units.ts';
import type { StopReason } from '../../strategy/strategy.ts';

export const ENTRY_SLOT = 0;
export const EXIT_SLOT = 1;

/** fresh: nothing stands · flat: waits for a signal · holding: in a round · closing · kept: stopped with coin left. */
export type Stage = 'fresh' | 'flat' | 'holding' | 'closing' | 'kept';
/** Why a round is being closed; stop ends the bot besides, and so may the stop loss. */
export type Ending = 'stop' | 'stop_loss' | 'take_profit' | 'round' | 'conditions' | 'hook';

/** An order on its way that makes the position larger. */
export interface Entry {
  /** 0 = none wanted. */
  lots: Lots;
  purpose: 'entry' | 'add' | 'manual_add';
  doneLots: Lots;
  tries: number;
  /** 0 = an order is out, or none is wanted. */
  retryAtMs: TimeMs;
}

/** A webhook's opening that waits for the end of the round that a webhook closed. */
interface Queued {
  readonly id: string;
  /** 0 = the bot's own size. */
  readonly amountAtoms: Atoms;
  readonly sinceMs: TimeMs;
}

export interface CustomState {
  stage: Stage;
  paused: boolean;
  /** Number of the present or last round, from 1. */
  round: number;
  /** Orders of this round that traded, and how many of them the conditions or signals made. */
  orders: number;
  entry: Entry;
  /** Coin of this round, without its sign: what came net of fees in coin, less what was closed. */
  heldAtoms: Atoms;
  /** Cash since the last settlement: negative = spent, fees in quote included. */
  flowAtoms: Atoms;
  /** Of that, what opened the coin still held. */
  openedAtoms: Atoms;
  feeAtoms: Atoms;
  /** Coin of earlier rounds that is too little to sell, and what it cost. */
  dustAtoms: Atoms;
  dustCostAtoms: Atoms;
  averageTicks: Ticks;
  takeProfitTicks: Ticks;
  stopLossTicks: Ticks;
  breakEvenTicks: Ticks;
  /** Best price since the take profit was met; 0 = it was not. */
  bestTicks: Ticks;
  ending: Ending;
  stopReason: StopReason;
  /** closing: true = close what is held. */
  sell: boolean;
  closedLots: Lots;
  exitTries: number;
  exitRetryAtMs: TimeMs;
  /** What the groups said when they were last looked at. */
  openHeld: boolean;
  addHeld: boolean;
  /** The next close of a candle that the groups read; 0 = no groups. */
  closeAtMs: TimeMs;
  /** Where a group that looks at the last price may turn. */
  aboveTicks: Ticks;
  belowTicks: Ticks;
  /** No signal is followed before. */
  notBeforeMs: TimeMs;
  /** The last stop loss; 0 = none yet. */
  stopLossAtMs: TimeMs;
  nextPairId: number;
  /** Absent in states that were kept before there was one. */
  queued?: Queued | null;
}

export function noEntry(): Entry {
  return { lots: 0, purpose: 'entry', doneLots: 0, tries: 0, retryAtMs: 0 };
}

export function freshState(): CustomState {
  return {
    stage: 'fresh',
    paused: false,
    round: 0,
    orders: 0,
    entry: noEntry(),
    heldAtoms: 0,
    flowAtoms: 0,
    openedAtoms: 0,
    feeAtoms: 0,
    dustAtoms: 0,
    dustCostAtoms: 0,
    averageTicks: 0,
    takeProfitTicks: 0,
    stopLossTicks: 0,
    breakEvenTicks: 0,
    bestTicks: 0,
    ending: 'round',
    stopReason: '',
    sell: true,
    closedLots: 0,
    exitTries: 0,
    exitRetryAtMs: 0,
    openHeld: false,
    addHeld: false,
    closeAtMs: 0,
    aboveTicks: Number.MAX_SAFE_INTEGER,
    belowTicks: 0,
    notBeforeMs: 0,
    stopLossAtMs: 0,
    nextPairId: 1,
    queued: null,
  };
}

export function costAtoms(state: CustomState): Atoms {
  return state.dustCostAtoms - state.flowAtoms;
}

/** True while a position stands that an exit must close. */
export function holds(state: CustomState): boolean {
  return state.heldAtoms > 0;
}

/** Its lots are so many times smaller from now on. */
export function countFiner(state: CustomState, times: number): void {
  state.entry.lots *= times;
  state.entry.doneLots *= times;
  state.closedLots *= times;
}
