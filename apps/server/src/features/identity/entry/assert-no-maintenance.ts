// The doors are closed under maintenance: nobody signs in or up, nobody resets a password.
import { codes } from '@cormorant/contract/catalogue.ts';
import type { Settings } from '../../../ports/settings.ts';
import { Refusal } from '../../handler.ts';

export function assertNoMaintenance(settings: Settings): void {
  if (settings.get('maintenance') === 1) throw new Refusal(codes.login_maintenance);
}
