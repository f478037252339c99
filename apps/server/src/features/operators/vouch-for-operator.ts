// Somebody else says that a name is a person of its own, by the mark that this person has told. Invariant: it counts only when
// nobody else has seen the token that the name goes by, and only from a person who heard of that very token.
import type { Doing, OperatorRow, OperatorWork } from '../../ports/operator-store.ts';
import type { Transactions } from '../../ports/transactions.ts';
import { note } from './note.ts';
import { mayBeSecond } from './second-person.ts';
import { markOf } from './token.ts';

export type Vouching = 'done' | 'missing' | 'own' | 'seen' | 'other_mark' | 'same_person';

/**
 * Whose word it takes: of the second of the first two, who have added themselves, that of the first; of all others that of another
 * person than the one as which they count, and not of who added them, whatever that one counted as then.
 */
async function mayVouch(work: Pick<OperatorWork, 'operators'>, { name, person }: OperatorRow, doing: Doing) {
  const adder = await work.operators.adderOf(name);
  if (adder === name) return doing.by === person;
  return adder !== doing.by && (await mayBeSecond(work, doing.by, person, doing.nowMs));
}

export function vouchForOperator(store: Transactions<Pick<OperatorWork, 'operators' | 'note'>>) {
  return (name: string, mark: string, doing: Doing): Promise<Vouching> =>
    store.transaction(async (work) => {
      const before = await work.operators.take(name, 'update');
      if (before?.isActive !== true) return 'missing';
      if (before.person === name) return 'own';
      if (before.tokenSeenBy !== null) return 'seen';
      if (markOf(before.tokenHash) !== mark) return 'other_mark';
      if (!(await mayVouch(work, before, doing))) return 'same_person';
      await work.operators.setPerson(name, name);
      await note(work, doing, 'operator_vouch', name, { before: before.person, after: { person: name, mark } });
      return 'done';
    });
}
