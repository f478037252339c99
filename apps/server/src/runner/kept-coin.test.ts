// A bot on spot that was stopped with its coin kept: what its next start needs when its owner has sold that coin by hand.
import { expect, test } from 'vitest';
import { depsOf } from '../../test/contract-rig.ts';
import { openRig } from '../../test/runner-rig.ts';
import { createBotRunner } from './commands/bot-commands.ts';

test('a start needs the cash that letting go of sold coin makes of it, and nothing is let go of by a refused one', async () => {
  const { tradingAccount, live, opened, store, venue } = openRig();
  const runner = createBotRunner(depsOf({ tradingAccount, opened }));
  const start = () => runner.operate(1, 1001, { name: 'start' });
  const pay = (free: string) => {
    venue.balances = [{ asset: 'USDT', free, locked: '0' }];
  };
  pay('1000');
  expect(await start()).toMatchObject({ outcome: 'done' });
  await runner.operate(1, 1001, { name: 'stop', close: false, reason: 'user' });
  await expect.poll(() => live.bot.status).toBe('stopped');
  const before = { ...live.bot.books };
  expect(before.baseAtoms).toBeGreaterThan(0);
  expect(before.quoteAtoms).toBeLessThan(900e8);
  pay('900');
  expect(await start()).toMatchObject({ outcome: 'refused', code: 3010, data: { free: '900', need: '1000' } });
  expect(live.bot.books).toEqual(before);
  pay('1000');
  expect(await start()).toMatchObject({ outcome: 'done', value: { status: 'running' } });
  expect(store.rows('actions').map(({ why }) => why)).toContain('kept_gone');
});
