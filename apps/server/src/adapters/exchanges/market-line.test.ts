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
