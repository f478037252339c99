// An operator is added. Invariant: who adds one is shown its token, so the name counts as that one's hand.
import type { Doing, OperatorWork, Role } from '../../ports/operator-store.ts';
import type { Random } from '../../ports/random.ts';
import type { Transactions } from '../../ports/transactions.ts';
import { note } from './note.ts';
import { hashToken, newToken } from './token.ts';

/** 2 to 32 of a-z, 0-9 and _, beginning with a letter. */
export function isOperatorName(name: string): boolean {
  return /^[a-z][a-z0-9_]{1,31}$/.test(name);
}

export type AddWork = Pick<OperatorWork, 'operators' | 'note'>;

/**
 * Answers the operator's token, which is kept nowhere and which who adds has seen. The very first, added by none but itself, is a
 * person of its own. The second of the first two adds itself, too, but was shown its token on the terminal of the first, as if
 * that one had added it. Null: who adds is not known as a person of its own, and a later word for it would part it from whom it
 * has added.
 */
export function addOperator(store: Transactions<AddWork>, random: Random) {
  return (name: string, roles: readonly Role[], doing: Doing): Promise<string | null> => {
    const token = newToken(random);
    return store.transaction(async (work) => {
      const { operators } = work;
      const adder = await (doing.by === name ? operators.first() : operators.take(doing.by, 'share'));
      if (adder !== null && adder.person !== adder.name) return null;
      const seen = { person: adder?.person ?? name, tokenSeenBy: adder?.name ?? null };
      await operators.add({ name, roles, tokenHash: hashToken(token), ...seen }, doing.nowMs);
      await note(work, doing, 'operator_add', name, { after: { roles } });
      return token;
    });
  };
}
