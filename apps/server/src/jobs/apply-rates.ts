// Lower rates of members count from 00:00 of the day after they were given.
import type { Clock } from '../ports/clock.ts';
import type { TeamStore } from '../ports/team-store.ts';

export function applyRates(teams: Pick<TeamStore, 'applyDue'>, clock: Clock) {
  return async (): Promise<void> => void (await teams.applyDue(clock.nowMs()));
}
