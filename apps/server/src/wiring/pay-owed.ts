// What fuel that comes in pays first, in the transaction that brings it.
import type { ChangeStoreDeps } from '../adapters/postgres/ledger/change-store.ts';
import { repayOwed } from '../adapters/postgres/ledger/repay-owed.ts';
import type { Settings } from '../ports/settings.ts';

export function payOwed(settings: Settings): ChangeStoreDeps['fuelCame'] {
  return (client, userId, nowMs) =>
    repayOwed(client, { userId, pointsPerFuel: settings.get('points_per_fuel'), nowMs });
}
