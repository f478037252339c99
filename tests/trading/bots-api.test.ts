// Bots at the API: every guard answers with its code, the field and its range in both languages; operations follow the
// table of product.md 3.1; nobody sees another's bot; a repeated request makes one bot; the figures add up to the atom.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { Person } from './person.ts';
import { Scene } from './scene.ts';
import { writeTape } from './tape.ts';

const CANDLES = 40_000;
const scene = new Scene();
const grid = { lower: '55000', upper: '65000', grid_levels: 20, grid_mode: 'geometric' };
const body = {
  type_id: 3,
  exchange: 'local',
  market: 'spot',
  symbol: 'BTC/USDT',
  investment: '2000',
  params: grid,
  simulate: 0,
  start: 1,
  risk_ack: 1,
};
const create = (change: object, lang: 'zh' | 'en' = 'en') =>
  scene.person.ask('POST', '/api/user/botCreate', { ...body, ...change, request_id: randomUUID() }, lang);
const operate = (id: number, action: string, more = '') =>
  scene.person.get(`/api/user/botOperation?id=${id}&action=${action}${more}`);
const detail = async (id: number) => (await scene.person.get(`/api/user/botDetail?id=${id}`)).data;

function addUp({ profit, profit_parts: parts, total_profit, unrealized }: Awaited<ReturnType<typeof detail>>): void {
  expect(e8(parts.grid) + e8(parts.other) + e8(parts.unrealized)).toBe(e8(parts.total));
  expect(e8(profit) + e8(unrealized)).toBe(e8(total_profit));
}

/** Units of 1e-8, for sums. */
const e8 = (text: string): bigint => {
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
  const units = BigInt(whole) * 100_000_000n + BigInt(`${fraction}00000000`.slice(0, 8));
  return text.startsWith('-') ? -units : units;
};

/** BTC stands still, so that every figure and every answer is known; ETH moves. */
function markets(folder: string): string[] {
  const tapes = [
    { file: 'BTCUSDT-1m.csv', middle: 6_000_000, flatEnd: CANDLES },
    { file: 'ETHUSDT-1m.csv', middle: 300_000 },
  ];
  return tapes.map(({ file, ...tape }) => {
    writeTape(join(folder, file), { seed: 5, candles: CANDLES, ...tape });
    return join(folder, file);
  });
}

beforeAll(async () => {
  await scene.open({ seed: 5, candles: CANDLES, middle: 6_000_000, speed: 600, markets });
  // The server has to have met the exchange before a price can be judged.
  const until = Date.now() + 30_000;
  while ((await scene.person.get('/api/market/symbols?exchange=local&latest=1')).data?.list?.length !== 2) {
    if (Date.now() > until) throw new Error('the market does not appear');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
});
afterAll(() => scene.close());

describe('what cannot be created', () => {
  test.each([
    ['an unknown category', { type_id: 99 }, 4021, undefined],
    ['no word that the risk is known', { risk_ack: 0 }, 7003, 'risk_ack'],
    ['an unknown exchange', { exchange: 'nowhere' }, 2005, undefined],
    ['an unknown pair', { symbol: 'XYZ/USDT' }, 3005, 'symbol'],
    ['a simulated bot on the local exchange', { simulate: 1 }, 4201, undefined],
    ['too many grids', { params: { ...grid, grid_levels: 201 } }, 4008, 'grid_levels'],
    ['one grid', { grid_levels: 1 }, 4008, 'grid_levels'],
    ['a lower price of zero', { params: { ...grid, lower: '0' } }, 4008, 'lower'],
    ['an upper price below the lower', { params: { ...grid, upper: '54000' } }, 4008, 'upper'],
    ['a stop loss inside the range', { params: { ...grid, stop_loss: '56000' } }, 4008, 'stop_loss'],
    ['a take profit inside the range', { take_profit: '60000' }, 4008, 'take_profit'],
    ['a mode that is none', { params: { ...grid, grid_mode: 'cubic' } }, 4008, 'grid_mode'],
    ['a price that is no number', { params: { ...grid, lower: 'NaN' } }, 4008, 'lower'],
    ['too little money', { investment: '10' }, 4019, 'investment'],
    ['more than the account has', { investment: '20000' }, 3010, undefined],
    ['money that is no number', { investment: '1e3' }, 7004, 'investment'],
  ])('%s', async (_what, change, code, field) => {
    const english = await create(change);
    const chinese = await create(change, 'zh');
    expect([english.code, chinese.code]).toEqual([code, code]);
    expect(english.msg).toMatch(/[a-z]/i);
    expect(chinese.msg).toMatch(/\p{Script=Han}/u);
    if (field !== undefined) expect(english.data.field).toBe(field);
    // A field outside its range names the range, in the answer and in the sentence.
    if (code === 4008 && english.data.max !== undefined) expect(english.msg).toContain(english.data.max);
  });

  test('nothing of it was saved', async () => {
    expect((await scene.person.get('/api/user/botCount')).data.total).toBe(0);
  });
});

test('a bot lives through every operation, and its figures always add up', { timeout: 120_000 }, async () => {
  const requestId = randomUUID();
  const request = { ...body, request_id: requestId };
  const [first, again] = await Promise.all([
    scene.person.ask('POST', '/api/user/botCreate', request),
    scene.person.ask('POST', '/api/user/botCreate', request),
  ]);
  const made = first.code === 1 ? first : again;
  expect(made.code).toBe(1);
  expect((await scene.person.get('/api/user/botCount')).data.total).toBe(1);
  const repeat = await scene.person.ask('POST', '/api/user/botCreate', request);
  expect(repeat).toMatchObject({ code: 1, data: { id: made.data.id } });
  const conflict = await scene.person.ask('POST', '/api/user/botCreate', { ...request, investment: '2001' });
  expect(conflict.code).toBe(7010);
  const { id } = made.data;
  // As after a server that died before it could answer: what it had made does not stand in the way of its own request.
  await scene.database.query('delete from idempotent_answers');
  expect(await scene.person.ask('POST', '/api/user/botCreate', request)).toMatchObject({
    code: 1,
    data: { id, status: 'running' },
  });
  expect((await scene.person.get('/api/user/botCount')).data.total).toBe(1);

  const stranger = new Person(scene.server.url);
  await stranger.register('another_keeper');
  for (const path of ['botDetail?', 'botInfo?', 'botActions?', 'botPositions?', 'botOperation?action=stop&'])
    expect((await stranger.get(`/api/user/${path}id=${id}`)).code, path).toBe(4001);
  expect((await stranger.get('/api/user/botList')).data.count).toBe(0);

  const { name } = (await scene.person.get(`/api/user/botDetail?id=${id}`)).data;
  expect(await create({})).toMatchObject({ code: 4010, data: { bot_id: id, bot: name } });
  const saved = (await create({ start: 0 })).data.id;
  const refused = await operate(saved, 'start');
  expect(refused).toMatchObject({ code: 4010, data: { bot_id: id, bot: name } });
  expect(refused.msg).toContain(name);
  expect((await operate(saved, 'delete')).code).toBe(1);
  expect((await operate(id, 'start')).code).toBe(4002);
  expect((await operate(id, 'resume')).code).toBe(4017);
  expect(await operate(id, 'delete')).toMatchObject({ code: 4011, data: { reason: 'stop_first' } });
  expect((await operate(id, 'add')).code).toBe(4023);
  expect((await operate(id, 'dance')).code).toBe(4023);
  const edit = (change: object) => scene.person.ask('PUT', `/api/user/botUpdate?id=${id}`, { risk_ack: 1, ...change });
  expect((await edit({ version: 1, name: 'x' })).code).toBe(4011);

  const running = await detail(id);
  expect(running.orders).toHaveLength(20);
  expect(running).toMatchObject({ status: 'running', phase: 'holding', can: { stop: 1, pause: 1, edit: 0 } });
  const standing = running.grid.filter(({ state }: { state: string }) => state === 'live').length;
  expect(standing).toBe(20);
  addUp(running);

  expect(await operate(id, 'pause')).toMatchObject({ code: 1, data: { status: 'paused' } });
  expect((await operate(id, 'pause')).code).toBe(4025);
  const paused = await detail(id);
  expect(paused.orders.every(({ side }: { side: string }) => side === 'sell')).toBe(true);
  expect(paused.pause_reason).toBe('user');
  expect(await edit({ version: 1, params: { lower: '50000' } })).toMatchObject({
    code: 4018,
    data: { field: 'lower' },
  });
  expect((await edit({ version: 9, name: 'x' })).code).toBe(4016);
  expect((await edit({ version: 1, symbol: 'ETH/USDT' })).code).toBe(1301);
  expect(await edit({ version: 1, stop_loss: '1e9' })).toMatchObject({ code: 7004 });
  expect(await edit({ version: 1, name: 'Kept calm', stop_loss: '40000' })).toMatchObject({
    code: 1,
    data: { name: 'Kept calm', stop_loss: '40000', version: 2 },
  });
  expect(await operate(id, 'resume')).toMatchObject({ code: 1, data: { status: 'running' } });

  expect(await operate(id, 'close')).toMatchObject({ code: 1, data: { status: 'running', phase: 'cooldown' } });
  expect((await operate(id, 'close')).code).toBe(4014);
  expect(await operate(id, 'stop')).toMatchObject({ code: 1, data: { status: 'stopped', phase: 'idle' } });
  expect((await operate(id, 'stop')).code).toBe(4003);
  expect((await operate(id, 'pause')).code).toBe(4003);
  expect((await operate(id, 'add')).code).toBe(4013);

  expect(await operate(id, 'start')).toMatchObject({ code: 1, data: { status: 'running' } });
  expect(await operate(id, 'stop', '&close_position=0')).toMatchObject({ code: 1, data: { status: 'stopped' } });
  const kept = await detail(id);
  expect(kept.orders).toEqual([]);
  expect(e8(kept.holdings.base_qty)).toBeGreaterThan(0n);
  expect((await operate(id, 'delete')).code).toBe(4018);
  expect(await operate(id, 'start')).toMatchObject({ code: 1, data: { status: 'running', phase: 'holding' } });
  expect(await operate(id, 'stop')).toMatchObject({ code: 1, data: { status: 'stopped', phase: 'idle' } });

  const { data: log } = await scene.person.get(`/api/user/botActions?id=${id}&page_size=100`);
  const actions = new Set(log.list.map(({ action }: { action: string }) => action));
  for (const action of ['create', 'start', 'open', 'pause', 'update', 'resume', 'manual_close', 'stop'])
    expect(actions, action).toContain(action);
  expect(log.list.every(({ msg }: { msg: string }) => msg.length > 3 && !msg.includes('{'))).toBe(true);
  const { data: rounds } = await scene.person.get(`/api/user/botPositions?id=${id}`);
  expect(rounds.list.every(({ status }: { status: string }) => status === 'closed')).toBe(true);
  expect(rounds.total).toBeGreaterThan(1);
  // A round was closed at the price of a sale in the log, not at where the market went after it.
  const soldAt = new Set(
    log.list.flatMap((row: { side?: string; price?: string }) => (row.side === 'sell' ? Number(row.price) : [])),
  );
  for (const { close_price } of rounds.list) expect(soldAt).toContain(Number(close_price));
  const realized = rounds.list.reduce((sum: bigint, row: { realized: string }) => sum + e8(row.realized), 0n);
  const stopped = await detail(id);
  expect(realized).toBe(e8(stopped.profit));

  expect(await operate(id, 'delete')).toMatchObject({ code: 1, msg: 'Strategy deleted' });
  expect((await operate(id, 'delete')).code).toBe(4001);
  expect((await scene.person.get('/api/user/botList')).data.count).toBe(0);
});

test('settings are read: how many bots there may be, maintenance for everybody, and both end; simulated money asks for no fuel', {
  timeout: 60_000,
}, async () => {
  const set = (key: string, value: string) =>
    scene.database.query(
      'insert into settings (key, value) values ($1, $2) on conflict (key) do update set value = $2',
      [key, value],
    );
  const answers = (change: object, code: number) =>
    expect.poll(async () => (await create(change)).code, { timeout: 10_000, interval: 200 }).toBe(code);
  // More than the account has: such a request never makes a bot while the setting is not seen yet.
  const tooMuch = { investment: '20000' };
  await set('max_bots', '0');
  await answers(tooMuch, 4012);
  await set('max_bots', '50');
  await answers(tooMuch, 3010);
  expect((await create({})).code).toBe(1);
  const { id } = (await scene.person.get('/api/user/botList')).data.list[0];

  await set('maintenance', '1');
  const state = async () => {
    const { pause_reason, status } = await detail(id);
    return [status, pause_reason];
  };
  await expect.poll(state, { timeout: 10_000 }).toEqual(['paused', 'maintenance']);
  expect((await operate(id, 'resume')).code).toBe(9001);
  await set('maintenance', '0');
  await expect.poll(state, { timeout: 10_000 }).toEqual(['running', '']);
  expect((await operate(id, 'stop')).code).toBe(1);
});

test('a price that has left the range keeps nobody from naming a bot anew, or from resuming it', {
  timeout: 60_000,
}, async () => {
  const quote = async () => {
    const { data } = await scene.person.get('/api/market/price?symbols=local:spot:ETH/USDT');
    return Number(data.list[0].price);
  };
  const begun = await quote();
  const symbol = 'ETH/USDT';
  // Begun far from its edges, so that it has coin whatever the tape does meanwhile.
  const wide = { ...grid, lower: (begun * 0.8).toFixed(2), upper: (begun * 1.2).toFixed(2) };
  const { id } = (await create({ symbol, params: wide })).data;
  expect(await operate(id, 'pause')).toMatchObject({ code: 1, data: { status: 'paused' } });
  expect(await operate(id, 'close')).toMatchObject({ code: 1, data: { status: 'paused' } });
  addUp(await detail(id));
  const change = (bot: number, version: number, what: object) =>
    scene.person.ask('PUT', `/api/user/botUpdate?id=${bot}`, { risk_ack: 1, version, ...what });
  // Around the price of this very moment: it goes on while the bot is made and closed.
  const last = await quote();
  const [lower, upper] = [last * 0.995, last * 1.0051];
  const params = { lower: lower.toFixed(2), upper: upper.toFixed(2), grid_levels: 2 };
  expect(await change(id, 1, { params })).toMatchObject({ code: 1, data: { version: 2 } });
  const resting = (await create({ symbol, params, start: 0 })).data.id;
  const until = Date.now() + 40_000;
  // Well beyond it, so that it is still outside when the requests arrive.
  for (let price = last; price > lower * 0.995 && price < upper * 1.005; price = await quote()) {
    if (Date.now() > until) throw new Error('the price never leaves the range');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const named = { code: 1, data: { name: 'Far away' } };
  expect(await change(resting, 1, { name: 'Far away' })).toMatchObject(named);
  expect(await change(id, 2, { name: 'Far away' })).toMatchObject(named);
  expect(await operate(id, 'resume')).toMatchObject({ code: 1, data: { status: 'running' } });
  expect(await operate(id, 'stop')).toMatchObject({ code: 1, data: { status: 'stopped' } });
  for (const bot of [id, resting]) expect(await operate(bot, 'delete')).toMatchObject({ code: 1 });
});

test('what happens reaches the owner’s socket in his language', { timeout: 60_000 }, async () => {
  const socket = new WebSocket(`${scene.server.url.replace('http', 'ws')}/ws?lang=zh`);
  const frames: { ch?: string; data: Record<string, unknown> }[] = [];
  socket.on('message', (raw) => frames.push(JSON.parse(String(raw))));
  await new Promise((resolve) => socket.once('open', resolve));
  socket.send(JSON.stringify({ op: 'auth', token: scene.person.sessionToken }));
  const made = await create({ name: 'Seen' });
  expect(made.code).toBe(1);
  const arrived = (ch: string) => frames.filter((frame) => frame.ch === ch);
  const until = Date.now() + 30_000;
  while (arrived('position').length === 0 || arrived('action').length < 2) {
    if (Date.now() > until) throw new Error(`only ${JSON.stringify(frames.map(({ ch }) => ch))}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  expect(arrived('action').some(({ data }) => /\p{Script=Han}/u.test(String(data['msg'])))).toBe(true);
  expect(arrived('bot').at(-1)?.data).toMatchObject({ id: made.data.id, status: 'running' });
  socket.close();
  expect((await operate(made.data.id, 'stop')).code).toBe(1);
});

test('of a bot that is set aside only what works is offered, running and stopped', { timeout: 120_000 }, async () => {
  const [stopped, running] = [
    (await create({})).data.id,
    (await create({ symbol: 'ETH/USDT', params: await around() })).data.id,
  ];
  expect((await operate(stopped, 'stop')).code).toBe(1);
  const ids = [stopped, running];
  await scene.server.kill();
  const { rows } = await scene.database.query('select id, engine from bots where id = any($1)', [ids]);
  await scene.database.query(`update bots set engine = '{"of": "another program"}' where id = any($1)`, [ids]);
  await scene.startServerAgain();
  for (const id of ids) {
    // A stopped one is looked at when it is asked for something.
    await expect.poll(async () => (await operate(id, 'add')).code, { timeout: 30_000 }).toBe(4026);
    const { can, last_error, phase } = await detail(id);
    expect({ ...can, phase, code: last_error.code }).toEqual({
      ...{ start: 0, stop: 0, pause: 0, resume: 1, add: 0, close: 0, edit: 0, delete: 0 },
      ...{ reason: expect.stringContaining('set aside'), phase: 'error', code: 4026 },
    });
    for (const action of ['start', 'stop', 'pause', 'close', 'delete', 'resume'])
      expect((await operate(id, action)).code, action).toBe(4026);
  }
  for (const { id, engine } of rows)
    await scene.database.query('update bots set engine = $2 where id = $1', [id, JSON.stringify(engine)]);
  expect(await operate(stopped, 'resume')).toMatchObject({ code: 1, data: { status: 'stopped', phase: 'idle' } });
  // All bots of a person are read again together.
  expect(await detail(running)).toMatchObject({ status: 'running', phase: 'holding' });
  expect((await detail(stopped)).can).toMatchObject({ start: 1, delete: 1, resume: 0 });
  expect((await detail(running)).can).toMatchObject({ pause: 1, stop: 1, close: 1, resume: 0 });
  expect((await operate(running, 'stop')).code).toBe(1);
});

/** A grid around the price that is now. */
async function around() {
  const { data } = await scene.person.get('/api/market/price?symbols=local:spot:ETH/USDT');
  const last = Number(data.list[0].price);
  return { ...grid, lower: (last * 0.8).toFixed(2), upper: (last * 1.2).toFixed(2) };
}
