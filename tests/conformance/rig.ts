// One exchange for the conformance suite: a pair and its perpetual on a replay whose prints the test makes one by one, and the
// ways our server trades on it: by the house wire, and by ccxt's classes under the card `local`. Both tapes go 60000, 59990,
// 60010, 60000 in every candle unless told to swing farther; the perpetual settles funding in minute 6 and
// every hour from there, although its rules say eight: nobody has to wait for long.
import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ExchangeBudgets } from '../../apps/server/src/adapters/exchanges/exchange-budgets.ts';
import { createLocalStream } from '../../apps/server/src/adapters/exchanges/local/stream.ts';
import { createLocalVenue } from '../../apps/server/src/adapters/exchanges/local/venue.ts';
import { type CcxtExchange, createCcxtExchange } from '../../apps/server/src/adapters/exchanges/open-exchange.ts';
import type { WatchTimes } from '../../apps/server/src/adapters/exchanges/streams/market-stream.ts';
import { type CcxtVenueParts, createCcxtVenue } from '../../apps/server/src/adapters/exchanges/trading-venue.ts';
import { exchangeHosts } from '../../apps/server/src/adapters/exchanges/transport/hosts.ts';
import type { PlainKeys } from '../../apps/server/src/ports/key-vault.ts';
import { Secret } from '../../apps/server/src/ports/secret.ts';
import type { MarketData, NewOrder, TradingVenue, VenueStream } from '../../apps/server/src/ports/venue.ts';
import { parseMarketChoice } from '../../apps/venue/src/market/market-choice.ts';
import { type RunningVenue, startVenue } from '../../apps/venue/src/start-venue.ts';
import { WireStream } from '../../apps/venue/test/wire-client.ts';

const T = Date.UTC(2024, 7, 5, 6, 0);
const MINUTE = 60_000;
const CANDLES = 2_000;
export const SPOT = 'BTC/USDT';
export const PERP = 'BTC/USDT:USDT';
/** As long as the exchange may hold back what was taken. */
export const TIMEOUT_MS = 4_000;

export interface Terms {
  readonly read?: 'on';
  readonly spot?: 'on';
  readonly futures?: 'on';
  readonly ips?: string;
  /** Makes a key as OKX and Bitget do. */
  readonly passphrase?: string;
}
export const PASSPHRASE = 'Conformance-1';
export const ALL_RIGHTS: Terms = { read: 'on', spot: 'on', futures: 'on' };
/** With a key as OKX and Bitget make them. */
export const OKX_TERMS: Terms = { ...ALL_RIGHTS, passphrase: PASSPHRASE };

/** How far a candle goes to either side, and how much farther each next one. */
interface Swing {
  readonly by: number;
  readonly growing: number;
  /** Minutes from one settlement of funding to the next. */
  readonly fundingEvery?: number;
}

const HURRIED: WatchTimes = { everyMs: 100, quietMs: 300, onItsWayMs: 300, readMs: 500 };

type CardCode = 'local' | 'binance' | 'okx' | 'bybit' | 'bitget' | 'gate';

export class ConformanceRig {
  readonly venue: RunningVenue;
  readonly spot: string;
  readonly perp: string;
  readonly #folder: string;
  readonly #pace: WireStream;
  readonly #seqs = new Map<string, number>();
  /** By account. */
  readonly keys = new Map<string, PlainKeys>();
  #refs = 0;

  private constructor(venue: RunningVenue, folder: string, pace: WireStream, coin: string) {
    this.spot = `${coin}/USDT`;
    this.perp = `${coin}/USDT:USDT`;
    this.venue = venue;
    this.#folder = folder;
    this.#pace = pace;
  }

  /** `coin`: what is traded there, under whatever name. */
  static async open(
    now: () => number = Date.now,
    swing: Swing = { by: 10, growing: 0 },
    coin = 'BTC',
  ): Promise<ConformanceRig> {
    const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
    const named = `&symbol=${coin}/USDT`;
    const market = `${spotTape(folder, swing)}${named},${perpetualTape(folder, swing)}${named}`;
    const venue = await startVenue(
      {
        ...{ port: 0, token: null, lockstep: true, dataFolder: null },
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
    const rig = new ConformanceRig(venue, folder, pace, coin);
    while (!rig.#seqs.has(rig.spot) || !rig.#seqs.has(rig.perp)) await rig.#step();
    return rig;
  }

  async close(): Promise<void> {
    this.#pace.close();
    await this.venue.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** The next print of these markets, as often; answers when they are committed. */
  async print(count = 1, symbols: readonly string[] = [this.spot, this.perp]): Promise<void> {
    for (let made = 0; made < count; made++) {
      const before = new Map(this.#seqs);
      while (symbols.some((symbol) => this.#seqs.get(symbol) === before.get(symbol))) await this.#step();
    }
  }

  /** Prints on until the promise is kept: a stream tells of what changes. */
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

  /** One market at a time, in the order of their times. */
  async #step(): Promise<void> {
    for (const [symbol, seq] of this.#seqs) this.#pace.send({ op: 'ack', symbol, seq });
    const said = await this.#pace.until(
      (one) => 'ch' in one && one.ch === 'print' && one.seq > (this.#seqs.get(one.symbol) ?? 0),
    );
    if ('ch' in said && said.ch === 'print') this.#seqs.set(said.symbol, said.seq);
  }

  /** On to the open of a candle, where both markets stand at 60000. */
  async toOpen(): Promise<void> {
    while (((this.#seqs.get(this.spot) ?? 0) - 1) % 4 !== 0) await this.print();
  }

  async faults(...set: object[]): Promise<void> {
    const named = set.map((fault, at) => ({ id: `f${at}`, ...fault }));
    const response = await fetch(`${this.venue.url}/v1/faults`, {
      method: 'PUT',
      headers: { 'x-service-token': this.venue.token, 'content-type': 'application/json' },
      body: JSON.stringify({ faults: named }),
    });
    if (response.status !== 200) throw new Error(await response.text());
  }

  async page(path: string, values: Readonly<Record<string, string>>) {
    const response = await fetch(`${this.venue.url}/keys${path}`, {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: new URLSearchParams(values),
    });
    // biome-ignore lint/suspicious/noExplicitAny: the exchange's own page
    return (await response.json()) as any;
  }

  /** An account of the page with a key of these rights; known by its own name. */
  async keyAccount(terms: Terms = ALL_RIGHTS): Promise<string> {
    const { account } = await this.page('/accounts', { title: 'conformance', usdt: '10000' });
    await this.newKey(account.id, terms);
    return account.id;
  }

  /** Exchanges the key by which our server acts for the account. */
  async newKey(account: string, terms: Terms): Promise<void> {
    const { key } = await this.page('/new', { account, label: 'test', ...terms });
    const passphrase = terms.passphrase === undefined ? null : new Secret(terms.passphrase);
    const plain = { apiKey: new Secret(key.key), secretKey: new Secret(key.secret), passphrase };
    this.keys.set(account, plain);
  }

  /** On spot, by a key of Binance's form, whichever wire our server speaks with. */
  async byHand(account: string, { cid, price, qty, side }: NewOrder, nowMs: number): Promise<void> {
    const { key } = await this.page('/new', { account, label: 'by hand', ...ALL_RIGHTS });
    const order = {
      symbol: 'BTCUSDT',
      side: side.toUpperCase(),
      type: 'LIMIT',
      timeInForce: 'GTC',
      price,
      quantity: qty,
    };
    const asked = { ...order, newClientOrderId: cid, selfTradePreventionMode: 'NONE', timestamp: String(nowMs) };
    const params = new URLSearchParams(asked);
    const signature = createHmac('sha256', key.secret).update(String(params)).digest('hex');
    const response = await fetch(`${this.venue.url}/api/v3/order?${params}&signature=${signature}`, {
      ...{ method: 'POST', headers: { 'x-mbx-apikey': key.key } },
    });
    if (response.status !== 200) throw new Error(await response.text());
  }

  async houseAccount(venue: TradingVenue): Promise<string> {
    return venue.openAccount(`conformance-${process.pid}-${++this.#refs}`);
  }

  house(): TradingVenue & MarketData {
    return createLocalVenue({ url: this.venue.url, token: this.venue.token, timeoutMs: TIMEOUT_MS });
  }

  card(
    nowMs: () => number = Date.now,
    budgets = new ExchangeBudgets({ nowMs }),
    exchange: CardCode = 'local',
  ): CcxtVenueParts {
    return createCcxtVenue(this.#terms(nowMs, budgets, exchange));
  }

  /** With its streams, whose watchdogs hurry unless told otherwise. */
  exchange(
    nowMs: () => number,
    log: (message: string) => void = () => {},
    code: CardCode = 'local',
    watch: WatchTimes = HURRIED,
  ): CcxtExchange {
    return createCcxtExchange({
      ...this.#terms(nowMs, new ExchangeBudgets({ nowMs }), code),
      ...{ jitter: () => 0, watch },
      log: (_level, message) => log(message),
    });
  }

  #terms(nowMs: () => number, budgets: ExchangeBudgets, exchange: CardCode) {
    const hosts = exchangeHosts(new Map([[exchange, this.venue.url]])).get(exchange);
    if (hosts === undefined) throw new Error('no hosts');
    return {
      ...{ exchange, hosts, budgets, clock: { nowMs }, timeoutMs: TIMEOUT_MS },
      credentials: async (account: string) => this.keys.get(account) ?? null,
      contractAccounts: async () => [...this.keys.keys()].reverse(),
    };
  }

  houseStream(): VenueStream {
    const { url, token } = this.venue;
    return createLocalStream({ url, token, jitter: () => 0, onBroken: () => {} });
  }
}

function sides({ by, growing }: Swing, minute: number, decimals: number): string {
  const far = by + growing * minute;
  return [60_000 + far, 60_000 - far].map((price) => price.toFixed(decimals)).join(',');
}

function spotTape(folder: string, swing: Swing): string {
  const path = join(folder, 'BTCUSDT-1m-test.csv');
  const row = (minute: number) =>
    [T + minute * MINUTE, `60000.00,${sides(swing, minute, 2)},60000.00,3.00004`].join(',');
  writeFileSync(path, Array.from({ length: CANDLES }, (_, minute) => row(minute)).join('\n'));
  return `${path}?tick=0.01&step=0.00001`;
}

function perpetualTape(folder: string, swing: Swing): string {
  const path = join(folder, 'binance-usdm-BTCUSDT-1m-20240805.csv');
  const row = (minute: number) => [T + minute * MINUTE, `60000.0,${sides(swing, minute, 1)},60000.0,3.004`].join(',');
  writeFileSync(path, Array.from({ length: CANDLES }, (_, minute) => row(minute)).join('\n'));
  const every = swing.fundingEvery ?? 60;
  const rates = Array.from(
    { length: Math.floor((CANDLES - 80) / every) },
    (_, at) => `${T + (6 + at * every) * MINUTE},0.0001`,
  );
  writeFileSync(
    join(folder, 'binance-usdm-BTCUSDT-funding-2024.csv'),
    ['funding_time_ms,funding_rate', ...rates].join('\n'),
  );
  return `${path}?tick=0.1`;
}
