// A martingale of two sides over the wire: it stands long and short on one contract of an account in hedge mode, is alone
// there, takes an add on the side that was asked for, outlives its server, and its bill opens side by side. The price
// stands still, so every figure is known.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { positionsOf } from './exchange.ts';
import { Scene } from './scene.ts';
import { writeTape } from './tape.ts';

const CANDLES = 20_000;
const scene = new Scene();
const params = {
  ...{ leverage: '3', first_amount: '60', max_positions: '3', multiplier: '1', add_drop: '2', stop_loss: '15' },
  ...{ take_profit: '1', entry: 'now', loop_interval: '86400', add_callback: '0' },
};
const body = {
  ...{ type_id: 2, exchange: 'local', market: 'futures', symbol: 'BTC/USDT', investment: '1000' },
  ...{ simulate: 0, start: 1, risk_ack: 1 },
};
const create = (direction: string, more: object = {}) =>
  scene.person.ask('POST', '/api/user/botCreate', {
    ...{ ...body, ...more, params: { ...params, direction }, request_id: randomUUID() },
  });
const operate = (id: number, action: string, more = '') =>
  scene.person.get(`/api/user/botOperation?id=${id}&action=${action}${more}`);
const update = ({ id, version }: { id: number; version: number }, changed: object) =>
  scene.person.ask('PUT', `/api/user/botUpdate?id=${id}`, {
    version,
    params: changed,
    risk_ack: 1,
    request_id: randomUUID(),
  });
const detail = async (id: number) => (await scene.person.get(`/api/user/botDetail?id=${id}`)).data;

/** By side, as the exchange says. */
async function positions(): Promise<Record<string, string>> {
  const rows = (await positionsOf(scene.venue.url, await scene.account())) as unknown as {
    position_side: string;
    qty: string;
  }[];
  return Object.fromEntries(rows.filter(({ qty }) => /[1-9]/.test(qty)).map((row) => [row.position_side, row.qty]));
}

async function until(what: string, done: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 60_000;
  while (!(await done())) {
    if (Date.now() > end) throw new Error(`never: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

beforeAll(async () => {
  const markets = (folder: string) => {
    const path = join(folder, 'binance-usdm-BTCUSDT-1m.csv');
    writeTape(path, { seed: 5, candles: CANDLES, middle: 6_000_000, flatEnd: CANDLES });
    return [path];
  };
  await scene.open({ seed: 5, candles: CANDLES, middle: 6_000_000, speed: 60, markets });
  await until('the market', async () => {
    const { data } = await scene.person.get('/api/market/symbols?exchange=local&market=futures&latest=1');
    return data?.list?.length === 1 && data.list[0].last !== null;
  });
}, 180_000);
afterAll(() => scene.close());

let dual = 0;

test('it is alone on its contract, and the account goes to hedge mode only while nothing stands', async () => {
  const long = await create('long');
  expect(long).toMatchObject({ code: 1, data: { status: 'running' } });
  await until('a position', async () => (await positions())['net'] !== undefined);
  const beside = await create('dual');
  expect(beside).toMatchObject({ code: 4010, data: { bot_id: long.data.id, reason: 'alone' } });
  expect(beside.msg).toMatch(/stand alone/);
  const made = await create('dual', { start: 0 });
  dual = made.data.id;
  expect(await operate(dual, 'start')).toMatchObject({ code: 4010 });
  // What was kept still stands in one-way mode: told, and nothing changed.
  expect((await operate(long.data.id, 'stop', '&close_position=0')).code).toBe(1);
  const refused = await operate(dual, 'start');
  expect(refused).toMatchObject({ code: 4018, data: { field: 'position_mode' } });
  expect(refused.msg).toMatch(/one-way mode/);
  expect(Object.keys(await positions())).toEqual(['net']);
  expect((await operate(long.data.id, 'start')).code).toBe(1);
  expect((await operate(long.data.id, 'stop')).code).toBe(1);
  await until('no position', async () => Object.keys(await positions()).length === 0);
  // What both sides need is asked for together.
  const rich = await create('dual', { investment: '15000' });
  expect(rich).toMatchObject({ code: 3010, data: { need: '15000', wallet: 'futures' } });
  expect((await operate(dual, 'start')).code).toBe(1);
  await until('both sides', async () => Object.keys(await positions()).length === 2);
  expect(await positions()).toMatchObject({ long: '0.00099', short: '-0.00099' });
  expect(await create('short')).toMatchObject({ code: 4010, data: { bot_id: dual } });
}, 180_000);

test('its detail shows both sides', async () => {
  // The exchange knows of a trade before the server does.
  await until('both held', async () =>
    (await detail(dual)).legs.every(({ phase }: { phase: string }) => phase === 'holding'),
  );
  const shown = await detail(dual);
  expect(shown).toMatchObject({
    ...{ direction: 'dual', status: 'running', phase: 'holding', investment: '1000', margin_mode: 'isolated' },
    ...{ max_positions: 3, position: null },
  });
  expect(shown.legs.map(({ leg, side }: { leg: string; side: string }) => [leg, side])).toEqual([
    ['a', 'long'],
    ['b', 'short'],
  ]);
  for (const leg of shown.legs) {
    expect(leg).toMatchObject({
      phase: 'holding',
      can_add: 1,
      watch: { side: leg.side, adds: 1, max_adds: 3, round: 1 },
    });
    expect(leg.ladder.map(({ step }: { step: number }) => step)).toEqual([1, 2, 3]);
    expect(Number(leg.liq_price) > 60_000).toBe(leg.side === 'short');
    expect(Number(leg.watch.next_add_price) > 60_000).toBe(leg.side === 'short');
    expect(leg.margin).toMatchObject({ mode: 'isolated', leverage: 3 });
  }
  expect(shown.positions.map(({ side }: { side: string }) => side).sort()).toEqual(['long', 'short']);
  expect(shown.figures.map(({ key }: { key: string }) => key)).toEqual([
    'net_position',
    'liq_distance_long',
    'liq_distance_short',
  ]);
  expect(shown.fills.map(({ side }: { side: string }) => side).sort()).toEqual(['buy', 'sell']);
  const list = (await scene.person.get('/api/user/botList')).data.list;
  expect(list.find(({ id }: { id: number }) => id === dual)).toMatchObject({ direction: 'dual', position_count: 2 });
});

test('an add goes to the side that is named, and to none when none is', async () => {
  expect(await operate(dual, 'add')).toMatchObject({ code: 4008, data: { field: 'side', options: ['long', 'short'] } });
  expect((await operate(dual, 'add', '&side=neither')).data).toMatchObject({ field: 'side' });
  expect((await operate(dual, 'add', '&side=short')).code).toBe(1);
  await until('the add', async () => (await positions())['short'] === '-0.00198');
  expect((await positions())['long']).toBe('0.00099');
  await until('the add in its detail', async () => (await detail(dual)).adds_used === 1);
  const shown = await detail(dual);
  expect(shown.adds_used).toBe(1);
  const { list } = (await scene.person.get(`/api/user/botActions?id=${dual}&page=1&page_size=50`)).data;
  const add = list.find(({ action }: { action: string }) => action === 'manual_add');
  expect(add.msg).toMatch(/^Short side: /);
});

test('it outlives its server, and what is asked of it is done to both sides', async () => {
  const before = await detail(dual);
  await scene.killServer();
  await until('the bot', async () => (await detail(dual))?.status === 'running');
  await until('the same', async () => {
    const { legs } = await detail(dual);
    const of = (shown: { legs: { qty: string; realized: string; fee: string }[] }) =>
      JSON.stringify(shown.legs.map(({ qty, realized, fee }) => [qty, realized, fee]));
    return of({ legs }) === of(before);
  });
  await until('pause', async () => (await operate(dual, 'pause')).code === 1);
  expect((await detail(dual)).legs.map(({ phase }: { phase: string }) => phase)).toEqual(['holding', 'holding']);
  const turned = await update(before, { direction: 'long' });
  expect(turned).toMatchObject({ code: 4018, data: { field: 'direction' } });
  const planned = await scene.person.ask('POST', `/api/user/botPlan?id=${dual}`, {
    ...{ version: before.version, params: { take_profit: '2' } },
  });
  expect(planned).toMatchObject({ code: 1, data: { changed: ['take_profit'], refused: [] } });
  expect(planned.data.place.map(({ purpose, side }: Record<string, string>) => [purpose, side])).toEqual([
    ['add', 'buy'],
    ['add', 'sell'],
  ]);
  const calmer = await update(before, { take_profit: '2' });
  expect(calmer.code).toBe(1);
  const later = await detail(dual);
  for (const [at, leg] of later.legs.entries()) {
    const moved = Number(leg.watch.take_profit_price) - Number(before.legs[at].watch.take_profit_price);
    expect(Math.sign(moved)).toBe(leg.side === 'long' ? 1 : -1);
  }
  expect((await operate(dual, 'resume')).code).toBe(1);
}, 180_000);

test('set aside it offers a try and nothing else, on neither side', async () => {
  await scene.server.kill();
  const engineOf = 'select engine from bots where id = $1';
  const { engine } = (await scene.database.query(engineOf, [dual])).rows[0];
  await scene.database.query(`update bots set engine = '{"params": "of another program"}' where id = $1`, [dual]);
  await scene.startServerAgain();
  await until('set aside', async () => (await operate(dual, 'add', '&side=long')).code === 4026);
  const { can, legs, position_count } = await detail(dual);
  expect(can).toMatchObject({ start: 0, stop: 0, pause: 0, resume: 1, add: 0, close: 0, edit: 0, delete: 0 });
  expect(legs.map(({ can_add }: { can_add: number }) => can_add)).toEqual([0, 0]);
  expect(position_count).toBe(2);
  for (const action of ['start', 'stop', 'pause', 'close', 'delete', 'resume'])
    expect((await operate(dual, action)).code, action).toBe(4026);
  await scene.database.query('update bots set engine = $2 where id = $1', [dual, JSON.stringify(engine)]);
  expect(await operate(dual, 'resume')).toMatchObject({ code: 1, data: { status: 'running', phase: 'holding' } });
  expect((await detail(dual)).can).toMatchObject({ pause: 1, stop: 1, close: 1, resume: 0 });
}, 180_000);

test('closed and stopped, each side has its result, and each opens into its own trades', async () => {
  expect((await operate(dual, 'close')).code).toBe(1);
  await until('flat', async () => Object.keys(await positions()).length === 0);
  await until('both in cooldown', async () => {
    const { phase, rounds } = await detail(dual);
    return phase === 'cooldown' && rounds === 2;
  });
  expect(await detail(dual)).toMatchObject({ status: 'running', phase: 'cooldown', rounds: 2 });
  expect((await operate(dual, 'stop')).code).toBe(1);
  await until('stopped', async () => (await detail(dual)).status === 'stopped');
  const { list } = (await scene.person.get('/api/user/billLogs?page=1&page_size=20')).data;
  const rows = list.filter(({ bot_id }: { bot_id: number }) => bot_id === dual);
  expect(rows.map(({ leg }: { leg: string }) => leg).sort()).toEqual(['a', 'b']);
  for (const row of rows) {
    const opened = (await scene.person.get(`/api/user/billDetail?id=${row.id}`)).data;
    expect([opened.adds_up, opened.complete], JSON.stringify(opened)).toEqual([1, 1]);
    const entry = row.leg === 'a' ? 'buy' : 'sell';
    const entries = opened.fills.filter(({ leg }: { leg: string }) => leg === 'entry');
    expect(entries.map(({ side }: { side: string }) => side)).toEqual(row.leg === 'a' ? [entry] : [entry, entry]);
  }
  const { profit, investment } = await detail(dual);
  const sum = rows.reduce((all: number, row: { profit: string }) => all + Math.round(Number(row.profit) * 1e8), 0);
  expect(Math.round(Number(profit) * 1e8)).toBe(sum);
  expect(investment).toBe('1000');
  const kept = (await scene.person.get(`/api/user/botPositions?id=${dual}&page=1&page_size=20`)).data.list;
  expect(kept.map(({ side, status }: { side: string; status: string }) => [side, status]).sort()).toEqual([
    ['long', 'closed'],
    ['short', 'closed'],
  ]);
  expect((await operate(dual, 'delete')).code).toBe(1);
}, 180_000);
