// What must hold before any bot starts or resumes, whatever its state: fuel enough for its fees.
import { codes } from '@cormorant/contract/catalogue.ts';
import type { Settings } from '../../ports/settings.ts';
import { Refusal } from '../handler.ts';

/** The user's fuel. There is no ledger yet, so nobody has any; with `fuel_min_start` 0 nobody needs any. */
const FUEL = 0;

export function assertFuel(settings: Settings): void {
  const need = settings.get('fuel_min_start');
  if (FUEL >= need) return;
  const data = { fuel: String(FUEL), need: String(need), go: '/my/asset/fuel?sheet=convert' };
  throw new Refusal(codes.fuel_insufficient, { data });
}
