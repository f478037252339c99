// The server stays dead while the price falls through a bot's stop: the protective stop that waits at the exchange closes the
// position, and the server that comes back books it once, as a stop loss. The test itself lets the market go on, print by
// print, so that no clock decides what happens when.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { openMigratedDatabase } from '../../tools/test-database.ts';
import { vaultFile } from '../api/key-rig.ts';
import { allFills, positionsOf } from '../trading/exchange.ts';
import { Person } from '../trading/person.ts';
import { type Running, runServer, runVenue, TOKEN } from '../trading/processes.ts';
import { FIRST_OPEN_MS } from '../trading/tape.ts';

const CALM = 200;
const FALLEN = 60;
const soon = { timeout: 120_000, interval: 200 };
const martin = {
  ...{ investment: '1000', direction: 'long', leverage: '3', first_amount: '60', max_positions: '2', multiplier: '1' },
  ...{ add_drop: '20', add_callback: '0', take_profit: '5', tp_callback: '0', stop_loss: '5', cycle: 'loop' },
  ...{ loop_interval: '3600', entry: 'now', guard_drop: '20', guard_minutes: '1' },
};

const folder = mkdtempSync(join(tmpdir(), 'cormorant-guard-'));
const endings: (() => Promise<unknown> | unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
let venue: Running;
let server: Running;
let hand: Hand;
let person: Person;
let database: pg.Pool;
let start: () => Promise<Running>;

beforeAll(async () => {
  const tape = join(folder, 'binance-usdm-BTCUSDT-1m.csv');
  const rows = Array.from({ length: CALM + FALLEN }, (_, at) => {
    const openMs = FIRST_OPEN_MS + at * 60_000;
    const price = at < CALM ? `60000.${at % 10}0` : `54000.${at % 10}0`;
    return [openMs, price, price, price, price, `${1 + (at % 7)}.12345`, openMs + 59_999, 0, 0, 0, 0, 0].join(',');
  });
  writeFileSync(tape, `${rows.join('\n')}\n`);
  const made = await openMigratedDatabase();
  endings.push(() => made.close());
  database = new pg.Pool({ connectionString: made.url, max: 2 });
  database.on('error', () => {});
  endings.push(() => database.end());
  venue = await runVenue({ tape, speed: 3_000, lockstep: true, folder: join(folder, 'books') });
  endings.push(() => venue.kill());
  const vault = vaultFile();
  start = () => runServer(made.url, venue.url, 'all', vault);
  server = await start();
  endings.push(() => server.kill());
  hand = new Hand(venue.url);
  endings.push(() => hand.close());
  person = new Person(server.url);
  await person.register('cormorant_guarded');
}, 240_000);
afterAll(async () => {
  for (const end of endings.reverse()) await end();
});

/** One more paced client of the exchange: without its word no print follows another. */
class Hand {
  price = 0;
  private readonly socket: WebSocket;
  private readonly waiting: { symbol: string; seq: number }[] = [];

  constructor(url: string) {
    this.socket = new WebSocket(`${url.replace('http', 'ws')}/v1/stream`);
    this.socket.on('open', () => {
      this.socket.send(JSON.stringify({ op: 'auth', token: TOKEN }));
      this.socket.send(JSON.stringify({ op: 'market', symbols: ['*'], paced: true }));
    });
    this.socket.on('message', (data) => {
      const told = JSON.parse(String(data)) as { ch?: string; symbol: string; seq: number; price: string };
      if (told.ch !== 'print') return;
      this.price = Number(told.price);
      this.waiting.push(told);
    });
  }

  /** The market may make its next print. */
  goOn(): void {
    for (const { symbol, seq } of this.waiting.splice(0)) this.socket.send(JSON.stringify({ op: 'ack', symbol, seq }));
  }

  close(): void {
    this.socket.close();
  }
}

/** As a form of the exchange's own page sends it. */
async function page(path: string, values: Record<string, string>): Promise<Record<string, Record<string, string>>> {
  const body = new URLSearchParams(values);
  const headers = { accept: 'application/json' };
  return (await (await fetch(`${venue.url}/keys${path}`, { method: 'POST', headers, body })).json()) as never;
}

const rowsOf = async (text: string) => (await database.query(text)).rows;

test('what the exchange closed is booked once, with reason stop_loss', { timeout: 400_000 }, async () => {
  const account = (await page('/accounts', { title: 'tester', usdt: '5000' }))['account']?.['id'] ?? '';
  const rights = { read: 'on', spot: 'on', futures: 'on', ips: '127.0.0.1' };
  const { key = '', secret = '' } = (await page('/new', { account, label: 'test', ...rights }))['key'] ?? {};
  await vi.waitFor(async () => {
    const bound = await person.ask('POST', '/api/user/api', { exchange: 'local', api_key: key, secret_key: secret });
    expect(bound).toMatchObject({ code: 1 });
  }, soon);
  hand.goOn();
  const botId = await person.createBot(2, 'futures', martin);
  const guardRows =
    "select cid, price::float8 as price, status from bot_orders where purpose = 'stop_loss' and slot = 32767";
  await vi.waitFor(async () => expect(await rowsOf(guardRows)).toMatchObject([{ status: 'open' }]), soon);
  const [guard] = await rowsOf(guardRows);
  const shown = (await person.get(`/api/user/botDetail?id=${botId}`)).data.margin.guard_price;
  expect(Number(shown)).toBe(guard.price);
  expect(guard.price).toBeGreaterThan(56_500);
  expect(guard.price).toBeLessThan(57_000);

  await server.kill();
  await vi.waitFor(
    async () => {
      hand.goOn();
      expect(hand.price).toBeLessThan(55_000);
      expect((await positionsOf(venue.url, account)).filter(({ qty }) => Number(qty) !== 0)).toEqual([]);
    },
    { ...soon, interval: 10 },
  );

  server = await start();
  person.url = server.url;
  const closed = "select status, close_reason from positions where status = 'closed'";
  await vi.waitFor(async () => {
    hand.goOn();
    expect(await rowsOf(closed)).toEqual([{ status: 'closed', close_reason: 'stop_loss' }]);
  }, soon);
  const fills = await allFills(venue.url, account);
  const booked = await rowsOf('select cid from bot_fills order by id');
  expect(booked).toEqual(fills.map(({ cid }) => ({ cid })));
  expect(booked.filter(({ cid }) => cid === guard.cid)).toHaveLength(1);
  expect(await rowsOf('select purpose from settlements')).toEqual([{ purpose: 'stop_loss' }]);
  expect(await rowsOf(guardRows)).toMatchObject([{ cid: guard.cid, status: 'filled' }]);
  expect(await rowsOf("select why from bot_actions where action = 'manual' or why like 'drift%'")).toEqual([]);
});
