// What fuel that comes in pays first, by the settings of the moment.
import { repayOwed } from '../features/fees/repay-owed.ts';
import type { Repayment } from '../ports/fuel-books.ts';
import type { Settings } from '../ports/settings.ts';

export function payOwed(settings: Settings): Repayment {
  return repayOwed(() => settings.get('points_per_fuel'));
}
