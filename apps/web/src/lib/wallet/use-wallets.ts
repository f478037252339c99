// The wallets of this browser for a screen. Extensions announce themselves within moments of being asked.
import { useCallback, useRef, useSyncExternalStore } from 'react';
import { onWallets, wallets } from './discover.ts';
import type { Wallet } from './wallet.ts';

export function useWallets(): readonly Wallet[] {
  const last = useRef<readonly Wallet[]>([]);
  const snapshot = useCallback(() => {
    const now = wallets();
    const same = now.length === last.current.length && now.every((wallet, at) => wallet === last.current[at]);
    if (!same) last.current = now;
    return last.current;
  }, []);
  return useSyncExternalStore(onWallets, snapshot);
}
