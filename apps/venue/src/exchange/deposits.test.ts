// What comes into the exchange always fits: the page is refused at half of the exact range, the own wire at all of it, and
// neither stops the exchange.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type AssembledVenue, assembleVenue } from '../assemble-venue.ts';
import { parseMarketChoice } from '../market/market-choice.ts';
import { openReplayMarket } from '../market/replay-market.ts';
import { VenueStore } from '../store/venue-store.ts';
import type { Account } from './account.ts';
import type { SymbolDesk } from './symbol-desk.ts';

const T = Date.UTC(2024, 7, 5, 6, 0);
const TOKEN = 'deposits';

let folder = '';
let venue: AssembledVenue;
let store: VenueStore;
let failures: unknown[] = [];

/** Candles of one price: a spot pair, or with the name of one a perpetual. */
async function open(...files: readonly (readonly [name: string, filters: string])[]) {
  const rows = Array.from({ length: 3 }, (_, minute) => `${T + minute * 60_000},100,100,100,100,1`).join('\n');
  for (const [name] of files) writeFileSync(join(folder, name), rows);
  const choice = parseMarketChoice(
    `replay:${files.map(([name, filters]) => `${name}?${filters}`).join(',')}@max`,
    folder,
  );
  if (choice.kind !== 'replay') throw new Error('a replay was asked for');
  const market = openReplayMarket(choice.files, choice.speed, new Map());
  store = new VenueStore(null);
  venue = await assembleVenue({
    ...{ market, store, token: TOKEN, books: 'test', lockstep: true, wallNow: () => T },
    fail: (error) => failures.push(error),
  });
  venue.open();
  return venue.exchange;
}

const SPOT = ['BTCUSDT-1m-test.csv', 'tick=0.01&step=0.00001'] as const;
const PERPETUAL = ['binance-usdm-BTCUSDT-1m-20240805.csv', 'tick=0.1'] as const;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'deposits-'));
  failures = [];
});
afterEach(async () => {
  await venue.close();
  store.close();
  rmSync(folder, { recursive: true, force: true });
});

const onPage = async (path: string, values: Record<string, string>) => {
  const reply = await venue.door.inject({
    ...{ method: 'POST', url: `/keys${path}`, payload: new URLSearchParams({ lang: 'en', ...values }).toString() },
    headers: {
      host: '127.0.0.1',
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
    },
  });
  return [reply.statusCode, reply.json().problem];
};
const onWire = async (ref: string) => {
  const reply = await venue.door.inject({
    ...{ method: 'POST', url: '/v1/accounts', payload: { ref }, headers: { 'x-service-token': TOKEN } },
  });
  return [reply.statusCode, reply.json().code];
};

test('people fill half of the range at most, told how much is left; the server’s accounts fit in the rest, and no more', async () => {
  const exchange = await open(SPOT, PERPETUAL);
  const { book, scale } = exchange.contracts;
  expect([exchange.balances.scaleOf('USDT'), scale]).toEqual([8, 8]);
  for (let made = 0; made < 45; made++)
    expect(await onPage('/accounts', { title: 'rich', usdt: '1000000' })).toEqual([200, undefined]);
  const rich = exchange.bookAccounts[0] as Account;
  const wallets = () => [exchange.balances.balance(rich.id, 'USDT').freeAtoms, book.walletAtoms(rich.id)];
  const before = wallets();
  const tooMuch = [400, 'USDT is 1 to 35996, with two decimals at most.'];
  expect(await onPage('/accounts', { title: 'rich', usdt: '1000000' })).toEqual(tooMuch);
  expect(await onPage('/deposit', { account: rich.name, usdt: '1000000' })).toEqual(tooMuch);
  expect(wallets()).toEqual(before);
  // Both look before either is paid: the second finds the room gone in its turn.
  const both = ['20000', '20000'].map((usdt) => onPage('/deposit', { account: rich.name, usdt }));
  expect((await Promise.all(both)).map(([status]) => status)).toEqual([200, 400]);
  expect(await onPage('/deposit', { account: rich.name, usdt: '15996' })).toEqual([200, undefined]);
  expect(await onPage('/deposit', { account: rich.name, usdt: '1' })).toEqual([
    400,
    'The simulated exchange can hold no more USDT.',
  ]);
  expect(await onWire('first')).toEqual([200, undefined]);
  const opened = await venue.floor.request(() => {
    let made = 0;
    for (; exchange.mayOpen(`user-${made}`); made++) exchange.openAccount(`user-${made}`);
    return made;
  });
  expect(opened).toBe(4502);
  // Not even a figure of the range.
  expect(exchange.makeAccount('beyond', '100000000', T)).toBeNull();
  expect(await onWire('one-more')).toEqual([403, 'NO_ROOM']);
  expect(await onWire('first')).toEqual([200, undefined]);
  expect(failures).toEqual([]);
});

test('two wallets become one pot: what is free goes where it is needed, to the last atom, and what is bound stays', async () => {
  const exchange = await open(SPOT, PERPETUAL);
  const { book } = exchange.contracts;
  expect(await onPage('/accounts', { title: 'pot', usdt: '1000' })).toEqual([200, undefined]);
  const account = exchange.bookAccounts[0] as Account;
  const desk = exchange.desk('BTC/USDT') as SymbolDesk;
  const wallets = () => [exchange.balances.balance(account.id, 'USDT').freeAtoms, book.walletAtoms(account.id)];
  const whole = 1000 * 10 ** 8;
  const on = <T>(change: () => T) => venue.floor.request(change);
  const deposits = book.depositsAtoms;
  // As an order does.
  expect(exchange.balances.lock(account.id, desk.instrument, 'buy', 9_000, 1_000_000)).toBe(true);
  expect(wallets()).toEqual([whole - 900 * 10 ** 8, whole]);
  expect(await on(() => exchange.pool(account, 'futures'))).toBe(true);
  expect(wallets()).toEqual([0, whole + 100 * 10 ** 8]);
  expect(book.depositsAtoms - deposits).toBe(100 * 10 ** 8);
  // Nothing is left that could move.
  expect(await on(() => exchange.pool(account, 'futures'))).toBe(false);
  expect(await on(() => exchange.pool(account, 'spot'))).toBe(true);
  expect(wallets()).toEqual([whole + 100 * 10 ** 8, 0]);
  expect(exchange.balances.balance(account.id, 'USDT').lockedAtoms).toBe(900 * 10 ** 8);
  expect(failures).toEqual([]);
});
