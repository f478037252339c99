// A coin whose name is not of A to Z, through the product: it is listed, charted, followed, traded, billed and exported as any other.
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { Scene } from './scene.ts';
import { writeTape } from './tape.ts';

const COIN = '币安人生';
const SYMBOL = `${COIN}/USDT`;
const CANDLES = 20_000;
const scene = new Scene();

beforeAll(async () => {
  const tape = { seed: 9, candles: CANDLES, middle: 300_000 };
  const markets = (folder: string) => {
    const path = join(folder, `${COIN}USDT-1m.csv`);
    writeTape(path, tape);
    return [path];
  };
  await scene.open({ ...tape, speed: 6_000, markets });
});
afterAll(() => scene.close());

test('it is listed, charted, followed, traded and exported', { timeout: 120_000 }, async () => {
  const { person, server } = scene;
  const grid = { investment: '2000', lower: '2700', upper: '3300', grid_levels: 40, grid_mode: 'arithmetic' };
  const id = await person.createBot(3, 'spot', grid, SYMBOL);
  const encoded = encodeURIComponent(SYMBOL);
  const listed = await person.get(`/api/market/symbols?exchange=local&symbol=${encoded}`);
  expect(listed.data.list).toMatchObject([{ symbol: SYMBOL, base: COIN }]);
  const found = await person.get(`/api/market/symbols?exchange=local&keyword=${encodeURIComponent('人生')}`);
  expect(found.data.list).toHaveLength(1);
  const candles = await person.get(`/api/market/candles?exchange=local&symbol=${encoded}&limit=5`);
  expect([candles.code, candles.data.symbol, candles.data.list.length > 0]).toEqual([1, SYMBOL, true]);
  const price = await person.get(`/api/market/price?symbols=${encodeURIComponent(`local:spot:${SYMBOL}`)}`);
  expect(price.data.list).toMatchObject([{ symbol: SYMBOL }]);

  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/ws`);
  const channel = `ticker:local:spot:${SYMBOL}`;
  const heard = new Promise((resolve) => {
    socket.on('message', (data) => {
      const frame = JSON.parse(String(data));
      if (frame.ch === channel) resolve(frame.data.last);
    });
  });
  await new Promise((resolve) => socket.once('open', resolve));
  socket.send(JSON.stringify({ op: 'sub', ch: ['ticker:local:spot:no market', channel] }));
  expect(await heard).toMatch(/^\d+(\.\d+)?$/);
  socket.close();

  const traded = async () => {
    const { data } = await person.get(`/api/user/botDetail?id=${id}`);
    return Number(data.profit_parts.grid) > 0;
  };
  await expect.poll(traded, { timeout: 60_000, interval: 200 }).toBe(true);
  const { data: bot } = await person.get(`/api/user/botDetail?id=${id}`);
  expect([bot.symbol, bot.name.startsWith(COIN)]).toEqual([SYMBOL, true]);
  const english = await person.ask('GET', `/api/user/botDetail?id=${id}`, undefined, 'en');
  const chinese = await person.ask('GET', `/api/user/botDetail?id=${id}`, undefined, 'zh');
  expect(english.data.name).not.toBe(chinese.data.name);

  const response = await fetch(`${server.url}/api/user/export?kind=fills&bot_id=${id}`, {
    headers: { authorization: `Bearer ${person.sessionToken}`, 'x-lang': 'en' },
  });
  const [, ...rows] = (await response.text()).trim().split('\r\n');
  expect(rows.length).toBeGreaterThan(1);
  for (const row of rows) expect(row).toContain(SYMBOL);
});
