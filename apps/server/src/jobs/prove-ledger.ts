// Proves the books again and again. What does not hold is an alarm in the log, and the health page says so, until it holds;
// books that could not be proved for a while are not said to hold either.
import { proofOf } from '@cormorant/core/ledger/proof.ts';
import type { Clock } from '../ports/clock.ts';
import type { LedgerStore } from '../ports/ledger-store.ts';

export const PROOF_PAUSE_MS = 300_000;
/** The next proof is late, and the one behind it. */
const FRESH_MS = 2.5 * PROOF_PAUSE_MS;

export interface ProveLedgerDeps {
  readonly ledger: Pick<LedgerStore, 'sums'>;
  readonly clock: Clock;
  readonly log: (level: 'error', message: string) => void;
}

export interface LedgerProof {
  run(): Promise<void>;
  /** Whether nothing was wrong with the books when they were proved last, and that is no longer ago than it should be. */
  holds(): boolean;
}

export function createLedgerProof({ clock, ledger, log }: ProveLedgerDeps): LedgerProof {
  let faults: readonly string[] = [];
  // Books nobody has looked at yet are late only when a proof would be.
  let provenAtMs = clock.nowMs();
  return {
    run: async () => {
      ({ faults } = proofOf(await ledger.sums()));
      provenAtMs = clock.nowMs();
      for (const fault of faults) log('error', `ALARM: the ledger does not hold: ${fault}`);
    },
    holds: () => clock.nowMs() - provenAtMs <= FRESH_MS && faults.length === 0,
  };
}
