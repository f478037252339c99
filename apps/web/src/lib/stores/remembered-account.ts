// The account name that the person asked to be remembered on this device; never the password.
import { localStore } from '../../platform/browser.ts';

const key = 'remembered_account';

export function rememberedAccount(): string {
  return localStore.read(key) ?? '';
}

/** An empty name forgets. */
export function rememberAccount(account: string): void {
  if (account === '') localStore.remove(key);
  else localStore.write(key, account);
}
