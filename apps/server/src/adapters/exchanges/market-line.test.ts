// One line over many markets: a market that is deaf is found out however many others only trade seldom.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import { MarketLine } from './market-line.ts';

const WATCH = { everyMs: 50, quietMs: 50, onItsWayMs: 20, readMs: 50 };

it('asks for so many quiet markets at once, those that have waited longest first, and comes to the last of forty', async () => {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  server.on('connection', (socket) => socket.on('message', () => socket.send('taken')));
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const symbols = Array.from({ length: 40 }, (_, at) => `C${at}/USDT`);
  let most = 0;
  const asked = new Map<string, number>();
  const downs: string[] = [];
  const line = new MarketLine({
    ...{ kind: 'spot', url, denseTrades: false, watch: WATCH, jitter: () => 0, allowed: new Set([new URL(url).host]) },
    speech: {
      nameOf: (symbol: string) => ({ id: symbol, kind: 'spot' }),
      follow: () => ({ messages: [{}], awaited: 'a' }),
      leave: () => [],
      hear: () => [{ kind: 'answer', id: 'a', isGood: true }],
    } as never,
    // What stood there at the first look is where each begins; from then on the last one trades and nobody tells of it.
    mostAsked: 4,
    lastTradeIds: async (quiet) => {
      most = Math.max(most, quiet.length);
      for (const symbol of quiet) asked.set(symbol, (asked.get(symbol) ?? 0) + 1);
      return new Map(quiet.map((symbol) => [symbol, symbol === symbols.at(-1) ? String(asked.get(symbol)) : '1']));
    },
    on: () => {},
    up: () => {},
    down: (reason) => downs.push(reason),
  });
  try {
    line.attend(symbols);
    await expect
      .poll(() => downs[0], { timeout: 10_000, interval: 10 })
      .toBe('C39/USDT trades, and nothing of it is told');
    expect(most).toBe(4);
    expect(asked.size).toBe(symbols.length);
  } finally {
    line.stop();
    server.close();
  }
});

/** The counts of the prints of one market whose trades are told with these numbers. */
async function seqsOf(ids: readonly number[]): Promise<number[]> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  server.on('connection', (socket) =>
    socket.on('message', () => {
      for (const id of ids) socket.send(String(id));
    }),
  );
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const seqs: number[] = [];
  const line = new MarketLine({
    ...{ kind: 'spot', url, denseTrades: true, watch: { ...WATCH, everyMs: 60_000 }, jitter: () => 0 },
    ...{ allowed: new Set([new URL(url).host]), mostAsked: 1, lastTradeIds: async () => new Map<string, string>() },
    speech: {
      nameOf: (symbol: string) => ({ id: symbol, kind: 'spot' }),
      follow: () => ({ messages: [{}], awaited: '' }),
      leave: () => [],
      hear: (id: string) => [{ kind: 'trade', market: 'C/USDT', trade: { id, price: '1', atMs: 1 } }],
    } as never,
    on: (event) => void (event.type === 'print' && seqs.push(event.seq)),
    ...{ up: () => {}, down: () => {} },
  });
  try {
    line.attend(['C/USDT']);
    await expect.poll(() => seqs.length, { interval: 5 }).toBe(ids.length);
    return seqs;
  } finally {
    line.stop();
    server.close();
  }
}

/** How often a print says that something is missing before it. */
const gapsIn = (seqs: readonly number[]) => seqs.filter((seq, at) => at > 0 && seq > (seqs[at - 1] ?? 0) + 1).length;
const upTo = (count: number) => Array.from({ length: count }, (_, at) => at);

it('a number left out is a gap where none was left out before; where numbers are never dense, or seldom, none is', async () => {
  const dense = upTo(200).map((at) => (at < 120 ? at : at + 3));
  expect(gapsIn(await seqsOf(dense))).toBe(1);
  expect(gapsIn(await seqsOf(upTo(500).map((at) => at * 2)))).toBe(0);
  // Two in a row, then one left out.
  expect(gapsIn(await seqsOf(upTo(500).map((at) => at + Math.floor(at / 2))))).toBe(0);
});
