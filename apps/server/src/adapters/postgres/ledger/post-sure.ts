// Posts what must not fail: a journal whose coin is known to be there. Anything but its effect, now or before, is a fault
// that undoes the caller's transaction.
import type { Journal } from '@cormorant/core/ledger/journal.ts';
import type { PoolClient } from 'pg';
import { postJournals } from './ledger-post.ts';

export async function postSure(client: PoolClient, journal: Journal, nowMs: number): Promise<void> {
  const [outcome] = await postJournals(client, [journal], nowMs);
  if (outcome?.state !== 'posted' && outcome?.state !== 'repeated') {
    throw new Error(`journal ${journal.key} was not posted: ${outcome?.state}`);
  }
}
