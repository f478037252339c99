// What can be said of this device to support: whether it is online and can keep things. Nothing that tells who uses it.
import { isOnline, localStore } from '../platform/browser.ts';

export function online(): boolean {
  return isOnline();
}

/** Whether what is written can be read again. */
export function storageWorks(): boolean {
  const key = 'diagnostics';
  const value = String(performance.now());
  localStore.write(key, value);
  const kept = localStore.read(key) === value;
  localStore.remove(key);
  return kept;
}
