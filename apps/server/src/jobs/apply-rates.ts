// Lower rates of members count from 00:00 of the day after they were given; a higher service fee from seven days after it was
// announced.
import type { Clock } from '../ports/clock.ts';
import type { FuelStore } from '../ports/fuel-store.ts';
import type { TeamStore } from '../ports/team-store.ts';

export function applyRates(teams: Pick<TeamStore, 'applyDue'>, fuel: Pick<FuelStore, 'applyRate'>, clock: Clock) {
  return async (): Promise<void> => {
    await teams.applyDue(clock.nowMs());
    await fuel.applyRate(clock.nowMs());
  };
}
