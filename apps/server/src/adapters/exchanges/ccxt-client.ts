// One client of ccxt for one piece of work, as lean as it goes: no markets, no throttle, our own way out. ccxt is loaded when
// the first is asked for, because it takes 100 MB and half a second.
import type { PlainKeys } from '../../ports/key-vault.ts';
import type { ExchangeHosts } from './exchange-hosts.ts';
import type { GuardedFetch } from './guarded-fetch.ts';

/** The calls of an exchange by ccxt's names for them; what they answer is looked at before it is believed. */
export type CcxtCall = (params?: Readonly<Record<string, unknown>>) => Promise<unknown>;
export type CcxtClient = Readonly<Record<string, CcxtCall>> & { loadTimeDifference(): Promise<number> };

interface RawClient {
  urls: { api: unknown };
  fetchImplementation: unknown;
}

/** Addresses lie in trees of any depth. */
function turnedTo(origin: string, addresses: unknown): unknown {
  if (typeof addresses === 'string') return addresses.replace(/^https?:\/\/[^/]+/, origin);
  if (typeof addresses !== 'object' || addresses === null) return addresses;
  return Object.fromEntries(Object.entries(addresses).map(([name, value]) => [name, turnedTo(origin, value)]));
}

/** `id` is ccxt's name of the exchange. */
export async function ccxtClient(
  id: string,
  keys: PlainKeys,
  hosts: ExchangeHosts,
  out: GuardedFetch,
  timeoutMs: number,
): Promise<CcxtClient> {
  const { default: ccxt } = await import('ccxt');
  const Client = (ccxt as unknown as Readonly<Record<string, new (config: object) => RawClient>>)[id];
  if (Client === undefined) throw new Error(`ccxt has no exchange ${id}`);
  const client = new Client({
    apiKey: keys.apiKey.reveal(),
    secret: keys.secretKey.reveal(),
    ...(keys.passphrase !== null && { password: keys.passphrase.reveal() }),
    enableRateLimit: false,
    timeout: timeoutMs,
  });
  client.fetchImplementation = out.fetch;
  if (hosts.instead !== null) client.urls.api = turnedTo(hosts.instead, client.urls.api);
  return client as unknown as CcxtClient;
}
