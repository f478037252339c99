// Wallets read over real HTTP by the real client, at the exchanges where nobody trades: each one's own words for the same money,
// what its refusals mean, and that a broken answer is never an empty wallet.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FakeExchange, type FakeKey, fakeKey, startFakeExchange } from '../../../../../tests/api/fake-exchange.ts';
import { Secret } from '../../ports/secret.ts';
import { ExchangeBudgets } from './exchange-budgets.ts';
import { createHoldings, type HoldingsReader, lookedAt } from './read-holdings.ts';
import { exchangeHosts } from './transport/hosts.ts';

const HOLDS = {
  spot: { USDT: ['100.5', '20'], BTC: ['0.00000001', '0'], NONE: ['0', '0.00000000'] },
  futures: ['300', '50.25'],
} as const;

let fake: FakeExchange;
beforeAll(async () => {
  fake = await startFakeExchange();
});
afterAll(() => fake.close());
beforeEach(() => {
  Object.assign(fake, { keys: [], instead: null, next: [], aheadMs: 0 });
});

/** A reader whose one account has this key. */
function readerOf(
  exchange: FakeKey['exchange'],
  more: Partial<FakeKey> = {},
  said: Partial<FakeKey> = {},
): HoldingsReader {
  const key = fakeKey(exchange, { holds: HOLDS, futures: true, ...more });
  fake.keys.push(key);
  const { key: apiKey, secret, passphrase } = { ...key, ...said };
  const clock = { nowMs: () => Date.now() };
  return createHoldings({
    ...{ exchange, budgets: new ExchangeBudgets(clock, async () => {}) },
    hosts: exchangeHosts(new Map([[exchange, fake.url]])).get(exchange) as never,
    credentials: async () => ({
      ...{ apiKey: new Secret(apiKey), secretKey: new Secret(secret) },
      passphrase: passphrase === undefined ? null : new Secret(passphrase),
    }),
  });
}

const codes = lookedAt as readonly FakeKey['exchange'][];

describe.each(codes)('%s', (exchange) => {
  it('tells what is free and what is bound, to the last digit, and nothing of coins that are none', async () => {
    const reader = readerOf(exchange);
    expect(await reader.balances('a', 'spot')).toEqual([
      { asset: 'USDT', free: '100.5', locked: '20' },
      { asset: 'BTC', free: '0.00000001', locked: '0' },
    ]);
    expect(await reader.balances('a', 'futures')).toEqual([{ asset: 'USDT', free: '300', locked: '50.25' }]);
    expect(new Map((await reader.tickers()).map(({ last, symbol }) => [symbol, Number(last)]))).toEqual(
      new Map([
        ['BTC/USDT', 60_000],
        ['ETH/USDT', 3_000],
      ]),
    );
  });

  it.each([-60_000, 60_000])('asks for its clock when it differs by %i ms', async (aheadMs) => {
    fake.aheadMs = aheadMs;
    expect(await readerOf(exchange).balances('a', 'spot')).toHaveLength(2);
  });

  it('says which part of a key it refuses', async () => {
    const no = (reader: HoldingsReader) => expect(reader.balances('a', 'spot')).rejects;
    await no(readerOf(exchange, {}, { key: fakeKey(exchange).key })).toMatchObject({ code: 2001 });
    await no(readerOf(exchange, {}, { secret: 'x'.repeat(64) })).toMatchObject({ code: 2001 });
    await no(readerOf(exchange, { ips: ['198.51.100.1'] })).toMatchObject({ code: 2007 });
  });

  it.each([
    [429, '{}'],
    [503, '<html>maintenance</html>'],
    [200, '{}'],
    [200, '[{}]'],
    [200, '{"retCode":0,"code":"00000","result":{"list":[{}]},"data":[{"coin":"BTC","marginCoin":"BTC"}],"total":"1"}'],
    [200, '{"retCode":0,"code":"00000","result":{"list":[{"coin":[{"coin":"BTC","walletBalance":"1e3"}]}]}}'],
  ])('an answer of HTTP %i %s is not a wallet without money', async (status, body) => {
    const reader = readerOf(exchange);
    fake.instead = [status, body];
    await expect(reader.balances('a', 'spot')).rejects.toThrow();
    await expect(reader.balances('a', 'futures')).rejects.toThrow();
    await expect(reader.tickers()).rejects.toThrow();
  });
});

it('a key without the right to contracts, and an account that never opened them, have none there', async () => {
  const reader = readerOf('gate');
  fake.instead = [403, JSON.stringify({ label: 'FORBIDDEN', message: 'no right' })];
  expect(await reader.balances('a', 'futures')).toEqual([]);
  fake.instead = null;
  const { futures: _none, ...spotOnly } = HOLDS;
  expect(await readerOf('gate', { holds: spotOnly }).balances('a', 'futures')).toEqual([]);
});
