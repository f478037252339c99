// What a bound exchange holds, where nobody may trade: read through the key on both wires, valued by that exchange's own
// prices; while it does not answer, the last figures with their time, also by a process that never read them.
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newPerson, startApi } from './api-server.ts';
import { vaultFile } from './key-rig.ts';
import { type LocalKeys, type MadeKey, openLocalKeys } from './local-exchange-keys.ts';

let rig: LocalKeys;
beforeAll(async () => {
  rig = await openLocalKeys({});
});
afterAll(() => rig.close());

async function buyBtc({ key, secret }: MadeKey, usdt: string): Promise<void> {
  const order = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quoteOrderQty: usdt, timestamp: `${Date.now()}` };
  const query = new URLSearchParams(order).toString();
  const signature = createHmac('sha256', secret).update(query).digest('hex');
  const { status } = await fetch(`${rig.venue.url}/api/v3/order?${query}&signature=${signature}`, {
    ...{ method: 'POST', headers: { 'x-mbx-apikey': key } },
  });
  expect(status).toBe(200);
}

it('a key that may not act on contracts shows what is on spot', async () => {
  const key = await rig.newKey(await rig.newAccount(), { futures: '' });
  expect(await rig.bind(key, 'local')).toMatchObject({ code: 1 });
  const { code, data } = await rig.ask('GET', '/api/user/asset?exchange=local');
  expect([code, data.stale]).toEqual([1, 0]);
  const [bound] = data.accounts.filter(({ wire }: { wire: string }) => wire === 'key');
  expect(bound).toMatchObject({ market_split: { futures: '0' }, code: 0 });
  expect(Number(bound.value)).toBeGreaterThan(6_900);
});

it('nothing that a person owns leaves the total when a key is bound, goes bad or is removed', async () => {
  rig.person = await newPerson(rig.api);
  const total = async (wallet = 'all') =>
    (await rig.ask('GET', `/api/user/asset?exchange=local&wallet=${wallet}`)).data;
  await expect.poll(async () => (await total())?.accounts).toMatchObject([{ wire: 'house', code: 0 }]);
  const before = await total();
  const account = await rig.newAccount();
  expect(await rig.bind(await rig.newKey(account), 'local')).toMatchObject({ code: 1 });

  const both = await total();
  const parts = both.accounts.map(({ value, wire }: { value: string; wire: string }) => [wire, Number(value)]);
  expect(new Map(parts)).toEqual(
    new Map([
      ['house', Number(before.total_value)],
      ['key', 14_000],
    ]),
  );
  expect(Number(both.total_value)).toBe(Number(before.total_value) + 14_000);
  for (const figure of ['balance', 'available', 'value'])
    expect(Number(both.list[0][figure]), figure).toBe(Number(before.list[0][figure]) + 14_000);
  // What new bots may use is still the one account.
  expect(Number((await total('spot')).total_value)).toBe(7_000);

  await rig.faults({ id: 'night', fault: 'maintenance', accounts: [account] });
  expect(await total()).toMatchObject({ total_value: both.total_value, stale: 1 });
  await rig.faults();

  const removed = await rig.ask('DELETE', '/api/user/api?exchange=local');
  expect(removed.code, removed.msg).toBe(1);
  const left = await total();
  expect(left.total_value).toBe(before.total_value);
  expect(left.accounts).toContainEqual({
    wire: 'key',
    market_split: { spot: '0', futures: '0' },
    value: null,
    code: 2002,
  });
});

it.each(['binance', 'okx'] as const)('%s, where nobody may trade', async (exchange) => {
  const account = await rig.newAccount();
  const key = await rig.newKey(account, exchange === 'okx' ? { passphrase: 'Right-Words-1' } : {});
  await buyBtc(exchange === 'okx' ? await rig.newKey(account) : key, '3500');
  const path = `/api/user/asset?exchange=${exchange}`;
  expect((await rig.ask('GET', path)).code).toBe(2002);
  expect(await rig.bind(key, exchange)).toMatchObject({ code: 1 });

  await rig.faults({ id: 'night', fault: 'maintenance', accounts: [account] });
  for (const [lang, msg] of [
    ['zh', '交易所维护或暂不可用'],
    ['en', 'Exchange under maintenance or unavailable'],
  ] as const)
    expect(await rig.ask('GET', path, undefined, lang)).toMatchObject({ code: 2015, msg });

  await rig.faults();
  const all = (await rig.ask('GET', path)).data;
  const { code, data } = await rig.ask('GET', `${path}&wallet=spot`);
  expect([code, data.stale, data.list.map(({ coin }: { coin: string }) => coin).sort()]).toEqual([
    1,
    0,
    ['BTC', 'USDT'],
  ]);
  // The whole account: at Binance contracts have a wallet of their own, at OKX it is the same one.
  const futures = exchange === 'okx' ? 0 : 7_000;
  for (const [{ total_value }, beside] of [
    [data, 0],
    [all, futures],
  ]) {
    expect(Number(total_value)).toBeGreaterThan(6_800 + beside);
    expect(Number(total_value)).toBeLessThan(7_200 + beside);
  }

  await rig.faults({ id: 'night', fault: 'maintenance', accounts: [account] });
  const last = { ...data, stale: 1 };
  expect(await rig.ask('GET', `${path}&wallet=spot`)).toMatchObject({ code: 1, data: last });
  const other = await startApi({
    ...{ VAULT_KEY_FILE: vaultFile(), VENUE_URL: rig.venue.url, VENUE_TOKEN: rig.venue.token },
    EXCHANGE_URLS: `${exchange}=${rig.venue.url}`,
    DATABASE_URL: String(rig.api.pool.options.connectionString),
  });
  const answer = await other.send('GET', `${path}&wallet=spot`, undefined, { token: rig.person.token });
  await other.close();
  await rig.faults();
  expect(answer).toMatchObject({ code: 1, data: last });
  const { rows } = await rig.api.pool.query('select wallet from asset_snapshots where exchange = $1 order by 1', [
    exchange,
  ]);
  expect(rows).toEqual([{ wallet: 'all' }, { wallet: 'spot' }]);
});
