// Keys of exchanges over HTTP: bound after a try at the exchange, shown masked, checked again and removed; every code 20xx
// provoked in both languages; nothing secret in the database; bots that depend on a key pause with it.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { indexApi } from '@cormorant/contract/calls/exchange-keys.ts';
import { textOf } from '@cormorant/contract/catalogue.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RunningVenue } from '../../apps/venue/src/start-venue.ts';
import {
  type ApiServer,
  newBot,
  newPerson,
  type Person,
  startApi,
  startTestVenue,
  untilHealthy,
} from './api-server.ts';
import { exchangeUrls, type FakeExchange, type FakeKey, fakeKey, startFakeExchange } from './fake-exchange.ts';

const HOUR_MS = 3_600_000;
/** Time enough for a job that looks every two seconds, on a busy machine. */
const soon = { timeout: 30_000, interval: 200 };

interface Key {
  readonly id: number;
  readonly exchange: string;
  readonly key_mask: string;
  readonly status: string;
  readonly warning?: string;
}

let api: ApiServer;
let venue: RunningVenue;
let fake: FakeExchange;
let person: Person;

function vaultFile(): string {
  const file = join(mkdtempSync(join(tmpdir(), 'cormorant-vault-')), 'keys');
  writeFileSync(file, `first ${Buffer.alloc(32, 7).toString('base64url')}\n`, { mode: 0o600 });
  return file;
}

beforeAll(async () => {
  // Loaded at the first try of a key, which here may come while the whole machine is busy.
  [venue, fake] = await Promise.all([startTestVenue(), startFakeExchange(), import('ccxt')]);
  api = await startApi({
    VENUE_URL: venue.url,
    VENUE_TOKEN: venue.token,
    VAULT_KEY_FILE: vaultFile(),
    // The local exchange's door is the fake's here: its own page of keys has its own test.
    EXCHANGE_URLS: `${exchangeUrls(fake)},local=${fake.url}`,
  });
  await untilHealthy(api);
});
afterAll(async () => {
  await api.close();
  await venue.stop();
  await fake.close();
});
beforeEach(async () => {
  Object.assign(fake, { keys: [], instead: null, next: [], aheadMs: 0 });
  fake.asked.length = 0;
  person = await newPerson(api);
});

function newKey(exchange: FakeKey['exchange'] = 'binance', more: Partial<FakeKey> = {}): FakeKey {
  const key = fakeKey(exchange, more);
  fake.keys.push(key);
  return key;
}

const bodyOf = ({ exchange, key, passphrase, secret }: FakeKey, more: Record<string, unknown> = {}) => ({
  exchange,
  api_key: key,
  secret_key: secret,
  ...(passphrase !== undefined && { passphrase }),
  ...more,
});
const bind = (key: FakeKey, more: Record<string, unknown> = {}, who = person, lang: 'zh' | 'en' = 'en') =>
  api.send('POST', '/api/user/api', bodyOf(key, more), { token: who.token, lang });
const show = async (exchange = '', who = person) =>
  (await api.send('GET', `/api/user/api?exchange=${exchange}`, undefined, { token: who.token })).data as Key | null;
const remove = (exchange: string, who = person, lang: 'zh' | 'en' = 'en') =>
  api.send('DELETE', `/api/user/api?exchange=${exchange}`, undefined, { token: who.token, lang });

describe('a key set', () => {
  it('is bound, shown masked, listed and removed, under the calls of both names', async () => {
    const key = newKey('binance', { ips: [fake.callerIp], futures: true });
    const bound = await bind(key, { label: 'main' });
    expect(bound).toMatchObject({ code: 1, show: 1, msg: 'API bound' });
    expect(bound.data).toEqual({
      ...{ id: expect.any(Number), exchange: 'binance', label: 'main', status: 'valid', ip_bound: 1, stale: 0 },
      key_mask: `${key.key.slice(0, 4)}****${key.key.slice(-4)}`,
      perm: { read: 1, spot: 1, futures: 1, withdraw: 0 },
      ...{
        checked_at: expect.any(Number),
        created_at: expect.any(Number),
        expires_at: null,
        last_error_code: null,
        last_error: '',
      },
    });
    expect(await show('binance')).toEqual(bound.data);
    expect(await show('2')).toEqual(bound.data);
    expect(await show()).toEqual({ list: [bound.data] });
    expect(await show('okx')).toBeNull();
    const { id } = bound.data as Key;
    const second = await api.send(
      'POST',
      '/api/exchanges/bind',
      { exchangeId: 2, apiKey: ` ${key.key} `, secretKey: key.secret },
      { token: person.token, lang: 'zh' },
    );
    expect(second).toMatchObject({ code: 1, msg: 'API绑定成功', data: { id, label: '' } });
    const gone = await api.send('DELETE', `/api/exchanges/bind/${id}`, undefined, { token: person.token, lang: 'zh' });
    expect(gone).toMatchObject({ code: 1, show: 1, msg: 'API已解绑', data: null });
    expect(await show()).toEqual({ list: [] });
    expect(await remove('binance')).toMatchObject({ code: 2002, msg: textOf(2002, 'en') });
    expect(await bind(key)).toMatchObject({ code: 1 });
  });

  it('without a list of addresses comes with a warning', async () => {
    const { data } = await bind(newKey());
    expect(data).toMatchObject({ ip_bound: 0, warning: expect.stringContaining('not bound to addresses') });
  });

  it.each(['okx', 'bybit', 'bitget'] as const)('is bound at %s', async (exchange) => {
    expect(await bind(newKey(exchange))).toMatchObject({ code: 1, data: { exchange, perm: { spot: 1, withdraw: 0 } } });
  });

  it('of an exchange that does not tell about withdrawals is bound only when its owner says so', async () => {
    const key = newKey('gate');
    expect(await bind(key)).toMatchObject({ code: 2004, data: { accept: 'accept_unknown' } });
    expect(await show('gate')).toBeNull();
    expect(await bind(key, { accept_unknown: 1 })).toMatchObject({ code: 1, data: { perm: { withdraw: null } } });
    expect(await bind(newKey('gate', { withdraw: true }), { accept_unknown: 1 })).toMatchObject({ code: 2008 });
  });

  it('shows in the list of exchanges, which says where bots trade and what to allow', async () => {
    await bind(newKey());
    await api.pool.query(
      "insert into settings (key, value) values ('server_ips', '203.0.113.24, 203.0.113.57') on conflict (key) do update set value = excluded.value",
    );
    const read = async () =>
      (await api.send('GET', '/api/market/exchanges', undefined, { token: person.token })).data as {
        exchanges: { code: string; bound: number; trade: number; status: string; ips: string[]; key_url: string }[];
        ips: string[];
      };
    await vi.waitFor(async () => expect((await read()).ips).toEqual(['203.0.113.24', '203.0.113.57']), soon);
    const { exchanges } = await read();
    expect(exchanges.map(({ bound, code, trade }) => [code, bound, trade])).toEqual([
      ...[
        ['local', 1, 1],
        ['binance', 1, 0],
        ['okx', 0, 0],
        ['bybit', 0, 0],
        ['bitget', 0, 0],
        ['gate', 0, 0],
      ],
    ]);
    expect(exchanges[0]).toMatchObject({ ips: ['127.0.0.1'], key_url: `${venue.url}/keys` });
    expect(exchanges[1]).toMatchObject({ status: 'on', ips: ['203.0.113.24', '203.0.113.57'] });
  });

  it('is explained to anybody in three steps', async () => {
    for (const lang of ['zh', 'en'] as const) {
      const { data } = (await api.ask(indexApi, {}, { lang })) as unknown as { data: Record<string, never[]> };
      expect(data['steps']).toHaveLength(3);
      expect(data['tutorials']).toHaveLength(6);
      expect(data['content']).toContain(lang === 'zh' ? '提现' : 'Withdrawals');
    }
  });
});

describe('a key set is refused', () => {
  const inBoth = async (
    code: number,
    ask: (lang: 'zh' | 'en') => Promise<unknown>,
    data: unknown = expect.anything(),
  ) => {
    for (const lang of ['zh', 'en'] as const) {
      const market = lang === 'zh' ? '现货' : 'spot';
      const expected = { code, show: 1, msg: textOf(code, lang, { market }), data };
      expect(await ask(lang), `${code} ${lang}`).toMatchObject(expected);
    }
    expect(await show()).toEqual({ list: [] });
  };
  const send = (body: Record<string, unknown>) => (lang: 'zh' | 'en') =>
    api.send('POST', '/api/user/api', body, { token: person.token, lang });

  it('2001: unknown, malformed, with a wrong secret or a wrong passphrase, and the field is named', async () => {
    const key = newKey('okx');
    await inBoth(2001, send(bodyOf(fakeKey('binance'))), { field: 'api_key' });
    await inBoth(2001, send(bodyOf({ ...fakeKey('binance'), key: 'short' })), { field: 'api_key' });
    await inBoth(2001, send(bodyOf({ ...key, secret: 'x'.repeat(64) })), { field: 'secret_key' });
    await inBoth(2001, send(bodyOf({ ...key, passphrase: 'Other-1' })), { field: 'passphrase' });
    const spaced = { exchange: 'binance', api_key: 'has a space', secret_key: 's' };
    await inBoth(2001, send(spaced), { field: 'api_key' });
    const camel = { exchangeId: 'okx', apiKey: key.key, secretKey: 'x'.repeat(64), passphrase: key.passphrase };
    const answer = await api.send('POST', '/api/exchanges/bind', camel, { token: person.token });
    expect(answer).toMatchObject({ code: 2001, data: { field: 'secretKey' } });
  });

  it('2004: the exchange says what nobody understands', async () => {
    fake.instead = [200, { news: 'none' }];
    await inBoth(2004, send(bodyOf(fakeKey('binance'))));
  });

  it('2005: no such exchange', async () => {
    await inBoth(2005, send({ ...bodyOf(newKey()), exchange: 'mtgox' }), null);
    await inBoth(2005, send({ ...bodyOf(newKey()), exchange: 77 }), null);
    await inBoth(2005, (lang) => remove('mtgox', person, lang), null);
    await inBoth(
      2005,
      (lang) => api.send('GET', '/api/user/api?exchange=mtgox', undefined, { token: person.token, lang }),
      null,
    );
  });

  it('2006: too many requests', async () => {
    fake.instead = [429, { code: -1003, msg: 'Too many requests.' }];
    await inBoth(2006, send(bodyOf(newKey())));
  });

  it('2007: our address is not listed', async () => {
    await inBoth(2007, send(bodyOf(newKey('binance', { ips: ['198.51.100.1'] }))), { unsure: 1 });
  });

  it('2008: it can withdraw', async () => {
    await inBoth(2008, send(bodyOf(newKey('binance', { withdraw: true }))));
    await inBoth(2008, send(bodyOf(newKey('bybit', { withdraw: true }))));
  });

  it('2009: it may not trade, or not even read', async () => {
    await inBoth(2009, send(bodyOf(newKey('binance', { spot: false }))), { missing: 'spot' });
    await inBoth(2009, send(bodyOf(newKey('binance', { read: false }))), { missing: 'read' });
  });

  it('2011, 2012, 2013: a part is missing', async () => {
    const { api_key, secret_key } = bodyOf(newKey('okx'));
    await inBoth(2011, send({ exchange: 'okx', secret_key }), { field: 'api_key' });
    await inBoth(2011, send({ exchange: 'okx', api_key: '  ', secret_key }), { field: 'api_key' });
    await inBoth(2012, send({ exchange: 'okx', api_key }), { field: 'secret_key' });
    await inBoth(2013, send({ exchange: 'okx', api_key, secret_key }), { field: 'passphrase' });
    await inBoth(2013, send({ exchange: 'okx', api_key, secret_key, passphrase: ' ' }), { field: 'passphrase' });
    expect(fake.asked).toEqual([]);
  });

  it('2014: the key, or the account behind it, is another user’s', async () => {
    const owner = await newPerson(api);
    const key = newKey('binance', { uid: 500_001 });
    expect(await bind(key, {}, owner)).toMatchObject({ code: 1 });
    await inBoth(2014, send(bodyOf(key)));
    await inBoth(2014, send(bodyOf(newKey('binance', { uid: 500_001 }))));
    expect(await bind(newKey('okx', { uid: 500_001 }))).toMatchObject({ code: 1 });
    await remove('okx');
    expect(await remove('binance', owner)).toMatchObject({ code: 1 });
    expect(await bind(key)).toMatchObject({ code: 1 });
  });

  it('2015: the exchange is under maintenance, blocks us, or keeps another time', async () => {
    fake.instead = [503, '<html>maintenance</html>'];
    await inBoth(2015, send(bodyOf(newKey())));
    fake.instead = [451, { code: 0, msg: 'Service unavailable from a restricted location' }];
    await inBoth(2015, send(bodyOf(newKey())));
    fake.instead = [400, { code: -1021, msg: 'Timestamp for this request is outside of the recvWindow.' }];
    await inBoth(2015, send(bodyOf(newKey())));
  });

  it('9010 where no file of master keys is named', async () => {
    const bare = await startApi();
    try {
      const { token } = await newPerson(bare);
      const answer = await bare.send('POST', '/api/user/api', bodyOf(newKey()), { token, lang: 'en' });
      expect(answer).toMatchObject({ code: 9010, msg: textOf(9010, 'en') });
    } finally {
      await bare.close();
    }
  });
});

it('clocks that differ are set right and the key is bound', async () => {
  fake.aheadMs = -90_000;
  expect(await bind(newKey())).toMatchObject({ code: 1 });
});

describe('what is kept', () => {
  const rowsOf = async () =>
    (await api.pool.query('select * from exchange_keys where user_id = $1 order by id', [person.userId])).rows;

  it('holds no part of a key in the clear, and after removal nothing at all but the mask', async () => {
    const key = newKey('okx');
    await bind(key);
    const [row] = await rowsOf();
    const bytes = Buffer.concat(['key_cipher', 'secret_cipher', 'passphrase_cipher'].map((name) => row?.[name]));
    const all = `${JSON.stringify(row)}${bytes.toString('latin1')}${bytes.toString('hex')}`;
    for (const secret of [key.key, key.secret, key.passphrase ?? '']) {
      expect(all).not.toContain(secret);
      expect(all).not.toContain(Buffer.from(secret).toString('hex'));
    }
    await remove('okx');
    const [left] = await rowsOf();
    expect(left).toMatchObject({
      ...{ key_hash: null, master_id: null, wrapped_key: null, key_cipher: null, secret_cipher: null },
      ...{ passphrase_cipher: null, key_mask: row?.['key_mask'], removed_at: expect.any(Date) },
    });
  });

  it('of a replaced set is the new one alone, in the same row', async () => {
    await bind(newKey('binance', { uid: 600_001 }));
    const [before] = await rowsOf();
    expect(await bind(newKey('binance', { uid: 600_001 }))).toMatchObject({
      code: 1,
      data: { id: Number(before?.['id']) },
    });
    const rows = await rowsOf();
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ version: 2 });
    for (const cipher of ['key_cipher', 'secret_cipher', 'wrapped_key']) {
      expect(rows[0]?.[cipher]).not.toEqual(before?.[cipher]);
    }
  });

  it('bound twice at one moment is one row', async () => {
    const key = newKey();
    const answers = await Promise.all(Array.from({ length: 4 }, () => bind(key)));
    expect(answers.map(({ code }) => code)).toEqual([1, 1, 1, 1]);
    expect(await rowsOf()).toHaveLength(1);
  });

  it('of somebody else is nobody’s to see or remove', async () => {
    const owner = await newPerson(api);
    const { data } = await bind(newKey(), {}, owner);
    const { id } = data as Key;
    expect(await show('binance')).toBeNull();
    const answer = await api.send('DELETE', `/api/exchanges/bind/${id}`, undefined, { token: person.token });
    expect(answer.code).toBe(2002);
    expect(await show('binance', owner)).toMatchObject({ id });
  });
});

describe('a check', () => {
  it('comes every six hours and finds a key that was revoked, once mailed', async () => {
    await api.pool.query("update users set email = 'k@example.org', email_verified_at = now() where id = $1", [
      person.userId,
    ]);
    const key = newKey('bybit');
    const { checked_at } = (await bind(key)).data as unknown as { checked_at: number };
    api.clock.advance(6 * HOUR_MS);
    await vi.waitFor(async () => {
      const now = (await show('bybit')) as unknown as { checked_at: number; status: string };
      expect(now).toMatchObject({ status: 'valid' });
      expect(now.checked_at - checked_at).toBeGreaterThanOrEqual(6 * HOUR_MS);
    }, soon);
    // One refusal alone is no proof.
    fake.next = [[200, { retCode: 10003, retMsg: 'no', result: {} }]];
    const due = api.clock.nowMs() + 6 * HOUR_MS;
    api.clock.advance(6 * HOUR_MS);
    await vi.waitFor(async () => {
      const now = (await show('bybit')) as unknown as { checked_at: number };
      expect(now).toMatchObject({ status: 'valid', last_error_code: null });
      expect(now.checked_at).toBeGreaterThanOrEqual(due);
    }, soon);
    expect(fake.next).toEqual([]);
    fake.keys = [];
    api.clock.advance(6 * HOUR_MS);
    await vi.waitFor(
      async () => expect(await show('bybit')).toMatchObject({ status: 'invalid', last_error_code: 2001 }),
      soon,
    );
    const mails = async () =>
      (await api.pool.query("select subject, body from mail_outbox where recipient = 'k@example.org'")).rows;
    expect(await mails()).toEqual([
      { subject: 'Bybit 的 API 密钥已失效', body: expect.stringContaining('API密钥无效') },
    ]);
    // It is looked at again, told of no more, and good again when the exchange says so.
    fake.keys = [key];
    api.clock.advance(6 * HOUR_MS);
    await vi.waitFor(
      async () => expect(await show('bybit')).toMatchObject({ status: 'valid', last_error_code: null }),
      soon,
    );
    expect(await mails()).toHaveLength(1);
  });

  it('that the exchange does not answer leaves the key as it is, comes again in ten minutes, and goes stale', async () => {
    const key = newKey('okx');
    await bind(key);
    fake.instead = [503, 'away'];
    api.clock.advance(6 * HOUR_MS);
    await vi.waitFor(
      async () => expect(await show('okx')).toMatchObject({ status: 'valid', last_error_code: 2015, stale: 0 }),
      soon,
    );
    api.clock.advance(2 * HOUR_MS);
    await vi.waitFor(async () => expect(await show('okx')).toMatchObject({ status: 'valid', stale: 1 }), soon);
    fake.instead = null;
    api.clock.advance(600_000);
    await vi.waitFor(
      async () => expect(await show('okx')).toMatchObject({ status: 'valid', last_error_code: null, stale: 0 }),
      soon,
    );
  });

  it('ends a key whose time is over, and one that was given the right to withdraw', async () => {
    await bind(newKey('binance', { expiresAtMs: api.clock.nowMs() + 3 * HOUR_MS }));
    const open = newKey('okx');
    await bind(open);
    open.withdraw = true;
    api.clock.advance(6 * HOUR_MS);
    await vi.waitFor(async () => expect(await show('binance')).toMatchObject({ status: 'expired' }), soon);
    await vi.waitFor(
      async () => expect(await show('okx')).toMatchObject({ status: 'invalid', last_error_code: 2008 }),
      soon,
    );
  });
});

describe('bots on an exchange', () => {
  const local = { exchange: 'local' };
  const operate = (id: number, action: string, lang: 'zh' | 'en' = 'en') =>
    api.send('GET', `/api/user/botOperation?id=${id}&action=${action}`, undefined, { token: person.token, lang });
  const statusOf = async (id: number) => {
    const { data } = await api.send('GET', '/api/user/botList', undefined, { token: person.token });
    return (data as { list: { id: number }[] }).list.find((bot) => bot.id === id);
  };

  it('keep its key from being removed, or replaced by another account’s: 2010', async () => {
    expect(await bind(newKey('binance', { uid: 700_001 }), local)).toMatchObject({ code: 1 });
    const bot = await newBot(api, person);
    expect(await operate(bot, 'start')).toMatchObject({ code: 1 });
    for (const lang of ['zh', 'en'] as const) {
      expect(await remove('local', person, lang)).toMatchObject({ code: 2010, msg: textOf(2010, lang) });
    }
    expect(await bind(newKey('binance', { uid: 700_002 }), local)).toMatchObject({ code: 2010 });
    expect(await bind(newKey('binance', { uid: 700_001 }), local)).toMatchObject({ code: 1 });
    expect(await operate(bot, 'pause')).toMatchObject({ code: 1 });
    expect(await remove('local')).toMatchObject({ code: 2010 });
    expect(await operate(bot, 'stop')).toMatchObject({ code: 1 });
    await vi.waitFor(async () => expect(await statusOf(bot)).toMatchObject({ status: 'stopped' }), soon);
    expect(await remove('local')).toMatchObject({ code: 1 });
  });

  it('pause with reason api when the key is revoked, start and resume only on a good one', async () => {
    const key = newKey('binance');
    await bind(key, local);
    const bot = await newBot(api, person);
    await operate(bot, 'start');
    fake.keys = [];
    api.clock.advance(6 * HOUR_MS);
    await vi.waitFor(
      async () => expect(await statusOf(bot)).toMatchObject({ status: 'paused', pause_reason: 'api' }),
      soon,
    );
    for (const lang of ['zh', 'en'] as const) {
      const answer = await operate(bot, 'resume', lang);
      expect(answer).toMatchObject({ code: 2001, msg: textOf(2001, lang), data: { go: '/bind/local' } });
    }
    fake.keys = [key];
    expect(await operate(bot, 'resume')).toMatchObject({ code: 1, data: { status: 'running' } });
    expect(await show('local')).toMatchObject({ status: 'valid' });
    await operate(bot, 'stop');
  });
});
