// A short storm of real processes: kills of server, runner and database while bots of every simple kind trade on a
// faulty exchange. Database and exchange then name the same orders, trades and money, and nothing waits for an answer.
import { expect, test } from 'vitest';
import { runStorm } from '../../commands/storm/run-storm.ts';

const KILLS = Number(process.env['KILLS'] ?? 4);

test('A6: kills of server, runner and database among lost requests and replies lose and double nothing', {
  timeout: 300_000 + KILLS * 24_000,
}, async () => {
  const { complaints, figures, fundings, killed, trades, waitedMs } = await runStorm({
    // One person by a key of the local exchange, one by a key at Gate, one without.
    ...{ kills: KILLS, seed: 5, bots: 20, keyEvery: 3, gateEvery: 3, exchangeToo: false, log: () => {} },
    // It ends as soon as everything has come to rest; trades that no stream told are found by the looks of the minute.
    quietMs: 150_000,
  });
  expect(complaints).toEqual([]);
  expect(figures).toEqual({
    ...{ kills: KILLS, orders_engine: figures.orders_venue, orders_venue: figures.orders_venue },
    ...{ missing: 0, duplicates: 0, ledger_sum: '0', negative_balances: 0, stuck_intents: 0 },
  });
  expect(trades).toBeGreaterThan(0);
  expect(fundings).toBeGreaterThan(0);
  // No order waits for its answer longer than this once the market stands still.
  expect(waitedMs).toBeLessThan(60_000);
  for (const victim of ['server', 'runner', 'database'] as const) expect(killed[victim]).toBeGreaterThan(0);
});
