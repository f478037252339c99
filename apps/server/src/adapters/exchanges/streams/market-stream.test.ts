// One line over many markets: a market that is deaf is found out however many others only trade seldom.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import { MarketLine } from './market-stream.ts';

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
    tickers: async () => [],
    on: () => {},
    up: () => {},
    refused: () => {},
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

/** Of two hundred quiet markets the one that was asked for last trades unheard. Answers in how many looks it is found out. */
async function looksUntilFound(move: { last: string; quoteVolume24h: string }, isNoisy = false): Promise<number> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  server.on('connection', (socket) => socket.on('message', () => socket.send('taken')));
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const symbols = Array.from({ length: 200 }, (_, at) => `C${at}/USDT`);
  const downs: string[] = [];
  const asked = new Set<string>();
  let deaf = '';
  let looks = 0;
  let readings = 0;
  const line = new MarketLine({
    ...{ kind: 'spot', url, denseTrades: false, jitter: () => 0, allowed: new Set([new URL(url).host]), mostAsked: 4 },
    watch: { everyMs: 20, quietMs: 20, onItsWayMs: 5, readMs: 20 },
    speech: {
      nameOf: (symbol: string) => ({ id: symbol, kind: 'spot' }),
      follow: () => ({ messages: [{}], awaited: 'a' }),
      leave: () => [],
      hear: () => [{ kind: 'answer', id: 'a', isGood: true }],
    } as never,
    lastTradeIds: async (quiet) => {
      expect(quiet.length).toBeLessThanOrEqual(4);
      if (deaf !== '') looks += 1;
      for (const symbol of quiet) asked.add(symbol);
      const told = new Map(quiet.map((symbol) => [symbol, symbol === deaf ? '2' : '1']));
      if (deaf === '' && asked.size === symbols.length) deaf = quiet.at(-1) ?? '';
      return told;
    },
    tickers: async () => {
      readings += 1;
      // Of some the volume of a day ago goes out of the day: nothing has traded there.
      const volume = (at: number) => (isNoisy && at % 40 === 0 ? String(readings) : '5');
      return symbols.map((symbol, at) =>
        symbol === deaf ? { symbol, ...move } : { symbol, last: '1.50', quoteVolume24h: volume(at) },
      );
    },
    ...{ on: () => {}, up: () => {}, refused: () => {}, down: (reason) => downs.push(reason) },
  });
  try {
    line.attend(symbols);
    await expect.poll(() => downs.length, { timeout: 20_000, interval: 5 }).toBe(1);
    expect(downs).toEqual([`${deaf} trades, and nothing of it is told`]);
    return looks;
  } finally {
    line.stop();
    server.close();
  }
}

// Fifty looks are all of them by turns; fifteen of two seconds are thirty seconds.
it.each([
  ['by its price', { last: '1.6', quoteVolume24h: '5' }, false],
  ['by its volume', { last: '1.5', quoteVolume24h: '6' }, false],
  ['by its price among others whose volume changes', { last: '1.6', quoteVolume24h: '5' }, true],
  ['by its volume among others whose volume changes', { last: '1.5', quoteVolume24h: '6' }, true],
] as const)('finds the one that is deaf among two hundred in a few looks: %s', async (_how, move, isNoisy) => {
  expect(await looksUntilFound(move, isNoisy)).toBeLessThan(12);
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
    tickers: async () => [],
    speech: {
      nameOf: (symbol: string) => ({ id: symbol, kind: 'spot' }),
      follow: () => ({ messages: [{}], awaited: '' }),
      leave: () => [],
      hear: (id: string) => [{ kind: 'trade', market: 'C/USDT', trade: { id, price: '1', atMs: 1 } }],
    } as never,
    on: (event) => void (event.type === 'print' && seqs.push(event.seq)),
    ...{ up: () => {}, refused: () => {}, down: () => {} },
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

describe('a market that the exchange does not take', () => {
  /** Refuses a whole message for one name, as exchanges do; it may say which. */
  async function exchangeWithout(gone: (id: string) => boolean, saysWhich: boolean) {
    const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
    await once(server, 'listening');
    server.on('connection', (socket) =>
      socket.on('message', (data) => {
        const { id, ids } = JSON.parse(String(data)) as { id: string; ids: string[] };
        const odd = ids.find(gone);
        if (odd === undefined) for (const market of ids) socket.send(JSON.stringify({ trade: market }));
        socket.send(JSON.stringify({ id, isGood: odd === undefined, ...(saysWhich && { market: odd }) }));
      }),
    );
    const [downs, heard, refused] = [[] as string[], new Set<string>(), [] as string[]];
    let ups = 0;
    let asked = 0;
    const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const line = new MarketLine({
      ...{ kind: 'spot', url, denseTrades: false, watch: { ...WATCH, everyMs: 10_000 }, jitter: () => 0, mostAsked: 1 },
      allowed: new Set([new URL(url).host]),
      speech: {
        nameOf: (symbol: string) => ({ id: symbol, kind: 'spot' }),
        follow: (ids: readonly string[]) => ({ messages: [{ id: String(++asked), ids }], awaited: String(asked) }),
        leave: () => [],
        hear: (text: string) => {
          const said = JSON.parse(text);
          if (said.trade === undefined) return [{ kind: 'answer', ...said }];
          return [{ kind: 'trade', market: said.trade, trade: { id: '1', price: '1', atMs: 1 } }];
        },
      } as never,
      lastTradeIds: async () => new Map(),
      tickers: async () => [],
      on: (event) => event.type === 'print' && heard.add(event.symbol),
      up: () => ups++,
      refused: (symbol) => refused.push(symbol),
      down: (reason) => downs.push(reason),
    });
    const end = () => {
      line.stop();
      server.close();
    };
    return { line, end, downs, heard, refused, ups: () => ups, asked: () => asked };
  }
  const names = Array.from({ length: 40 }, (_, at) => (at === 17 || at === 31 ? `币安${at}` : `C${at}`));
  const isOdd = (id: string) => id.startsWith('币安');

  it.each([true, false])('costs the other thirty-eight nothing (says which: %s)', async (saysWhich) => {
    const exchange = await exchangeWithout(isOdd, saysWhich);
    try {
      exchange.line.attend(names);
      await expect.poll(() => exchange.ups()).toBe(1);
      expect([...exchange.heard].sort()).toEqual(names.filter((name) => !isOdd(name)).sort());
      expect([exchange.refused.sort(), exchange.downs]).toEqual([['币安17', '币安31'], []]);
      // Not one by one: an exchange counts what it is asked.
      expect(exchange.asked()).toBeLessThan(25);
    } finally {
      exchange.end();
    }
  });

  it('is no market where none is taken: the line begins anew', async () => {
    const exchange = await exchangeWithout(() => true, false);
    try {
      exchange.line.attend(['A', 'B']);
      await expect.poll(() => exchange.downs).toEqual(['the markets were not taken']);
      expect(exchange.ups()).toBe(0);
    } finally {
      exchange.end();
    }
  });
});
