// A live bot whose owner's fuel is used up, on the server: it pauses, its exit still fills and adds to what is owed, a refill
// pays that first, and each step has its row in the log, in both languages. And books that somebody changed under the running
// server: its own proof says so.
import { randomUUID } from 'node:crypto';
import { userAccount, userAccountLogs, userChange } from '@cormorant/contract/calls/account.ts';
import type { Account, AccountLog } from '@cormorant/contract/entities/account.ts';
import { adjustJournal } from '@cormorant/core/ledger/change-journals.ts';
import { fundJournal } from '@cormorant/core/ledger/wallet-journals.ts';
import { format18, parse18 } from '@cormorant/core/money/amount-e18.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createLedgerStore } from '../../apps/server/src/adapters/postgres/ledger/ledger-store.ts';
import { PROOF_PAUSE_MS } from '../../apps/server/src/jobs/prove-ledger.ts';
import { ALL_RIGHTS, ConformanceRig } from '../conformance/rig.ts';
import { type ApiServer, newPerson, type Person, startApi, untilHealthy } from './api-server.ts';
import { giveFuel } from './fuel.ts';
import { vaultFile } from './key-rig.ts';

const soon = { timeout: 30_000, interval: 100 };
const PIN = '482913';
let exchange: ConformanceRig;
let api: ApiServer;
let person: Person;
beforeAll(async () => {
  // The next proof comes as soon as a test looks for it.
  const { setTimeout: later } = globalThis;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms?: number, ...rest: unknown[]) =>
    later(run, ms === PROOF_PAUSE_MS ? 200 : ms, ...rest)) as typeof setTimeout);
  [exchange] = await Promise.all([ConformanceRig.open(Date.now, { by: 600, growing: 0 }), import('ccxt')]);
  const { token, url } = exchange.venue;
  api = await startApi({
    ...{ VENUE_URL: url, VENUE_TOKEN: token, VAULT_KEY_FILE: vaultFile() },
    ...{ TRADE_AT: 'binance', EXCHANGE_URLS: `binance=${url}` },
  });
  await untilHealthy(api);
  person = await newPerson(api);
});
afterAll(async () => {
  vi.restoreAllMocks();
  await api?.close();
  await exchange?.close();
});

// biome-ignore lint/suspicious/noExplicitAny: answers of many calls, asserted field by field
type Row = any;
const post = (path: string, body: unknown): Promise<Row> => api.send('POST', path, body, { token: person.token });
const account = async () => (await api.ask(userAccount, {}, { token: person.token })).data as Account;
const botOf = async (id: number): Promise<Row> =>
  (await api.send('GET', `/api/user/botDetail?id=${id}`, undefined, { token: person.token })).data;
const change = (from: string, to: string, amount: string) =>
  post(userChange.path, { kind: 'convert', from, to, amount, payment: PIN, request_id: randomUUID() });

it('an exit of a bot that is paused for want of fuel fills, and adds to what is owed', async () => {
  const { account: there } = await exchange.page('/accounts', { title: 'tester', usdt: '10000' });
  const { key } = await exchange.page('/new', { account: there.id, label: 'test', ...ALL_RIGHTS });
  const bound = await post('/api/user/api', { exchange: 'binance', api_key: key.key, secret_key: key.secret });
  expect([bound.code, bound.msg]).toEqual([1, expect.any(String)]);
  await giveFuel(api.pool, person.userId, '5');
  // A partner, who has part of the own fees back.
  await api.pool.query('update users set is_partner = true, rate_bp = 2000 where id = $1', [person.userId]);
  await exchange.toOpen();
  const params = {
    ...{ first_amount: '3000', max_positions: '1', multiplier: '1', add_drop: '5', cycle: 'loop', take_profit: '0.4' },
    ...{ stop_loss: '30', loop_interval: '0', entry: 'now', add_callback: '0', tp_callback: '0' },
  };
  const body = { exchange: 'binance', market: 'spot', symbol: 'BTC/USDT', type_id: 1, investment: '3003', risk_ack: 1 };
  const made = await post('/api/user/botCreate', { ...body, params, start: 1 });
  expect([made.code, made.msg, made.data]).toEqual([1, expect.any(String), expect.anything()]);
  const { id } = made.data;
  await vi.waitFor(async () => expect(await botOf(id)).toMatchObject({ phase: 'holding' }), soon);
  // A result of an hour ago: 8 of it, where 5 are there.
  await api.pool.query(
    `insert into settlements (user_id, bot_id, exchange, market, symbol, simulate, purpose, pair_id, qty, gross, fee, net,
       market_ms, booked_at) values ($1, $2, 'binance', 'spot', 'BTC/USDT', false, 'grid', 1, 1, 41, 1, 40, 1000,
       now() - interval '2 hours')`,
    [person.userId, id],
  );
  const paused = { status: 'paused', pause_reason: 'fuel' };
  await vi.waitFor(async () => expect(await botOf(id)).toMatchObject(paused), soon);
  await vi.waitFor(async () => expect(await account()).toMatchObject({ fuel_owed: '2', fuel_bonus: '0' }), soon);
  await vi.waitFor(async () => {
    await exchange.print();
    expect((await botOf(id)).phase).not.toBe('holding');
  }, soon);
  const settled = await api.pool.query(
    `select trim_scale(net) as net, trim_scale(fuel) as fuel from settlements where bot_id = $1 order by id`,
    [id],
  );
  expect(settled.rows).toHaveLength(2);
  const [, exit] = settled.rows;
  expect(Number(exit.net)).toBeGreaterThan(1);
  const dueE18 = (parse18(exit.net) / 5n / 10n ** 10n) * 10n ** 10n;
  expect(exit.fuel).toBe(format18(dueE18));
  expect(await account()).toMatchObject({ fuel_owed: format18(parse18('2') + dueE18), fuel_paid: '0' });
  expect(await botOf(id)).toMatchObject(paused);
});

/** In the log of an account: type, part, amount and words of each row of these types, the oldest first. */
async function rowsOf(log: 'fuel' | 'points', types: readonly string[], lang: 'zh' | 'en'): Promise<string[]> {
  const asked = { token: person.token, lang };
  const { data } = await api.ask(userAccountLogs, { query: { type: log, page_size: 50 } }, asked);
  const { list } = data as { list: AccountLog[] };
  return list
    .filter(({ type }) => types.includes(type))
    .map(({ amount, part, type, type_name: name }) => `${type} ${part} ${amount} ${name}`)
    .reverse();
}

it('a refill pays what is owed first, and each step of fuel and points has its row in both languages', async () => {
  const { bot } = (await api.pool.query('select id as bot from bots where user_id = $1', [person.userId])).rows[0];
  await api.send('GET', `/api/user/botOperation?id=${bot}&action=stop`, undefined, { token: person.token });
  await vi.waitFor(async () => expect(await botOf(bot)).toMatchObject({ status: 'stopped' }), soon);
  const pin = { mode: 'set', payment: PIN, confirm: PIN, password: person.password };
  expect((await post('/api/user/changePayment', pin)).code).toBe(1);
  const given = [adjustJournal(1, person.userId, 'available', parse18('60'), 'test')];
  given.push(adjustJournal(2, person.userId, 'points', parse18('600'), 'test'));
  await createLedgerStore(api.pool as never).post(given, Date.now());
  const { fuel_owed: owed } = await account();
  expect((await change('balance', 'fuel', '50')).code).toBe(1);
  expect((await change('fuel', 'balance', '1.5')).code).toBe(1);
  expect((await change('points', 'fuel', '500')).code).toBe(1);
  expect(await account()).toMatchObject({ fuel_owed: '0', available: '11.5' });
  const exitPart = format18(parse18(owed) - parse18('2'));
  // A fifth of what was paid from paid fuel comes back to a partner of 20 %.
  const backOf = (paidE18: bigint) => format18((paidE18 / 5n / 10n ** 10n) * 10n ** 10n);
  const words = {
    zh: { fuel_back: '燃料退回', owed_repay: '补缴欠费', points_spend: '积分兑换', self_rebate: '合伙人返还' },
    en: {
      fuel_back: 'Fuel converted back',
      owed_repay: 'Owed fee repaid',
      points_spend: 'Points converted',
      self_rebate: 'Partner rebate',
    },
  } as const;
  for (const lang of ['zh', 'en'] as const) {
    const { fuel_back: back, owed_repay: repaid, points_spend: spent, self_rebate: rebate } = words[lang];
    expect(await rowsOf('fuel', Object.keys(words.en), lang)).toEqual([
      // Of the first charge; and what came back paid of what was owed at once.
      `self_rebate fuel_bonus 1 ${rebate}`,
      `owed_repay fuel_bonus -1 ${repaid}`,
      `owed_repay fuel_paid -2 ${repaid}`,
      `self_rebate fuel_bonus 0.4 ${rebate}`,
      `owed_repay fuel_paid -${exitPart} ${repaid}`,
      `self_rebate fuel_bonus ${backOf(parse18(exitPart))} ${rebate}`,
      `fuel_back fuel_paid -1.5 ${back}`,
    ]);
    expect(await rowsOf('points', ['points_spend'], lang)).toEqual([`points_spend points -500 ${spent}`]);
  }
});

it('books that somebody changed under the running server are an alarm by its own proof, until they hold again', async () => {
  const health = async () => (await (await fetch(`${api.url}/healthz`)).json()).status as string;
  const block = { number: 1, hash: `0x${'1'.repeat(64)}` };
  // Coin for all that was given away here.
  await createLedgerStore(api.pool as never).post(
    [fundJournal('hot', { block, amountE18: parse18('1000') })],
    Date.now(),
  );
  await vi.waitFor(async () => expect(await health()).toBe('ok'), soon);
  const tamper = async (by: string) => {
    await api.pool.query(`begin; set local session_replication_role = replica;
      update ledger_entries set amount = amount + ${by}, after = after + ${by} where id = (select min(id) from ledger_entries);
      commit`);
  };
  await tamper('0.00000001');
  await vi.waitFor(async () => expect(await health()).toBe('alarm: the ledger does not hold'), soon);
  await tamper('-0.00000001');
  await vi.waitFor(async () => expect(await health()).toBe('ok'), soon);
});
