// Two bots never spend the same money: what a live bot may yet spend is its claim from the moment it starts, however many
// ask at once, and money that a sale has just brought is the seller's although nobody has told of the sale yet.
import { expect, test } from 'vitest';
import { depsOf } from '../../test/contract-rig.ts';
import { nothingLoaded, openRig, rigRecord, rules } from '../../test/runner-rig.ts';
import { createBotRunner } from './commands/bot-commands.ts';

const WALLET = 10_000;

/** Bots of 1,000 USDT each in markets of their own, on an account with 10,000. */
function openMany(count: number) {
  const rig = openRig();
  const markets = Array.from({ length: count }, (_, at) => ({ ...rules, symbol: `C${at}/USDT` }));
  const ids = markets.map((symbolRules, at) => {
    rig.board.seed(symbolRules.symbol, '100', 1_700_000_000_000);
    const record = { ...rigRecord(), id: 2001 + at, symbol: symbolRules.symbol, symbolRules };
    return rig.opened.seat(record, nothingLoaded).id;
  });
  const spent = () =>
    rig.venue.trades.reduce(
      (sum, { price, qty, side }) => sum + Number(price) * Number(qty) * (side === 'buy' ? 1 : -1),
      0,
    );
  Object.assign(rig.venue.port, { symbols: async () => [...markets, rules] });
  Object.defineProperty(rig.venue, 'balances', {
    get: () => [{ asset: 'USDT', free: (WALLET - spent()).toFixed(8), locked: '0' }],
  });
  const runner = createBotRunner(depsOf(rig));
  const start = async (id: number) => {
    const answer = await runner.operate(1, id, { name: 'start' });
    return answer.outcome === 'done' ? 1 : answer.code;
  };
  return { rig, ids, start };
}

test('of twenty bots with money for ten, ten start', async () => {
  const { ids, rig, start } = openMany(20);
  const answers = await Promise.all(ids.map(start));
  // Whoever waited behind the others for too long asks again.
  for (const [at, code] of answers.entries()) if (code === 4024) answers[at] = await start(ids[at] ?? 0);
  expect(answers.filter((code) => code === 1)).toHaveLength(10);
  expect(answers.filter((code) => code === 3010)).toHaveLength(10);
  const live = [...rig.opened.actor.bots.values()].filter(({ bot }) => bot.status === 'running');
  const claims = live.reduce((sum, bot) => sum + bot.claimAtoms(), 0);
  expect(claims / 1e8).toBeLessThanOrEqual(WALLET);
  expect(rig.failures).toEqual([]);
});

test('money of a sale that nobody has told yet is the seller’s', async () => {
  const { ids, rig, start } = openMany(11);
  for (const id of ids.slice(0, 10)) expect(await start(id)).toBe(1);
  const sales = [...rig.venue.orders.values()].filter(({ side, status }) => side === 'sell' && status === 'open');
  expect(sales.length).toBeGreaterThan(10);
  for (const sale of sales) rig.venue.fill(sale);
  expect(await start(ids[10] ?? 0)).toBe(3010);
  expect(rig.failures).toEqual([]);
});
