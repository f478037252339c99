// Charges the grid pairs of hours that have ended, and pays what is owed from fuel that has come in.
import type { FuelStore } from '../ports/fuel-store.ts';

export function chargeFuel(fuel: Pick<FuelStore, 'ableToRepay' | 'chargeWaiting' | 'repay'>) {
  return async (): Promise<void> => {
    await fuel.chargeWaiting();
    for (const userId of await fuel.ableToRepay()) await fuel.repay(userId);
  };
}
