// Who the operators are, against rows in memory: whose hand a name counts as, whose word parts it from that hand, and who may do
// what.
import { beforeEach, expect, test } from 'vitest';
import { createOperatorMemory, type OperatorMemory } from '../../../test/operator-memory.ts';
import { addOperator } from './add-operator.ts';
import { authoriseOperator } from './authorise-operator.ts';
import { disableOperator } from './disable-operator.ts';
import { foundOperators } from './found-operators.ts';
import { permissions } from './permissions.ts';
import { renewToken } from './renew-token.ts';
import { mayBeSecond } from './second-person.ts';
import { vouchForOperator } from './vouch-for-operator.ts';

const DAY_MS = 86_400_000;
let nowMs = 0;
let drawn = 0;
let memory: OperatorMemory;
const random = { bytes: (count: number) => new Uint8Array(count).fill(++drawn), integer: () => 0 };
const by = (name: string) => ({ by: name, reason: 'because', nowMs });
const found = (first: string | null, second: string | null) =>
  foundOperators({ store: memory as never, random, hashPassword: async () => 'h' })({ first, second }, nowMs);
const second = (one: string, other: string) => memory.transaction((work) => mayBeSecond(work, one, other, nowMs));
const renewed = async (name: string) => (await renewToken(memory, random)(by(name))).mark;
const personOf = (name: string) => memory.state.operators.find((one) => one.name === name)?.person;

beforeEach(() => {
  nowMs = DAY_MS;
  memory = createOperatorMemory();
});

/** Ann and eve, of whom each is a person of its own, for a day. */
async function twoFounders(): Promise<void> {
  await found('ann', 'eve');
  await vouchForOperator(memory)('eve', await renewed('eve'), by('ann'));
  nowMs += DAY_MS;
}

test('the first two are made once, also one after the other; the second is made anew when it was disabled', async () => {
  expect(await found(null, 'eve')).toBe('no_first');
  expect(await found('ann', null)).toMatchObject([{ name: 'ann' }]);
  expect(memory.state.done).toEqual(['root user']);
  expect(await found('ann', 'eve')).toBe('there_are');
  expect(await found(null, null)).toBe('no_second');
  expect(await found(null, 'mal')).toMatchObject([{ name: 'mal' }]);
  expect(await found(null, 'eve')).toBe('there_are');
  await disableOperator(memory)('mal', by('ann'));
  expect(await found(null, 'eve')).toMatchObject([{ name: 'eve' }]);
});

test('a name counts as who added it, and two names of one person are never two', async () => {
  await twoFounders();
  await addOperator(memory, random)('bob', ['finance'], by('ann'));
  nowMs += DAY_MS;
  expect(personOf('bob')).toBe('ann');
  expect([await second('bob', 'ann'), await second('bob', 'eve'), await second('ann', 'ann')]).toEqual([
    false,
    true,
    false,
  ]);
  // A word for bob would part it from whom it has added.
  expect(await addOperator(memory, random)('bob2', ['finance'], by('bob'))).toBeNull();
});

test('the second has been there for a day, and nobody else has seen the token of either person', async () => {
  await found('ann', 'eve');
  nowMs += DAY_MS;
  expect(await second('ann', 'eve')).toBe(false);
  const mark = await renewed('eve');
  await vouchForOperator(memory)('eve', mark, by('ann'));
  expect(await second('ann', 'eve')).toBe(true);
  nowMs -= 1;
  expect(await second('ann', 'eve')).toBe(false);
  nowMs += 1;
  memory.state.operators = memory.state.operators.map((one) => ({
    ...one,
    tokenSeenBy: one.name === 'eve' ? 'ann' : null,
  }));
  expect([await second('ann', 'eve'), await second('eve', 'ann')]).toEqual([false, false]);
});

test('a word counts from another person than who added the name, for the token that the name has made for itself', async () => {
  await twoFounders();
  await addOperator(memory, random)('bob', ['finance'], by('ann'));
  const vouch = vouchForOperator(memory);
  expect(await vouch('bob', '00000000', by('eve'))).toBe('seen');
  const mark = await renewed('bob');
  expect(await vouch('bob', '00000000', by('eve'))).toBe('other_mark');
  expect(await vouch('bob', mark, by('ann'))).toBe('same_person');
  expect(await vouch('nobody', mark, by('eve'))).toBe('missing');
  expect(await vouch('bob', mark, by('eve'))).toBe('done');
  expect(await vouch('bob', mark, by('eve'))).toBe('own');
  expect(personOf('bob')).toBe('bob');
  expect(memory.state.deeds.at(-1)).toMatchObject({ operator: 'eve', action: 'operator_vouch', before: 'ann' });
});

test('for the second of the first two it takes the word of the first, and of nobody else', async () => {
  await found('ann', 'eve');
  nowMs += DAY_MS;
  const mark = await renewed('eve');
  await addOperator(memory, random)('bob', ['admin'], by('ann'));
  expect(await vouchForOperator(memory)('eve', mark, by('bob'))).toBe('same_person');
  expect(await vouchForOperator(memory)('eve', mark, by('ann'))).toBe('done');
});

test('nobody is vouched for by who added it, whatever that one counted as', async () => {
  await twoFounders();
  await addOperator(memory, random)('dan', ['admin'], by('eve'));
  // As an update that gives all names to the first again leaves it.
  memory.state.operators = memory.state.operators.map((one) => (one.name === 'dan' ? { ...one, person: 'ann' } : one));
  expect(await vouchForOperator(memory)('dan', await renewed('dan'), by('eve'))).toBe('same_person');
});

test('a deed has a name, a reason, the token of an active operator and one of its roles', async () => {
  const authorise = authoriseOperator(memory);
  const claim = { by: 'bob', token: '', reason: 'because', roles: permissions.adjust };
  expect(await authorise(claim)).toBe('no_operators');
  await twoFounders();
  const token = (await addOperator(memory, random)('bob', ['finance'], by('ann'))) ?? '';
  expect(await authorise({ ...claim, token, by: '' })).toBe('no_name');
  expect(await authorise({ ...claim, token, reason: '' })).toBe('no_reason');
  expect(await authorise({ ...claim, token: 'another' })).toBe('unknown');
  expect(await authorise({ ...claim, token, by: 'mal' })).toBe('unknown');
  expect(await authorise({ ...claim, token, roles: permissions.setRootRate })).toBe('no_role');
  expect(await authorise({ ...claim, token })).toBe('authorised');
  await disableOperator(memory)('bob', by('ann'));
  expect(await authorise({ ...claim, token })).toBe('unknown');
});
