// Service fees over a database: what the runner's store charges in its transaction, what the hour charges, how debts are paid,
// and when an announced rate counts. The settings of the moment say by which terms.
import { openAuditedSettings } from '../adapters/postgres/audit/audited-settings.ts';
import { createFuelStore } from '../adapters/postgres/ledger/fuel-store.ts';
import type { openPool } from '../adapters/postgres/pool.ts';
import { applyServiceRate } from '../features/fees/change-service-rate.ts';
import type { FeeDeps } from '../features/fees/charge-and-warn.ts';
import { chargeWaiting } from '../features/fees/charge-waiting.ts';
import { chargeWrites } from '../features/fees/charge-writes.ts';
import { repayOwed } from '../features/fees/repay-owed.ts';
import { fuelNotices } from '../features/team/fuel-notices.ts';
import { simulatedExchanges } from '../features/trading-exchanges.ts';
import type { Clock } from '../ports/clock.ts';
import type { Charging, Repayment } from '../ports/fuel-books.ts';
import type { ChargeTerms, FuelStore } from '../ports/fuel-store.ts';
import type { Settings } from '../ports/settings.ts';

const BP_A_PERCENT = 100;

function termsOf(settings: Settings): ChargeTerms {
  return {
    startRateBp: Math.round(settings.get('fuel_rate') * BP_A_PERCENT),
    owedMax: settings.get('owed_max').toFixed(8),
    capBp: Math.round(settings.get('rate_cap') * BP_A_PERCENT),
    levels: settings.get('share_levels'),
    pointsPerFuel: settings.get('points_per_fuel'),
    minStart: settings.get('fuel_min_start'),
  };
}

export interface Fees {
  readonly fuel: FuelStore;
  readonly charging: Charging;
  readonly repayment: Repayment;
}

export interface BindFeesDeps extends FeeDeps {
  readonly pool: ReturnType<typeof openPool>;
}

export function bindFees({ pool, ...deps }: BindFeesDeps): Fees {
  const { clock, free, terms } = deps;
  const rows = createFuelStore(pool, { free, needsFuel: () => terms().minStart > 0 });
  const repayment = repayOwed(() => terms().pointsPerFuel);
  return {
    repayment,
    charging: chargeWrites(deps),
    fuel: {
      of: rows.of,
      outOfFuel: rows.outOfFuel,
      ableToRepay: rows.ableToRepay,
      charge: rows.charge,
      chargeWaiting: chargeWaiting(rows, deps),
      repay: (userId) => rows.transaction((books) => repayment.pay(books, userId, clock.nowMs())),
      applyRate: applyServiceRate(openAuditedSettings(pool)),
    },
  };
}

export interface FeesOfSettings {
  readonly pool: BindFeesDeps['pool'];
  readonly settings: Settings;
  readonly clock: Clock;
  readonly report: (error: unknown) => void;
}

export function openFees({ clock, pool, report, settings }: FeesOfSettings): Fees {
  const terms = () => termsOf(settings);
  return bindFees({ pool, clock, report, terms, notices: fuelNotices, free: [...simulatedExchanges] });
}
