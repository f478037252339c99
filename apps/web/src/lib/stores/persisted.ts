// Storage of the persisted stores: each key holds the plain shape of its entry, nothing around it. Entries that do not
// read as expected are dropped, so a broken or foreign value can never stop the app.
import type { PersistStorage, StorageValue } from 'zustand/middleware';
import { localStore } from '../../platform/browser.ts';

export function readEntry(key: string): unknown {
  const text = localStore.read(key);
  if (text === null) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** `revive` answers the state that a stored value, whatever it holds, stands for. */
export function plainStorage<State>(revive: (entry: Record<string, unknown>) => State): PersistStorage<State> {
  return {
    getItem(key): StorageValue<State> | null {
      const entry = readEntry(key);
      if (typeof entry !== 'object' || entry === null) return null;
      return { state: revive(entry as Record<string, unknown>), version: 0 };
    },
    setItem: (key, value) => localStore.write(key, JSON.stringify(value.state)),
    removeItem: (key) => localStore.remove(key),
  };
}
