// Faults A1-A7 of reliability.md seen from the exchange: it is killed without warning while a client trades, and must
// come back owing exactly what it had acknowledged.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WireClient, type WireFill, type WireOrder, type WireResult, WireStream } from '../test/wire-client.ts';
import { RandomStream } from './market/random.ts';

const KILLS = 5;
const TOKEN = 'kill-test';
const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));

let folder = '';
let child: ChildProcess | undefined;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'venue-kill-'));
});
afterAll(() => {
  child?.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** A restless tape of BTC/USDT around 100, long enough never to end here. */
function makeTape(): string {
  const chance = new RandomStream(5, 'kill');
  const lines: string[] = [];
  let close = 10_000;
  for (let minute = 0; minute < 20_000; minute++) {
    const open = close;
    close = Math.round(open + 40 * chance.normal() + (10_000 - open) * 0.05);
    const high = Math.max(open, close) + chance.below(40);
    const low = Math.min(open, close) - chance.below(40);
    const prices = [open, high, low, close].map((cents) => (cents / 100).toFixed(2));
    lines.push([1_700_000_040_000 + minute * 60_000, ...prices, '2'].join(','));
  }
  const path = join(folder, 'BTCUSDT-1m-restless.csv');
  writeFileSync(path, lines.join('\n'));
  return `replay:${path}?tick=0.01&step=0.00001@20000`;
}

async function start(market: string): Promise<string> {
  child = spawn(process.execPath, [MAIN, '--port', '0', '--market', market, '--data', join(folder, 'data')], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, VENUE_TOKEN: TOKEN },
  });
  const [message] = (await once(child, 'message')) as [{ url: string }];
  return message.url;
}

async function kill(): Promise<void> {
  const gone = once(child as ChildProcess, 'exit');
  child?.kill('SIGKILL');
  await gone;
}

/** What the exchange has said, in replies and on its stream. */
class Promises {
  readonly accepted = new Set<string>();
  readonly cancelled = new Set<string>();
  readonly fills = new Map<string, WireFill>();
  /** Asked for, reply not seen. */
  readonly unknown = new Set<string>();

  heard(fill: WireFill): void {
    const before = this.fills.get(fill.id);
    if (before !== undefined) expect(fill).toEqual(before);
    this.fills.set(fill.id, fill);
  }
}

/** Trades until the exchange dies under it. */
async function trade(me: WireClient, chance: RandomStream, said: Promises, round: number): Promise<void> {
  const stream = await WireStream.open(me.url);
  stream.send({ op: 'auth', token: TOKEN });
  stream.send({ op: 'accounts' });
  void stream.until((message) => {
    if ('ch' in message && message.ch === 'fill') said.heard(message.fill);
    return false;
  });
  try {
    for (let turn = 0; ; turn++) {
      const cids = [0, 1, 2].map((i) => `r${round}-${turn}-${i}`);
      const orders = cids.map((cid, i) => ({
        cid,
        symbol: 'BTC/USDT',
        side: i === 1 ? 'sell' : 'buy',
        type: chance.below(6) === 0 ? 'market' : 'limit',
        tif: 'gtc',
        price: (100 + (i === 1 ? 1 : -1) * (chance.below(120) / 100)).toFixed(2),
        qty: (0.1 + chance.below(100) / 100_000).toFixed(5),
      }));
      for (const cid of cids) said.unknown.add(cid);
      const results = await me.place(
        ...orders.map((order) => (order.type === 'market' ? { ...order, price: '0' } : order)),
      );
      results.forEach((result, i) => {
        said.unknown.delete(cids[i] as string);
        note(result, said);
      });
      const victim = `r${round}-${Math.max(0, turn - chance.below(5))}-${chance.below(3)}`;
      const [cancelled] = await me.cancel(victim);
      if (cancelled?.ok === 1) said.cancelled.add(victim);
    }
  } catch {
    stream.close();
  }
}

function note(result: WireResult, said: Promises): void {
  if (result.ok === 0) return;
  said.accepted.add(result.order.cid);
  for (const fill of result.fills) said.heard(fill);
}

const SCALE = 100_000_000n;

function atoms(text: string): bigint {
  const [whole, fraction = ''] = text.split('.');
  return BigInt(whole as string) * SCALE + BigInt(fraction.padEnd(8, '0'));
}

/** Deposit plus every fill, in big integers and nothing else: what the account must own. */
function owed(fills: readonly WireFill[]): Record<string, bigint> {
  const owned = { USDT: 10_000n * SCALE, BTC: 0n };
  for (const { side, price, qty, fee, fee_asset } of fills) {
    const sign = side === 'buy' ? 1n : -1n;
    owned.BTC += sign * atoms(qty);
    owned.USDT -= (sign * (atoms(price) * atoms(qty))) / SCALE;
    owned[fee_asset as 'USDT' | 'BTC'] -= atoms(fee);
  }
  return owned;
}

/** The exchange has stopped talking: what it holds must be what it said and what follows from its own fills. */
async function judge(me: WireClient, said: Promises): Promise<{ open: WireOrder[]; fills: WireFill[] }> {
  // Prints go on while we look: read until nothing moved in between.
  for (;;) {
    const fills = await me.allFills();
    const balances = await me.balances();
    const open = await me.openOrders();
    if ((await me.allFills()).length !== fills.length) continue;
    const byId = new Map(fills.map((fill) => [fill.id, fill]));
    expect(byId.size).toBe(fills.length);
    for (const [id, fill] of said.fills) expect(byId.get(id), `fill ${id} was told`).toEqual(fill);
    const recent = [...said.accepted].slice(-60);
    const answers = await Promise.all(recent.map((cid) => me.get<{ order: WireOrder }>(`/v1/orders?cid=${cid}`)));
    answers.forEach(({ status, body }, i) => {
      expect(status, `${recent[i]} was accepted`).toBe(200);
      if (said.cancelled.has(recent[i] as string)) expect(body.order.status).toBe('cancelled');
    });
    const owned = owed(fills);
    for (const asset of ['USDT', 'BTC'] as const) {
      const { free, locked } = balances[asset] ?? { free: '0', locked: '0' };
      expect(atoms(free) + atoms(locked), asset).toBe(owned[asset]);
      const side = asset === 'USDT' ? 'buy' : 'sell';
      const held = open
        .filter((order) => order.side === side)
        .reduce((sum, { price, qty }) => sum + (side === 'buy' ? (atoms(price) * atoms(qty)) / SCALE : atoms(qty)), 0n);
      expect(atoms(locked), `${asset} locked`).toBe(held);
    }
    return { open, fills };
  }
}

it(`loses nothing it acknowledged and doubles nothing over ${KILLS} kills`, { timeout: 60_000 }, async () => {
  const market = makeTape();
  const chance = new RandomStream(11, 'trader');
  const said = new Promises();
  let account = '';
  let lastAt = 0;
  for (let round = 0; round <= KILLS; round++) {
    const url = await start(market);
    const me = await new WireClient(url, TOKEN).openAccount('trader');
    account ||= me.headers['x-account'] as string;
    expect(me.headers['x-account']).toBe(account);
    const { body } = await me.get<{ market_now: number }>('/v1/time');
    expect(body.market_now).toBeGreaterThanOrEqual(lastAt);
    const { open, fills } = await judge(me, said);
    for (const { cid } of open) expect(said.accepted.has(cid) || said.unknown.has(cid), cid).toBe(true);
    if (round === KILLS) {
      expect(fills.length).toBeGreaterThan(50);
      expect(fills.some((fill) => fill.maker === 1)).toBe(true);
      break;
    }
    const trading = trade(me, chance, said, round);
    await sleep(100 + chance.below(250));
    await kill();
    await trading;
    lastAt = Math.max(lastAt, ...[...said.fills.values()].map((fill) => fill.at));
  }
  await kill();
});
