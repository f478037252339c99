// The doors are closed under maintenance: nobody signs in or up, nobody resets a password.
import * as codes from '@cormorant/contract/codes.ts';
import { Refusal } from '../../../ports/refusal.ts';
import type { Settings } from '../../../ports/settings.ts';

export function assertNoMaintenance(settings: Settings): void {
  if (settings.get('maintenance') === 1) throw new Refusal(codes.login_maintenance);
}
