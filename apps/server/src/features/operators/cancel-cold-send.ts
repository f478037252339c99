// A move to cold storage is called off: until it has a nonce it does not leave, and after that only a transaction that pays nobody
// can be faster.
import type { Doing, OperatorWork } from '../../ports/operator-store.ts';
import type { Transactions } from '../../ports/transactions.ts';
import { note } from './note.ts';

/** cancelled: nothing of it leaves; replacing: what has its nonce is to be replaced by nothing; null = it has ended. */
export function cancelColdSend(store: Transactions<Pick<OperatorWork, 'cold' | 'note'>>) {
  return (id: number, doing: Doing): Promise<'cancelled' | 'replacing' | null> =>
    store.transaction(async (work) => {
      const isCancelled = await work.cold.cancel(id, doing.nowMs);
      const isReplacing = await work.cold.withdraw(id);
      if (!isCancelled && !isReplacing) return null;
      await note(work, doing, 'cold_cancel', `${id}`);
      return isCancelled ? 'cancelled' : 'replacing';
    });
}
