// What an exchange that is away and the operator's maintenance do to bots, and undo by themselves: after a minute without
// the exchange its bots show an error, after ten they pause; maintenance pauses at once. Only bots that were paused for
// such a reason resume with its end; keys that are no good pause their user's bots until that user resumes them. None of it
// waits for the exchange: what is under way there may never be answered.
import type { PauseReason } from '@cormorant/core/strategy/strategy.ts';
import type { Clock } from '../ports/clock.ts';
import type { LiveBot } from './live-bot.ts';
import type { LiveConvoy } from './live-convoy.ts';
import type { UserActor } from './user-actor.ts';

const EXCHANGE_MISSED_MS = 60_000;
const EXCHANGE_GONE_MS = 600_000;

export interface SystemPausesDeps {
  readonly clock: Clock;
  readonly isMaintenance: () => boolean;
  readonly isUp: () => boolean;
  readonly isKeyBad: (userId: number) => boolean;
}

/** To be called every second with the actors there are. */
export function createSystemPauses(deps: SystemPausesDeps): (actors: readonly UserActor[]) => void {
  const { clock, isKeyBad, isMaintenance, isUp } = deps;
  let upAtMs = clock.nowMs();
  /** Actors whose last change is not written yet. */
  const changing = new WeakSet<UserActor>();

  function awayMs(): number {
    if (isUp()) upAtMs = clock.nowMs();
    return clock.nowMs() - upAtMs;
  }

  function apply(actor: UserActor, reason: PauseReason, isMissed: boolean): void {
    const commanded: (LiveBot | LiveConvoy)[] = [];
    const shown: (LiveBot | LiveConvoy)[] = [];
    for (const live of actor.owners()) {
      if (live.broken) continue;
      const { pauseReason, status } = live;
      const ours = pauseReason === 'maintenance' || pauseReason === 'exchange';
      const pauses = reason !== '' && status === 'running';
      const resumes = reason === '' && status === 'paused' && ours && isUp() && !actor.isBusy();
      live.exchangeMissed = isMissed;
      if (pauses || resumes) commanded.push(live);
      else if (status === 'running' && live.record.phase !== live.phase) shown.push(live);
    }
    if (commanded.length === 0 && shown.length === 0) return;
    changing.add(actor);
    actor
      .act((turn) => {
        for (const live of shown) turn.touch(live);
        for (const live of commanded) {
          const command = reason === '' ? ({ name: 'resume' } as const) : ({ name: 'pause', reason } as const);
          actor.command(turn, live, command, 'system');
        }
      })
      // An actor that fails reads everything back, and is looked at again a second later.
      .catch(() => {})
      .finally(() => changing.delete(actor));
  }

  return (actors) => {
    const away = awayMs();
    const gone: PauseReason = away >= EXCHANGE_GONE_MS ? 'exchange' : '';
    const reason = isMaintenance() ? 'maintenance' : gone;
    for (const actor of actors) {
      if (changing.has(actor)) continue;
      const own: PauseReason = reason === '' && isKeyBad(actor.userId) ? 'api' : reason;
      apply(actor, own, away > EXCHANGE_MISSED_MS);
    }
  };
}
