// How the coordinators of an arbitrage come to rest: naked, when a leg could not be evened out, or after their round as their
// owner asked.
import type { ConvoyIntents } from '../../strategy/coordinator.ts';
import type { StopReason } from '../../strategy/strategy.ts';

/** What is to be done once nothing is under way: '' = go on. */
export interface AfterRound {
  after: '' | 'pause' | 'stop';
  stopReason: StopReason;
}

interface Staged {
  stage: string;
  paused: boolean;
}

/** A leg that stands alone: the bot halts in phase `error` until its user resumes or stops it. `held` is what the legs hold. */
export function haltNaked(state: Staged, held: string, out: ConvoyIntents): void {
  state.stage = 'naked';
  state.paused = true;
  out.log('failed', 'arb_naked', { held });
  out.finish('paused', 'risk');
  out.phase('error');
}

/** Nothing is held any more: stops, pauses or watches again. */
export function restAfterRound(state: Staged & AfterRound, out: ConvoyIntents): void {
  if (state.after === 'stop') {
    stopDone(state, out);
    return;
  }
  state.stage = 'watching';
  out.phase('waiting');
  if (state.after !== 'pause') return;
  state.after = '';
  state.paused = true;
  out.finish('paused', 'user');
}

export function stopDone(state: Pick<Staged, 'stage'> & AfterRound, out: ConvoyIntents): void {
  state.stage = 'done';
  out.finish('stopped', state.stopReason);
}
