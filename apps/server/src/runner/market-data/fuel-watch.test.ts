// Who may start without fuel: nobody where trading costs some on every account of the bot; keys are asked of each account.
import { expect, test } from 'vitest';
import { assertMayTrade, createFuelWatch, type TradingPlace } from './fuel-watch.ts';

const EMPTY = 7;
const asked: string[] = [];
let out = [EMPTY];
const fuel = createFuelWatch({ outOfFuel: async () => out });
const keys = { assertGood: async (_userId: number, account: string) => void asked.push(account) };
const costly: TradingPlace = { account: 'far', spec: { fuel, keys } };
const other: TradingPlace = { account: 'farther', spec: { fuel, keys } };
const free: TradingPlace = { account: 'local', spec: { keys } };

test('without fuel nothing starts where it costs some, a leg where the money is simulated frees the whole bot, a refill is seen', async () => {
  await fuel.refresh();
  for (const places of [[costly], [costly, other]])
    await expect(assertMayTrade(EMPTY, places)).rejects.toMatchObject({ code: 4106 });
  asked.length = 0;
  await assertMayTrade(EMPTY, [costly, free]);
  await assertMayTrade(EMPTY, [free, costly]);
  await assertMayTrade(EMPTY, [free]);
  await assertMayTrade(EMPTY + 1, [costly, other]);
  expect(asked).toEqual(['far', 'local', 'local', 'far', 'local', 'far', 'farther']);
  out = [];
  await assertMayTrade(EMPTY, [costly, other]);
  expect(fuel.isOut(EMPTY)).toBe(false);
});
