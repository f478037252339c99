// The first two operators of an installation. They have to be two people, and the first says so of the second: all others are as
// many persons as these say.
import type { OperatorStore } from '../../ports/operator-store.ts';
import type { Random } from '../../ports/random.ts';
import { addOperator } from './add-operator.ts';

export interface FoundDeps {
  readonly store: OperatorStore;
  readonly random: Random;
  readonly hashPassword: (password: string) => Promise<string>;
}

export interface Founder {
  readonly name: string;
  readonly token: string;
}

/** Null = not named. */
export interface FounderNames {
  readonly first: string | null;
  readonly second: string | null;
}

/** there_are: more are added by those who are operators. */
export type Founding = readonly Founder[] | 'there_are' | 'no_first' | 'no_second';

/** Which of the two may still be made. A second that was disabled before anybody heard of it is made anew. */
async function stillToMake(store: OperatorStore): Promise<'both' | 'second' | 'none'> {
  const known = await store.operators();
  const persons = new Set(known.map(({ person }) => person)).size;
  const founders = known.filter(({ addedItself, isActive }) => addedItself && isActive);
  if (persons === 0) return 'both';
  return persons > 1 || founders.length > 1 ? 'none' : 'second';
}

export function foundOperators({ hashPassword, random, store }: FoundDeps) {
  async function found(name: string, nowMs: number): Promise<Founder> {
    const doing = { by: name, reason: 'one of the first operators', nowMs };
    const token = await addOperator(store, random)(name, ['admin'], doing);
    if (token === null) throw new Error(`the first operator is no person of its own, so ${name} was not added`);
    return { name, token };
  }
  return async ({ first, second }: FounderNames, nowMs: number): Promise<Founding> => {
    const open = await stillToMake(store);
    if (open === 'none' || (open === 'second' && first !== null)) return 'there_are';
    if (open === 'second') return second === null ? 'no_second' : [await found(second, nowMs)];
    if (first === null) return 'no_first';
    // The user at the root has a password that nobody knows.
    await store.keepRootUser(await hashPassword(Buffer.from(random.bytes(32)).toString('base64url')));
    const made = [await found(first, nowMs)];
    return second === null ? made : [...made, await found(second, nowMs)];
  };
}
