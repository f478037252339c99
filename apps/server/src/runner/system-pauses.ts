// Pauses that nobody asked for by name and that end by themselves: the operator's maintenance, and an exchange that has
// been away for long. Only bots that were paused for that reason resume with its end.
import type { PauseReason } from '@cormorant/core/strategy/strategy.ts';
import type { Clock } from '../ports/clock.ts';
import type { LiveBot } from './live-bot.ts';
import type { UserActor } from './user-actor.ts';

const EXCHANGE_GONE_MS = 600_000;

export interface SystemPausesDeps {
  readonly clock: Clock;
  readonly isMaintenance: () => boolean;
  readonly isUp: () => boolean;
}

export function createSystemPauses({ clock, isMaintenance, isUp }: SystemPausesDeps): (actor: UserActor) => void {
  let upAtMs = clock.nowMs();

  /** Why a bot should stand still now; '' when nothing keeps it. */
  function present(): PauseReason {
    if (isUp()) upAtMs = clock.nowMs();
    if (isMaintenance()) return 'maintenance';
    return clock.nowMs() - upAtMs >= EXCHANGE_GONE_MS ? 'exchange' : '';
  }

  return (actor) => {
    const reason = present();
    const change: LiveBot[] = [];
    for (const live of actor.bots.values()) {
      const { pauseReason, status } = live.bot;
      const ours = pauseReason === 'maintenance' || pauseReason === 'exchange';
      const pauses = reason !== '' && status === 'running';
      const resumes = reason === '' && status === 'paused' && ours && isUp();
      if (!live.broken && (pauses || resumes)) change.push(live);
    }
    if (change.length === 0 || actor.isBusy()) return;
    actor
      .act((turn) => {
        for (const live of change) {
          const command = reason === '' ? ({ name: 'resume' } as const) : ({ name: 'pause', reason } as const);
          actor.command(turn, live, command, 'system');
        }
      })
      // An actor that fails reads everything back, and is looked at again a second later.
      .catch(() => {});
  };
}
