// Somebody who has proven who they are, by password or wallet, may still be disabled, or have terms to agree to that grew.
import * as codes from '@cormorant/contract/codes.ts';
import { Refusal } from '../../../ports/refusal.ts';
import type { Settings } from '../../../ports/settings.ts';
import type { UserRow } from '../../../ports/user-store.ts';

export interface EntryRules {
  readonly settings: Settings;
  /** Of the legal texts now in force. */
  readonly termsVersion: number;
}

export function assertMayEnter(user: UserRow, agreed: boolean, { settings, termsVersion }: EntryRules): void {
  if (user.status !== 'active') throw new Refusal(codes.account_disabled);
  if (settings.get('enforce_terms') === 1 && user.termsVersion < termsVersion && !agreed) {
    throw new Refusal(codes.terms_required);
  }
}
