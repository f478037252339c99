// Fuel for a test's person, posted as an operator's adjustment posts it.
import { adjustJournal } from '@cormorant/core/ledger/change-journals.ts';
import { parse18 } from '@cormorant/core/money/amount-e18.ts';
import type { Pool } from 'pg';
import { createLedgerStore } from '../../apps/server/src/adapters/postgres/ledger/ledger-store.ts';

let adjustments = 1_000_000;

export async function giveFuel(pool: Pool, userId: number, amount: string): Promise<void> {
  adjustments += 1;
  const journal = adjustJournal(adjustments, userId, 'fuel_paid', parse18(amount), 'for a test');
  const [outcome] = await createLedgerStore(pool).post([journal], Date.now());
  if (outcome?.state !== 'posted') throw new Error(`fuel was not given: ${outcome?.state}`);
}
