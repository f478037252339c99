// Asks something of the server or a wallet for a sheet: busy while it lasts, and what was refused as the sentence to show.
import { useState } from 'react';
import { ApiError } from '../../lib/api/errors.ts';
import { WalletError } from '../../lib/wallet/wallet-error.ts';

export function useAsking() {
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  async function ask(work: () => Promise<void>): Promise<void> {
    setBusy(true);
    try {
      await work();
    } catch (problem) {
      if (!(problem instanceof ApiError || problem instanceof WalletError)) throw problem;
      setError(problem.message);
    } finally {
      setBusy(false);
    }
  }
  return { busy, error, setError, ask };
}
