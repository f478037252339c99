// Whether a bot, or a bot of several legs, was stopped at once by panic, and what it was before.
import type { BotStatus, HaltedFrom, PauseReason } from '../strategy/strategy.ts';

export function isHalted({ halted = '' }: { readonly halted?: HaltedFrom }): boolean {
  return halted !== '';
}

/** As it is now; of a live one. */
export function haltedFrom({ status, pauseReason }: { status: BotStatus; pauseReason: PauseReason }): HaltedFrom {
  return status === 'running' || pauseReason === '' ? 'running' : pauseReason;
}
