// A local exchange on a replay whose prints the test makes one by one, accounts and keys made on its page over HTTP, and
// requests signed by hand. The tape goes 60000, 59990, 60010, 60000 in every candle; that of the perpetual too, and its
// funding is settled in minute 6 and every eight hours from there.
import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseMarketChoice } from '../../apps/venue/src/market/market-choice.ts';
import { type RunningVenue, startVenue } from '../../apps/venue/src/start-venue.ts';
import { WireStream } from '../../apps/venue/test/wire-client.ts';

const T = Date.UTC(2024, 7, 5, 6, 0);
const MINUTE = 60_000;
const CANDLES = 2_000;
const SYMBOLS = { spot: 'BTC/USDT', perpetual: 'BTC/USDT:USDT' } as const;
type Kind = keyof typeof SYMBOLS;

export interface Key {
  readonly key: string;
  readonly secret: string;
  readonly account: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: answers of a foreign wire, asserted field by field
  readonly body: any;
}

export class BinanceRig {
  readonly venue: RunningVenue;
  readonly folder: string;
  readonly #pace: WireStream;
  readonly #now: () => number;
  readonly #symbol: string;
  #seq = 0;

  private constructor(venue: RunningVenue, folder: string, pace: WireStream, now: () => number, symbol: string) {
    this.venue = venue;
    this.#symbol = symbol;
    this.folder = folder;
    this.#pace = pace;
    this.#now = now;
  }

  /** Past its first print, at 60,000. A `folder` of an earlier rig goes on where that one stood. */
  static async open(
    now: () => number = Date.now,
    folder = mkdtempSync(join(tmpdir(), 'binance-')),
    kind: Kind = 'spot',
  ): Promise<BinanceRig> {
    const market = kind === 'spot' ? spotTape(folder) : perpetualTape(folder);
    const venue = await startVenue(
      {
        ...{ port: 0, token: null, lockstep: true, dataFolder: join(folder, 'data') },
        market: parseMarketChoice(`replay:${market}@max`, folder),
      },
      (error) => {
        throw error;
      },
      now,
    );
    const pace = await WireStream.open(venue.url);
    pace.send({ op: 'auth', token: venue.token });
    await pace.answered('auth');
    pace.send({ op: 'market', symbols: ['*'], paced: true });
    await pace.answered('market');
    const first = await pace.until((message) => 'ch' in message && message.ch === 'print');
    const rig = new BinanceRig(venue, folder, pace, now, SYMBOLS[kind]);
    if ('ch' in first && first.ch === 'print') rig.#seq = first.seq;
    return rig;
  }

  async close(keepFolder = false): Promise<void> {
    this.#pace.close();
    await this.venue.stop();
    if (!keepFolder) rmSync(this.folder, { recursive: true, force: true });
  }

  /** Makes the next prints; answers when they are committed. */
  async print(count = 1): Promise<void> {
    for (let made = 0; made < count; made++) {
      this.#pace.send({ op: 'ack', symbol: this.#symbol, seq: this.#seq });
      await this.#pace.print(++this.#seq);
    }
  }

  /** Prints on, one by one, until the promise is kept: a stream tells of what changes. */
  async whilePrinting<T>(promise: Promise<T>): Promise<T> {
    let isOver = false;
    const over = promise.finally(() => {
      isOver = true;
    });
    while (!isOver) {
      await this.print();
      await Promise.race([over, new Promise((resolve) => setTimeout(resolve, 100))]);
    }
    return over;
  }

  async page(path: string, values: Record<string, string>, headers: Record<string, string> = {}): Promise<Answer> {
    const response = await fetch(`${this.venue.url}/keys${path}`, {
      method: 'POST',
      headers: { accept: 'application/json', ...headers },
      body: new URLSearchParams(values),
    });
    return { status: response.status, headers: response.headers, body: await response.json() };
  }

  async key(terms: Record<string, string> = { read: 'on', spot: 'on' }, usdt = '10000'): Promise<Key> {
    const { body } = await this.page('/accounts', { title: 'tester', usdt });
    return this.keyOf(body.account.id, terms);
  }

  async keyOf(account: string, terms: Record<string, string>): Promise<Key> {
    const { body } = await this.page('/new', { account, label: 'test', ...terms });
    return { key: body.key.key, secret: body.key.secret, account };
  }

  /** 'GET /api/v3/account', unsigned. */
  async ask(call: string, values: Record<string, string | number> = {}, apiKey?: string): Promise<Answer> {
    const [method, path] = call.split(' ') as [string, string];
    return this.send(method, `${path}?${urlencoded(values)}`, apiKey);
  }

  /** Signed, with the exchange's own time. */
  async signed(key: Key, call: string, values: Record<string, string | number> = {}): Promise<Answer> {
    const [method, path] = call.split(' ') as [string, string];
    const query = urlencoded({ timestamp: this.#now(), ...values });
    return this.send(method, `${path}?${query}&signature=${signatureOf(key.secret, query)}`, key.key);
  }

  async send(method: string, pathAndQuery: string, apiKey?: string, body?: string): Promise<Answer> {
    const response = await fetch(this.venue.url + pathAndQuery, {
      method,
      headers: {
        ...(apiKey === undefined ? {} : { 'x-mbx-apikey': apiKey }),
        ...(body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(body === undefined ? {} : { body }),
    });
    return { status: response.status, headers: response.headers, body: await response.json() };
  }
}

function spotTape(folder: string): string {
  const path = join(folder, 'BTCUSDT-1m-test.csv');
  const row = (minute: number) => [T + minute * MINUTE, '60000.00,60010.00,59990.00,60000.00,3.00004'].join(',');
  writeFileSync(path, Array.from({ length: CANDLES }, (_, minute) => row(minute)).join('\n'));
  return `${path}?tick=0.01&step=0.00001`;
}

function perpetualTape(folder: string): string {
  const path = join(folder, 'binance-usdm-BTCUSDT-1m-20240805.csv');
  const row = (minute: number) => [T + minute * MINUTE, '60000.0,60010.0,59990.0,60000.0,3.004'].join(',');
  writeFileSync(path, Array.from({ length: CANDLES }, (_, minute) => row(minute)).join('\n'));
  const rates = [6, 486, 966].map((minute) => `${T + minute * MINUTE},0.0001`);
  writeFileSync(
    join(folder, 'binance-usdm-BTCUSDT-funding-2024.csv'),
    ['funding_time_ms,funding_rate', ...rates].join('\n'),
  );
  return `${path}?tick=0.1`;
}

export function urlencoded(values: Record<string, string | number>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
}

export function signatureOf(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('hex');
}
