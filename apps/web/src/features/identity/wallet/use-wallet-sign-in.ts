// The sign-in by wallet as a screen sees it: what it waits for, what it asks, what went wrong. One at a time; giving up
// makes the running one count for nothing.
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../lib/api/errors.ts';
import type { Wallet } from '../../../lib/wallet/wallet.ts';
import { WalletError } from '../../../lib/wallet/wallet-error.ts';
import { GivenUp, type Stage, walletSignIn } from './wallet-sign-in.ts';

export interface InviteQuestion {
  readonly address: string;
  /** The server's sentence about the code sent before. */
  readonly refusal: string | null;
  readonly answer: (code: string | null) => void;
}

export interface WalletSignIn {
  readonly stage: Stage | null;
  readonly failure: ApiError | WalletError | null;
  readonly invite: InviteQuestion | null;
  readonly agreement: ((agreed: boolean) => void) | null;
  readonly begin: (wallet: Wallet) => Promise<void>;
  readonly giveUp: () => void;
  readonly clear: () => void;
}

export function useWalletSignIn(): WalletSignIn {
  const [stage, setStage] = useState<Stage | null>(null);
  const [failure, setFailure] = useState<ApiError | WalletError | null>(null);
  const [invite, setInvite] = useState<InviteQuestion | null>(null);
  const [agreement, setAgreement] = useState<((agreed: boolean) => void) | null>(null);
  const running = useRef<AbortController | null>(null);

  function end() {
    running.current = null;
    setStage(null);
    setInvite(null);
    setAgreement(null);
  }

  async function begin(wallet: Wallet) {
    if (running.current !== null) return;
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    const mine = () => running.current === controller;
    setFailure(null);
    try {
      await walletSignIn(wallet, {
        signal,
        onStage: (next) => mine() && setStage(next),
        askInvite: (address, refusal) =>
          asked<string | null>((answer) => setInvite({ address, refusal, answer }), signal, null).finally(() =>
            setInvite(null),
          ),
        askAgreement: () =>
          asked((answer) => setAgreement(() => answer), signal, false).finally(() => setAgreement(null)),
      });
    } catch (error) {
      if (!mine()) return;
      end();
      if (error instanceof ApiError || error instanceof WalletError) setFailure(error);
      else if (!(error instanceof GivenUp)) throw error;
    }
  }

  function giveUp() {
    running.current?.abort();
    end();
  }

  useEffect(() => () => running.current?.abort(), []);
  return { stage, failure, invite, agreement, begin, giveUp, clear: () => setFailure(null) };
}

/** A question on the screen; leaving the screen is its answer too. */
function asked<T>(show: (answer: (value: T) => void) => void, signal: AbortSignal, whenLeft: T): Promise<T> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(whenLeft), { once: true });
    show(resolve);
  });
}
