// Where a funding arbitrage stands, and what sends its legs somewhere else.
import type { Atoms, TimeMs } from '../../money/units.ts';
import type { ConvoyIntents } from '../../strategy/coordinator.ts';
import type { AfterRound } from './endings.ts';
import { freshTakes, type Takes } from './taking.ts';

type Goal = 'open' | 'close' | 'reduce' | 'unwind';
type Ending = '' | 'rate' | 'basis' | 'user' | 'liquidated' | 'failed' | 'small';

export interface FundingState extends AfterRound {
  stage: 'watching' | 'moving' | 'holding' | 'keeping' | 'naked' | 'done';
  goal: Goal;
  /** Coin that both legs are to have. */
  targetAtoms: Atoms;
  takes: [Takes, Takes];
  ending: Ending;
  /** No new round is opened; what stands is looked after. */
  paused: boolean;
  /** From the first hedged coin until the settlement. */
  inRound: boolean;
  round: number;
  /** Results settled; those of openings that never stood are among them. */
  pairs: number;
  notBeforeMs: TimeMs;
  /** Why the last look did not open, as last logged. */
  held: string;
}

export function freshFunding(): FundingState {
  return {
    stage: 'watching',
    goal: 'open',
    targetAtoms: 0,
    takes: [freshTakes(), freshTakes()],
    ending: '',
    paused: false,
    inRound: false,
    after: '',
    stopReason: '',
    round: 0,
    pairs: 0,
    notBeforeMs: 0,
    held: '',
  };
}

export function close(ending: Ending, state: FundingState, out: ConvoyIntents): void {
  state.ending = ending;
  aim('close', 0, state);
  out.phase('closing');
}

export function aim(goal: Goal, targetAtoms: Atoms, state: FundingState): void {
  state.stage = 'moving';
  state.goal = goal;
  state.targetAtoms = targetAtoms;
  state.takes = [freshTakes(), freshTakes()];
}
