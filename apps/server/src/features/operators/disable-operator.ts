// An operator who left opens nothing any more.
import type { Doing, OperatorWork } from '../../ports/operator-store.ts';
import type { Transactions } from '../../ports/transactions.ts';
import { note } from './note.ts';

export function disableOperator(store: Transactions<Pick<OperatorWork, 'operators' | 'note'>>) {
  return (name: string, doing: Doing): Promise<boolean> =>
    store.transaction(async (work) => {
      const operator = await work.operators.take(name, 'update');
      if (operator?.isActive !== true) return false;
      await work.operators.disable(name, doing.nowMs);
      await note(work, doing, 'operator_disable', name);
      return true;
    });
}
