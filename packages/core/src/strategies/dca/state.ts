// What a DCA bot remembers. Its coin is one position with one cost, whichever order bought it; every quote atom spent and
// not yet settled is in exactly one place here, so that cash = investment + realised + pending funding - costAtoms(state)
// holds after every event. `long` coin and `short` coin are both counted positive; costs carry the sign (a short's cost is
// what selling it brought, negative).
import type { Atoms, Lots, Ticks, TimeMs } from '../../money/units.ts';
import type { RefusalReason, StopReason } from '../../strategy/strategy.ts';

export const ENTRY_SLOT = 0;
export const CLOSE_SLOT = 1;
export const DUST_SLOT = 2;
export const MANUAL_SLOT = 3;
export const FIRST_TARGET_SLOT = 4;
export const MAX_TARGETS = 4;
export const FIRST_SAFETY_SLOT = FIRST_TARGET_SLOT + MAX_TARGETS;

/**
 * idle: not yet placed · live: rests · leaving: we cancelled it · filled · skipped: below a minimum, not affordable or
 * taken away by the venue; never placed again in this round · missed: the price passed it during a pause, it waits for
 * the price to come back.
 */
export type StepStatus = 'idle' | 'live' | 'leaving' | 'filled' | 'skipped' | 'missed';

/** One safety order of the round. */
export interface SafetyStep {
  ticks: Ticks;
  amountAtoms: Atoms;
  /** What of it traded before the order was withdrawn; the rest comes back with it. */
  spentAtoms: Atoms;
  status: StepStatus;
  tries: number;
  /** 0 = not waiting for another try. */
  retryAtMs: TimeMs;
  reason: RefusalReason | '';
}

/** fresh: nothing stands · waiting: for a calendar's slot, without a position · kept: stopped with coin left. */
export type Stage = 'fresh' | 'waiting' | 'opening' | 'holding' | 'closing' | 'cooldown' | 'kept';
/** Why everything is being closed. `round` = the user's close: a new round follows. */
export type Ending = 'stop' | 'stop_loss' | 'take_profit' | 'round';

export interface DcaState {
  stage: Stage;
  paused: boolean;
  round: number;
  /** Coin of the round, less a fee taken in coin; what is being closed still counts until it is settled. */
  heldAtoms: Atoms;
  costAtoms: Atoms;
  /** Fees of the entries, in quote value. */
  feeAtoms: Atoms;
  /** Entries of the round that traded. */
  entries: number;
  /** The running first order, or calendar buy. */
  entry: { doneLots: Lots; notionalAtoms: Atoms; amountAtoms?: Atoms; tries: number; retryAtMs: TimeMs };
  /** What the last add by hand was to spend, and has spent. */
  manual?: { amountAtoms: Atoms; spentAtoms: Atoms };
  /** Ladder: what the first order really paid for one coin, to the tick; 0 before. */
  firstTicks: Ticks;
  steps: SafetyStep[];
  /** Closing trades that no settlement has been made of yet. */
  sale: { doneLots: Lots; quoteAtoms: Atoms; feeAtoms: Atoms; tries: number; retryAtMs: TimeMs };
  /** How many targets of the take profit have been reached in this round. */
  targetsDone: number;
  /** The resting targets no longer fit the position and are to be placed anew. */
  targetsStale: boolean;
  targetTries: number;
  targetsRetryAtMs: TimeMs;
  /** Next target and stop at the present position; 0 = none. */
  tpTicks: Ticks;
  stopTicks: Ticks;
  /** Where closing brings back what the position cost. */
  evenTicks: Ticks;
  /** Best price since the target was passed; 0 = it was not. */
  trailTicks: Ticks;
  /** Calendar: buys of the round, the next slot (0 = none), and the first one, from which second weeks count. */
  buys: number;
  nextAtMs: TimeMs;
  firstSlotMs: TimeMs;
  ending: Ending;
  stopReason: StopReason;
  /** closing: true = close what is held. */
  sell: boolean;
  cooldownUntilMs: TimeMs;
  /** When the stop loss last closed a round; 0 = never. */
  lastStopMs: TimeMs;
  dustAtoms: Atoms;
  dustCostAtoms: Atoms;
  dustRetryAtMs: TimeMs;
  nextPairId: number;
}

export function freshState(): DcaState {
  return {
    stage: 'fresh',
    paused: false,
    round: 0,
    heldAtoms: 0,
    costAtoms: 0,
    feeAtoms: 0,
    entries: 0,
    entry: emptyEntry(),
    firstTicks: 0,
    steps: [],
    sale: emptySale(),
    targetsDone: 0,
    targetsStale: false,
    targetTries: 0,
    targetsRetryAtMs: 0,
    tpTicks: 0,
    stopTicks: 0,
    evenTicks: 0,
    trailTicks: 0,
    buys: 0,
    nextAtMs: 0,
    firstSlotMs: 0,
    ending: 'stop',
    stopReason: '',
    sell: true,
    cooldownUntilMs: 0,
    lastStopMs: 0,
    dustAtoms: 0,
    dustCostAtoms: 0,
    dustRetryAtMs: 0,
    nextPairId: 1,
  };
}

export function emptyEntry(): DcaState['entry'] {
  return { doneLots: 0, notionalAtoms: 0, tries: 0, retryAtMs: 0 };
}

export function emptySale(): DcaState['sale'] {
  return { doneLots: 0, quoteAtoms: 0, feeAtoms: 0, tries: 0, retryAtMs: 0 };
}

/** Quote spent on coin that no settlement has answered for yet. */
export function costAtoms(state: DcaState): Atoms {
  return state.costAtoms + state.dustCostAtoms - state.sale.quoteAtoms;
}

/** True when the round has coin. Dust does not count. */
export function holds(state: DcaState): boolean {
  return state.heldAtoms > 0;
}

/** Forgets the round; its coin must be gone. */
export function clearRound(state: DcaState): void {
  state.entries = 0;
  state.entry = emptyEntry();
  state.firstTicks = 0;
  state.steps = [];
  state.targetsDone = 0;
  state.targetsStale = false;
  state.targetTries = 0;
  state.targetsRetryAtMs = 0;
  state.tpTicks = 0;
  state.stopTicks = 0;
  state.evenTicks = 0;
  state.trailTicks = 0;
  state.buys = 0;
}

/** Its lots are so many times smaller from now on. */
export function countFiner({ entry, sale }: DcaState, times: number): void {
  entry.doneLots *= times;
  sale.doneLots *= times;
}
