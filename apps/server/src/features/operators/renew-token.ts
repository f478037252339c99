// An operator trades the token for one that nobody else has seen; another person vouches by its mark.
import type { Doing, OperatorWork } from '../../ports/operator-store.ts';
import type { Random } from '../../ports/random.ts';
import type { Transactions } from '../../ports/transactions.ts';
import { note } from './note.ts';
import { hashToken, markOf, newToken } from './token.ts';

export function renewToken(store: Transactions<Pick<OperatorWork, 'operators' | 'note'>>, random: Random) {
  return async (doing: Doing): Promise<{ readonly token: string; readonly mark: string }> => {
    const token = newToken(random);
    const tokenHash = hashToken(token);
    const mark = markOf(tokenHash);
    await store.transaction(async (work) => {
      const own = await work.operators.take(doing.by, 'update');
      if (own?.isActive !== true) throw new Error(`${doing.by} is an operator no more`);
      await work.operators.setOwnToken(doing.by, tokenHash);
      await note(work, doing, 'operator_renew', doing.by, { after: { mark } });
    });
    return { token, mark };
  };
}
