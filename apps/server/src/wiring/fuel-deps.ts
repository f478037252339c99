// What charges are counted by: the settings of the moment, where the money is simulated, and the words of the warnings.
import type { FuelStoreDeps } from '../adapters/postgres/ledger/fuel-store.ts';
import { fuelNotices } from '../features/team/fuel-notices.ts';
import { simulatedExchanges } from '../features/trading-exchanges.ts';
import type { Clock } from '../ports/clock.ts';
import type { Settings } from '../ports/settings.ts';

const BP_A_PERCENT = 100;

export function fuelDeps({
  clock,
  report,
  settings,
}: {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly report: (error: unknown) => void;
}): FuelStoreDeps {
  return {
    clock,
    report,
    notices: fuelNotices,
    free: [...simulatedExchanges],
    terms: () => ({
      startRateBp: Math.round(settings.get('fuel_rate') * BP_A_PERCENT),
      owedMax: settings.get('owed_max').toFixed(8),
      capBp: Math.round(settings.get('rate_cap') * BP_A_PERCENT),
      levels: settings.get('share_levels'),
      pointsPerFuel: settings.get('points_per_fuel'),
      minStart: settings.get('fuel_min_start'),
    }),
  };
}
