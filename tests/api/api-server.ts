// A server on a loopback port over a database of its own, for tests of the API: real HTTP, real PostgreSQL, and either
// the real local exchange in this process or none at all. Its clock can be moved.
import type { Call, CallInput } from '@cormorant/contract/call.ts';
import { addressOf } from '@cormorant/contract/call-address.ts';
import type { Envelope } from '@cormorant/contract/envelope.ts';
import pg from 'pg';
import { vi } from 'vitest';
import { readConfig } from '../../apps/server/src/config.ts';
import { startServer } from '../../apps/server/src/main.ts';
import { parseMarketChoice } from '../../apps/venue/src/market/market-choice.ts';
import { type RunningVenue, startVenue } from '../../apps/venue/src/start-venue.ts';
import { openMigratedDatabase } from '../../tools/test-database.ts';

const TOKEN = 'token-of-the-test-exchange';
/** The secret of test servers that is mixed into payment passwords and e-mail codes. */
export const TEST_PEPPER = 'c0'.repeat(32);
/** Nothing listens on port 1 of loopback: a venue that is down. */
export const NO_VENUE = 'http://127.0.0.1:1';

export interface Asked {
  readonly token?: string;
  readonly lang?: 'zh' | 'en';
  readonly headers?: Record<string, string>;
}

export interface Answer<Data = unknown> extends Envelope<Data> {
  readonly status: number;
  readonly headers: Headers;
}

export interface ApiServer {
  readonly url: string;
  readonly pool: pg.Pool;
  readonly clock: { nowMs(): number; advance(ms: number): void };
  /** Sends what a client would send to this call. */
  ask<C extends Call>(call: C, input?: Partial<CallInput<C>>, asked?: Asked): Promise<Answer>;
  /** Sends anything. */
  send(method: string, path: string, body?: unknown, asked?: Asked): Promise<Answer>;
  close(): Promise<void>;
}

/** `port` 0 = any; another start on the same port is another set of books. */
export function startTestVenue(port = 0): Promise<RunningVenue> {
  const options = {
    port,
    market: parseMarketChoice('generated:7', import.meta.dirname),
    dataFolder: null,
    lockstep: false,
    token: TOKEN,
  };
  return startVenue(options, (error) => {
    throw error;
  });
}

export function queryText(query: unknown): string {
  const parameters = new URLSearchParams();
  for (const [key, value] of Object.entries((query ?? {}) as Record<string, unknown>)) {
    if (value === undefined || value === null) continue;
    for (const one of Array.isArray(value) ? value : [value]) {
      parameters.append(key, typeof one === 'object' ? JSON.stringify(one) : String(one));
    }
  }
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}

export function addressText(call: Call, query: unknown): string {
  const written = (value: unknown) => (typeof value === 'object' && value !== null ? JSON.stringify(value) : value);
  const texts = Object.entries((query ?? {}) as Record<string, unknown>).map(([key, value]) => [
    key,
    Array.isArray(value) ? value.map(written) : written(value),
  ]);
  const address = addressOf(call, query === undefined ? undefined : Object.fromEntries(texts));
  return address.path + queryText(address.query);
}

const file = { code: 1, show: 0, msg: 'a file' };

export async function startApi(env: Record<string, string> = {}): Promise<ApiServer> {
  const database = await openMigratedDatabase();
  const config = readConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    PORT: '0',
    DATABASE_URL: database.url,
    DATABASE_CONNECTIONS: '6',
    VENUE_URL: NO_VENUE,
    VENUE_TOKEN: TOKEN,
    PEPPER: TEST_PEPPER,
    PASSWORD_COST: 'cheap',
    RATE_LIMITS: 'off',
    ...env,
  });
  let aheadMs = 0;
  const clock = {
    nowMs: () => Date.now() + aheadMs,
    advance: (ms: number) => {
      aheadMs += ms;
    },
  };
  const server = await startServer(config, clock, clock);
  const pool = new pg.Pool({ connectionString: database.url, max: 2 });
  pool.on('error', () => {}); // the database is dropped while a connection is still closing

  async function send(method: string, path: string, body?: unknown, asked: Asked = {}): Promise<Answer> {
    const response = await fetch(server.url + path, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(asked.token !== undefined && { authorization: `Bearer ${asked.token}` }),
        ...(asked.lang !== undefined && { 'x-lang': asked.lang }),
        ...asked.headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(15_000),
    });
    const text = await response.text();
    const type = response.headers.get('content-type') ?? '';
    // A file is what its call says of its data; its refusals are envelopes like all others.
    const json = type.includes('json') ? JSON.parse(text) : type.includes('csv') ? { ...file, data: text } : {};
    return { ...json, status: response.status, headers: response.headers };
  }

  return {
    url: server.url,
    pool,
    clock,
    send,
    ask: (call, input, asked) => send(call.method, addressText(call, input?.query), input?.body, asked),
    close: async () => {
      await pool.end();
      await server.stop();
      await database.close();
    },
  };
}

let people = 0;

export interface Person {
  readonly account: string;
  readonly password: string;
  readonly token: string;
  readonly sn: string;
  readonly userId: number;
}

/** Registers somebody new and answers who that is. */
export async function newPerson(api: ApiServer, more: Record<string, unknown> = {}): Promise<Person> {
  people += 1;
  const account = `person_${process.pid}_${people}`;
  const password = 'quiet7Harbour';
  const body = { terminal: 1, account, password, confirm: password, ...more };
  const answer = await api.send('POST', '/api/login/register', body);
  if (answer.code !== 1) throw new Error(`registration answered ${answer.code} ${answer.msg}`);
  const { token, user } = answer.data as { token: string; user: { sn: string } };
  const found = await api.pool.query<{ id: string }>('select id from users where sn = $1', [user.sn]);
  return { account, password, token, sn: user.sn, userId: Number(found.rows[0]?.id) };
}

/** Resolves when the database and the exchange are both there. */
export async function untilHealthy(api: ApiServer): Promise<void> {
  await vi.waitFor(async () => {
    const health = await fetch(`${api.url}/healthz`);
    if (health.status !== 200) throw new Error(await health.text());
  }, 30_000);
}

/** What a client sends to make a grid bot around the last price. */
export async function gridBody(api: ApiServer, more: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
  const symbol = (more['symbol'] as string | undefined) ?? 'BTC/USDT';
  const prices = await api.send('GET', `/api/market/price?symbols=local:spot:${symbol}`);
  const price = Number((prices.data as { list: { price: string }[] }).list[0]?.price);
  return {
    type_id: 3,
    exchange: 'local',
    market: 'spot',
    symbol,
    investment: '1000',
    params: {
      lower: (price * 0.9).toFixed(2),
      upper: (price * 1.1).toFixed(2),
      grid_levels: 10,
      grid_mode: 'geometric',
    },
    start: 0,
    risk_ack: 1,
    ...more,
  };
}

/** Makes a bot that is not started; its id. */
export async function newBot(api: ApiServer, person: Person): Promise<number> {
  const answer = await api.send('POST', '/api/user/botCreate', await gridBody(api), { token: person.token });
  if (answer.code !== 1) throw new Error(`botCreate answered ${answer.code} ${answer.msg}`);
  return (answer.data as { id: number }).id;
}
