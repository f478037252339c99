// Whether an account name can still be had. Told before anything is spent on it; the word that counts is the database's.
import * as codes from '@cormorant/contract/codes.ts';
import { Refusal } from '../../../ports/refusal.ts';
import type { UserStore } from '../../../ports/user-store.ts';
import { isReserved } from './reserved-accounts.ts';

export async function assertAccountFree(users: UserStore, account: string): Promise<void> {
  if (isReserved(account) || (await users.byLogin(account)) !== null) throw new Refusal(codes.account_exists);
}
