// Bots on the account behind a key that a person made at the local exchange: bound, it is where new bots trade and what the
// asset call shows; it cannot go while they need it; revoked, they pause until it is good again.
import { textOf } from '@cormorant/contract/catalogue.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { gridBody, newPerson } from './api-server.ts';
import { giveFuel } from './fuel.ts';
import type { Lang } from './key-rig.ts';
import { type LocalKeys, type MadeKey, openLocalKeys } from './local-exchange-keys.ts';

const soon = { timeout: 40_000, interval: 250 };

const tradedAt = ['binance', 'okx', 'bybit', 'bitget', 'gate'];

let rig: LocalKeys;
let api: LocalKeys['api'];
beforeAll(async () => {
  rig = await openLocalKeys({ TRADE_AT: tradedAt.join(',') });
  api = rig.api;
});
afterAll(() => rig.close());
beforeEach(async () => {
  rig.person = await newPerson(api);
});

const ask = (...asked: Parameters<LocalKeys['ask']>) => rig.ask(...asked);
const bind = (key: MadeKey, exchange = 'local', lang: Lang = 'en') => rig.bind(key, exchange, lang);
const newAccount = (usdt?: string) => rig.newAccount(usdt);
const newKey = (...made: Parameters<LocalKeys['newKey']>) => rig.newKey(...made);
const page = (...sent: Parameters<LocalKeys['page']>) => rig.page(...sent);
// biome-ignore lint/suspicious/noExplicitAny: answers of many calls, asserted field by field
type Row = any;
const operate = (id: number, action: string, lang: Lang = 'en') =>
  ask('GET', `/api/user/botOperation?id=${id}&action=${action}`, undefined, lang);
const botOf = async (id: number) => (await ask('GET', '/api/user/botList')).data.list.find((bot: Row) => bot.id === id);
const keyOf = async (id: number) => (await ask('GET', `/api/user/botDetail?id=${id}`)).data.key;
const assetAt = async (exchange: string) => (await ask('GET', `/api/user/asset?exchange=${exchange}&wallet=spot`)).data;

let grids = 0;
async function startGrid(): Promise<number> {
  grids += 1; // the same twice within seconds is taken for one
  const { code, data, msg } = await ask(
    'POST',
    '/api/user/botCreate',
    await gridBody(api, { start: 1, investment: `${500 + grids}` }),
  );
  expect([code, msg, data?.warnings]).toEqual([1, expect.any(String), []]);
  return data.id;
}

describe('what the contract takes of a market', () => {
  const ends = ['0', '1', '1230767999999', '99999999999999', String(Number.MAX_SAFE_INTEGER)];

  it.each(tradedAt)('%s answers, or is not asked', async (exchange) => {
    const listed = async (): Promise<Row[]> =>
      ((await api.send('GET', `/api/market/symbols?exchange=${exchange}`)).data as Row)?.list ?? [];
    await vi.waitFor(async () => expect(await listed()).not.toEqual([]), soon);
    // Binance tells contracts where a key is bound.
    const markets = new Set((await listed()).map((row) => row.market));
    for (const market of markets) {
      const asked = `/api/market/candles?exchange=${exchange}&market=${market}&symbol=BTC/USDT&limit=2`;
      const { data } = await api.send('GET', asked);
      const lengthAt = async (end: string) => {
        const answer = await api.send('GET', `${asked}&end=${end}`);
        expect([exchange, market, end, answer.status, answer.code]).toEqual([exchange, market, end, 200, 1]);
        return (answer.data as Row).list.length;
      };
      // Before the first candle there is none; a time to come is as good as no time.
      expect(await Promise.all(ends.map(lengthAt))).toEqual([0, 0, 0, 2, 2]);
      expect((data as Row).list).toHaveLength(2);
    }
  });
});

describe('a key of the local exchange', () => {
  it('gives new bots its account; those of before stay on theirs; it cannot go while they need it: 2010', async () => {
    const old = await startGrid();
    expect((await assetAt('local')).total_value).toMatch(/^(9999|10000)/);
    const account = await newAccount();
    const first = await newKey(account);
    expect(await bind(first)).toMatchObject({ code: 1 });
    expect((await assetAt('local')).total_value).toMatch(/^7000/);
    const bot = await startGrid();
    await vi.waitFor(async () => expect(await botOf(bot)).toMatchObject({ status: 'running', phase: 'holding' }), soon);
    // Its coin was bought on the key's account.
    await vi.waitFor(
      async () => expect((await assetAt('local')).list.map(({ coin }: Row) => coin)).toContain('BTC'),
      soon,
    );
    for (const lang of ['zh', 'en'] as const) {
      const refused = await ask('DELETE', '/api/user/api?exchange=local', undefined, lang);
      expect(refused).toMatchObject({ code: 2010, msg: textOf(2010, lang) });
    }
    expect(await bind(await newKey(await newAccount()))).toMatchObject({ code: 2010 });
    const second = await newKey(account);
    expect(await bind(second)).toMatchObject({ code: 1 });
    // Whose account each trades on is told; of the exchange's own there is no key.
    const mask = `${second.key.slice(0, 4)}****${second.key.slice(-4)}`;
    expect(await keyOf(bot)).toMatchObject({ label: '', key_mask: mask });
    expect(await keyOf(old)).toBeUndefined();
    expect(await operate(bot, 'stop')).toMatchObject({ code: 1 });
    await vi.waitFor(async () => expect(await botOf(bot)).toMatchObject({ status: 'stopped' }), soon);
    expect((await botOf(old)).status).toBe('running');
    await vi.waitFor(async () => expect((await ask('DELETE', '/api/user/api?exchange=local')).code).toBe(1), soon);
    expect(await keyOf(bot)).toBeNull();
    await operate(old, 'stop');
  });

  it('that is revoked pauses its bots with reason api; they start and resume only on a good one', async () => {
    const account = await newAccount();
    const made = await newKey(account);
    await bind(made);
    const bot = await startGrid();
    await vi.waitFor(async () => expect(await botOf(bot)).toMatchObject({ phase: 'holding' }), soon);
    await page('/revoke', { key: made.key });
    // The six-hourly check, now.
    await api.pool.query('update exchange_keys set next_check_at = created_at where user_id = $1', [rig.person.userId]);
    const paused = { status: 'paused', pause_reason: 'api' };
    await vi.waitFor(async () => expect(await botOf(bot)).toMatchObject(paused), soon);
    for (const lang of ['zh', 'en'] as const) {
      const refused = { code: 2001, msg: textOf(2001, lang), data: { go: '/bind/local' } };
      expect(await operate(bot, 'resume', lang)).toMatchObject(refused);
    }
    expect(await bind(await newKey(account))).toMatchObject({ code: 1 });
    expect(await operate(bot, 'resume')).toMatchObject({ code: 1, data: { status: 'running' } });
    await operate(bot, 'stop');
  });
});

describe('an exchange that the operator has turned on', () => {
  it('is one where bots trade: its markets are told by its own, and without a key everything says so: 2002', async () => {
    const { exchanges } = (await ask('GET', '/api/market/exchanges')).data;
    const trading = exchanges.filter(({ trade }: Row) => trade === 1).map(({ code }: Row) => code);
    expect(trading).toEqual(['local', ...tradedAt]);
    await vi.waitFor(async () => {
      const { data } = await ask('GET', '/api/market/symbols?exchange=binance&market=spot&latest=1');
      const btc = data.list.find(({ symbol }: Row) => symbol === 'BTC/USDT');
      expect(btc).toMatchObject({ exchange: 'binance', simulated: 0, status: 'trading', last: expect.any(String) });
    }, soon);
    const candles = await ask(
      'GET',
      '/api/market/candles?exchange=binance&market=spot&symbol=BTC/USDT&timeframe=1h&limit=3',
    );
    expect(candles.data.list).toHaveLength(3);
    const price = await ask('GET', '/api/market/price?symbols=binance:spot:BTC/USDT');
    expect(price.data.list).toHaveLength(1);
    for (const lang of ['zh', 'en'] as const) {
      const refused = { code: 2002, msg: textOf(2002, lang), data: { exchange: 'binance', go: '/bind/binance' } };
      const body = await gridBody(api, { exchange: 'binance', start: 1 });
      expect(await ask('POST', '/api/user/botCreate', body, lang)).toMatchObject(refused);
      expect(await ask('GET', '/api/user/asset?exchange=binance', undefined, lang)).toMatchObject(refused);
    }
  });

  it('is traded at by a key: balances, a bot, and a bot over both exchanges', async () => {
    const account = await newAccount('8000');
    expect(await bind(await newKey(account), 'binance')).toMatchObject({ code: 1 });
    expect(await assetAt('binance')).toMatchObject({ exchange: 'binance', stale: 0, total_value: '8000' });
    const cross = {
      ...{ exchange: 'local', market: 'spot', symbol: 'BTC/USDT', type_id: 7, investment: '1000', risk_ack: 1 },
      params: { kind: 'cross', exchange_b: 'binance' },
    };
    const poor = await ask('POST', '/api/user/botCreate', { ...cross, start: 1 });
    expect(poor).toMatchObject({ code: 3010, data: { coin: 'BTC', exchange: 'binance', wallet: 'spot' } });
    const { data } = await ask('POST', '/api/user/botCreate', { ...cross, start: 0 });
    const detail = (await ask('GET', `/api/user/botDetail?id=${data.id}`)).data;
    expect([detail.can.start, detail.legs.length]).toEqual([1, 2]);
  });

  it('costs fuel: none starts a bot without it (4106), a used-up tank pauses all that run, a refill lets them go on', async () => {
    const account = await newAccount('8000');
    await bind(await newKey(account), 'binance');
    const bodies = await Promise.all(
      ['BTC/USDT', 'ETH/USDT'].map((symbol) => gridBody(api, { exchange: 'binance', symbol, start: 1 })),
    );
    const empty = { fuel: '0', need: '1', go: '/my/asset/fuel?sheet=convert' };
    for (const lang of ['zh', 'en'] as const) {
      const refused = await ask('POST', '/api/user/botCreate', { ...bodies[0], name: lang }, lang);
      expect(refused).toMatchObject({ code: 4106, msg: textOf(4106, lang), data: empty });
    }
    await giveFuel(api.pool, rig.person.userId, '5');
    const ids: number[] = [];
    for (const body of bodies) {
      const made = await ask('POST', '/api/user/botCreate', body);
      expect(made).toMatchObject({ code: 1 });
      ids.push(made.data.id);
    }
    const [first = 0] = ids;
    for (const id of ids)
      await vi.waitFor(async () => expect(await botOf(id)).toMatchObject({ phase: 'holding' }), soon);
    expect((await api.pool.query('select fuel_rate_bp from bots where id = $1', [first])).rows[0].fuel_rate_bp).toBe(
      2000,
    );
    // A pair of an hour ago that earned 40.
    await api.pool.query(
      `insert into settlements (user_id, bot_id, exchange, market, symbol, simulate, purpose, pair_id, qty, gross, fee, net,
         market_ms, booked_at) values ($1, $2, 'binance', 'spot', 'BTC/USDT', false, 'grid', 1, 1, 41, 1, 40, 1000,
         now() - interval '2 hours')`,
      [rig.person.userId, first],
    );
    for (const id of ids)
      await vi.waitFor(
        async () => expect(await botOf(id)).toMatchObject({ status: 'paused', pause_reason: 'fuel' }),
        soon,
      );
    const owing = { code: 4106, data: { ...empty, fuel: '-3' } };
    expect(await operate(first, 'resume')).toMatchObject(owing);
    const { data: log } = await ask('GET', `/api/user/botActions?id=${first}&page_size=50`);
    const charged = log.list.find(({ fuel }: Row) => fuel === '8');
    expect(charged?.msg).toContain('3 of it is owed');
    await giveFuel(api.pool, rig.person.userId, '3.5');
    expect(await operate(first, 'resume')).toMatchObject({ code: 4106, data: { fuel: '0.5' } });
    await giveFuel(api.pool, rig.person.userId, '0.5');
    for (const id of ids) expect(await operate(id, 'resume')).toMatchObject({ code: 1, data: { status: 'running' } });
    for (const id of ids) await operate(id, 'stop');
  });
});

describe('OKX, as the local exchange speaks it', () => {
  it('is traded at by a key with a passphrase', async () => {
    const account = await newAccount('8000');
    expect(await bind(await newKey(account, { passphrase: 'Right-Words-1' }), 'okx')).toMatchObject({ code: 1 });
    expect(await assetAt('okx')).toMatchObject({ exchange: 'okx', stale: 0, total_value: '8000' });
    await giveFuel(api.pool, rig.person.userId, '5');
    const made = await ask('POST', '/api/user/botCreate', await gridBody(api, { exchange: 'okx', start: 1 }));
    expect([made.code, made.msg, made.data]).toEqual([1, expect.any(String), expect.anything()]);
    const bot = made.data.id;
    await vi.waitFor(async () => expect(await botOf(bot)).toMatchObject({ status: 'running', phase: 'holding' }), soon);
    const coins = async () => (await assetAt('okx')).list.map(({ coin }: Row) => coin);
    await vi.waitFor(async () => expect(await coins()).toContain('BTC'), soon);
    await operate(bot, 'stop');
    await vi.waitFor(async () => expect(await botOf(bot)).toMatchObject({ status: 'stopped' }), soon);
  });
});
