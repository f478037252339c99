// Which wallet this device last signed with, by its reverse domain name: offered first, and the one whose accounts count.
import { localStore } from '../../platform/browser.ts';

const key = 'wallet';

export function chosenWallet(): string {
  return localStore.read(key) ?? '';
}

export function chooseWallet(id: string): void {
  localStore.write(key, id);
}
