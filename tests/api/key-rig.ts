// What tests of exchange keys stand on: the API over a real local exchange and the fake exchanges, a file of master keys, and
// the calls in short.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ApiServer, newPerson, type Person, startApi, startTestVenue, untilHealthy } from './api-server.ts';
import { exchangeUrls, type FakeExchange, type FakeKey, fakeKey, startFakeExchange } from './fake-exchange.ts';

/** What a person is shown of a key set, as far as tests look. */
export interface ShownKey {
  readonly id: number;
  readonly status: string;
  readonly checked_at: number;
}

/** The master key of tests, as it stands in the file. */
export const firstMaster = { id: 'first', key: Buffer.alloc(32, 7) };

export function vaultFile(): string {
  const file = join(mkdtempSync(join(tmpdir(), 'cormorant-vault-')), 'keys');
  writeFileSync(file, `${firstMaster.id} ${firstMaster.key.toString('base64url')}\n`, { mode: 0o600 });
  return file;
}

export type Lang = 'zh' | 'en';

const LEFT_ALONE_MS = 180_000;

export interface KeyRig {
  readonly api: ApiServer;
  readonly fake: FakeExchange;
  readonly venueUrl: string;
  /** Who asks where nobody else is named; a new one for each test. */
  person: Person;
  /** Before each test: the fake exchanges as they were at the start, and somebody new. */
  renew(): Promise<void>;
  /** A key that its exchange knows. */
  newKey(exchange?: FakeKey['exchange'], more?: Partial<FakeKey>): FakeKey;
  bind(key: FakeKey, more?: Record<string, unknown>, who?: Person, lang?: Lang): ReturnType<ApiServer['send']>;
  show(exchange?: string, who?: Person): Promise<ShownKey | null>;
  remove(exchange: string, who?: Person, lang?: Lang): ReturnType<ApiServer['send']>;
  close(): Promise<void>;
}

export const bodyOf = ({ exchange, key, passphrase, secret }: FakeKey, more: Record<string, unknown> = {}) => ({
  exchange,
  api_key: key,
  secret_key: secret,
  ...(passphrase !== undefined && { passphrase }),
  ...more,
});

export async function openKeyRig(): Promise<KeyRig> {
  // ccxt is loaded at the first try of a key, which here may come while the whole machine is busy.
  const [venue, fake] = await Promise.all([startTestVenue(), startFakeExchange(), import('ccxt')]);
  const api = await startApi({
    VENUE_URL: venue.url,
    VENUE_TOKEN: venue.token,
    VAULT_KEY_FILE: vaultFile(),
    // The local exchange's door is the fake's here: its own page of keys has a test in the browser.
    EXCHANGE_URLS: `${exchangeUrls(fake)},local=${fake.url}`,
  });
  await untilHealthy(api);
  const rig: KeyRig = {
    api,
    fake,
    venueUrl: venue.url,
    person: await newPerson(api),
    renew: async () => {
      Object.assign(fake, { keys: [], instead: null, next: [], aheadMs: 0 });
      // An exchange that said we ask too often is left alone for a while.
      api.clock.advance(LEFT_ALONE_MS);
      fake.asked.length = 0;
      rig.person = await newPerson(api);
    },
    newKey: (exchange = 'binance', more = {}) => {
      const key = fakeKey(exchange, more);
      fake.keys.push(key);
      return key;
    },
    bind: (key, more = {}, who = rig.person, lang = 'en') =>
      api.send('POST', '/api/user/api', bodyOf(key, more), { token: who.token, lang }),
    show: async (exchange = '', who = rig.person) =>
      (await api.send('GET', `/api/user/api?exchange=${exchange}`, undefined, { token: who.token })).data as ShownKey,
    remove: (exchange, who = rig.person, lang = 'en') =>
      api.send('DELETE', `/api/user/api?exchange=${exchange}`, undefined, { token: who.token, lang }),
    close: async () => {
      await api.close();
      await venue.stop();
      await fake.close();
    },
  };
  return rig;
}
