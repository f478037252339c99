// What the row of an open round says: the fees of its fills from the first one on, the average that its ladder shows too,
// and no level that nothing waits at.
import { expect, test } from 'vitest';
import { depsOf } from '../../test/contract-rig.ts';
import { openRig, rules } from '../../test/runner-rig.ts';
import { createBotRunner } from './commands/bot-commands.ts';

const params = {
  ...{ first_amount: '20', max_positions: '3', multiplier: '2', add_drop: '3', add_callback: '0' },
  ...{ take_profit: '1.3', tp_callback: '0', stop_loss: '20' },
};
const martin = { kind: 'martin', params, symbolRules: rules } as const;

test('an open round carries the fees of its fills, the opening included', async () => {
  const grid = openRig();
  const ladder = openRig(20, martin);
  for (const { live, start, store } of [grid, ladder]) {
    await start();
    expect(store.rows('fills')).toHaveLength(1);
    const opening = live.bot.books.feesQuoteAtoms;
    expect(opening).toBeGreaterThan(0);
    expect(Number(store.rows('positions').at(-1)?.fee)).toBe(opening / 1e8);
  }
  const next = [...grid.venue.orders.values()].find(({ side, status }) => side === 'buy' && status === 'open');
  await grid.trade(next?.cid ?? '');
  const { feesQuoteAtoms } = grid.live.bot.books;
  expect(grid.store.rows('fills')).toHaveLength(2);
  expect(Number(grid.store.rows('positions').at(-1)?.fee)).toBe(feesQuoteAtoms / 1e8);
});

test('a bot that was stopped with its position kept waits at no price; its ladder has the average of its position', async () => {
  const { tradingAccount, live, opened, store, start } = openRig(20, martin);
  await start();
  const held = store.rows('positions').at(-1);
  expect(held).toMatchObject({ status: 'open', tpPrice: expect.any(String), nextAddPrice: expect.any(String) });
  const { engine, market } = live.botMarket;
  const watch = engine.watch(live.bot, market);
  const [first, ...later] = engine.ladder(live.bot, market).sort((a, b) => (a.step ?? 0) - (b.step ?? 0));
  expect(first).toMatchObject({ state: 'filled', averageTicks: watch?.averageTicks });
  // The fee is in it, and in those of the orders to come: 20 at 100 and 40 at 97.
  expect(first?.averageTicks).toBeGreaterThan(10_000);
  expect(later[0]?.averageTicks).toBeGreaterThan(9_798);
  const runner = createBotRunner(depsOf({ tradingAccount, opened }));
  await runner.operate(1, 1001, { name: 'stop', close: false, reason: 'user' });
  await expect.poll(() => live.bot.status).toBe('stopped');
  const kept = { status: 'open', qty: held?.qty, tpPrice: null, slPrice: null, nextAddPrice: null };
  await expect.poll(() => store.rows('positions').at(-1)).toMatchObject(kept);
});
