// Tells when the browser's wallet stands for somebody else than the signed-in person. The wallet they signed with counts
// where it is here, else all that show us an account; a wallet that shows none (locked, not connected) says nothing.
import { chosenWallet } from './chosen-wallet.ts';
import { onWallets, wallets } from './discover.ts';
import { sameAddress, type Wallet } from './wallet.ts';
import { currentAccounts, onAccountsChanged } from './wallet-calls.ts';

function watched(): readonly Wallet[] {
  const all = wallets();
  const chosen = all.filter(({ id }) => id === chosenWallet());
  return chosen.length > 0 ? chosen : all;
}

/** Calls `onOther` when accounts are shown and the address is not among them. Answers how to stop. */
export function watchAccount(address: string, onOther: () => void): () => void {
  let stopped = false;
  const listening = new Map<Wallet, () => void>();

  async function look(): Promise<void> {
    const shown = (await Promise.all(watched().map(currentAccounts))).flat();
    if (!stopped && shown.length > 0 && !shown.some((account) => sameAddress(account, address))) onOther();
  }

  function listen(): void {
    for (const wallet of wallets()) {
      if (!listening.has(wallet))
        listening.set(
          wallet,
          onAccountsChanged(wallet, () => void look()),
        );
    }
    void look();
  }

  const stopDiscovery = onWallets(listen);
  listen();
  return () => {
    stopped = true;
    stopDiscovery();
    for (const stop of listening.values()) stop();
  };
}
