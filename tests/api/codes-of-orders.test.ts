// Every code about an order (30xx), provoked at the local exchange under a server that trades there, on its own wire, by a key on
// Binance's and by a key on Gate's: as an answer or as a row of the bot's log, in both languages.

import { textOf } from '@cormorant/contract/catalogue.ts';
import { catalogueRows } from '@cormorant/contract/catalogue-rows.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { NewOrder } from '../../apps/server/src/ports/venue.ts';
import { ALL_RIGHTS, ConformanceRig, SPOT } from '../conformance/rig.ts';
import { type ApiServer, newPerson, type Person, startApi, untilHealthy } from './api-server.ts';
import { giveFuel } from './fuel.ts';
import { vaultFile } from './key-rig.ts';

type Lang = 'zh' | 'en';
// biome-ignore lint/suspicious/noExplicitAny: answers of many calls, asserted field by field
type Row = any;
const RULES_MS = 3_600_000;
const soon = { timeout: 30_000, interval: 100 };

let exchange: ConformanceRig;
let api: ApiServer;
let person: Person;
beforeAll(async () => {
  // Prices swing by 600 round 60000, one print after the other as a test makes them.
  [exchange] = await Promise.all([ConformanceRig.open(Date.now, { by: 600, growing: 0 }), import('ccxt')]);
  const { token, url } = exchange.venue;
  api = await startApi({
    ...{ VENUE_URL: url, VENUE_TOKEN: token, VAULT_KEY_FILE: vaultFile() },
    ...{ TRADE_AT: 'binance,gate', EXCHANGE_URLS: `binance=${url},gate=${url}` },
  });
  await untilHealthy(api);
});
afterAll(async () => {
  await api?.close();
  await exchange?.close();
});
beforeEach(async () => {
  person = await newPerson(api);
  await exchange.toOpen();
});
afterEach(() => exchange.faults());

const ask = async (method: string, path: string, body?: unknown, lang: Lang = 'en'): Promise<Row> =>
  api.send(method, path, body, { token: person.token, lang });
const operate = (id: number, action: string, lang: Lang = 'en') =>
  ask('GET', `/api/user/botOperation?id=${id}&action=${action}`, undefined, lang);
const botOf = async (id: number) => (await ask('GET', `/api/user/botDetail?id=${id}`)).data;

/** Where the bots of a row trade. */
type Place = 'local' | 'binance' | 'gate';
interface Wish {
  readonly at?: Place;
  readonly start?: 0 | 1;
  readonly investment?: string;
  readonly symbol?: string;
  readonly type_id?: number;
  readonly params?: object;
}

/** A grid with lines from 59,100 to 60,900, some of them within the next print's reach. */
const create = ({ at = 'local', ...more }: Wish, lang: Lang = 'en'): Promise<Row> => {
  const params = { lower: '59100.5', upper: '60900.5', grid_levels: 8, grid_mode: 'arithmetic' };
  const body = { exchange: at, market: 'spot', symbol: SPOT, type_id: 3, investment: '1000', risk_ack: 1, start: 1 };
  return ask('POST', '/api/user/botCreate', { ...body, params, ...more, request_id: crypto.randomUUID() }, lang);
};

async function made(wish: Wish = {}): Promise<number> {
  const { code, data, msg } = await create(wish);
  expect([code, msg]).toEqual([1, expect.any(String)]);
  return data.id;
}

async function holding(wish: Wish = {}): Promise<number> {
  const id = await made(wish);
  await vi.waitFor(async () => expect(await botOf(id)).toMatchObject({ phase: 'holding' }), soon);
  return id;
}

/** The account of the page that the person's key acts for. */
async function keyed(at: 'binance' | 'gate'): Promise<string> {
  const { account } = await exchange.page('/accounts', { title: 'tester', usdt: '5000' });
  const { key } = await exchange.page('/new', { account: account.id, label: 'test', ...ALL_RIGHTS });
  // Gate does not tell whether a key may withdraw.
  const body = { exchange: at, api_key: key.key, secret_key: key.secret, ...(at === 'gate' && { accept_unknown: 1 }) };
  expect(await ask('POST', '/api/user/api', body)).toMatchObject({ code: 1 });
  await giveFuel(api.pool, person.userId, '5');
  exchange.keys.delete(account.id);
  await exchange.newKey(account.id, ALL_RIGHTS);
  return account.id;
}

async function houseAccount(): Promise<string> {
  const { rows } = await api.pool.query(
    "select account from exchange_accounts where user_id = $1 and exchange = 'local'",
    [person.userId],
  );
  return rows[0].account;
}

/** As the exchange names it, before any bot of its person is there. */
const accountAt = (at: Place): Promise<string> => (at === 'local' ? houseAccount() : keyed(at));
/** By a key the rules of a market are kept for an hour, also those that a fault has changed. */
async function rulesAreForgotten(at: Place): Promise<void> {
  if (at === 'local') return;
  api.clock.advance(RULES_MS);
  // Whoever asks first reads them anew.
  await vi.waitFor(async () => expect(await create({ at, symbol: 'XYZ/USDT' })).toMatchObject({ code: 3005 }), soon);
}
/** Where a key is needed, one is bound. */
const boundAt = async (at: Place): Promise<void> => void (at === 'local' || (await keyed(at)));

/** Takes away the lowest line of the bot, as its owner would do at the exchange; nothing of it is told. */
async function cancelledByHand(at: Place, more: (account: string) => object[] = () => []): Promise<number> {
  const account = await accountAt(at);
  const venue = exchange.house();
  await exchange.faults({ fault: 'drop_event', accounts: [account], events: ['order'] }, ...more(account));
  const id = await holding({ at });
  const { rows } = await vi.waitFor(async () => {
    const lines = "select cid from bot_orders where bot_id = $1 and side = 'buy' and status = 'open' order by price";
    const found = await api.pool.query<{ cid: string }>(lines, [id]);
    expect(found.rows.length).toBeGreaterThan(1);
    return found;
  }, soon);
  expect(await venue.cancel(account, [{ symbol: SPOT, cid: rows[0]?.cid ?? '' }])).toMatchObject([
    { outcome: 'accepted' },
  ]);
  await operate(id, 'pause');
  return id;
}

type Asking = (lang: Lang) => Promise<{ code: number; msg: string }>;
interface Case {
  readonly code: number;
  readonly what: string;
  /** Where it is provoked; absent = on the exchange's own wire and at Gate. */
  readonly on?: readonly Place[];
  /** As they are said: what an answer says, or a row of the log. */
  readonly texts: readonly [zh: string | RegExp, en: string | RegExp];
  readonly provoke: (at: Place) => Promise<Asking>;
}

const answered = (asking: (lang: Lang) => Promise<Row>): Asking => asking;
/** The row with this code in the log of the bot. */
const logged =
  (id: number, code: number): Asking =>
  async (lang) =>
    vi.waitFor(async () => {
      const { list } = (await ask('GET', `/api/user/botActions?id=${id}&page_size=50`, undefined, lang)).data;
      const row = list.find((one: Row) => one.code === code);
      expect(row, JSON.stringify(list.map((one: Row) => [one.code, one.msg]))).toBeDefined();
      return row;
    }, soon);

const cases: readonly Case[] = [
  {
    ...{ code: 3001, what: 'too many open orders' },
    texts: [
      /^交易所拒绝了 [\d.,]+ 的(买入|卖出)单:挂单数已达交易所上限。$/,
      /: Too many open orders for the exchange\.$/,
    ],
    provoke: async (at) => {
      const account = await accountAt(at);
      const id = await made({ at, start: 0 });
      const order = { symbol: SPOT, side: 'buy', type: 'limit', tif: 'gtc', price: '50000', qty: '0.0002' } as const;
      const orders = Array.from(
        { length: 200 },
        (_, at): NewOrder => ({ ...order, cid: `hand${at}`, positionSide: 'net', reduceOnly: false }),
      );
      for (let from = 0; from < 200; from += 50) await exchange.house().place(account, orders.slice(from, from + 50));
      expect(await operate(id, 'start')).toMatchObject({ code: 1 });
      return logged(id, 3001);
    },
  },
  {
    ...{ code: 3002, what: 'an order that the exchange has forgotten' },
    texts: [/^交易所查不到本策略的一张挂单/, /^The exchange does not know an order of this bot any more/],
    provoke: async (at) => {
      // Orders are hidden from reads from their birth.
      const hidden = { fault: 'delayed_reads', ms: 600_000, of: ['orders'] };
      const id = await cancelledByHand(at, (account) => [{ ...hidden, accounts: [account] }]);
      return logged(id, 3002);
    },
  },
  {
    ...{ code: 3003, what: 'a cancel that a trade was quicker than', on: ['binance', 'gate'] },
    texts: [
      /^撤单晚了一步:[\d.,]+ 的买入单已成交,按成交入账。$/,
      /^Too late to cancel: the buy order at [\d.,]+ had filled; the trade is booked\.$/,
    ],
    provoke: async (at) => {
      const account = await accountAt(at);
      const id = await holding({ at });
      // Cancels stay at the door for a while, and meanwhile the price falls through two lines.
      await exchange.faults({ fault: 'slow_request', accounts: [account], calls: ['cancel'], ms: 2_500 });
      const pausing = operate(id, 'pause');
      await vi.waitFor(async () => expect(await botOf(id)).toMatchObject({ status: 'paused' }), soon);
      await exchange.print();
      await pausing;
      return logged(id, 3003);
    },
  },
  {
    ...{ code: 3004, what: 'a cancel of what is cancelled already' },
    texts: [
      /^撤单时,[\d.,]+ 的买入单在交易所已被取消。$/,
      /^The buy order at [\d.,]+ had already been cancelled at the exchange\.$/,
    ],
    provoke: async (at) => logged(await cancelledByHand(at), 3004),
  },
  {
    ...{ code: 3005, what: 'a pair that is not listed', texts: ['交易对无效', 'Invalid trading pair'] },
    provoke: async (at) => {
      await boundAt(at);
      return answered((lang) => create({ at, symbol: 'XYZ/USDT' }, lang));
    },
  },
  {
    ...{ code: 3007, what: 'less than the exchange takes' },
    texts: ['下单金额过小(最小5.25)', 'Order amount too small (minimum 5.25)'],
    provoke: async (at) => {
      await boundAt(at);
      const params = {
        ...{ first_amount: '300', max_positions: '3', multiplier: '1', add_drop: '5', cycle: 'loop', take_profit: '5' },
        ...{ stop_loss: '30', loop_interval: '0', entry: 'now', add_callback: '0', tp_callback: '0' },
      };
      const id = await holding({ at, type_id: 1, params });
      return answered((lang) => operate(id, 'add&amount=1', lang));
    },
  },
  {
    ...{ code: 3009, what: 'a market that is halted', on: ['local'] },
    texts: ['市场已关闭或暂停交易', 'Market closed or halted'],
    provoke: async (at) => {
      const id = await made({ at, start: 0 });
      await exchange.faults({ fault: 'delisting', symbols: [SPOT] });
      await exchange.house().clock();
      return answered((lang) => operate(id, 'start', lang));
    },
  },
  {
    ...{ code: 3010, what: 'more than there is', texts: ['资金不足', 'Insufficient funds'] },
    provoke: async (at) => {
      await boundAt(at);
      return answered((lang) => create({ at, investment: '20000' }, lang));
    },
  },
  {
    ...{ code: 3011, what: 'an add after panic', texts: ['交易已被禁用', 'Trading is disabled'] },
    provoke: async (at) => {
      await boundAt(at);
      const id = await holding({ at });
      expect(await ask('POST', '/api/user/botPanic', { request_id: crypto.randomUUID() })).toMatchObject({ code: 1 });
      return answered((lang) => operate(id, 'add', lang));
    },
  },
  {
    ...{ code: 3008, what: 'a greatest quantity that has shrunk' },
    texts: [/:数量高于交易所最大值。$/, /: Quantity above the exchange’s maximum\.$/],
    provoke: async (at) => {
      await boundAt(at);
      await rulesAreForgotten(at);
      const id = await holding({ at });
      // Lines that fill are to be sold again, and the server has read the greater maximum.
      await exchange.faults({ fault: 'filter_change', symbols: [SPOT], max_qty: '0.0005' });
      await exchange.print();
      return logged(id, 3008);
    },
  },
  {
    ...{ code: 3006, what: 'a tick that has grown' },
    texts: [
      /^交易所拒绝了 [\d.,]+ 的(买入|卖出)单:价格不符合最小变动单位。$/,
      /: Price is not a multiple of the tick\.$/,
    ],
    provoke: async (at) => {
      await boundAt(at);
      await rulesAreForgotten(at);
      const id = await holding({ at });
      await exchange.faults({ fault: 'filter_change', symbols: [SPOT], tick: '10' });
      await exchange.print();
      return logged(id, 3006);
    },
  },
  // The last one: it takes a while until a market that was halted is followed again.
  {
    ...{ code: 3009, what: 'a market that was halted since its rules were read', on: ['gate'] },
    texts: ['交易所拒绝了下单:市场已关闭或暂停交易。', /^The exchange refused .*[Mm]arket closed or halted\.$/],
    provoke: async (at) => {
      await boundAt(at);
      await rulesAreForgotten(at);
      const id = await made({ at, start: 0 });
      await exchange.faults({ fault: 'delisting', symbols: [SPOT] });
      expect(await operate(id, 'start')).toMatchObject({ code: 1 });
      return logged(id, 3009);
    },
  },
];

const rows = cases.flatMap((one) => (one.on ?? (['local', 'gate'] as const)).map((at) => ({ ...one, at })));

it.each(rows)('$code at $at: $what', async ({ at: place, code, provoke, texts }) => {
  const asking = await provoke(place);
  for (const [at, lang] of (['zh', 'en'] as const).entries()) {
    const said = await asking(lang);
    expect(said).toMatchObject({ code });
    const text = texts[at] ?? '';
    if (typeof text === 'string') expect(said.msg).toBe(text);
    else expect(said.msg).toMatch(text);
  }
});

it('every code of the catalogue about orders has a row', () => {
  const codes = catalogueRows.map(({ code }) => code).filter((code) => code > 3000 && code < 3100);
  for (const place of ['local', 'gate'] as const) {
    const told = rows.filter(({ at }) => at === place || (place === 'local' && at === 'binance'));
    expect(told.map(({ code }) => code).sort((a, b) => a - b)).toEqual(codes);
  }
});

it('is called the same in the catalogue, in both languages', () => {
  expect([3001, 3002, 3003, 3004].map((code) => [textOf(code, 'zh'), textOf(code, 'en')])).toEqual([
    ['下单失败', 'Order failed'],
    ['订单不存在', 'Order not found'],
    ['订单已成交', 'Order already filled'],
    ['订单已取消', 'Order already cancelled'],
  ]);
});
