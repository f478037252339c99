// The plan of a change over HTTP: what would be cancelled and placed, and the bot's figures as it is set and as it would be.
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { RunningVenue } from '../../apps/venue/src/start-venue.ts';
import { type ApiServer, gridBody, newPerson, startApi, startTestVenue, untilHealthy } from './api-server.ts';

let api: ApiServer;
let venue: RunningVenue;

beforeAll(async () => {
  venue = await startTestVenue();
  api = await startApi({ VENUE_URL: venue.url, VENUE_TOKEN: venue.token });
  await untilHealthy(api);
});
afterAll(async () => {
  await api.close();
  await venue.stop();
});

it('tells orders, lines and profit per grid before and after, and changes nothing', async () => {
  const { token } = await newPerson(api);
  const made = await api.send('POST', '/api/user/botCreate', await gridBody(api), { token });
  const { id } = made.data as { id: number };
  const change = { version: 1, params: { grid_levels: '20' } };
  const { code, data } = await api.send('POST', `/api/user/botPlan?id=${id}`, change, { token });
  expect(code).toBe(1);
  const plan = data as {
    changed: string[];
    place: unknown[];
    before: Record<string, string | null>;
    figures: { key: string; before: string | null; after: string | null }[];
    warnings: string[];
  };
  expect(plan.changed).toEqual(['grid_levels']);
  expect(plan.place.length).toBeGreaterThan(5);
  expect(plan.before).toEqual({ take_profit: null, stop_loss: null, liquidation: null, break_even: null });
  const net = plan.figures.find(({ key }) => key === 'net_min');
  // Twice as many lines share the same range: each earns less.
  expect(Number(net?.before)).toBeGreaterThan(Number(net?.after));
  expect(Number(net?.after)).toBeGreaterThan(0);
  const { lower, upper } = ((await gridBody(api)) as { params: Record<'lower' | 'upper', string> }).params;
  const [low, high] = [(Number(lower) * 0.9).toFixed(2), (Number(upper) * 1.1).toFixed(2)];
  const guarded = { version: 1, params: { stop_loss: low, take_profit: high } };
  const ends = await api.send('POST', `/api/user/botPlan?id=${id}`, guarded, { token });
  expect(ends.data).toMatchObject({
    ...{ take_profit: high, stop_loss: low },
    before: { take_profit: null, stop_loss: null },
  });
  const info = await api.send('GET', `/api/user/botInfo?id=${id}`, undefined, { token });
  expect(info.data).toMatchObject({ version: 1, params: { grid_levels: '10' } });
  const wide = { ...change, params: { grid_levels: '201' } };
  expect(await api.send('POST', `/api/user/botPlan?id=${id}`, wide, { token })).toMatchObject({
    code: 4008,
    data: { field: 'grid_levels', max: '200' },
  });
});

it('of a bot that stands in a position tells its lines before and after, and refuses what a position locks', async () => {
  const { token } = await newPerson(api);
  const params = { entry: 'now', first_amount: '60', max_positions: '3', multiplier: '1', take_profit: '2' };
  const body = await gridBody(api, { type_id: 1, start: 1, params: { ...params, stop_loss: '20' } });
  const made = await api.send('POST', '/api/user/botCreate', body, { token });
  expect(made).toMatchObject({ code: 1, data: { status: 'running' } });
  const { id } = made.data as { id: number };
  const detail = async () => (await api.send('GET', `/api/user/botDetail?id=${id}`, undefined, { token })).data as Held;
  await vi.waitFor(async () => expect((await detail()).position).not.toBeNull(), 20_000);
  const paused = await api.send('GET', `/api/user/botOperation?id=${id}&action=pause`, undefined, { token });
  expect(paused.code).toBe(1);
  const before = await detail();
  const change = { version: before.version, params: { take_profit: '4', stop_loss: '10' } };
  const { code, data } = await api.send('POST', `/api/user/botPlan?id=${id}`, change, { token });
  expect(code).toBe(1);
  const plan = data as Plan;
  expect([...plan.changed].sort()).toEqual(['stop_loss', 'take_profit']);
  const average = Number(before.position?.avg_price);
  // One count and one rounding, whichever screen tells them.
  expect(before.watch?.average).toBe(before.position?.avg_price);
  expect([before.position?.adds, before.position?.max_adds]).toEqual([0, 2]);
  const rate = (price: string | null) => (Number(price) / average - 1) * 100;
  // The target pays the closing fee of 0.1 % too.
  expect(rate(plan.before.take_profit)).toBeCloseTo(2.1, 1);
  expect(rate(plan.take_profit)).toBeCloseTo(4.1, 1);
  expect(rate(plan.before.stop_loss)).toBeCloseTo(-20, 1);
  expect(rate(plan.stop_loss)).toBeCloseTo(-10, 1);
  // The closing fee, and the part of a step that no order can sell.
  expect(rate(plan.break_even)).toBeGreaterThanOrEqual(0.1);
  expect(rate(plan.break_even)).toBeLessThan(1);
  expect(plan.break_even).toBe(plan.before.break_even);
  // A preview is of a bot that holds nothing.
  expect(plan.figures).toEqual([]);
  const locked = { version: before.version, params: { first_amount: '70' } };
  expect(await api.send('POST', `/api/user/botPlan?id=${id}`, locked, { token })).toMatchObject({
    ...{ code: 4018, data: { field: 'first_amount' } },
  });
  const after = await detail();
  expect([after.version, after.params, after.position?.qty]).toEqual([
    ...[before.version, before.params, before.position?.qty],
  ]);
});

interface Held {
  readonly version: number;
  readonly params: unknown;
  readonly position: Readonly<Record<'qty' | 'avg_price', string> & Record<'adds' | 'max_adds', number>> | null;
  readonly watch: { readonly average: string } | null;
}

type Lines = Readonly<Record<'take_profit' | 'stop_loss' | 'break_even', string | null>>;
interface Plan extends Lines {
  readonly changed: string[];
  readonly figures: unknown[];
  readonly before: Lines;
}

it('a new bot is warned of in sentences of the language asked', async () => {
  const { token } = await newPerson(api);
  const warned = async (more: Record<string, unknown>, lang: 'zh' | 'en') => {
    const body = { ...(await gridBody(api)), start: 0, name: `told in ${lang}`, ...more };
    const { code, data } = await api.send('POST', '/api/user/botCreate', body, { token, lang });
    expect(code).toBe(1);
    return (data as { warnings: string[] }).warnings;
  };
  const dca = { mode: 'calendar', amount: '60', interval: '1d', at: '08:00', max_positions: '30' };
  const short = { type_id: 5, investment: '1000', params: dca };
  expect(await warned(short, 'en')).toEqual([
    'All buys need up to 1,800.00 USDT, the investment is 1,000.00 USDT: later buys will be skipped.',
  ]);
  expect(await warned(short, 'zh')).toEqual([
    '全部买入最多需要 1,800.00 USDT,投入只有 1,000.00 USDT:后面的买入会因资金不足跳过。',
  ]);
  const ladder = { first_amount: '50', max_positions: '3', multiplier: '1', stop_off: '1' };
  const martin = await warned({ type_id: 1, params: ladder }, 'en');
  expect(martin.length).toBeGreaterThanOrEqual(2);
  for (const sentence of martin) expect(sentence).toMatch(/^[A-Z].*\.$/);
});
