// The local exchange under the wires of Binance, OKX, Bybit, Bitget and Gate, a server that trades at them, and a person with keys from the
// exchange's own page: what tests stand on that meet the exchange itself and no double of it.
import type { RunningVenue } from '../../apps/venue/src/start-venue.ts';
import { type ApiServer, newPerson, type Person, startApi, startTestVenue, untilHealthy } from './api-server.ts';
import { type Lang, vaultFile } from './key-rig.ts';

export interface MadeKey {
  readonly key: string;
  readonly secret: string;
  readonly passphrase?: string;
}

// biome-ignore lint/suspicious/noExplicitAny: answers of many calls, asserted field by field
type Answer = any;

export interface LocalKeys {
  readonly api: ApiServer;
  readonly venue: RunningVenue;
  /** Who asks. */
  person: Person;
  /** As a form of the exchange's own page sends it. */
  page(path: string, values: Record<string, string>): Promise<Record<string, Record<string, string>>>;
  newAccount(usdt?: string): Promise<string>;
  newKey(account: string, more?: Record<string, string>): Promise<MadeKey>;
  ask(method: string, path: string, body?: unknown, lang?: Lang): Promise<Answer>;
  bind(key: MadeKey, exchange: string, lang?: Lang): Promise<Answer>;
  /** These and no others are on from now. */
  faults(...set: object[]): Promise<void>;
  close(): Promise<void>;
}

export async function openLocalKeys(env: Record<string, string>): Promise<LocalKeys> {
  // ccxt is loaded at the first try of a key, which here may come while the whole machine is busy.
  const [venue] = await Promise.all([startTestVenue(), import('ccxt')]);
  const api = await startApi({
    ...{ VENUE_URL: venue.url, VENUE_TOKEN: venue.token, VAULT_KEY_FILE: vaultFile() },
    EXCHANGE_URLS: ['binance', 'okx', 'bybit', 'bitget', 'gate'].map((code) => `${code}=${venue.url}`).join(','),
    ...env,
  });
  await untilHealthy(api);

  async function page(path: string, values: Record<string, string>): Promise<Record<string, Record<string, string>>> {
    const body = new URLSearchParams(values);
    const answer = await fetch(`${venue.url}/keys${path}`, {
      ...{ method: 'POST', headers: { accept: 'application/json' }, body },
    });
    return (await answer.json()) as Record<string, Record<string, string>>;
  }

  const rig: LocalKeys = {
    ...{ api, venue, page },
    person: await newPerson(api),
    newAccount: async (usdt = '7000') => (await page('/accounts', { title: 'tester', usdt }))['account']?.['id'] ?? '',
    newKey: async (account, more = {}) => {
      const rights = { read: 'on', spot: 'on', futures: 'on', ips: '127.0.0.1', ...more };
      const { key = '', secret = '' } = (await page('/new', { account, label: 'test', ...rights }))['key'] ?? {};
      const { passphrase } = more;
      return { key, secret, ...(passphrase !== undefined && { passphrase }) };
    },
    ask: (method, path, body, lang = 'en') => api.send(method, path, body, { token: rig.person.token, lang }),
    bind: ({ key, passphrase, secret }, exchange, lang) =>
      rig.ask(
        'POST',
        '/api/user/api',
        {
          ...{ exchange, api_key: key, secret_key: secret, ...(passphrase && { passphrase }) },
          // It does not tell whether a key may withdraw.
          ...(exchange === 'gate' && { accept_unknown: 1 }),
        },
        lang,
      ),
    faults: async (...set) => {
      const { status } = await fetch(`${venue.url}/v1/faults`, {
        method: 'PUT',
        headers: { 'x-service-token': venue.token, 'content-type': 'application/json' },
        body: JSON.stringify({ faults: set }),
      });
      if (status !== 200) throw new Error(`the exchange took no faults: ${status}`);
    },
    close: async () => {
      await api.close();
      await venue.stop();
    },
  };
  return rig;
}
