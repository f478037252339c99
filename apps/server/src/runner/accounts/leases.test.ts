// The connection that proves a runner alive breaks: nothing is sent until it has enlisted anew, its leases come along with
// their tokens, and a user whom another runner took meanwhile is lost.
import { afterEach, expect, test } from 'vitest';
import type { RunnerStore } from '../../ports/runner-store.ts';
import { type LeaseKeeper, startLeaseKeeper } from './leases.ts';

/** Leases in memory, with connections that the test breaks. */
function openLeases() {
  const leases = new Map<number, { runnerId: number; token: number }>();
  const onLost = new Map<number, () => void>();
  const state = { number: 0, failures: 0, beforeMove: () => {} };
  const alive = (runnerId: number) => onLost.has(runnerId);
  const port: Pick<RunnerStore, 'enlist' | 'moveLeases' | 'releaseLeases' | 'renewLeases' | 'takeLease'> = {
    enlist: async (lost) => {
      if (state.failures-- > 0) throw new Error('no connection');
      const runnerId = ++state.number;
      onLost.set(runnerId, lost);
      return { runnerId, leave: async () => void onLost.delete(runnerId) };
    },
    moveLeases: async (from, to) => {
      state.beforeMove();
      const moved = [...leases].filter(([, { runnerId }]) => from.includes(runnerId));
      for (const [, lease] of moved) lease.runnerId = to;
      return moved.map(([userId]) => userId);
    },
    takeLease: async (userId, runnerId) => {
      const held = leases.get(userId);
      if (held !== undefined && held.runnerId !== runnerId && alive(held.runnerId)) return null;
      const token = (held?.token ?? 0) + 1;
      leases.set(userId, { runnerId, token });
      return token;
    },
    renewLeases: async (runnerId) => [...leases].flatMap(([id, held]) => (held.runnerId === runnerId ? [id] : [])),
    releaseLeases: async () => {},
  };
  const lose = (runnerId: number) => {
    const lost = onLost.get(runnerId);
    onLost.delete(runnerId);
    lost?.();
  };
  return { leases, lose, port, state };
}

let keeper: LeaseKeeper | null = null;
afterEach(() => keeper?.stop());

async function start(lost: number[] = []) {
  const database = openLeases();
  const log = () => {};
  const clock = { nowMs: () => performance.now() };
  keeper = await startLeaseKeeper(database.port as RunnerStore, clock, log, (userId) => lost.push(userId));
  return { ...database, keeper };
}

test('it stops trusting its leases at once, and has them again under its new number', async () => {
  const lost: number[] = [];
  const { keeper, leases, lose, state } = await start(lost);
  expect(await keeper.take(7)).toBe(1);
  state.failures = 2;
  lose(1);
  expect(keeper.holds(7)).toBe(false);
  expect(await keeper.take(8)).toBeNull();
  await expect.poll(() => keeper.holds(7)).toBe(true);
  expect(leases.get(7)).toEqual({ runnerId: 2, token: 1 });
  expect(lost).toEqual([]);
  expect(await keeper.take(8)).toBe(1);
});

test('whom another runner took meanwhile it has lost', async () => {
  const lost: number[] = [];
  const { keeper, leases, lose, state } = await start(lost);
  await keeper.take(7);
  await keeper.take(9);
  state.beforeMove = () => leases.set(9, { runnerId: 99, token: 2 });
  lose(1);
  await expect.poll(() => keeper.holds(7)).toBe(true);
  expect(keeper.holds(9)).toBe(false);
  expect(lost).toEqual([9]);
});

test('one that breaks again while it enlists goes on trying, and loses nobody', async () => {
  const lost: number[] = [];
  const { keeper, leases, lose, state } = await start(lost);
  await keeper.take(7);
  let times = 0;
  state.beforeMove = () => {
    if (times++ < 2) lose(state.number);
  };
  lose(1);
  expect(keeper.holds(7)).toBe(false);
  await expect.poll(() => keeper.holds(7)).toBe(true);
  expect(leases.get(7)).toEqual({ runnerId: 4, token: 1 });
  expect(lost).toEqual([]);
});

test('a renewal that was asked for before a user was taken does not lose him', async () => {
  const lost: number[] = [];
  const { keeper, port } = await start(lost);
  expect(await keeper.take(7)).toBe(1);
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<number[]>();
  port.renewLeases = () => {
    asked.resolve();
    return answer.promise;
  };
  await asked.promise;
  expect(await keeper.take(8)).toBe(1);
  answer.resolve([7]);
  await expect.poll(() => keeper.holds(7)).toBe(true);
  expect([keeper.holds(8), lost]).toEqual([true, []]);
});

test('an enlistment whose leases could not be moved gives its connection back', async () => {
  const { leases, lose, port, state } = await start();
  const left: number[] = [];
  const { enlist, moveLeases } = port;
  port.enlist = async (onLost) => {
    const made = await enlist(onLost);
    return {
      ...made,
      leave: async () => {
        left.push(made.runnerId);
        await made.leave();
      },
    };
  };
  let failures = 1;
  port.moveLeases = async (...asked) => {
    if (failures-- > 0) throw new Error('statement timeout');
    return moveLeases(...asked);
  };
  expect(await keeper?.take(7)).toBe(1);
  lose(1);
  await expect.poll(() => leases.get(7)?.runnerId).toBe(3);
  expect([left, state.number]).toEqual([[2], 3]);
});
