// The platform account over HTTP: what it holds, its log, conversions and transfers to the last unit, every refusal of them in
// both languages and in its order, and one effect for one request however often it is sent.
import { randomUUID } from 'node:crypto';
import { userAccount, userAccountLogs, userChange, userChangeInfo } from '@cormorant/contract/calls/account.ts';
import { userChangePayment } from '@cormorant/contract/calls/security.ts';
import { userAsset, userIndex } from '@cormorant/contract/calls/user.ts';
import { textOf } from '@cormorant/contract/catalogue.ts';
import type { Account, AccountLog, ChangeInfo } from '@cormorant/contract/entities/account.ts';
import { type AdjustPart, adjustJournal, convertJournal } from '@cormorant/core/ledger/change-journals.ts';
import { chargeEntries, chargeJournal } from '@cormorant/core/ledger/fuel-journals.ts';
import { parse18 } from '@cormorant/core/money/amount-e18.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { postTimed } from '../../apps/server/src/adapters/postgres/ledger/ledger-post.ts';
import { type Answer, type ApiServer, newPerson, type Person, startApi } from './api-server.ts';
import { withSetting } from './settings.ts';

const PIN = '482913';
/** Of races for a whole balance. */
const ROUNDS = Number(process.env['RACE_ROUNDS'] ?? 1);
let api: ApiServer;
let adjusted = 0;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

async function give(person: Person, what: Partial<Record<AdjustPart, string>>): Promise<void> {
  const journals = Object.entries(what).map(([part, amount]) => {
    adjusted += 1;
    return adjustJournal(adjusted, person.userId, part as AdjustPart, parse18(amount), 'test');
  });
  const nowMs = api.clock.nowMs();
  const outcomes = await postTimed(
    api.pool,
    journals.map((journal) => ({ journal, nowMs })),
  );
  expect(outcomes.every(({ state }) => state === 'posted')).toBe(true);
}

/** Somebody with a payment password and these holdings. */
async function personWith(what: Partial<Record<AdjustPart, string>> = {}): Promise<Person> {
  const person = await newPerson(api);
  const body = { mode: 'set', payment: PIN, confirm: PIN, password: person.password };
  expect((await api.send('POST', userChangePayment.path, body, { token: person.token })).code).toBe(1);
  // To set it is a task that earned points; what is given here is all there is.
  await give(person, { points: '-20' });
  await give(person, what);
  return person;
}

type Body = Record<string, unknown>;
const change = (person: Person, body: Body, lang: 'zh' | 'en' = 'zh'): Promise<Answer> =>
  api.send('POST', userChange.path, { request_id: randomUUID(), ...body }, { token: person.token, lang });
const convert = (person: Person, from: string, to: string, amount: string, more: Body = {}) =>
  change(person, { kind: 'convert', from, to, amount, payment: PIN, ...more });
const transfer = (person: Person, to: string, amount: string, more: Body = {}) =>
  change(person, { kind: 'transfer', from: 'balance', to_uid: to, amount, payment: PIN, ...more });
const convertAll = (person: Person) => change(person, { kind: 'convert', from: 'balance', to: 'fuel', amount: '50' });
const accountOf = async (person: Person) => (await api.ask(userAccount, {}, { token: person.token })).data as Account;
const infoOf = async (person: Person) =>
  (await api.ask(userChangeInfo, {}, { token: person.token })).data as ChangeInfo;

async function logsOf(
  person: Person,
  query: Body = {},
): Promise<{ list: AccountLog[]; total: number; has_more: number }> {
  const answer = await api.ask(userAccountLogs, { query }, { token: person.token, lang: 'en' });
  return answer.data as { list: AccountLog[]; total: number; has_more: number };
}

describe('the account', () => {
  it('of somebody new is empty, and so it stands on the home screen and as a place that holds coin', async () => {
    const person = await newPerson(api);
    expect(await accountOf(person)).toMatchObject({
      ...{ coin: 'USDT', balance: '0', available: '0', frozen: '0', value: '0', points: '0', income_total: '0' },
      ...{ fuel: '0', fuel_paid: '0', fuel_bonus: '0', fuel_owed: '0', fuel_notice: '10' },
    });
    expect(await logsOf(person)).toMatchObject({ list: [], total: 0, has_more: 0 });
  });

  it('is told by all that show it', async () => {
    const person = await personWith({ available: '320.5', fuel_paid: '40', fuel_bonus: '2.75', points: '1280' });
    const { token } = person;
    const home = (await api.ask(userIndex, {}, { token })).data as { account: Body };
    expect(home.account).toEqual({ available: '320.5', frozen: '0', points: '1280', fuel: '42.75', value: '320.5' });
    const asset = await api.ask(userAsset, { query: { exchange: '', wallet: 'all' } }, { token });
    expect(asset.data).toMatchObject({
      ...{ exchange: 'platform', total_value: '320.5', points: '1280', fuel: '42.75' },
      list: [{ coin: 'USDT', balance: '320.5', available: '320.5', frozen: '0', value: '320.5' }],
    });
  });

  it('counts what is owed below zero, in the figure and in the log', async () => {
    const person = await personWith({ fuel_paid: '1' });
    const taken = { userId: person.userId, bonusE18: 0n, paidE18: parse18('1'), owedE18: parse18('2.5') };
    await postTimed(api.pool, [{ journal: chargeJournal(900_001, chargeEntries(taken)), nowMs: 1_793_000_000_000 }]);
    expect(await accountOf(person)).toMatchObject({ fuel: '-2.5', fuel_paid: '0', fuel_owed: '2.5' });
    expect((await logsOf(person, { type: 'fuel', kind: 'fuel_use' })).list).toMatchObject([
      { part: 'fuel_owed', amount: '-2.5', before: '0', after: '-2.5', type_name: 'Service fee', account: 'fuel' },
      { part: 'fuel_paid', amount: '-1', before: '1', after: '0' },
    ]);
  });

  it('is pushed to its owner when something was posted to it', async () => {
    const person = await personWith();
    const socket = new WebSocket(`${api.url.replace('http', 'ws')}/ws`);
    const heard: { ch?: string; data?: Account }[] = [];
    const open = new Promise<void>((settle) => {
      socket.on('message', (raw) => {
        const frame = JSON.parse(String(raw)) as { op?: string; ch?: string; data?: Account };
        heard.push(frame);
        if (frame.op === 'auth') settle();
      });
    });
    socket.on('open', () => socket.send(JSON.stringify({ op: 'auth', token: person.token })));
    await open;
    await give(person, { available: '7' });
    await expect.poll(() => heard.filter(({ ch }) => ch === 'account').at(-1)?.data?.available).toBe('7');
    socket.terminate();
  });
});

describe('a conversion', () => {
  it('of balance becomes fuel, and comes back', async () => {
    const person = await personWith({ available: '100' });
    const done = await convert(person, 'balance', 'fuel', '60.12345678');
    expect(done).toMatchObject({
      ...{ code: 1, show: 1 },
      data: { kind: 'convert', amount: '60.12345678', receive: '60.12345678', rate: '1', status: 'done' },
    });
    expect((await convert(person, 'fuel', 'balance', '0.00000001')).code).toBe(1);
    expect(await accountOf(person)).toMatchObject({ available: '39.87654323', fuel: '60.12345677' });
    expect((await logsOf(person)).list.map(({ type, amount }) => [type, amount])).toEqual([
      ['change_in', '0.00000001'],
      ['change_out', '-60.12345678'],
      ['adjust', '100'],
    ]);
    expect((await logsOf(person, { type: 'fuel' })).list[1]).toMatchObject({
      ...{ type: 'fuel_in', type_name: 'Fuel added', ref_type: 'change', before: '0', after: '60.12345678' },
    });
  });

  it('of points becomes bonus fuel, which goes nowhere but into charges', async () => {
    const person = await personWith({ points: '700.25' });
    expect((await convert(person, 'points', 'fuel', '600.25')).data).toMatchObject({ receive: '6.0025', rate: '0.01' });
    expect(await accountOf(person)).toMatchObject({ points: '100', fuel_bonus: '6.0025', fuel_paid: '0' });
    const { sn } = await newPerson(api);
    for (const lang of ['zh', 'en'] as const) {
      const refused = { code: 5403, msg: textOf(5403, lang), data: { paid: '0', bonus: '6.0025' } };
      const back = { kind: 'convert', from: 'fuel', to: 'balance', amount: '1', payment: PIN };
      expect(await change(person, back, lang)).toMatchObject(refused);
      const away = { kind: 'transfer', from: 'fuel', to_uid: sn, amount: '1', payment: PIN };
      expect(await change(person, away, lang)).toMatchObject(refused);
    }
  });

  it('of a little balance needs no payment password, of more it does', async () => {
    const person = await newPerson(api);
    await give(person, { available: '200' });
    expect((await convert(person, 'balance', 'fuel', '50', { payment: undefined })).code).toBe(1);
    expect((await convert(person, 'balance', 'fuel', '1', { payment: '' })).code).toBe(1);
    const more = await convert(person, 'balance', 'fuel', '50.00000001', { payment: undefined });
    expect(more).toMatchObject({ code: 1312, redirect: '/my/password/payment' });
    expect((await convert(person, 'fuel', 'balance', '1', { payment: undefined })).code).toBe(1312);
  });

  it('back from fuel waits while something is owed or a live bot runs', async () => {
    const person = await personWith({ fuel_paid: '9' });
    const { userId } = person;
    const live = await api.pool.query(
      `insert into bots (user_id, account_id, books, exchange, market, symbol, type_id, kind, name, params, symbol_rules,
         investment, status, phase, created_market_ms)
       select $1, id, 'b', 'binance', 'spot', 'BTC/USDT', 3, 'grid', 'n', '{}', '{}', 1, 'running', 'waiting', 1
       from exchange_accounts where user_id = $1 returning id`,
      [userId],
    );
    for (const lang of ['zh', 'en'] as const) {
      const back = { kind: 'convert', from: 'fuel', to: 'balance', amount: '1', payment: PIN };
      expect(await change(person, back, lang)).toMatchObject({ code: 5404, msg: textOf(5404, lang) });
    }
    expect((await infoOf(person)).pairs[1]).toMatchObject({ from: 'fuel', to: 'balance', max: '0' });
    const other = await newPerson(api);
    expect((await transfer(person, other.sn, '1', { from: 'fuel' })).code).toBe(5404);
    // A grid's pairs are charged when it ends: one that rests costs as much as one that runs.
    await api.pool.query("update bots set status = 'paused' where id = $1", [live.rows[0].id]);
    expect((await convert(person, 'fuel', 'balance', '1')).code).toBe(5404);
    expect((await transfer(person, other.sn, '1', { from: 'fuel' })).code).toBe(5404);
    await api.pool.query("update bots set status = 'stopped' where id = $1", [live.rows[0].id]);
    expect((await infoOf(person)).pairs[1]?.max).toBe('9');
    const owed = chargeEntries({ userId, bonusE18: 0n, paidE18: 0n, owedE18: parse18('1') });
    await postTimed(api.pool, [{ journal: chargeJournal(900_002, owed), nowMs: 1_793_000_000_000 }]);
    expect((await convert(person, 'fuel', 'balance', '1')).code).toBe(5404);
  });
});

describe('a transfer', () => {
  it('goes to the one whose name was shown, in balance or paid fuel', async () => {
    const [person, other] = [await personWith({ available: '100', fuel_paid: '20' }), await newPerson(api)];
    const asked = await change(person, { kind: 'transfer', from: 'balance', to_uid: other.sn, dry: 1 });
    expect(asked.data).toEqual({ to_user_sn: other.sn, to_nickname_mask: expect.stringContaining('**') });
    expect((await accountOf(person)).available).toBe('100');
    const done = await transfer(person, other.sn, '30.5', { remark: '房租' });
    expect(done).toMatchObject({ code: 1, msg: '转账成功', data: { to_user_sn: other.sn, remark: '房租' } });
    expect((await transfer(person, other.sn, '20', { from: 'fuel' })).code).toBe(1);
    expect(await accountOf(person)).toMatchObject({ available: '69.5', fuel: '0' });
    expect(await accountOf(other)).toMatchObject({ available: '30.5', fuel_paid: '20' });
    expect((await logsOf(other)).list).toMatchObject([{ type: 'transfer_in', amount: '30.5', remark: '房租' }]);
    expect((await infoOf(person)).transfer).toMatchObject({ daily_used: '50.5', daily_limit: '5000', min: '1' });
  });

  it('has a limit of the day in UTC+8', async () => {
    const [person, other] = [await personWith({ available: '9000' }), await newPerson(api)];
    const day = 86_400_000;
    const untilMidnight = day - ((api.clock.nowMs() + 8 * 3_600_000) % day);
    expect((await transfer(person, other.sn, '5000')).code).toBe(1);
    const refused = await transfer(person, other.sn, '1');
    expect(refused).toMatchObject({ code: 5304, data: { limit: '5000', left: '0' } });
    api.clock.advance(untilMidnight + 1);
    expect((await transfer(person, other.sn, '1')).code).toBe(1);
  });

  it('waits for the end of a security hold, while conversions go on', async () => {
    const [person, other] = [await personWith({ available: '9' }), await newPerson(api)];
    await api.pool.query("update users set security_hold_until = now() + interval '40 days' where id = $1", [
      person.userId,
    ]);
    const held = await transfer(person, other.sn, '1');
    expect(held).toMatchObject({ code: 1316, data: { until: expect.any(Number) } });
    expect((await infoOf(person)).hold_until).toBeGreaterThan(api.clock.nowMs());
    expect((await convert(person, 'balance', 'fuel', '1')).code).toBe(1);
  });

  it('is no way around a stop of withdrawals', async () => {
    const [person, other] = [await personWith({ available: '9' }), await newPerson(api)];
    const stop = (why: string) =>
      api.pool.query('update users set withdraw_stop = $2 where id = $1', [person.userId, why]);
    await stop('a deposit was taken back');
    expect((await transfer(person, other.sn, '1')).code).toBe(8004);
    await stop('');
    expect((await transfer(person, other.sn, '1')).code).toBe(1);
  });

  it('is closed by the operator', async () => {
    const [person, other] = [await personWith({ available: '9' }), await newPerson(api)];
    await withSetting(api, 'transfer_open', '0', async () => {
      await expect.poll(async () => (await transfer(person, other.sn, '1')).code).toBe(8004);
      expect((await infoOf(person)).transfer.enabled).toBe(0);
    });
  });
});

describe('refusals', () => {
  const amounts = ['', ' ', '0', '0.00000000', '-1', '+1', '1e3', '1E-3', '0.123456789', '.5', '5.', 'NaN', 'Infinity'];
  it.each([...amounts, '9'.repeat(16), '9'.repeat(99), '1,000', '0x10', '١'])('%j is no amount', async (amount) => {
    const [person, other] = [await personWith({ available: '9' }), await newPerson(api)];
    for (const lang of ['zh', 'en'] as const) {
      const wanted = { code: 5002, msg: textOf(5002, lang), show: 1 };
      const body = { kind: 'convert', from: 'balance', to: 'fuel', amount, payment: PIN };
      expect(await change(person, body, lang)).toMatchObject(wanted);
      expect(
        await change(person, { kind: 'transfer', from: 'balance', to_uid: other.sn, amount, payment: PIN }, lang),
      ).toMatchObject(wanted);
    }
    expect((await accountOf(person)).available).toBe('9');
  });

  it.each([
    ['a number below the smallest unit', { kind: 'convert', from: 'balance', to: 'fuel', amount: 1e-9 }, 5002],
    ['what is neither text nor number', { kind: 'convert', from: 'balance', to: 'fuel', amount: [1] }, 5002],
    ['more than there is', { kind: 'convert', from: 'balance', to: 'fuel', amount: '9.00000001' }, 5004],
    ['more fuel than there is', { kind: 'convert', from: 'fuel', to: 'balance', amount: '3' }, 5401],
    ['more points than there are', { kind: 'convert', from: 'points', to: 'fuel', amount: '700' }, 5402],
    ['too few points', { kind: 'convert', from: 'points', to: 'fuel', amount: '499.99' }, 5002],
    ['parts of a hundredth of a point', { kind: 'convert', from: 'points', to: 'fuel', amount: '500.001' }, 5002],
    ['too many points for a day', { kind: 'convert', from: 'points', to: 'fuel', amount: '5000.01' }, 5304],
    ['a pair that there is not', { kind: 'convert', from: 'balance', to: 'points', amount: '1' }, 5305],
    ['into itself', { kind: 'convert', from: 'fuel', to: 'fuel', amount: '1' }, 5305],
    ['points as fuel of nothing', { kind: 'convert', from: 'fuel', to: 'points', amount: '1' }, 5305],
    ['another asset', { kind: 'convert', from: 'gold', to: 'fuel', amount: '1' }, 7002],
    ['another kind', { kind: 'gift', amount: '1' }, 7002],
    [
      'an empty payment password where one is needed',
      { kind: 'convert', from: 'fuel', to: 'balance', amount: '1', payment: '' },
      7003,
    ],
    ['a short payment password', { kind: 'convert', from: 'balance', to: 'fuel', amount: '1', payment: '123' }, 1310],
    [
      'a wrong payment password',
      { kind: 'convert', from: 'fuel', to: 'balance', amount: '1', payment: '739164' },
      1313,
    ],
    [
      'a missing payment password',
      { kind: 'convert', from: 'fuel', to: 'balance', amount: '1', payment: undefined },
      7003,
    ],
    ['a transfer below the least', { kind: 'transfer', from: 'balance', to_uid: '', amount: '0.99' }, 5002],
    ['a transfer of more than there is', { kind: 'transfer', from: 'balance', to_uid: '', amount: '10' }, 5004],
    ['a transfer of more fuel than there is', { kind: 'transfer', from: 'fuel', to_uid: '', amount: '10' }, 5401],
    ['a transfer above the day’s limit', { kind: 'transfer', from: 'balance', to_uid: '', amount: '5000.01' }, 5304],
    ['a transfer to nobody', { kind: 'transfer', from: 'balance', to_uid: '10000000', amount: '1' }, 5302],
    ['a transfer to no number', { kind: 'transfer', from: 'balance', to_uid: 'somebody', amount: '1' }, 5302],
    ['a transfer of points', { kind: 'transfer', from: 'points', to_uid: '', amount: '1' }, 7002],
    [
      'a remark of 51 letters',
      { kind: 'transfer', from: 'balance', to_uid: '', amount: '1', remark: 'x'.repeat(51) },
      7005,
    ],
  ])('%s', async (_name, body: Body, code) => {
    const person = await personWith({ available: '9', fuel_paid: '2', points: '600' });
    const to = await newPerson(api);
    for (const lang of ['zh', 'en'] as const) {
      const asked = { payment: PIN, ...body, ...(body['to_uid'] === '' && { to_uid: to.sn }) };
      const answer = await change(person, asked, lang);
      expect(answer).toMatchObject({ status: 200, code, show: 1 });
      if (![1313, 7002, 7003, 7005].includes(code)) expect(answer.msg).toBe(textOf(code, lang));
    }
    expect(await accountOf(person)).toMatchObject({ available: '9', fuel_paid: '2', points: '600' });
  });

  it('to oneself, and to somebody who is locked out', async () => {
    const [person, other] = [await personWith({ available: '9' }), await newPerson(api)];
    await api.pool.query("update users set status = 'disabled' where id = $1", [other.userId]);
    for (const lang of ['zh', 'en'] as const) {
      const own = { kind: 'transfer', from: 'balance', to_uid: person.sn, amount: '1', payment: PIN };
      expect(await change(person, own, lang)).toMatchObject({ code: 5303, msg: textOf(5303, lang) });
      expect(await change(person, { ...own, dry: 1 }, lang)).toMatchObject({ code: 5303 });
      expect(await change(person, { ...own, to_uid: other.sn }, lang)).toMatchObject({ code: 5302 });
    }
  });

  it('of a log of an asset that there is not: 7002 with those that there are', async () => {
    const person = await newPerson(api);
    for (const lang of ['zh', 'en'] as const) {
      const answer = await api.send('GET', `${userAccountLogs.path}?type=gold`, undefined, {
        token: person.token,
        lang,
      });
      expect(answer).toMatchObject({
        code: 7002,
        data: { field: 'type', options: ['balance', 'fuel', 'points'] },
        show: 1,
      });
    }
  });

  it('of a transfer that the books do not take though nothing stands against it: 5301, and nothing moves', async () => {
    const [person, other] = [await personWith({ available: '9' }), await newPerson(api)];
    for (const lang of ['zh', 'en'] as const) {
      const request_id = randomUUID();
      // As after a database that was put back: the books know of the request and the changes do not.
      const event = { requestId: request_id, changeId: 1, userId: person.userId, amountE18: parse18('0.5') };
      const journal = convertJournal('balance>fuel', event);
      await postTimed(api.pool, [{ journal, nowMs: api.clock.nowMs() }]);
      const before = await accountOf(person);
      const body = { kind: 'transfer', from: 'balance', to_uid: other.sn, amount: '1', payment: PIN, request_id };
      expect(await change(person, body, lang)).toMatchObject({ code: 5301, msg: textOf(5301, lang), show: 1 });
      expect(await accountOf(person)).toMatchObject({ available: before.available, fuel: before.fuel });
    }
    expect(await accountOf(other)).toMatchObject({ available: '0' });
    expect((await infoOf(person)).transfer.daily_used).toBe('0');
  });

  it('come in the order of a withdrawal: hold, password, recipient, amount, limit, balance', async () => {
    const person = await personWith({ available: '9' });
    const bad = { to_uid: 'nobody', amount: '-1', payment: '739164' };
    const other = await newPerson(api);
    expect((await transfer(person, 'nobody', '-1', { payment: '739164' })).code).toBe(1313);
    expect((await transfer(person, 'nobody', '-1')).code).toBe(5302);
    expect((await transfer(person, other.sn, '-1')).code).toBe(5002);
    expect((await transfer(person, other.sn, '6000')).code).toBe(5304);
    expect((await transfer(person, other.sn, '10')).code).toBe(5004);
    await api.pool.query("update users set security_hold_until = now() + interval '40 days' where id = $1", [
      person.userId,
    ]);
    expect((await transfer(person, bad.to_uid, bad.amount, { payment: bad.payment })).code).toBe(1316);
  });
});

it('transfers sent at once, each with the right payment password, are all done: none hears of a lock', async () => {
  const [person, other] = [await personWith({ available: '20' }), await newPerson(api)];
  const answers = await Promise.all(Array.from({ length: 12 }, () => transfer(person, other.sn, '1')));
  expect(answers.map(({ code }) => code)).toEqual(Array.from({ length: 12 }, () => 1));
  expect(await accountOf(person)).toMatchObject({ available: '8' });
  expect(await accountOf(other)).toMatchObject({ available: '12' });
});

describe('one request', () => {
  it('sent fifty times has one effect and fifty equal answers', async () => {
    const person = await personWith({ available: '100' });
    const body = { kind: 'convert', from: 'balance', to: 'fuel', amount: '2', request_id: randomUUID() };
    const answers = await Promise.all(Array.from({ length: 50 }, () => change(person, body)));
    const [first] = answers;
    for (const { code, data, msg } of answers)
      expect({ code, data, msg }).toEqual({ code: 1, data: first?.data, msg: first?.msg });
    expect(await accountOf(person)).toMatchObject({ available: '98', fuel: '2' });
    expect(await change(person, { ...body, amount: '3' })).toMatchObject({ code: 7010 });
    // Also when the kept answer is gone: the ledger knows the request by itself.
    await api.pool.query('delete from idempotent_answers where user_id = $1', [person.userId]);
    expect((await change(person, body)).data).toEqual(answers[0]?.data);
    // In capitals it is the same id.
    await api.pool.query('delete from idempotent_answers where user_id = $1', [person.userId]);
    const capitals = { ...body, request_id: body.request_id.toUpperCase() };
    expect((await change(person, capitals)).data).toEqual(answers[0]?.data);
    await api.pool.query('delete from idempotent_answers where user_id = $1', [person.userId]);
    expect((await change(person, { ...body, amount: '3' })).code).toBe(7010);
    expect(await accountOf(person)).toMatchObject({ available: '98', fuel: '2' });
  });

  it('of a transfer, sent fifty times, has one effect and fifty equal answers, too', async () => {
    const [person, other] = [await personWith({ available: '100' }), await newPerson(api)];
    const common = { kind: 'transfer', from: 'balance', to_uid: other.sn, payment: PIN, request_id: randomUUID() };
    const body = { ...common, amount: '2' };
    const answers = await Promise.all(Array.from({ length: 50 }, () => change(person, body)));
    const [first] = answers;
    for (const { code, data, msg } of answers)
      expect({ code, data, msg }).toEqual({ code: 1, data: first?.data, msg: first?.msg });
    await api.pool.query('delete from idempotent_answers where user_id = $1', [person.userId]);
    expect((await change(person, body)).data).toEqual(first?.data);
    expect((await change(person, { ...body, amount: '3' })).code).toBe(7010);
    expect([await accountOf(person), await accountOf(other)]).toMatchObject([{ available: '98' }, { available: '2' }]);
  });

  it.each(['conversion', 'transfer'])('for the whole balance, two hundred at once: one %s is granted', async (kind) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [person, other] = [await personWith({ available: '50' }), await newPerson(api)];
      const once = kind === 'transfer' ? () => transfer(person, other.sn, '50') : () => convertAll(person);
      const codes = (await Promise.all(Array.from({ length: 200 }, once))).map(({ code }) => code);
      expect(codes.filter((code) => code === 1)).toHaveLength(1);
      // Of a burst no more than five payment passwords are looked at; that they were right is known a moment later.
      expect([1, 5004, 1314]).toEqual(expect.arrayContaining([...new Set(codes)]));
      expect((await once()).code).toBe(5004);
      const came = kind === 'transfer' ? (await accountOf(other)).available : (await accountOf(person)).fuel;
      expect([(await accountOf(person)).available, came]).toEqual(['0', '50']);
    }
  });
});
