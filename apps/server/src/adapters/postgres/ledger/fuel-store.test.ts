// Service fees against PostgreSQL: a settlement and its charge are one transaction of the runner's commit. The worked cases of
// product.md 4.1 and 4.3 in money, an empty tank, debts, the hour of a grid, a fault in charging, two processes at once; and
// after each test the books balance.
import { adjustJournal, convertJournal } from '@cormorant/core/ledger/change-journals.ts';
import { parse18 } from '@cormorant/core/money/amount-e18.ts';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { openMigratedDatabase, type TestDatabase } from '../../../../../../tools/test-database.ts';
import type { FeeDeps } from '../../../features/fees/charge-and-warn.ts';
import { repayOwed } from '../../../features/fees/repay-owed.ts';
import { reverseCharge } from '../../../features/fees/reverse-charge.ts';
import type { ChargeTerms, ReversalNotices } from '../../../ports/fuel-store.ts';
import type { ActionWrite, PositionWrite, SettlementWrite, UserWrites } from '../../../ports/runner-writes.ts';
import { bindFees } from '../../../wiring/fees.ts';
import { openPool } from '../pool.ts';
import { createRunnerStore } from '../runner/runner-store.ts';
import { createChangeStore } from './change-store.ts';
import { fuelBooksOf } from './fuel-books.ts';
import { lockHoldings, moneyTransaction } from './ledger-post.ts';
import { createLedgerStore } from './ledger-store.ts';
import { bookTask } from './task-points.ts';

const NOW_MS = Date.UTC(2026, 10, 22, 3, 30);
const HOUR_MS = 3_600_000;
const notice = (subject: string) => ({ zh: { subject, text: subject }, en: { subject, text: subject } });

let database: TestDatabase;
let pool: pg.Pool;
let serial = 30_000_000;
let faults: unknown[] = [];
let terms: ChargeTerms;
let nowMs = NOW_MS;
const deps: FeeDeps = {
  terms: () => terms,
  clock: { nowMs: () => nowMs },
  notices: { low: (fuel, threshold) => notice(`low ${fuel} of ${threshold}`), empty: notice('empty') },
  free: ['local'],
  report: (error) => faults.push(error),
};
const store = () => createRunnerStore(pool, bindFees({ pool, ...deps }).charging);
const fuel = () => bindFees({ pool, ...deps }).fuel;

beforeAll(async () => {
  database = await openMigratedDatabase();
  pool = openPool(database.url, 8, () => {});
});
afterAll(async () => {
  await pool.end();
  await database.close();
});
beforeEach(() => {
  faults = [];
  nowMs = NOW_MS;
  terms = { startRateBp: 2_000, owedMax: '500', capBp: 6_000, levels: 3, pointsPerFuel: 1, minStart: 1 };
});
afterEach(async () => {
  const { astray, lopsided } = await createLedgerStore(pool).sums();
  expect([astray, lopsided]).toEqual([[], []]);
  const owed = await pool.query(
    `select a.user_id from ledger_accounts a where a.part = 'fuel_owed'
     and a.balance <> coalesce((select sum(owed_left) from fuel_charges c where c.user_id = a.user_id), 0)`,
  );
  expect(owed.rows).toEqual([]);
});

async function person(referrerId: number | null = null, percent = 0): Promise<number> {
  serial += 1;
  const made = await pool.query(
    `insert into users (sn, nickname, account, password_hash, avatar, referrer_id, is_partner, rate_bp, email, email_verified_at)
     values ($1, 'n', $2, 'h', 'a01', $3, $4, $5, $2 || '@x.test', now()) returning id`,
    [String(serial), `fuel_${serial}`, referrerId, percent > 0, percent * 100],
  );
  return made.rows[0].id;
}

/** Tanks bonus and paid fuel. */
async function fill(userId: number, paid: string, bonus = '0'): Promise<void> {
  const journals = [
    { part: 'fuel_paid' as const, amount: paid },
    { part: 'fuel_bonus' as const, amount: bonus },
  ]
    .filter(({ amount }) => amount !== '0')
    .map(({ amount, part }) => {
      serial += 1;
      return adjustJournal(serial, userId, part, parse18(amount), 'test');
    });
  await createLedgerStore(pool).post(journals, nowMs);
}

interface Bot {
  readonly id: number;
  readonly userId: number;
  readonly token: number;
}

async function makeBot(userId: number, exchange = 'binance'): Promise<Bot> {
  serial += 1;
  const account = await pool.query(
    `insert into exchange_accounts (user_id, exchange, ref) values ($1, $2, $3)
     on conflict (user_id, exchange) where wire = 'house' do nothing returning id`,
    [userId, exchange, `ref_${serial}`],
  );
  const accountId =
    account.rows[0]?.id ??
    (await pool.query('select id from exchange_accounts where user_id = $1 and exchange = $2', [userId, exchange]))
      .rows[0].id;
  await pool.query(
    `insert into runner_leases (user_id, runner_id, token, expires_at) values ($1, 1, 1, now()) on conflict do nothing`,
    [userId],
  );
  const made = await pool.query(
    `insert into bots (user_id, account_id, books, exchange, market, symbol, type_id, kind, name, params, symbol_rules,
       investment, status, phase, created_market_ms, fuel_rate_bp)
     values ($1, $2, 'b', $3, 'spot', $4, 1, 'martin', 'n', '{}', '{}', 100, 'running', 'idle', 0, 2000) returning id`,
    [userId, accountId, exchange, `C${serial}/USDT`],
  );
  return { id: made.rows[0].id, userId, token: 1 };
}

const nothing = { bots: [], orders: [], fills: [], settlements: [], actions: [], positions: [], adds: [] };

function writesOf({ token, userId }: Bot, more: Partial<UserWrites>): UserWrites {
  const rest = { fundings: [], marginAdds: [], equity: [], equityDrops: [], pushes: [], cursors: [] };
  return { userId, token, ...nothing, ...rest, ...more };
}

function settlement({ id }: Bot, net: string, purpose: SettlementWrite['purpose'] = 'take_profit'): SettlementWrite {
  return {
    ...{ botId: id, exchange: 'binance', market: 'spot', symbol: 'BTC/USDT', simulate: false, purpose, pairId: 0 },
    ...{ qty: '1', gross: net, fee: '0', funding: '0', net, fillNo: 1, slot: 0, leg: null, marketMs: 1_000 },
  };
}

async function actionOf({ id: botId }: Bot, action: 'start' | 'stop'): Promise<ActionWrite> {
  const [id = 0] = await store().reserveIds('bot_actions', 1);
  return {
    ...{ id, botId, action, actor: 'user', why: action === 'start' ? 'started' : 'stopped', data: {}, code: null },
    ...{ side: null, price: null, qty: null, amount: null, profit: null, round: null, marketMs: 2_000 },
  };
}

const settle = (bot: Bot, ...nets: string[]) =>
  store().commit([writesOf(bot, { settlements: nets.map((net) => settlement(bot, net)) })], []);

async function held(userId: number): Promise<Record<string, string>> {
  const { rows } = await pool.query<{ part: string; balance: string }>(
    'select part, trim_scale(balance) as balance from ledger_accounts where user_id = $1 and balance <> 0 order by part',
    [userId],
  );
  return Object.fromEntries(rows.map(({ balance, part }) => [part, balance]));
}

async function charges(bot: Bot): Promise<string[]> {
  const { rows } = await pool.query(
    'select trim_scale(amount) as amount from fuel_charges where bot_id = $1 order by id',
    [bot.id],
  );
  return rows.map(({ amount }) => amount);
}

async function mails(): Promise<string[]> {
  const { rows } = await pool.query('delete from mail_outbox returning subject');
  return rows.map(({ subject }) => subject).sort((a, b) => (a < b ? -1 : 1));
}

test('-30, +50 and +10 cost nothing, 4 and 2: the settlement, its fuel, the mark and the log row are written together', async () => {
  const user = await person();
  await fill(user, '100');
  const bot = await makeBot(user);
  await settle(bot, '-30');
  expect(await held(user)).toEqual({ fuel_paid: '100' });
  await settle(bot, '50');
  await settle(bot, '10');
  expect(await held(user)).toEqual({ fuel_paid: '94', points: '6' });
  expect(await charges(bot)).toEqual(['4', '2']);
  const rows = await pool.query(
    'select trim_scale(net) as net, trim_scale(fuel) as fuel from settlements where bot_id = $1 order by id',
    [bot.id],
  );
  expect(rows.rows).toEqual([
    { net: '-30', fuel: '0' },
    { net: '50', fuel: '4' },
    { net: '10', fuel: '2' },
  ]);
  const logged = await pool.query(
    "select data from bot_actions where bot_id = $1 and why = 'fuel_charged' order by id",
    [bot.id],
  );
  expect(logged.rows.map(({ data }) => [data.fuel, data.base_amount, data.fee_rate])).toEqual([
    ['4', '20', '20'],
    ['2', '10', '20'],
  ]);
});

test('examples 1 and 4: shares of the paid part go to the balance of everybody above whose rate is higher', async () => {
  const d = await person(null, 50);
  const c = await person(d, 35);
  const b = await person(c, 15);
  const a = await person(b, 20);
  for (const [bonus, shares, left] of [
    ['0', ['5.5012', '4.1259', '4.1259'], '972.494'],
    ['7.506', ['9.5012', '7.1259', '7.1259'], '980'],
  ] as const) {
    const user = await person(a);
    await fill(user, '1000', bonus);
    await settle(await makeBot(user), '137.53');
    expect((await held(user))['fuel_paid']).toBe(left);
    expect(await Promise.all([a, c, d].map(async (id) => (await held(id))['available']))).toEqual(shares);
    expect((await held(b))['available']).toBeUndefined();
  }
  // Five fuel of each were consumed: the referrer was given points for both, once.
  expect((await held(a))['points']).toBe('200');
});

test('example 3: a partner who pays gets 4 of 20 back as bonus fuel', async () => {
  const d = await person(null, 50);
  const c = await person(d, 35);
  const a = await person(await person(c, 15), 20);
  await fill(a, '100');
  await settle(await makeBot(a), '100');
  expect(await held(a)).toEqual({ fuel_bonus: '4', fuel_paid: '80', points: '20' });
  expect([await held(c), await held(d)]).toEqual([{ available: '3' }, { available: '3' }]);
});

test('an empty tank: the rest is owed and waived above the cap; it is told once, found by the watch, and repaid first', async () => {
  const partner = await person(null, 20);
  const user = await person(partner);
  await fill(user, '12');
  const bot = await makeBot(user);
  terms = { ...terms, owedMax: '30' };
  await settle(bot, '15');
  expect(await mails()).toEqual(['low 9 of 10']);
  await settle(bot, '5');
  expect(await mails()).toEqual([]);
  expect(await fuel().outOfFuel()).not.toContain(user);
  await settle(bot, '100', '10');
  expect(await held(user)).toEqual({ fuel_owed: '14', points: '12' });
  expect(await mails()).toEqual(['empty']);
  expect(await fuel().outOfFuel()).toContain(user);
  await settle(bot, '100');
  expect(await held(user)).toMatchObject({ fuel_owed: '30' });
  expect(await held(partner)).toEqual({ available: '2.4', points: '100' });
  expect(await fuel().of(user)).toEqual({ fuel: '-30', paid: '0', bonus: '0', owed: '30' });
  // Whoever shared when the charge was made shares when it is paid.
  await pool.query('update users set rate_bp = 0, is_partner = false where id = $1', [partner]);
  await fill(user, '13');
  expect(await fuel().ableToRepay()).toContain(user);
  await Promise.all([fuel().repay(user), fuel().repay(user), fuel().repay(user)]);
  expect(await held(user)).toEqual({ fuel_owed: '17', points: '25' });
  expect(await held(partner)).toEqual({ available: '5', points: '100' });
  await fill(user, '0', '20');
  await fuel().repay(user);
  expect(await held(user)).toEqual({ fuel_bonus: '3', points: '25' });
  const left = await pool.query(
    'select trim_scale(owed) as owed, trim_scale(waived) as waived from fuel_charges where bot_id = $1 and amount = 20 order by id',
    [bot.id],
  );
  expect(left.rows.at(-1)).toEqual({ owed: '16', waived: '4' });
});

test('pairs of a grid are charged when their hour has ended, or with the stop of their bot', async () => {
  const user = await person();
  await fill(user, '100');
  const bot = await makeBot(user);
  const pairs = (...nets: string[]) =>
    store().commit([writesOf(bot, { settlements: nets.map((net) => settlement(bot, net, 'grid')) })], []);
  nowMs = Date.now();
  await pairs('1.5', '-0.5', '2');
  await fuel().chargeWaiting();
  expect(await charges(bot)).toEqual([]);
  nowMs += HOUR_MS;
  await Promise.all([fuel().chargeWaiting(), fuel().chargeWaiting()]);
  expect(await charges(bot)).toEqual(['0.6']);
  await pairs('3');
  expect(await charges(bot)).toEqual(['0.6']);
  await pool.query("update bots set status = 'stopped' where id = $1", [bot.id]);
  await store().commit([writesOf(bot, { actions: [await actionOf(bot, 'stop')] })], []);
  expect(await charges(bot)).toEqual(['0.6', '0.6']);
  const first = await pool.query('select id from fuel_charges where bot_id = $1 order by id', [bot.id]);
  expect(await fuel().charge(user, first.rows[0].id)).toMatchObject({
    results: { count: 3, gross: '3', net: '3' },
    ...{
      cumBefore: '0',
      highBefore: '0',
      cumAfter: '3',
      base: '3',
      amount: '0.6',
      paid: '0.6',
      rateBp: 2_000,
      shares: [],
    },
  });
  expect(await fuel().charge(user + 1, first.rows[0].id)).toBeNull();
});

test('a result whose hour has not ended yet keeps those behind it waiting, though a clock that went back says theirs has', async () => {
  const user = await person();
  await fill(user, '100');
  const bot = await makeBot(user);
  for (const net of ['10', '20', '5'])
    await store().commit([writesOf(bot, { settlements: [settlement(bot, net, 'grid')] })], []);
  const ids = (await pool.query('select id from settlements where bot_id = $1 order by id', [bot.id])).rows;
  const hour = Math.floor(NOW_MS / HOUR_MS) * HOUR_MS;
  for (const [place, atMs] of [hour - 2, hour + 1, hour - 1].entries())
    await pool.query('update settlements set booked_at = $2 where id = $1', [ids[place].id, new Date(atMs)]);
  await fuel().chargeWaiting();
  expect(await charges(bot)).toEqual(['2']);
  await fuel().chargeWaiting();
  nowMs = NOW_MS + HOUR_MS;
  await fuel().chargeWaiting();
  expect(await charges(bot)).toEqual(['2', '5']);
});

test('simulated money costs nothing, and a start keeps the rate of its day', async () => {
  const user = await person();
  const bot = await makeBot(user, 'local');
  await store().commit([writesOf(bot, { settlements: [{ ...settlement(bot, '50'), exchange: 'local' }] })], []);
  expect([await charges(bot), await held(user)]).toEqual([[], {}]);
  const live = await makeBot(user);
  await fill(user, '10');
  terms = { ...terms, startRateBp: 1_000 };
  await store().commit(
    [writesOf(live, { actions: [await actionOf(live, 'start')], settlements: [settlement(live, '10')] })],
    [],
  );
  terms = { ...terms, startRateBp: 5_000 };
  await settle(live, '10');
  expect(await charges(live)).toEqual(['1', '1']);
});

test('a fault in charging does not keep the trade from being written: it is reported, and the hour charges it', async () => {
  const user = await person();
  await fill(user, '100');
  const bot = await makeBot(user);
  const { levels, ...broken } = terms;
  terms = { ...broken, owedMax: 'nonsense' } as unknown as ChargeTerms;
  await settle(bot, '50');
  expect(faults).toHaveLength(1);
  expect([await charges(bot), await held(user)]).toEqual([[], { fuel_paid: '100' }]);
  const written = await pool.query('select net from settlements where bot_id = $1', [bot.id]);
  expect(written.rows).toHaveLength(1);
  terms = { ...broken, levels };
  nowMs = Date.now() + HOUR_MS;
  await fuel().chargeWaiting();
  expect([await charges(bot), await held(user)]).toEqual([['10'], { fuel_paid: '90', points: '10' }]);
});

test('whose accounts somebody holds is written with the others and charged by the hour; the others and all rates are not kept waiting', async () => {
  const [stalled, other] = [await person(), await person()];
  await Promise.all([fill(stalled, '100'), fill(other, '100')]);
  const bots = [await makeBot(stalled), await makeBot(other)] as const;
  terms = { ...terms, startRateBp: 1_000 };
  const holder = await pool.connect();
  try {
    await holder.query('begin');
    await holder.query('select 1 from ledger_accounts where user_id = $1 for update', [stalled]);
    const starts = await Promise.all(bots.map((bot) => actionOf(bot, 'start')));
    const writes = bots.map((bot, at) =>
      writesOf(bot, { actions: starts.slice(at, at + 1), settlements: [settlement(bot, '50')] }),
    );
    await store().commit(writes, []);
    expect(await Promise.all(bots.map(charges))).toEqual([[], ['5']]);
    // The hour's own run does not keep the bot from its runner either.
    nowMs = Date.now() + HOUR_MS;
    await fuel().chargeWaiting();
    expect(faults.map((fault) => (fault as { code: string }).code)).toEqual(['55P03', '55P03']);
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  await fuel().chargeWaiting();
  expect(await Promise.all(bots.map(charges))).toEqual([['5'], ['5']]);
  expect(await held(stalled)).toEqual({ fuel_paid: '95', points: '5' });
});

test('nothing is charged for a runner that lost its lease', async () => {
  const user = await person();
  await fill(user, '100');
  const bot = await makeBot(user);
  const { fenced } = await store().commit(
    [writesOf({ ...bot, token: 9 }, { settlements: [settlement(bot, '50')] })],
    [],
  );
  expect([[...fenced], await charges(bot), await held(user)]).toEqual([[user], [], { fuel_paid: '100' }]);
});

test('many bots of users who share an upline, charged at once: every charge once, to the unit', async () => {
  const top = await person(null, 50);
  const users = await Promise.all([1, 2, 3, 4].map(() => person(top)));
  await Promise.all(users.map((user) => fill(user, '1000')));
  const bots: Bot[] = [];
  for (const user of users) for (let count = 0; count < 3; count += 1) bots.push(await makeBot(user));
  await Promise.all(bots.flatMap((bot) => [settle(bot, '0.00000013'), settle(bot, '33.33333333')]));
  // On a busy machine one may have waited too long for the account of all: that is the hour's to charge.
  nowMs = Date.now() + HOUR_MS;
  await fuel().chargeWaiting();
  const all = await pool.query(
    `select trim_scale(sum(amount)) as amount, count(*) as count from fuel_charges where bot_id = any($1)`,
    [bots.map(({ id }) => id)],
  );
  const paid = (await Promise.all(users.map((user) => held(user)))).map(({ fuel_paid }) => Number(fuel_paid));
  expect(Number(all.rows[0].amount)).toBeCloseTo(4_000 - paid.reduce((sum, one) => sum + one, 0), 7);
  const shares = await pool.query('select trim_scale(sum(amount)) as amount from profit_shares where user_id = $1', [
    top,
  ]);
  expect((await held(top))['available']).toBe(shares.rows[0].amount);
  const marks = await pool.query(
    'select trim_scale(fuel_cum) as cum, trim_scale(fuel_high) as high from bots where id = any($1)',
    [bots.map(({ id }) => id)],
  );
  expect(new Set(marks.rows.map(({ cum, high }) => `${cum} ${high}`))).toEqual(new Set(['33.33333346 33.33333346']));
});

const reversalNotices: ReversalNotices = {
  payer: ({ amount, chargedAtMs, fuel, owed }) => notice(`${amount} of ${chargedAtMs} back: ${fuel}, owed ${owed}`),
  share: (chargedAtMs, amount) => notice(`share ${amount} of ${chargedAtMs} taken`),
};
const reverse = async (id: number) =>
  moneyTransaction(pool, async (client) => {
    const repayment = repayOwed(() => terms.pointsPerFuel);
    const take = reverseCharge({ repayment, notices: reversalNotices });
    return (await take(fuelBooksOf(client), id, 'a mistake', nowMs)) ? 'done' : 'missing';
  });
const mailsOf = async (...userIds: number[]) =>
  (
    await pool.query<{ subject: string }>(
      `select subject from mail_outbox join users u on u.email = recipient where u.id = any ($1) and subject ~ 'back|taken'
       order by mail_outbox.id`,
      [userIds],
    )
  ).rows.map(({ subject }) => subject);
const chargeIds = async (bot: Bot): Promise<number[]> =>
  (await pool.query<{ id: number }>('select id from fuel_charges where bot_id = $1 order by id', [bot.id])).rows.map(
    ({ id }) => id,
  );

test('a charge that is taken back: fuel, points and shares as if it had never been, and its results are not charged again', async () => {
  const partner = await person(null, 20);
  const user = await person(partner);
  await fill(user, '100', '2');
  const bot = await makeBot(user);
  await settle(bot, '50');
  await settle(bot, '10');
  const [first = 0] = await chargeIds(bot);
  expect(await held(partner)).toEqual({ available: '2', points: '100' });
  expect(await Promise.all([reverse(first), reverse(first)])).toEqual(expect.arrayContaining(['done', 'missing']));
  // Two were consumed: below the five for which the partner was given points.
  expect(await held(user)).toEqual({ fuel_bonus: '2', fuel_paid: '98', points: '2' });
  expect(await held(partner)).toEqual({ available: '0.4' });
  // Both are told once: two of what comes back were bonus fuel, the share is the partner's fifth of what was paid.
  expect(await mailsOf(user, partner)).toEqual([`10 of ${NOW_MS} back: 10, owed 0`, `share 1.6 of ${NOW_MS} taken`]);
  expect(await fuel().charge(user, first)).toMatchObject({ amount: '10', reversedAtMs: nowMs });
  const shares = await pool.query('select trim_scale(sum(amount)) as amount from profit_shares where user_id = $1', [
    partner,
  ]);
  expect(shares.rows[0].amount).toBe('0.4');
  const days = await pool.query(
    'select trim_scale(sum(paid)) as paid, trim_scale(sum(charged)) as charged from fuel_days where user_id = $1',
    [user],
  );
  expect(days.rows).toEqual([{ paid: '2', charged: '2' }]);
  await settle(bot, '20');
  expect(await held(user)).toEqual({ fuel_paid: '96', points: '4' });
  // Five are reached a second time, and paid for once more, as they were taken back.
  await settle(bot, '20');
  expect(await held(partner)).toMatchObject({ points: '100' });
});

test('a member who has spent the share keeps what is spent, the owed part is owed no more, and fuel pays other debts', async () => {
  const partner = await person(null, 50);
  const user = await person(partner);
  await fill(user, '10');
  const [bot, other] = [await makeBot(user), await makeBot(user)];
  await settle(bot, '100');
  await settle(other, '25');
  expect(await held(user)).toEqual({ fuel_owed: '15', points: '10' });
  expect((await held(partner))['available']).toBe('5');
  serial += 1;
  const spent = adjustJournal(serial, partner, 'available', -parse18('4'), 'spent');
  await createLedgerStore(pool).post([spent], nowMs);
  const [id = 0] = await chargeIds(bot);
  expect(await reverse(id)).toBe('done');
  // Ten come back, five of them pay the other bot's fee, which the partner shares.
  expect(await held(user)).toEqual({ fuel_paid: '5', points: '5' });
  expect(await held(partner)).toEqual({ available: '2.5', points: '100' });
  // The share was five, of which one was left.
  expect(await mailsOf(user, partner)).toEqual([`20 of ${NOW_MS} back: 10, owed 10`, `share 1 of ${NOW_MS} taken`]);
});

let round = 0;
/** A round of simulated or of real money, by the exchange. */
async function roundOf(bot: Bot, exchange: string, status: 'open' | 'closed'): Promise<UserWrites> {
  round += 1;
  const [id = 0] = await store().reserveIds('positions', 1);
  const position: PositionWrite = {
    ...{ id, botId: bot.id, round, side: 'long', status, qty: '0', avgPrice: '1', cost: '1', realized: '0', fee: '0' },
    ...{ funding: '0', leverage: 1, margin: '0', liqPrice: null, adds: 0, maxAdds: 0, nextAddPrice: null },
    ...{ tpPrice: null, slPrice: null, openedMarketMs: 1, closedMarketMs: null, closeReason: null, closePrice: null },
  };
  return writesOf(bot, { settlements: [{ ...settlement(bot, '-1'), exchange }], positions: [position] });
}

test('the first round that is finished with simulated money brings thirty points, once, and none of real money does', async () => {
  const user = await person();
  const [local, live] = [await makeBot(user, 'local'), await makeBot(user)];
  const finish = async (bot: Bot, exchange: string, status: 'open' | 'closed') =>
    store().commit([await roundOf(bot, exchange, status)], []);
  await finish(live, 'binance', 'closed');
  await finish(local, 'local', 'open');
  expect(await held(user)).toEqual({});
  for (let again = 0; again < 3; again += 1) await finish(local, 'local', 'closed');
  expect(await held(user)).toEqual({ points: '30' });
  expect(faults).toEqual([]);
});

test('a round is written, and its points come with the next one, when their booking fails', async () => {
  const user = await person();
  const local = await makeBot(user, 'local');
  const one = store();
  const finish = async () => one.commit([await roundOf(local, 'local', 'closed')], []);
  await pool.query(`create function no_points() returns trigger language plpgsql as $$
    begin if new.kind = 'points' then raise exception 'not today'; end if; return new; end $$`);
  await pool.query(
    'create trigger no_points before insert on ledger_journals for each row execute function no_points()',
  );
  await finish();
  await pool.query('drop trigger no_points on ledger_journals');
  expect(String(faults)).toContain('not today');
  expect(await held(user)).toEqual({});
  expect((await pool.query('select 1 from settlements where bot_id = $1', [local.id])).rowCount).toBe(1);
  await finish();
  expect(await held(user)).toEqual({ points: '30' });
});

test('who charges and gives points in one transaction holds nothing of the house while it waits for a user', async () => {
  const [payer, finisher] = [await person(), await person()];
  await fill(payer, '100');
  const [live, local] = [await makeBot(payer), await makeBot(finisher, 'local')];
  const other = await pool.connect();
  try {
    await other.query('begin');
    await lockHoldings(other, [payer]);
    const settled = writesOf(live, { settlements: [settlement(live, '50')] });
    const committed = store().commit([settled, await roundOf(local, 'local', 'closed')], []);
    await vi.waitFor(async () => {
      const { rows } = await pool.query(`select 1 from pg_stat_activity where datname = current_database()
        and wait_event_type = 'Lock'`);
      expect(rows.length).toBeGreaterThan(0);
    });
    // It needs the same account of the house, and would wait for who waits for it.
    await other.query(`set local lock_timeout = '10ms'`);
    expect(await bookTask(other, 'set_payment', payer, nowMs)).toBe('posted');
    await other.query('commit');
    await committed;
  } finally {
    other.release(true);
  }
  // Should this machine have needed the second that a charge waits, the hour's run brings it, and the next round the points.
  nowMs += HOUR_MS;
  await fuel().chargeWaiting();
  await store().commit([await roundOf(local, 'local', 'closed')], []);
  expect(await charges(live)).toEqual(['10']);
  expect([await held(payer), await held(finisher)]).toEqual([{ fuel_paid: '90', points: '30' }, { points: '30' }]);
});

test('who brings fuel for what is owed holds nothing of the own while it waits for who shares in that', async () => {
  const partner = await person(null, 20);
  const user = await person(partner);
  await settle(await makeBot(user), '50');
  expect(await held(user)).toEqual({ fuel_owed: '10' });
  await createLedgerStore(pool).post([adjustJournal(++serial, user, 'available', parse18('30'), 'test')], nowMs);
  const changes = createChangeStore(pool, {
    simulated: deps.free,
    repayment: repayOwed(() => 0),
  });
  const event = { requestId: 'refill', userId: user, amountE18: parse18('30') };
  const asked = {
    ...event,
    kind: 'convert',
    from: 'balance',
    to: 'fuel',
    toUserId: null,
    rate: '1',
    remark: '',
  } as const;
  const other = await pool.connect();
  try {
    await other.query('begin');
    await lockHoldings(other, [partner]);
    const made = changes.make(
      { ...asked, receiveE18: event.amountE18, nowMs },
      0,
      () => {},
      (changeId) => convertJournal('balance>fuel', { ...event, changeId }),
    );
    await vi.waitFor(async () => {
      const { rows } = await pool.query(`select 1 from pg_stat_activity where datname = current_database()
        and wait_event_type = 'Lock'`);
      expect(rows.length).toBeGreaterThan(0);
    });
    await other.query(`set local lock_timeout = '10ms'`);
    await lockHoldings(other, [user]);
    await other.query('commit');
    await made;
  } finally {
    other.release(true);
  }
  expect([await held(user), await held(partner)]).toEqual([{ fuel_paid: '20' }, { available: '2', points: '100' }]);
});
