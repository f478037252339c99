// Whether the device has a network, kept up to date.
import { useSyncExternalStore } from 'react';
import { isOnline, onConnectivity } from '../platform/browser.ts';

export function useOnline(): boolean {
  return useSyncExternalStore(onConnectivity, isOnline);
}
