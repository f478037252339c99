// Proves the books again and again. What does not hold is an alarm in the log, and the health page says so, until it holds.
import { proofOf } from '@cormorant/core/ledger/proof.ts';
import type { LedgerStore } from '../ports/ledger-store.ts';

export interface ProveLedgerDeps {
  readonly ledger: Pick<LedgerStore, 'sums'>;
  readonly log: (level: 'error', message: string) => void;
}

export interface LedgerProof {
  run(): Promise<void>;
  /** What the last proof found. */
  holds(): boolean;
}

export function createLedgerProof({ ledger, log }: ProveLedgerDeps): LedgerProof {
  let faults: readonly string[] = [];
  return {
    run: async () => {
      ({ faults } = proofOf(await ledger.sums()));
      for (const fault of faults) log('error', `ALARM: the ledger does not hold: ${fault}`);
    },
    holds: () => faults.length === 0,
  };
}
