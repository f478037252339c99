// Whether the welcome after a registration is still to be shown: once, on this device, to the person who registered.
import { localStore } from '../../platform/browser.ts';

const key = 'welcome';

export function markWelcome(): void {
  localStore.write(key, '1');
}

export function welcomeDue(): boolean {
  return localStore.read(key) === '1';
}

export function welcomeShown(): void {
  localStore.remove(key);
}
