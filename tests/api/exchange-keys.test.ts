// Keys of exchanges over HTTP: bound after a try at the exchange, shown masked and removed; every code 20xx provoked in both
// languages; nothing secret in the database.
import { indexApi } from '@cormorant/contract/calls/exchange-keys.ts';
import { textOf } from '@cormorant/contract/catalogue.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { newPerson, startApi } from './api-server.ts';
import { fakeKey } from './fake-exchange.ts';
import { bodyOf, type KeyRig, openKeyRig, type ShownKey } from './key-rig.ts';

/** Settings are read again every second. */
const soon = { timeout: 30_000, interval: 200 };

let rig: KeyRig;
beforeAll(async () => {
  rig = await openKeyRig();
});
afterAll(() => rig.close());
beforeEach(() => rig.renew());

describe('a key set', () => {
  it('is bound, shown masked, listed and removed, under the calls of both names', async () => {
    const key = rig.newKey('binance', { ips: [rig.fake.callerIp], futures: true });
    const bound = await rig.bind(key, { label: 'main' });
    expect(bound).toMatchObject({ code: 1, show: 1, msg: 'API bound' });
    expect(bound.data).toEqual({
      ...{ id: expect.any(Number), exchange: 'binance', label: 'main', status: 'valid', ip_bound: 1, stale: 0 },
      key_mask: `${key.key.slice(0, 4)}****${key.key.slice(-4)}`,
      perm: { read: 1, spot: 1, futures: 1, withdraw: 0, transfer: 0 },
      ...{
        checked_at: expect.any(Number),
        created_at: expect.any(Number),
        expires_at: null,
        last_error_code: null,
        last_error: '',
      },
    });
    expect(await rig.show('binance')).toEqual(bound.data);
    expect(await rig.show('2')).toEqual(bound.data);
    expect(await rig.show()).toEqual({ list: [bound.data] });
    expect(await rig.show('okx')).toBeNull();
    const { id } = bound.data as ShownKey;
    const second = await rig.api.send(
      'POST',
      '/api/exchanges/bind',
      { exchangeId: 2, apiKey: ` ${key.key} `, secretKey: key.secret },
      { token: rig.person.token, lang: 'zh' },
    );
    expect(second).toMatchObject({ code: 1, msg: 'API绑定成功', data: { id, label: '' } });
    const gone = await rig.api.send('DELETE', `/api/exchanges/bind/${id}`, undefined, {
      token: rig.person.token,
      lang: 'zh',
    });
    expect(gone).toMatchObject({ code: 1, show: 1, msg: 'API已解绑', data: null });
    expect(await rig.show()).toEqual({ list: [] });
    expect(await rig.remove('binance')).toMatchObject({ code: 2002, msg: textOf(2002, 'en') });
    expect(await rig.bind(key)).toMatchObject({ code: 1 });
  });

  it('without a list of addresses comes with a warning', async () => {
    const { data } = await rig.bind(rig.newKey());
    expect(data).toMatchObject({ ip_bound: 0, warning: expect.stringContaining('not bound to addresses') });
  });

  it.each(['binance', 'bybit', 'bitget', 'gate'] as const)(
    'that can move coin at %s comes with a warning',
    async (exchange) => {
      const bound = async (lang: 'zh' | 'en') => {
        const key = rig.newKey(exchange, { ips: [rig.fake.callerIp], transfer: true });
        return rig.bind(key, { accept_unknown: 1 }, await newPerson(rig.api), lang);
      };
      const told = (warning: string) => ({ perm: { transfer: 1 }, warning: expect.stringContaining(warning) });
      expect(await bound('en')).toMatchObject({ code: 1, data: told('can also transfer funds') });
      expect(await bound('zh')).toMatchObject({ code: 1, data: told('还能划转资金') });
    },
  );

  it('for contracts alone is bound', async () => {
    const bound = await rig.bind(rig.newKey('binance', { spot: false, futures: true }));
    expect(bound).toMatchObject({ code: 1, data: { perm: { spot: 0, futures: 1 }, status: 'valid' } });
  });

  it.each(['okx', 'bybit', 'bitget'] as const)('is bound at %s', async (exchange) => {
    expect(await rig.bind(rig.newKey(exchange))).toMatchObject({
      code: 1,
      data: { exchange, perm: { spot: 1, withdraw: 0 } },
    });
  });

  it('of an exchange that does not tell about withdrawals is bound only when its owner says so', async () => {
    const key = rig.newKey('gate');
    expect(await rig.bind(key)).toMatchObject({ code: 2004, data: { accept: 'accept_unknown' } });
    expect(await rig.show('gate')).toBeNull();
    expect(await rig.bind(key, { accept_unknown: 1 })).toMatchObject({ code: 1, data: { perm: { withdraw: null } } });
    expect(await rig.bind(rig.newKey('gate', { withdraw: true }), { accept_unknown: 1 })).toMatchObject({ code: 2008 });
  });

  it('shows in the list of exchanges, which says where bots trade and what to allow', async () => {
    await rig.bind(rig.newKey());
    await rig.api.pool.query(
      "insert into settings (key, value) values ('server_ips', '203.0.113.24, 203.0.113.57') on conflict (key) do update set value = excluded.value",
    );
    const read = async () =>
      (await rig.api.send('GET', '/api/market/exchanges', undefined, { token: rig.person.token })).data as {
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
    expect(exchanges[0]).toMatchObject({ ips: ['127.0.0.1'], key_url: `${rig.venueUrl}/keys?lang=zh` });
    const english = await rig.api.send('GET', '/api/market/exchanges', undefined, { lang: 'en' });
    expect(english.data).toMatchObject({
      exchanges: [{ key_url: `${rig.venueUrl}/keys?lang=en` }, ...Array(5).fill({})],
    });
    expect(exchanges.map(({ status, trade }) => [trade, status]).filter(([trade]) => trade === 0)).toEqual(
      Array(5).fill([0, 'keys']),
    );
    expect(exchanges[1]).toMatchObject({ ips: ['203.0.113.24', '203.0.113.57'] });
  });

  it('is explained to anybody in three steps', async () => {
    for (const lang of ['zh', 'en'] as const) {
      const { data } = (await rig.api.ask(indexApi, {}, { lang })) as unknown as { data: Record<string, never[]> };
      expect(data['steps']).toHaveLength(3);
      expect(data['tutorials']).toHaveLength(6);
      expect(data['content']).toContain(lang === 'zh' ? '提现' : 'Withdrawals');
    }
  });
});

describe('what an exchange holds where nobody trades', () => {
  const assetOf = (exchange: string, wallet = 'all') =>
    rig.api.send('GET', `/api/user/asset?exchange=${exchange}&wallet=${wallet}`, undefined, {
      token: rig.person.token,
    });
  const holds = {
    spot: { USDT: ['100', '20'], BTC: ['0.01', '0'], ETH: ['0', '0.5'], DUST: ['7', '0'] },
    futures: ['300', '50'],
  } as const;

  it('is 2002 while it is unbound and 2005 of one that nobody knows', async () => {
    expect([(await assetOf('gate')).code, (await assetOf('mtgox')).code]).toEqual([2002, 2005]);
  });

  it.each([['gate', '2570']] as const)(
    'at %s it is read with its prices, and its last figures outlive an exchange that is away',
    async (exchange, whole) => {
      const key = rig.newKey(exchange, { futures: true, holds });
      expect((await rig.bind(key, { accept_unknown: 1 })).code).toBe(1);
      expect((await assetOf(exchange, 'spot')).data).toMatchObject({
        ...{ exchange, total_value: '2220', stale: 0 },
        list: [
          { coin: 'ETH', available: '0', frozen: '0.5', value: '1500' },
          { coin: 'BTC', available: '0.01', frozen: '0', value: '600' },
          { coin: 'USDT', available: '100', frozen: '20', value: '120' },
          { coin: 'DUST', balance: '7', value: '0' },
        ],
      });
      expect((await assetOf(exchange)).data).toMatchObject({ total_value: whole, stale: 0 });
      rig.fake.instead = [503, '<html>'];
      expect((await assetOf(exchange)).data).toMatchObject({ total_value: whole, stale: 1 });
      rig.fake.instead = null;
    },
  );
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
    expect(await rig.show()).toEqual({ list: [] });
  };
  const send = (body: Record<string, unknown>) => (lang: 'zh' | 'en') =>
    rig.api.send('POST', '/api/user/api', body, { token: rig.person.token, lang });

  it('2001: unknown, malformed, with a wrong secret or a wrong passphrase, and the field is named', async () => {
    const key = rig.newKey('okx');
    await inBoth(2001, send(bodyOf(fakeKey('binance'))), { field: 'api_key' });
    await inBoth(2001, send(bodyOf({ ...fakeKey('binance'), key: 'short' })), { field: 'api_key' });
    await inBoth(2001, send(bodyOf({ ...key, secret: 'x'.repeat(64) })), { field: 'secret_key' });
    await inBoth(2001, send(bodyOf({ ...key, passphrase: 'Other-1' })), { field: 'passphrase' });
    const spaced = { exchange: 'binance', api_key: 'has a space', secret_key: 's' };
    await inBoth(2001, send(spaced), { field: 'api_key' });
    const camel = { exchangeId: 'okx', apiKey: key.key, secretKey: 'x'.repeat(64), passphrase: key.passphrase };
    const answer = await rig.api.send('POST', '/api/exchanges/bind', camel, { token: rig.person.token });
    expect(answer).toMatchObject({ code: 2001, data: { field: 'secretKey' } });
  });

  it('2004: the exchange says what nobody understands', async () => {
    rig.fake.instead = [200, { news: 'none' }];
    await inBoth(2004, send(bodyOf(fakeKey('binance'))));
  });

  it('2005: no such exchange', async () => {
    await inBoth(2005, send({ ...bodyOf(rig.newKey()), exchange: 'mtgox' }), null);
    await inBoth(2005, send({ ...bodyOf(rig.newKey()), exchange: 77 }), null);
    await inBoth(2005, (lang) => rig.remove('mtgox', rig.person, lang), null);
    await inBoth(
      2005,
      (lang) => rig.api.send('GET', '/api/user/api?exchange=mtgox', undefined, { token: rig.person.token, lang }),
      null,
    );
  });

  it('2006: too many requests', async () => {
    rig.fake.instead = [429, { code: -1003, msg: 'Too many requests.' }];
    await inBoth(2006, send(bodyOf(rig.newKey())));
  });

  it('2007: our address is not listed', async () => {
    await inBoth(2007, send(bodyOf(rig.newKey('binance', { ips: ['198.51.100.1'] }))), { unsure: 1 });
  });

  it('2008: it can withdraw', async () => {
    await inBoth(2008, send(bodyOf(rig.newKey('binance', { withdraw: true }))));
    await inBoth(2008, send(bodyOf(rig.newKey('bybit', { withdraw: true }))));
  });

  it('2009: it may not trade, or not even read', async () => {
    await inBoth(2009, send(bodyOf(rig.newKey('binance', { spot: false }))), { missing: 'spot' });
    await inBoth(2009, send(bodyOf(rig.newKey('binance', { read: false }))), { missing: 'read' });
  });

  it('2011, 2012, 2013: a part is missing', async () => {
    const { api_key, secret_key } = bodyOf(rig.newKey('okx'));
    await inBoth(2011, send({ exchange: 'okx', secret_key }), { field: 'api_key' });
    await inBoth(2011, send({ exchange: 'okx', api_key: '  ', secret_key }), { field: 'api_key' });
    await inBoth(2012, send({ exchange: 'okx', api_key }), { field: 'secret_key' });
    await inBoth(2013, send({ exchange: 'okx', api_key, secret_key }), { field: 'passphrase' });
    await inBoth(2013, send({ exchange: 'okx', api_key, secret_key, passphrase: ' ' }), { field: 'passphrase' });
    // The fake is the local exchange's door, too, whose time is asked for all the while.
    expect(rig.fake.asked.filter((path) => !path.startsWith('/v1/'))).toEqual([]);
  });

  it('2014: the key, or the account behind it, is another user’s', async () => {
    const owner = await newPerson(rig.api);
    const key = rig.newKey('binance', { uid: 500_001 });
    expect(await rig.bind(key, {}, owner)).toMatchObject({ code: 1 });
    await inBoth(2014, send(bodyOf(key)));
    await inBoth(2014, send(bodyOf(rig.newKey('binance', { uid: 500_001 }))));
    expect(await rig.bind(rig.newKey('okx', { uid: 500_001 }))).toMatchObject({ code: 1 });
    await rig.remove('okx');
    expect(await rig.remove('binance', owner)).toMatchObject({ code: 1 });
    expect(await rig.bind(key)).toMatchObject({ code: 1 });
  });

  it('2015: the exchange is under maintenance, blocks us, or keeps another time', async () => {
    rig.fake.instead = [503, '<html>maintenance</html>'];
    await inBoth(2015, send(bodyOf(rig.newKey())));
    rig.fake.instead = [451, { code: 0, msg: 'Service unavailable from a restricted location' }];
    await inBoth(2015, send(bodyOf(rig.newKey())));
    rig.fake.instead = [400, { code: -1021, msg: 'Timestamp for this request is outside of the recvWindow.' }];
    await inBoth(2015, send(bodyOf(rig.newKey())));
  });

  it('9010 where no file of master keys is named', async () => {
    const bare = await startApi();
    try {
      const { token } = await newPerson(bare);
      const answer = await bare.send('POST', '/api/user/api', bodyOf(rig.newKey()), { token, lang: 'en' });
      expect(answer).toMatchObject({ code: 9010, msg: textOf(9010, 'en') });
    } finally {
      await bare.close();
    }
  });
});

it('clocks that differ are set right and the key is bound', async () => {
  rig.fake.aheadMs = -90_000;
  expect(await rig.bind(rig.newKey())).toMatchObject({ code: 1 });
});

describe('what is kept', () => {
  const rowsOf = async () =>
    (await rig.api.pool.query('select * from exchange_keys where user_id = $1 order by id', [rig.person.userId])).rows;

  it('holds no part of a key in the clear, and after removal nothing at all but the mask', async () => {
    const key = rig.newKey('okx');
    await rig.bind(key);
    const [row] = await rowsOf();
    const bytes = Buffer.concat(['key_cipher', 'secret_cipher', 'passphrase_cipher'].map((name) => row?.[name]));
    const all = `${JSON.stringify(row)}${bytes.toString('latin1')}${bytes.toString('hex')}`;
    for (const secret of [key.key, key.secret, key.passphrase ?? '']) {
      expect(all).not.toContain(secret);
      expect(all).not.toContain(Buffer.from(secret).toString('hex'));
    }
    await rig.remove('okx');
    const [left] = await rowsOf();
    expect(left).toMatchObject({
      ...{ key_hash: null, master_id: null, wrapped_key: null, key_cipher: null, secret_cipher: null },
      ...{ passphrase_cipher: null, key_mask: row?.['key_mask'], removed_at: expect.any(Date) },
    });
  });

  it('of a replaced set is the new one alone, in the same row', async () => {
    await rig.bind(rig.newKey('binance', { uid: 600_001 }));
    const [before] = await rowsOf();
    expect(await rig.bind(rig.newKey('binance', { uid: 600_001 }))).toMatchObject({
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
    const key = rig.newKey();
    const answers = await Promise.all(Array.from({ length: 4 }, () => rig.bind(key)));
    expect(answers.map(({ code }) => code)).toEqual([1, 1, 1, 1]);
    expect(await rowsOf()).toHaveLength(1);
  });

  it('of somebody else is nobody’s to see or remove', async () => {
    const owner = await newPerson(rig.api);
    const { data } = await rig.bind(rig.newKey(), {}, owner);
    const { id } = data as ShownKey;
    expect(await rig.show('binance')).toBeNull();
    const answer = await rig.api.send('DELETE', `/api/exchanges/bind/${id}`, undefined, { token: rig.person.token });
    expect(answer.code).toBe(2002);
    expect(await rig.show('binance', owner)).toMatchObject({ id });
  });
});
