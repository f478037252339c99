// Teams over HTTP: who came by whom in figures, masked; rates that partners give, at once or from the next day; every refusal
// in both languages; a charge opened by who paid it.
import {
  userFuelCharge,
  userRateHistory,
  userReferrals,
  userTeam,
  userTeamRate,
  userTeamSummary,
} from '@cormorant/contract/calls/team.ts';
import { textOf } from '@cormorant/contract/catalogue.ts';
import { nextDayMs } from '@cormorant/core/ledger/accounting-day.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ApiServer, newPerson, type Person, startApi } from './api-server.ts';

let api: ApiServer;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

// biome-ignore lint/suspicious/noExplicitAny: answers of many calls, asserted field by field
type Row = any;
const under = (referrer: Person) => newPerson(api, { referrer: referrer.sn });
const partner = async (percent: number, referrer?: Person): Promise<Person> => {
  const person = referrer === undefined ? await newPerson(api) : await under(referrer);
  await api.pool.query('update users set is_partner = true, rate_bp = $2 where id = $1', [
    person.userId,
    percent * 100,
  ]);
  return person;
};
const ask = async (person: Person, call: { method: string; path: string }, query = ''): Promise<Row> =>
  api.send(call.method, `${call.path}${query}`, undefined, { token: person.token, lang: 'en' });
const give = (person: Person, member: Person | string, rate: unknown, lang: 'zh' | 'en' = 'en'): Promise<Row> =>
  api.send(
    'POST',
    `${userTeamRate.path}?id=${typeof member === 'string' ? member : member.sn}`,
    { rate },
    { token: person.token, lang },
  );
const today = () => Math.floor((api.clock.nowMs() + 28_800_000) / 86_400_000);
const used = (person: Person, day: number, paid: string) =>
  api.pool.query('insert into fuel_days (user_id, day, paid, charged) values ($1, $2, $3, $3)', [
    person.userId,
    day,
    paid,
  ]);

/** A charge of the payer that brought the beneficiary something; answers its id. */
async function charged(
  payer: Person,
  beneficiary: Person,
  base: string,
  amount: string,
  atMs = api.clock.nowMs(),
): Promise<number> {
  const account = await api.pool.query(
    `insert into exchange_accounts (user_id, exchange, ref) values ($1::bigint, 'local', 'of-' || $1::text) on conflict do nothing returning id`,
    [payer.userId],
  );
  const known =
    account.rows[0] ??
    (await api.pool.query('select id from exchange_accounts where user_id = $1', [payer.userId])).rows[0];
  const bot = await api.pool.query(
    `insert into bots (user_id, account_id, books, exchange, market, symbol, type_id, kind, name, params, symbol_rules,
       investment, status, phase, created_market_ms)
     values ($1, $2, 'b', 'binance', 'spot', 'BTC/USDT', 1, 'martin', 'Tide', '{}', '{}', 100, 'stopped', 'idle', 0) returning id`,
    [payer.userId, known.id],
  );
  const charge = await api.pool.query(
    `insert into fuel_charges (user_id, bot_id, rate_bp, cum_before, high_before, cum_after, base, amount, bonus, paid, owed,
       waived, owed_left, chain, cap_bp, levels, created_at)
     values ($1, $2, 2000, -30, 0, 20, 20, 4, 1, 3, 0, 0, 0, '[]', 6000, 3, $3) returning id`,
    [payer.userId, bot.rows[0].id, new Date(api.clock.nowMs())],
  );
  await api.pool.query(
    `insert into settlements (user_id, bot_id, exchange, market, symbol, simulate, purpose, pair_id, qty, gross, fee, funding,
       net, fuel, charge_id, market_ms)
     values ($1, $2, 'binance', 'spot', 'BTC/USDT', false, 'take_profit', 1, 1, 51, 1.5, 0.5, 50, 4, $3, 1)`,
    [payer.userId, bot.rows[0].id, charge.rows[0].id],
  );
  await api.pool.query(
    `insert into profit_shares (charge_id, user_id, from_user_id, depth, rate_bp, diff_bp, base, amount, kind, created_at)
     values ($1, $2, $3, 1, 2000, 2000, $4, $5, 'share', $6)`,
    [charge.rows[0].id, beneficiary.userId, payer.userId, base, amount, new Date(atMs)],
  );
  return Number(charge.rows[0].id);
}

describe('a team', () => {
  it('is told in figures: direct and whole, active, new, fuel and shares of today, the month and ever', async () => {
    const top = await newPerson(api);
    const me = await partner(20, top);
    const [first, second] = [await under(me), await under(me)];
    const grandchild = await under(second);
    await used(first, today(), '3.5');
    await used(first, today() - 40, '10');
    await used(grandchild, today() - 29, '1.25');
    await charged(first, me, '3', '0.6');
    // Days and months are those of UTC+8.
    const here = new Date(api.clock.nowMs() + 28_800_000);
    const monthMs = Date.UTC(here.getUTCFullYear(), here.getUTCMonth()) - 28_800_000;
    await charged(second, me, '3', '0.2', monthMs - 1);
    const isFirstDay = here.getUTCDate() === 1;
    if (!isFirstDay) await charged(second, me, '3', '0.1', monthMs);
    const { data } = await ask(me, userTeamSummary);
    expect(data).toMatchObject({
      ...{ direct: 2, total: 3, active_30d: 2, new_today: 3, fuel_today: '3.5', fuel_total: '14.75' },
      ...{
        share_today: '0.6',
        share_month: isFirstDay ? '0.6' : '0.7',
        share_total: isFirstDay ? '0.8' : '0.9',
        rate: 20,
        is_partner: 1,
        rate_cap: 60,
      },
    });
    expect(data.referrer.sn).toBe(`${top.sn.slice(0, 2)}****${top.sn.slice(-2)}`);
    const { list, total } = (await ask(me, userTeam)).data;
    expect([total, list.map(({ sn }: Row) => sn)]).toEqual([2, [first.sn, second.sn]]);
    expect(list[0]).toMatchObject({
      fuel_used: '13.5',
      my_share: '0.6',
      active: 1,
      bound: 0,
      team_count: 0,
      can_set: 1,
      max_rate: 20,
    });
    expect(list[1]).toMatchObject({ fuel_used: '0', active: 0, team_count: 1, rate: 0, is_partner: 0, min_rate: 0 });
    const drilled = (await ask(me, userTeam, `?uid=${second.sn}`)).data;
    expect(drilled.total).toBe(1);
    expect(drilled.list[0]).toMatchObject({
      level: 2,
      fuel_used: '1.25',
      sn: `${grandchild.sn.slice(0, 2)}****${grandchild.sn.slice(-2)}`,
    });
    expect(drilled.list[0]).not.toHaveProperty('rate');
    expect(await ask(me, userTeam, `?uid=${grandchild.sn}`)).toMatchObject({ code: 6007 });
    expect((await ask(top, userTeamSummary)).data).toMatchObject({
      direct: 1,
      total: 4,
      is_partner: 0,
      referrer: null,
    });
  });

  it('grows by an invite code: who came is listed newest first, a page at a time', async () => {
    const me = await newPerson(api);
    const members: Person[] = [];
    for (let count = 0; count < 3; count += 1) members.push(await under(me));
    const first = (await ask(me, userReferrals, '?limit=2')).data;
    expect(first).toMatchObject({ total: 3, page: 1, limit: 2, has_more: 1, invite_code: me.sn });
    expect(first.invite_link).toMatch(new RegExp(`/register/${me.sn}$`));
    expect(first.qr_text).toBe(first.invite_link);
    expect(first.list.map(({ sn }: Row) => sn)).toEqual([members[2]?.sn, members[1]?.sn]);
    const second = (await ask(me, userReferrals, '?limit=2&page=2')).data;
    expect([second.list.length, second.has_more]).toEqual([1, 0]);
    expect((await ask(me, userReferrals, '?limit=2&page=9')).data).toMatchObject({ list: [], total: 3 });
  });
});

describe('a rate', () => {
  it('is given to direct members by partners alone, inside what both sides have given: 6006, 6007, 6008, 7006', async () => {
    const me = await partner(20);
    const member = await under(me);
    const below = await under(member);
    const stranger = await newPerson(api);
    const own = await under(stranger);
    await api.pool.query('update users set is_partner = true, rate_bp = 500 where id = $1', [below.userId]);
    const refusals: [Person, Person | string, unknown, number][] = [
      [stranger, own, 5, 6006],
      [stranger, member, 5, 6006],
      [stranger, 'x', 5, 6006],
      [me, below, 5, 6007],
      [me, stranger, 5, 6007],
      [me, 'x', 5, 6007],
      [me, member, 20.01, 6008],
      [me, member, 4.99, 6008],
      [me, member, -1, 7006],
      [me, member, 100.5, 7006],
      [me, member, 5.001, 7006],
      [me, member, '5', 7006],
    ];
    for (const [who, whom, rate, code] of refusals)
      for (const lang of ['zh', 'en'] as const) {
        const answer = await give(who, whom, rate, lang);
        expect([answer.code, JSON.stringify(rate)]).toEqual([code, JSON.stringify(rate)]);
        if (code < 6008) expect(answer.msg).toBe(textOf(code, lang));
        if (code === 6008)
          expect(answer).toMatchObject({ msg: textOf(code, lang, { min: 5, max: 20 }), data: { min: 5, max: 20 } });
      }
    expect(await give(me, member, 20)).toMatchObject({ code: 1, data: { rate: 20, is_partner: 1, min_rate: 5 } });
  });

  it('answers with the member it was given to, however many stand before it', async () => {
    const me = await partner(30);
    await api.pool.query(
      `insert into users (sn, nickname, account, password_hash, avatar, referrer_id)
       select '8000' || 1000 + n, 'n', 'crowd_' || n, 'h', 'a01', $1 from generate_series(1, 501) n`,
      [me.userId],
    );
    expect(await give(me, await under(me), 20)).toMatchObject({ code: 1, data: { rate: 20, max_rate: 30 } });
  });

  it('counts at once when it is higher, from 00:00 UTC+8 when it is lower, and can be taken back until then', async () => {
    const me = await partner(30);
    const member = await under(me);
    const child = await under(member);
    expect(await give(me, member, 12.5)).toMatchObject({ code: 1, data: { rate: 12.5 } });
    expect((await give(me, member, 12.5)).code).toBe(1);
    const at = nextDayMs(api.clock.nowMs());
    expect(await give(me, member, 5)).toMatchObject({ code: 1, data: { rate: 12.5, next_rate: 5, next_at: at } });
    // What will be gone tomorrow cannot be given away today.
    expect(await give(member, child, 6)).toMatchObject({ code: 6008, data: { max: 5 } });
    expect((await give(me, member, 12.5)).data).not.toHaveProperty('next_rate');
    await give(me, member, 4);
    const states = async () => (await ask(me, userRateHistory)).data.list.map(({ to, state }: Row) => [to, state]);
    expect(await states()).toEqual([
      [4, 'waiting'],
      [5, 'replaced'],
      [12.5, 'done'],
    ]);
    api.clock.advance(at - api.clock.nowMs() - 60_000);
    expect((await ask(me, userTeam)).data.list[0].rate).toBe(12.5);
    api.clock.advance(60_000);
    await vi.waitFor(async () => expect((await ask(me, userTeam)).data.list[0].rate).toBe(4), {
      timeout: 40_000,
      interval: 250,
    });
    expect((await ask(member, userRateHistory)).data.list[0]).toMatchObject({
      mine: 1,
      from: 12.5,
      to: 4,
      state: 'done',
    });
    await give(me, member, 0);
    api.clock.advance(86_400_000);
    const ordinary = { rate: 0, is_partner: 0 };
    await vi.waitFor(async () => expect((await ask(me, userTeam)).data.list[0]).toMatchObject(ordinary), {
      timeout: 40_000,
      interval: 250,
    });
  });
});

it('a charge opens to its calculation, for who paid it', async () => {
  const me = await partner(20);
  const payer = await under(me);
  const id = await charged(payer, me, '3', '0.6');
  expect((await ask(payer, userFuelCharge, `?id=${id}`)).data).toMatchObject({
    ...{ bot_name: 'Tide', results: { count: 1, gross: '51', fee: '1.5', funding: '0.5', profit: '50' } },
    ...{ total_before: '-30', high_before: '0', total_after: '20', base: '20', rate: 20, amount: '4' },
    ...{ from_bonus: '1', from_paid: '3', owed: '0', waived: '0' },
    shares: [{ level: 1, rate: 20, diff: 20, base: '3', amount: '0.6', kind: 'share' }],
  });
  expect(await ask(me, userFuelCharge, `?id=${id}`)).toMatchObject({ code: 8005 });
});
