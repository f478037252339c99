// Bots of several legs over HTTP: categories 7 and 8. What is made, warned of and refused; the legs are seen through their
// bot alone and are nobody's bot of their own; figures, positions, bill and files of all legs stand under it.
import { textOf } from '@cormorant/contract/catalogue.ts';
import { format18, parse18 } from '@cormorant/core/money/amount-e18.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { parseMarketChoice } from '../../apps/venue/src/market/market-choice.ts';
import { type RunningVenue, startVenue } from '../../apps/venue/src/start-venue.ts';
import { type ApiServer, newPerson, type Person, startApi, untilHealthy } from './api-server.ts';
import { payingSeed } from './paying-market.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into, field by field
type Row = any;

function startPayingVenue(): Promise<RunningVenue> {
  const market = parseMarketChoice(`generated:${payingSeed()}`, import.meta.dirname);
  const options = { port: 0, market, dataFolder: null, lockstep: false, token: 'token-of-the-test-exchange' };
  return startVenue(options, (error) => {
    throw error;
  });
}

let api: ApiServer;
let venue: RunningVenue;
let person: Person;
beforeAll(async () => {
  venue = await startPayingVenue();
  api = await startApi({ VENUE_URL: venue.url, VENUE_TOKEN: venue.token });
  await untilHealthy(api);
  person = await newPerson(api);
});
afterAll(async () => {
  await api.close();
  await venue.stop();
});

const get = (path: string, lang: 'zh' | 'en' = 'en') =>
  api.send('GET', path, undefined, { token: person.token, lang }) as Promise<Row>;

function create(more: Row, lang: 'zh' | 'en' = 'en'): Promise<Row> {
  const body = { exchange: 'local', simulate: 0, start: 0, risk_ack: 1, investment: '1000', ...more };
  return api.send('POST', '/api/user/botCreate', body, { token: person.token, lang }) as Promise<Row>;
}

const triangular = { type_id: 7, market: 'spot', symbol: 'ETH/USDT', params: { kind: 'triangular', via: 'BTC' } };
const cross = { type_id: 7, market: 'spot', symbol: 'BTC/USDT', params: { kind: 'cross', exchange_b: 'okx' } };
/** Willing: it opens at nearly any funding that is paid. */
const willing = { kind: 'funding', leverage: '2', max_breakeven_days: '30', exit_rate: '-1' };
const funding = { type_id: 8, market: 'futures', symbol: 'BTC/USDT', params: willing };

const sum = (texts: readonly string[]) => format18(texts.reduce((all, text) => all + parse18(text), 0n));

describe('what can be made', () => {
  it('a triangle is saved with its three legs, none of which anybody can see as a bot', async () => {
    const { code, data } = await create(triangular);
    expect(code).toBe(1);
    expect(data).toMatchObject({ status: 'stopped', warnings: [] });
    const detail = (await get(`/api/user/botDetail?id=${data.id}`)).data;
    expect(detail.legs.map(({ leg, symbol, side }: Row) => [leg, symbol, side])).toEqual([
      ['a', 'BTC/USDT', 'long'],
      ['b', 'ETH/BTC', 'long'],
      ['c', 'ETH/USDT', 'long'],
    ]);
    expect(detail).toMatchObject({
      ...{ direction: 'neutral', multiplier: null, take_profit: null, grid_levels: null, max_positions: 1 },
      ...{ position: null, positions: [], orders: [], holdings: { base: 'ETH', base_qty: '0', quote_amount: '1000' } },
      can: { start: 1, stop: 0, add: 0, close: 0, edit: 1, delete: 1 },
    });
    const ids = detail.legs.map(({ bot_id: id }: Row) => id as number);
    expect(new Set([...ids, data.id]).size).toBe(4);
    await hiddenEverywhere(ids);
    const { list } = (await get('/api/user/botList')).data;
    expect(list.map(({ id }: Row) => id)).toEqual([data.id]);
    expect((await get('/api/user/botCount')).data).toMatchObject({ total: 1, by_type: { arbitrage: 1 } });
    expect(await get(`/api/user/botOperation?id=${data.id}&action=delete`)).toMatchObject({ code: 1 });
  });

  it('a coin that no pair joins to the other is refused, naming the pair', async () => {
    const { code, data } = await create({ ...triangular, symbol: 'SOL/USDT' });
    expect([code, data.pair]).toEqual([3005, 'SOL/BTC']);
  });

  it('two exchanges are saved; a start says on which of them bots do not trade', async () => {
    expect(await create({ ...cross, start: 1 })).toMatchObject({ code: 2005, data: { field: 'exchange_b' } });
    const { code, data } = await create(cross);
    expect(code).toBe(1);
    expect((await get(`/api/user/botDetail?id=${data.id}`)).data.can).toMatchObject({
      ...{ start: 0, reason: textOf(2005, 'en') },
    });
    const started = await get(`/api/user/botOperation?id=${data.id}&action=start`);
    expect(started).toMatchObject({ code: 2005, data: { field: 'exchange_b' } });
    // Its own exchange is no other one, and one that nobody knows is none.
    for (const exchange_b of ['local', 'nowhere']) {
      const params = { ...cross.params, exchange_b };
      expect(await create({ ...cross, params })).toMatchObject({ code: 4008, data: { field: 'exchange_b' } });
      const change = { version: 1, risk_ack: 1, params: { exchange_b } };
      const asked = { token: person.token, lang: 'en' as const };
      const changed = await api.send('PUT', `/api/user/botUpdate?id=${data.id}`, change, asked);
      expect(changed).toMatchObject({ code: 4008, data: { field: 'exchange_b' } });
    }
    // Its legs were made where they are: neither what it does nor where changes afterwards.
    const info = await get(`/api/user/botInfo?id=${data.id}`);
    expect(info.data).toMatchObject({ locked_fields: [], fixed_fields: ['kind', 'via', 'exchange_b'] });
    for (const [field, params] of [
      ['exchange_b', { exchange_b: 'gate' }],
      ['kind', { kind: 'triangular', via: 'ETH' }],
    ] as const) {
      const change = { version: 1, risk_ack: 1, params };
      const changed = await api.send('PUT', `/api/user/botUpdate?id=${data.id}`, change, { token: person.token });
      expect(changed).toMatchObject({ code: 4018, data: { field } });
    }
    await get(`/api/user/botOperation?id=${data.id}&action=delete`);
  });

  it('says before a start what four fees cost and where the short ends, in the language asked', async () => {
    const en = (await create(funding)).data;
    expect(en.warnings[0]).toMatch(
      /^Opening and closing are four taker trades: about 1\.90 USDT of fees \(0\.3% of a leg\)/,
    );
    expect(en.warnings.join(' ')).toMatch(/the short is liquidated/);
    const zh = (await create({ ...funding, symbol: 'ETH/USDT' }, 'zh')).data;
    expect(zh.warnings[0]).toMatch(/^开仓和平仓共四笔吃单手续费,约 1\.90 USDT\(每腿价值的 0\.3%\)/);
    expect((await get(`/api/user/botDetail?id=${zh.id}`, 'en')).data.name).toBe('ETH Funding Arbitrage');
    for (const { id } of [en, zh]) await get(`/api/user/botOperation?id=${id}&action=delete`);
  });

  it('the plan of a change tells APR by three days of funding: 0.27 % at 1x and 2x would be 16.425 % and 21.9 %', async () => {
    const { id } = (await create({ ...funding, params: { ...willing, leverage: '1' } })).data;
    const change = { version: 1, params: { leverage: '2' } };
    const asked = { token: person.token };
    const plan = (await api.send('POST', `/api/user/botPlan?id=${id}`, change, asked)) as Row;
    const apr = plan.data.figures.find(({ key }: Row) => key === 'apr');
    const symbols = await get('/api/market/symbols?exchange=local&market=futures&symbol=BTC/USDT&worst=1');
    const rate = Number(symbols.data.list[0].funding_3d.rate);
    expect(Number(apr.before)).toBeCloseTo(((rate / 3) * 365 * 1) / 2, 4);
    expect(Number(apr.after)).toBeCloseTo(((rate / 3) * 365 * 2) / 3, 4);
    // The same arithmetic at the figures of product.md 4.9 and 0.27 %.
    expect([((0.27 / 3) * 365) / 2, ((0.27 / 3) * 365 * 2) / 3].map((value) => value.toFixed(3))).toEqual([
      '16.425',
      '21.900',
    ]);
    await get(`/api/user/botOperation?id=${id}&action=delete`);
  });
});

async function hiddenEverywhere(ids: readonly number[]): Promise<void> {
  const token = person.token;
  for (const id of ids) {
    const answers = await Promise.all([
      get(`/api/user/botDetail?id=${id}`),
      get(`/api/user/botInfo?id=${id}`),
      get(`/api/user/botActions?id=${id}`),
      get(`/api/user/botPositions?id=${id}`),
      get(`/api/user/botOperation?id=${id}&action=stop`),
      get(`/api/user/botOperation?id=${id}&action=delete`),
      api.send('PUT', `/api/user/botUpdate?id=${id}`, { version: 1, name: 'mine', risk_ack: 1 }, { token }),
      api.send('POST', `/api/user/botPlan?id=${id}`, { version: 1, params: {} }, { token }),
    ]);
    expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 4001));
    const file = await get(`/api/user/export?kind=fills&bot_id=${id}`);
    expect(String(file.data).trim().split('\n')).toHaveLength(1);
    expect((await get(`/api/user/billLogs?bot_id=${id}`)).data.total).toBe(0);
  }
}

describe('funding arbitrage', () => {
  let id = 0;
  let detail: Row;

  it('opens both legs, and its detail has them with what they hold and what the coordinator says', async () => {
    const made = await create({ ...funding, start: 1 });
    expect(made).toMatchObject({ code: 1, data: { status: 'running' } });
    id = made.data.id;
    detail = await vi.waitFor(async () => {
      const { data } = await get(`/api/user/botDetail?id=${id}`);
      expect(data.phase).toBe('holding');
      return data;
    }, 20_000);
    const [a, b] = detail.legs;
    expect([a.market, a.side, a.leverage, b.market, b.side, b.leverage]).toEqual([
      'spot',
      'long',
      1,
      'futures',
      'short',
      2,
    ]);
    expect(Number(b.qty)).toBeGreaterThan(0);
    // Hedged but for the fee that spot takes in coin and one step of the contract.
    expect(Math.abs(Number(a.qty) - Number(b.qty))).toBeLessThanOrEqual(0.001);
    expect(Number(b.liq_price)).toBeGreaterThan(Number(b.mark_price));
    for (const { avg_price: average, mark_price: mark } of [a, b])
      expect(Number(average) / Number(mark)).toBeCloseTo(1, 1);
    const keys = detail.figures.map(({ key }: Row) => key);
    expect(keys).toEqual(['delta', 'basis', 'funding_received', 'liquidation_distance', 'rounds']);
    for (const { label, key } of detail.figures) expect(label).not.toBe(key);
    expect(detail).toMatchObject({ margin_mode: 'cross', leverage: 2, position: null, position_count: 2 });
    expect(detail.can).toMatchObject({ start: 0, stop: 1, pause: 1, add: 0, close: 1, edit: 0, delete: 0 });
  });

  it('its parts of profit sum to the total to the last digit, and its legs to what is not realised', async () => {
    const { profit_parts: parts, legs } = detail as Row;
    expect(sum([parts.grid, parts.other, parts.unrealized])).toBe(parts.total);
    // The legs are valued at the present prices, the bot at those of its last second.
    const byLegs = Number(sum(legs.map(({ unrealized }: Row) => unrealized)));
    expect(Math.abs(byLegs - Number(parts.unrealized))).toBeLessThan(5);
    expect(Number(sum(legs.map(({ fee }: Row) => fee)))).toBeCloseTo(Number(parts.fees), 6);
  });

  it('its open rounds are those of its legs, under its own name and number', async () => {
    const { list } = (await get('/api/user/positions')).data;
    expect(list.map(({ leg, bot_id: bot, market, side }: Row) => [leg, bot, market, side]).sort()).toEqual([
      ['a', id, 'spot', 'long'],
      ['b', id, 'futures', 'short'],
    ]);
    for (const row of list) expect(row.bot_name).toBe('BTC Funding Arbitrage');
    expect(detail.positions.map(({ leg }: Row) => leg).sort()).toEqual(['a', 'b']);
    expect((await get(`/api/user/botPositions?id=${id}`)).data.total).toBe(2);
    for (const { id: position } of list) expect((await get(`/api/user/positionAdds?id=${position}`)).code).toBe(1);
    await hiddenEverywhere(detail.legs.map(({ bot_id: leg }: Row) => leg));
  });

  it('its file has the trades of all legs under its own number', async () => {
    const rows = String((await get(`/api/user/export?kind=fills&bot_id=${id}`)).data)
      .trim()
      .split('\n')
      .slice(1);
    expect(new Set(rows.map((row) => row.split(',')[1]))).toEqual(new Set([String(id)]));
    expect(new Set(rows.map((row) => row.split(',')[4]))).toEqual(new Set(['spot', 'futures']));
  });

  it('a batch answers for a leg that it is not there, and for the bot as an operation does', async () => {
    const leg = detail.legs[0].bot_id;
    const { task_id: task } = (await get(`/api/user/botBatch?action=pause&ids=${leg},${id}`)).data;
    const done = await vi.waitFor(async () => {
      const { data } = await get(`/api/user/botBatchStatus?task_id=${task}`);
      expect(data.status).toBe('done');
      return data;
    }, 15_000);
    const codes = (done.items ?? done.list).map(({ id: bot, code }: Row) => [bot, code]);
    expect(codes).toEqual([
      [leg, 4001],
      [id, 1],
    ]);
  });

  it('closed, each leg has a row of one result; either of them opens into all trades of both', async () => {
    expect(await get(`/api/user/botOperation?id=${id}&action=close`)).toMatchObject({ code: 1 });
    const rows = await vi.waitFor(async () => {
      const { list } = (await get(`/api/user/billLogs?bot_id=${id}`)).data;
      expect(list).toHaveLength(2);
      return list;
    }, 20_000);
    expect(rows.map(({ leg }: Row) => leg).sort()).toEqual(['a', 'b']);
    for (const call of ['billLogs', 'botActions']) {
      const { list } = (
        await get(`/api/user/${call}?page=1&page_size=1&${call === 'billLogs' ? 'bot_id' : 'id'}=${id}`, 'zh')
      ).data;
      expect(list[0].bot_name).toBe('BTC 期现套利');
    }
    expect((await get('/api/user/billGroup', 'zh')).data.by_bot[0].name).toBe('BTC 期现套利');
    expect(new Set(rows.map(({ pair_id: pair }: Row) => pair)).size).toBe(1);
    const opened = await Promise.all(
      rows.map(async (row: Row) => (await get(`/api/user/billDetail?id=${row.id}`)).data),
    );
    for (const one of opened) {
      expect([one.adds_up, one.complete]).toEqual([1, 1]);
      expect(one.total.profit).toBe(sum(rows.map(({ profit }: Row) => profit)));
      expect(one.legs.map(({ leg }: Row) => leg)).toEqual(['a', 'b']);
      expect(one.fills.length).toBeGreaterThanOrEqual(4);
      expect(new Set(one.fills.map(({ of }: Row) => of))).toEqual(new Set(['a', 'b']));
      // What was sold less what was bought is the gross of both legs, but for fees that were taken in coin.
      expect(Math.abs(Number(one.sums.value_rest))).toBeLessThan(1);
      expect(one.fundings).toEqual([]);
    }
    const after = (await get(`/api/user/botDetail?id=${id}`)).data;
    expect(after.profit).toBe(opened[0].total.profit);
    expect(after).toMatchObject({ position_count: 0, positions: [] });
    expect((await get(`/api/user/billGroup`)).data.by_type).toEqual([{ type: 'arbitrage', profit: after.profit }]);
  });
});
