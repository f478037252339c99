// What a new bot needs of its exchanges: each lack is refused with its own code, in words of both languages, naming where it
// is and the way out. A bot over two exchanges needs both: cash here, coin there.
import { textOf } from '@cormorant/contract/catalogue.ts';
import { beforeEach, expect, it } from 'vitest';
import type { ExchangeAccount } from '../../ports/account-store.ts';
import type { MarketSide, Standing } from '../../ports/bot-runner.ts';
import type { KeyRecord } from '../../ports/key-store.ts';
import type { Refusal } from '../../ports/refusal.ts';
import type { VenueSymbol } from '../../ports/venue.ts';
import type { CallContext } from '../handler.ts';
import type { BotDeps } from './bot-deps.ts';
import { createBot } from './create-bot.ts';

const rules: VenueSymbol = {
  ...{ symbol: 'BTC/USDT', market: 'spot', base: 'BTC', quote: 'USDT', tick: '0.01', step: '0.00001' },
  ...{ minQty: '0.00001', maxQty: '50', minNotional: '5', minPrice: '0.01', maxPrice: '1000000' },
  ...{ maxOpenOrders: 200, maker: '0.001', taker: '0.001', feeAsset: 'received', status: 'trading' },
};
const house: ExchangeAccount = { id: 1, userId: 1, exchange: 'local', wire: 'house', ref: 'r', account: 'a' };
const keyed: ExchangeAccount = { id: 2, userId: 1, exchange: 'binance', wire: 'key', ref: 'k', account: '7' };

const rights = { read: true, spot: true, futures: true, withdraw: false, transfer: null };
const goodKey = { status: 'valid' as const, lastErrorCode: null, rights };
/** Two exchanges, a key of the second, and enough of everything. */
const rich = () => ({
  places: { local: { open: true, rules }, binance: { open: true, rules } } as Record<
    string,
    { open: boolean; rules: VenueSymbol | undefined } | undefined
  >,
  key: goodKey as Pick<KeyRecord, 'status' | 'lastErrorCode' | 'rights'> | null,
  free: { 'local USDT': '500', 'binance USDT': '500', 'binance BTC': '0.00833333' } as Record<string, string>,
  asked: [] as string[],
  made: 0,
  started: { outcome: 'done', value: { id: 9, status: 'running', phase: 'idle' } } as object,
});
let world = rich();
beforeEach(() => {
  world = rich();
});

const deps = {
  markets: {
    exchange: (code: string) => {
      const place = world.places[code];
      return place && { simSpot: false, open: place.open };
    },
    symbol: (code: string) => world.places[code]?.rules,
    quote: (code: string) => (world.places[code] ? { last: '60000', atMs: 1, change24h: '0' } : undefined),
    outlook: async () => ({ worst: null, funding: null }),
    nowMs: () => 1,
  },
  accounts: {
    forNew: async (_userId: number, exchange: string) => {
      if (exchange === 'local') return house;
      return exchange === 'binance' && world.key?.status === 'valid' ? keyed : null;
    },
  },
  keys: { of: async () => world.key },
  settings: { get: (key: string) => ({ max_leverage: 10, max_bots: 50, fuel_min_start: 0 })[key] },
  store: { bots: async () => [], bot: async () => null },
  runner: {
    standing: async (_userId: number, { exchange, quote }: MarketSide) => {
      world.asked.push(`${exchange} ${quote}`);
      const value: Standing = { free: world.free[`${exchange} ${quote}`] ?? '0', twin: null };
      return { outcome: 'done', value };
    },
    create: async () => {
      world.made += 1;
      return { outcome: 'done', value: { id: 9, again: false } };
    },
    operate: async () => world.started,
  },
} as unknown as BotDeps;

const grid = { type_id: 3, params: { lower: '50000', upper: '70000', grid_mode: 'arithmetic' } };
const cross = { type_id: 7, params: { kind: 'cross', exchange_b: 'binance' } };
const said: string[] = [];
const say = (key: string) => void said.push(key);
const context = { userId: 1, lang: 'en', requestId: null, say } as unknown as CallContext;

async function create(more: Record<string, unknown>) {
  const body = {
    exchange: 'local',
    market: 'spot',
    symbol: 'BTC/USDT',
    simulate: 0,
    start: 1,
    investment: '1000',
    ...more,
  };
  try {
    return { data: await createBot(deps)({ query: {}, body } as never, context) };
  } catch (error) {
    const { code, detail } = error as Refusal;
    if (detail === undefined) throw error;
    return { code, data: detail.data, texts: (['zh', 'en'] as const).map((lang) => textOf(code, lang, detail.params)) };
  }
}

it('over two exchanges starts with cash at its own and the coin at the other', async () => {
  expect(await create(cross)).toMatchObject({ data: { id: 9, status: 'running' } });
  expect(world.asked).toEqual(['local USDT', 'binance BTC']);
});

const go = { exchange: 'binance', go: '/bind/binance' };
const onB = { ...go, field: 'exchange_b' };
it.each([
  ['no key at the other', 2002, onB, cross, { key: null }],
  ['its key refused', 2001, onB, cross, { key: { ...goodKey, status: 'invalid', lastErrorCode: 2001 } }],
  ['its key without the right', 2009, onB, cross, { key: { ...goodKey, status: 'invalid', lastErrorCode: 2009 } }],
  ['its key for contracts alone', 2009, onB, cross, { key: { ...goodKey, rights: { ...rights, spot: false } } }],
  ['its key from a strange address', 2007, onB, cross, { key: { ...goodKey, status: 'invalid', lastErrorCode: 2007 } }],
  ['its key expired', 2001, onB, cross, { key: { ...goodKey, status: 'expired', lastErrorCode: null } }],
  ['no key at its own', 2002, go, { ...grid, exchange: 'binance' }, { key: null }],
  [
    'too little coin at the other',
    3010,
    { coin: 'BTC', exchange: 'binance', wallet: 'spot', free: '0.00833332', need: '0.00833333' },
    cross,
    { free: { 'local USDT': '500', 'binance BTC': '0.00833332' } },
  ],
  ['no bots at the other', 2005, { field: 'exchange_b' }, cross, { places: { local: { open: true, rules } } }],
  ['no bots at its own', 2005, undefined, { ...grid, exchange: 'okx' }, {}],
  [
    'the other away',
    2015,
    { exchange: 'binance' },
    cross,
    { places: { local: { open: true, rules }, binance: { open: false, rules: undefined } } },
  ],
  ['its own away', 2015, undefined, grid, { places: { local: { open: false, rules: undefined } } }],
  [
    'the pair not listed at the other',
    3005,
    { field: 'symbol', pair: 'BTC/USDT', exchange: 'binance' },
    cross,
    { places: { local: { open: true, rules }, binance: { open: true, rules: undefined } } },
  ],
  [
    'the pair halted at the other',
    3009,
    { field: 'symbol', pair: 'BTC/USDT', exchange: 'binance' },
    cross,
    { places: { local: { open: true, rules }, binance: { open: true, rules: { ...rules, status: 'halt' } } } },
  ],
  [
    'the pair halted',
    3009,
    undefined,
    grid,
    { places: { local: { open: true, rules: { ...rules, status: 'halt' } } } },
  ],
  ['itself as the other', 4008, { field: 'exchange_b' }, { ...cross, exchange: 'binance' }, {}],
] as const)('%s: %i, and nothing is made', async (_what, code, data, wanted, change) => {
  Object.assign(world, change);
  const answer = await create(wanted);
  expect(answer).toMatchObject({ code, ...(data !== undefined && { data }) });
  const [zh = '', en = ''] = answer.texts ?? [];
  expect([/[\u4e00-\u9fff]/.test(zh), /[\u4e00-\u9fff]/.test(en), /[{}]/.test(zh + en)]).toEqual([true, false, false]);
  expect(world.made).toBe(0);
});

it('is saved without a key of the other, and without bots there', async () => {
  world.key = null;
  expect(await create({ ...cross, start: 0 })).toMatchObject({ data: { status: 'stopped' } });
  world.places = { local: { open: true, rules } };
  expect(await create({ ...cross, start: 0 })).toMatchObject({ data: { status: 'stopped' } });
});

it('that is made and cannot start says last why, in the words of that reason', async () => {
  world.free = { 'local USDT': '1000' };
  world.started = { outcome: 'refused', code: 4018, data: { symbol: 'BTC/USDT', qty: '0.5' } };
  const { data } = await create(grid);
  expect(data).toMatchObject({ id: 9, status: 'stopped' });
  expect((data as { warnings: string[] }).warnings.at(-1)).toMatch(/^The account holds 0\.5 of the BTC\/USDT contract/);
  expect(said.at(-1)).toBe('bot_created_stopped');
});
