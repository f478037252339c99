// A key that an exchange has just refused is tried at once, once a while, and its users' bots hear of the outcome.
import { expect, test } from 'vitest';
import type { KeyAnswer } from '../../ports/key-desk.ts';
import type { KeyRecord } from '../../ports/key-store.ts';
import { createKeyWatch } from './key-watch.ts';

test('a suspicion tries the key set once, and again only after a while', async () => {
  const world = { nowMs: 0, bad: [] as number[], checks: [] as number[], faults: 0 };
  const refused: KeyAnswer = { outcome: 'refused', code: 2001 };
  const watch = createKeyWatch({
    exchange: 'binance',
    keys: {
      of: async (userId) => (userId === 9 ? null : ({ id: userId * 10 } as KeyRecord)),
      usersWithBadKey: async () => world.bad,
    },
    desk: {
      bind: async () => refused,
      check: async (id) => {
        world.checks.push(id);
        if (id === 20) throw new Error('the database is away');
        world.bad = [1];
        return refused;
      },
    },
    clock: { nowMs: () => world.nowMs },
    log: () => {
      world.faults += 1;
    },
  });
  for (let call = 0; call < 5; call++) watch.suspect(1);
  await expect.poll(() => watch.isBad(1)).toBe(true);
  expect(world.checks).toEqual([10]);
  world.nowMs = 59_999;
  watch.suspect(1);
  // Others have their own while, whoever has no key has nothing to be tried, and a failure stays here.
  watch.suspect(9);
  watch.suspect(2);
  await expect.poll(() => world.faults).toBe(1);
  expect(world.checks).toEqual([10, 20]);
  world.nowMs = 60_000;
  watch.suspect(1);
  await expect.poll(() => world.checks).toEqual([10, 20, 10]);
});

test('a bot starts only on the account of the key that is bound now', async () => {
  const good = { id: 1, accountUid: '900', status: 'valid' } as KeyRecord;
  const watch = createKeyWatch({
    exchange: 'binance',
    keys: { of: async (userId) => (userId === 1 ? good : null), usersWithBadKey: async () => [] },
    desk: {
      bind: async () => ({ outcome: 'refused', code: 2001 }),
      check: async () => ({ outcome: 'refused', code: 2001 }),
    },
    clock: { nowMs: () => 0 },
    log: () => {},
  });
  expect(await Promise.all([watch.isBound(1, '1/900'), watch.isBound(1, '1/901'), watch.isBound(2, '2/900')])).toEqual([
    ...[true, false, false],
  ]);
  await expect(watch.assertGood(1, '1/900')).resolves.toBeUndefined();
  // His key is for another account than the bot trades on; the account is bound by somebody else; nothing is bound.
  for (const [userId, account] of [
    [1, '1/901'],
    [1, '2/900'],
    [2, '2/900'],
  ] as const)
    await expect(watch.assertGood(userId, account)).rejects.toMatchObject({ code: 2002 });
});
