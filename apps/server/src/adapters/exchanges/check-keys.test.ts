// Keys tried over real HTTP by the real client: what each of the five exchanges says of whose a key is and what it may do,
// and what each of their refusals means. Never longer than its time, and never to a host that is not in the table.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FakeExchange, type FakeKey, fakeKey, startFakeExchange } from '../../../../../tests/api/fake-exchange.ts';
import type { KeyProbe } from '../../ports/key-probe.ts';
import { Secret } from '../../ports/secret.ts';
import { createKeyProbe } from './check-keys.ts';
import { ExchangeBudgets } from './exchange-budgets.ts';
import { guardedFetch } from './transport/guarded-fetch.ts';
import { exchangeHosts } from './transport/hosts.ts';

const codes = ['binance', 'okx', 'bybit', 'bitget', 'gate'] as const;
let fake: FakeExchange;
let probe: KeyProbe;
beforeAll(async () => {
  fake = await startFakeExchange();
  probe = createKeyProbe({ hosts: exchangeHosts(new Map(codes.map((code) => [code, fake.url]))) });
});
afterAll(() => fake.close());
beforeEach(() => {
  Object.assign(fake, { keys: [], instead: null, next: [], aheadMs: 0 });
  fake.asked.length = 0;
});

function newKey(exchange: FakeKey['exchange'], more: Partial<FakeKey> = {}): FakeKey {
  const key = fakeKey(exchange, more);
  fake.keys.push(key);
  return key;
}

const tried = ({ exchange, key, passphrase, secret }: FakeKey, by: KeyProbe = probe) =>
  by.probe(exchange, {
    apiKey: new Secret(key),
    secretKey: new Secret(secret),
    passphrase: passphrase === undefined ? null : new Secret(passphrase),
  });

describe.each(codes)('%s', (exchange) => {
  it('tells whose a key is, what it may do and from where', async () => {
    // Only what is listed is known of Gate.
    const withdraw = exchange === 'gate' ? null : false;
    const futures = exchange === 'okx'; // one right for both there
    expect(await tried(newKey(exchange, { uid: 4711 }))).toEqual({
      ...{ outcome: 'good', accountUid: '4711', ipBound: false, expiresAtMs: null },
      // There one right stands for trading and for this.
      rights: { read: true, spot: true, futures, withdraw, transfer: exchange === 'okx' ? null : false },
    });
    const mover = newKey(exchange, { transfer: true });
    expect(await tried(mover)).toMatchObject({ rights: { transfer: exchange === 'okx' ? null : true } });
    const full = newKey(exchange, { futures: true, withdraw: true, ips: [fake.callerIp] });
    expect(await tried(full)).toMatchObject({
      ...{ outcome: 'good', ipBound: true },
      rights: { spot: true, futures: true, withdraw: true },
    });
    const reader = newKey(exchange, { spot: false });
    expect(await tried(reader)).toMatchObject({ outcome: 'good', rights: { read: true, spot: false } });
  });

  it('refuses an unknown key, a wrong secret, a wrong passphrase and an address that is not listed', async () => {
    const key = newKey(exchange);
    expect(await tried(fakeKey(exchange))).toMatchObject({ outcome: 'refused', part: 'key' });
    expect(await tried({ ...key, secret: 'x'.repeat(64) })).toMatchObject({ outcome: 'refused', part: 'secret' });
    if (key.passphrase !== undefined) {
      expect(await tried({ ...key, passphrase: 'Other-1' })).toMatchObject({ outcome: 'refused', part: 'passphrase' });
    }
    key.ips = ['198.51.100.1'];
    expect(await tried(key)).toMatchObject({ outcome: 'refused', part: 'address' });
  });

  it.each([-60_000, 60_000])('is asked for its clock once when it differs by %i ms', async (aheadMs) => {
    fake.aheadMs = aheadMs;
    expect(await tried(newKey(exchange))).toMatchObject({ outcome: 'good' });
    expect(fake.asked.filter((path) => path.endsWith('/time'))).toHaveLength(1);
  });

  it.each([
    [429, '<html>', 'limited'],
    [503, '<html>maintenance</html>', 'away'],
    [502, '', 'away'],
    [403, '<html>firewall</html>', 'away'],
    [451, '{"code":0,"msg":"Service unavailable from a restricted location"}', 'away'],
    [200, '{}', 'strange'],
    [200, '[]', 'strange'],
    [200, '{"data":[{"uid":5,"perm":7}],"uid":{},"result":null}', 'strange'],
    [302, '', 'strange'],
  ] as const)('says nothing of a key by HTTP %i %j: %s', async (status, body, reason) => {
    fake.instead = [status, body];
    expect(await tried(newKey(exchange))).toMatchObject({ outcome: 'unknown', reason });
    expect(fake.asked).toHaveLength(1);
  });
});

it('words of its own in an answer to a request too many, and of a fault, are understood', async () => {
  for (const [exchange, body, reason] of [
    ['binance', { code: -1003, msg: 'Too many requests' }, 'limited'],
    ['okx', { code: '50011', msg: '', data: [] }, 'limited'],
    ['bybit', { retCode: 10006 }, 'limited'],
    ['gate', { label: 'TOO_MANY_REQUESTS' }, 'limited'],
    ['okx', { code: '50001', msg: '', data: [] }, 'away'],
    ['bybit', { retCode: 10016 }, 'away'],
  ] as const) {
    fake.instead = [exchange === 'binance' ? 400 : 200, body];
    expect(await tried(newKey(exchange)), exchange).toMatchObject({ outcome: 'unknown', reason });
  }
});

it('ends in its time when nothing answers, and where nobody listens', async () => {
  fake.instead = 'silence';
  const hosts = exchangeHosts(new Map([['binance', fake.url]]));
  const hasty = createKeyProbe({ hosts, withinMs: 300 });
  expect(await tried(newKey('binance'), hasty)).toMatchObject({ outcome: 'unknown', reason: 'away' });
  const nobody = createKeyProbe({ hosts: exchangeHosts(new Map([['binance', 'http://127.0.0.1:1']])) });
  expect(await tried(newKey('binance'), nobody)).toMatchObject({ outcome: 'unknown', reason: 'away' });
});

it('what could not be sent is not told as an exchange that is away', async () => {
  for (const exchange of ['okx', 'bitget'] as const) {
    const outcome = await tried({ ...newKey(exchange), passphrase: '密码' });
    expect(outcome, exchange).toMatchObject({ outcome: 'unknown', reason: 'strange' });
  }
  expect(fake.asked).toEqual([]);
});

it('an exchange that sent us away is not asked again by the next key until the time is over', async () => {
  const budgets = new ExchangeBudgets({ nowMs: () => 0 }, async () => {});
  const heeding = createKeyProbe({ hosts: exchangeHosts(new Map([['okx', fake.url]])), budgets });
  fake.instead = [429, '{}'];
  expect(await tried(newKey('okx'), heeding)).toMatchObject({ outcome: 'unknown', reason: 'limited' });
  fake.instead = null;
  const before = fake.asked.length;
  expect(await tried(newKey('okx'), heeding)).toMatchObject({ outcome: 'unknown', reason: 'limited' });
  expect(fake.asked).toHaveLength(before);
});

it('tells in its words neither key nor secret', async () => {
  const key = fakeKey('binance');
  const outcome = JSON.stringify(await tried(key));
  expect(outcome).toContain('-2008');
  for (const secret of [key.key, key.secret]) expect(outcome).not.toContain(secret);
});

it.each(codes)('%s names no code that is neither known nor a small number', async (exchange) => {
  const key = newKey(exchange);
  for (const said of [key.key, key.secret, 'constructor', '1'.repeat(100_000)]) {
    fake.instead = [400, { code: said, retCode: said, label: said }];
    expect(await tried(key)).toEqual({ outcome: 'unknown', reason: 'strange', detail: 'HTTP 400, code unknown' });
  }
  fake.instead = [400, { code: -9000, retCode: -9000, label: -9000 }];
  expect(await tried(key)).toMatchObject({ detail: 'HTTP 400, code -9000' });
});

it('an exchange without hosts is not asked, and a host outside its row is not reached', async () => {
  const none = createKeyProbe({ hosts: new Map() });
  expect(await tried(fakeKey('okx'), none)).toMatchObject({ outcome: 'unknown', reason: 'strange' });
  const { fetch } = guardedFetch(new Set(['api.binance.com']), AbortSignal.timeout(1_000));
  await expect(fetch(fake.url)).rejects.toThrow('not allowed');
  expect(fake.asked).toEqual([]);
  const hosts = exchangeHosts(new Map());
  expect([...(hosts.get('binance')?.allowed ?? [])]).toEqual([
    ...['api.binance.com', 'fapi.binance.com'],
    ...['stream.binance.com:9443', 'ws-api.binance.com', 'fstream.binance.com'],
  ]);
  expect(hosts.has('local')).toBe(false);
});
