// Which exchanges a process opens for trading by keys, and what an operator hears of bots whose exchange he took away.
import type { Pool } from 'pg';
import { expect, test } from 'vitest';
import { ExchangeBudgets } from '../adapters/exchanges/exchange-budgets.ts';
import { readConfig } from '../config.ts';
import { openKeyExchanges, pauseUnguarded } from './key-exchanges.ts';

const clock = { nowMs: () => 0 };

function open(roles: string, hasVault: boolean) {
  const least = {
    DATABASE_URL: 'postgres://x',
    VENUE_URL: 'http://127.0.0.1:1',
    VENUE_TOKEN: 't',
    PEPPER: 'ab'.repeat(32),
  };
  const config = readConfig({ ...least, TRADE_AT: 'binance', ROLES: roles });
  const keys = { contractAccounts: async () => [] };
  const deps = {
    credentialsAt: () => async () => null,
    keys,
    budgets: new ExchangeBudgets(clock),
    clock,
    log: () => {},
  };
  return [...openKeyExchanges({ config, hasVault, ...deps }).keys()];
}

test('a runner without the keys of its users’ keys does not start beside bots that need them; other roles do', () => {
  expect(() => open('runner', false)).toThrow('VAULT_KEY_FILE');
  expect(open('runner', true)).toEqual(['local', 'binance']);
  expect(open('api', false)).toEqual(['binance']);
});

test('bots that nothing guards are paused and told of once, by exchange; those of another runner are its own', async () => {
  const rows = [
    { id: 7, exchange: 'binance', userId: 1, isHeld: true },
    { id: 9, exchange: 'binance', userId: 2, isHeld: false },
    { id: 8, exchange: 'local', userId: 2, isHeld: false },
    { id: 5, exchange: 'binance', userId: 3, isHeld: true },
  ];
  const told: string[] = [];
  const asides: unknown[] = [];
  const pool = {
    query: async (sql: string, values: unknown[]) => {
      if (!sql.includes('update bots')) return { rows };
      asides.push(values.slice(0, 4));
      return { rows: [] };
    },
  } as unknown as Pool;
  const look = pauseUnguarded({
    ...{ pool, opened: [{ exchange: 'local', wire: 'house' }], holds: (userId) => userId === 1 },
    log: (level, message) => told.push(`${level} ${message}`),
  });
  await look();
  await look();
  expect(told).toEqual([
    expect.stringMatching(/^error .*bots 7, 9: .*binance/),
    expect.stringMatching(/^error .*bots 8: .*local/),
  ]);
  expect(asides).toEqual([
    [[7, 9], 'exchange', null, 'exchange_closed'],
    [[8], 'exchange', null, 'exchange_closed'],
  ]);
});
