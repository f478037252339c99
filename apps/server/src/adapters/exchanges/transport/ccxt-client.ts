// A client of ccxt as lean as it goes: no markets, no throttle, no second tries, our own way out. ccxt is loaded when the first
// is asked for, because it takes 100 MB and half a second.
import type { PlainKeys } from '../../../ports/key-vault.ts';
import type { GuardedFetch } from './guarded-fetch.ts';
import type { ExchangeHosts } from './hosts.ts';

/** Some calls take a list of orders. */
export type CallParams = Readonly<Record<string, unknown>> | readonly unknown[];

/** An exchange's own calls by ccxt's names for them; what they answer is looked at before it is believed. */
export interface CcxtClient {
  call(name: string, params?: CallParams): Promise<unknown>;
  loadTimeDifference(): Promise<number>;
  /** `timeDifference`: our clock less the exchange's. */
  readonly options: { timeDifference?: number };
}

interface RawClient {
  urls: { api: unknown };
  fetchImplementation: unknown;
  milliseconds: () => number;
  options: { timeDifference?: number };
  loadTimeDifference(): Promise<number>;
}

export interface ClientTerms {
  readonly fetch: GuardedFetch['fetch'];
  readonly timeoutMs: number;
  /** The clock that requests are signed by, unless it is the machine's. */
  readonly nowMs?: () => number;
}

/** Addresses lie in trees of any depth. */
function turnedTo(origin: string, addresses: unknown): unknown {
  if (typeof addresses === 'string') return addresses.replace(/^https?:\/\/[^/]+/, origin);
  if (typeof addresses !== 'object' || addresses === null) return addresses;
  return Object.fromEntries(Object.entries(addresses).map(([name, value]) => [name, turnedTo(origin, value)]));
}

/** Whose queries ccxt signs as they were given, and its transport then encodes: the exchange would check another text. */
const SIGNS_QUERY_UNENCODED: ReadonlySet<string> = new Set(['bybit']);

/** What is said with every request, by which an exchange tells figures in full: Gate cuts sizes of contracts off to whole ones. */
const SAID: Readonly<Record<string, Readonly<Record<string, string>>>> = { gate: { 'X-Gate-Size-Decimal': '1' } };

function isGet(name: string): boolean {
  return /^(public|private)Get/.test(name);
}

/** A coin's name in any script as it goes over the line; what is plain stays as it is. */
function asSent(params: CallParams = {}): CallParams {
  if (Array.isArray(params)) return params;
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replace(/[^ -~]+/g, encodeURIComponent) : value,
    ]),
  );
}

/** `id` is ccxt's name of the exchange; without keys it asks what is public. */
export async function clientOf(
  id: string,
  keys: PlainKeys | null,
  hosts: ExchangeHosts,
  { fetch, timeoutMs, nowMs }: ClientTerms,
): Promise<CcxtClient> {
  const { default: ccxt } = await import('ccxt');
  const Client = (ccxt as unknown as Readonly<Record<string, new (config: object) => RawClient>>)[id];
  if (Client === undefined) throw new Error(`ccxt has no exchange ${id}`);
  const client = new Client({
    ...(keys !== null && { apiKey: keys.apiKey.reveal(), secret: keys.secretKey.reveal() }),
    ...(keys !== null && keys.passphrase !== null && { password: keys.passphrase.reveal() }),
    enableRateLimit: false,
    headers: SAID[id] ?? {},
    timeout: timeoutMs,
  });
  client.fetchImplementation = fetch;
  if (nowMs !== undefined) client.milliseconds = nowMs;
  if (hosts.instead !== null) client.urls.api = turnedTo(hosts.instead, client.urls.api);
  const calls = client as unknown as Readonly<Record<string, ((params?: CallParams) => Promise<unknown>) | undefined>>;
  return {
    options: client.options,
    loadTimeDifference: () => client.loadTimeDifference(),
    call: (name, params) => {
      const call = calls[name];
      if (call === undefined) throw new Error(`ccxt has no call ${name}`);
      return call.call(client, SIGNS_QUERY_UNENCODED.has(id) && isGet(name) ? asSent(params) : params);
    },
  };
}
