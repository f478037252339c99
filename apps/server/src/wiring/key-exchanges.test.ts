// Which exchanges a process opens for trading by keys, and what an operator hears of bots whose exchange he took away.
import type { Pool } from 'pg';
import { expect, test } from 'vitest';
import { ExchangeBudgets } from '../adapters/exchanges/exchange-budgets.ts';
import { readConfig } from '../config.ts';
import { openKeyExchanges, tellUnguarded } from './key-exchanges.ts';

const clock = { nowMs: () => 0 };

function open(roles: string, hasVault: boolean) {
  const least = {
    DATABASE_URL: 'postgres://x',
    VENUE_URL: 'http://127.0.0.1:1',
    VENUE_TOKEN: 't',
    PEPPER: 'ab'.repeat(32),
  };
  const config = readConfig({ ...least, TRADE_AT: 'binance', ROLES: roles });
  const deps = { credentialsAt: () => async () => null, budgets: new ExchangeBudgets(clock), clock, log: () => {} };
  return [...openKeyExchanges({ config, hasVault, ...deps }).keys()];
}

test('a runner without the keys of its users’ keys does not start beside bots that need them; other roles do', () => {
  expect(() => open('runner', false)).toThrow('VAULT_KEY_FILE');
  expect(open('runner', true)).toEqual(['local', 'binance']);
  expect(open('api', false)).toEqual(['binance']);
});

test('bots that nothing guards are told as an error, by exchange', async () => {
  const rows = [
    { id: 7, exchange: 'binance' },
    { id: 9, exchange: 'binance' },
    { id: 8, exchange: 'local' },
  ];
  const told: string[] = [];
  const pool = { query: async () => ({ rows }) } as unknown as Pool;
  await tellUnguarded(pool, [{ exchange: 'local', wire: 'house' }], (level, message) =>
    told.push(`${level} ${message}`),
  );
  expect(told).toEqual([
    expect.stringMatching(/^error .*bots 7, 9: .*binance/),
    expect.stringMatching(/^error .*bots 8: .*local/),
  ]);
});
