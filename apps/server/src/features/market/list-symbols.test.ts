// The past that a list has with it: all rows of the local exchange, the first of a real one with hundreds of markets.
import { expect, it } from 'vitest';
import type { VenueSymbol } from '../../ports/venue.ts';
import { listSymbols } from './list-symbols.ts';
import type { MarketPlaces } from './market-places.ts';

const rules = (at: number): VenueSymbol => ({
  ...{ symbol: `C${at}/USDT`, market: 'spot', base: `C${at}`, quote: 'USDT', tick: '0.01', step: '0.001' },
  ...{ minQty: '0.001', maxQty: '1000', minNotional: '5', minPrice: '0.01', maxPrice: '100000', maxOpenOrders: 200 },
  ...{ maker: '0.001', taker: '0.001', feeAsset: 'received', status: 'trading' },
});

function listOver(count: number, exchange = 'binance') {
  const symbols = Array.from({ length: count }, (_, at) => rules(at));
  const asked: string[] = [];
  const board = {
    ...{ exchange, symbols: () => symbols, fresh: () => true, updatedAtMs: () => 5, marketNowMs: () => 5 },
    ticker: (symbol: string) => ({ quoteVolume24h: /\d+/.exec(symbol)?.[0] ?? '0' }),
  };
  const histories = async (symbol: string) => {
    asked.push(symbol);
    if (symbol === 'C3/USDT') throw new Error('cannot be read now');
    return [[0, '1', '1', '1', '2', '1']];
  };
  const places = new Map([[exchange, { board, histories }]]) as unknown as MarketPlaces;
  const query = { exchange, market: 'all', history: 24, timeframe: '1h', latest: 0, indicator: 0, worst: 0 };
  const list = async (more: object = {}) => {
    const answer = await listSymbols({ places })({ query: { ...query, ...more } } as never, {} as never);
    return (answer as unknown as { list: { symbol: string; history?: string[] }[] }).list;
  };
  return { asked, list };
}

it('only the dozen that trade most have their past with them', async () => {
  const { asked, list } = listOver(400);
  const rows = await list();
  expect(rows).toHaveLength(400);
  expect(rows.map(({ history }) => history !== undefined).lastIndexOf(true)).toBe(11);
  expect(asked).toHaveLength(12);
  expect(asked).toContain('C399/USDT');
});

it('the past of any other one is there when it is asked for by its name', async () => {
  const { asked, list } = listOver(400);
  expect(await list({ symbol: 'C7/USDT' })).toMatchObject([{ symbol: 'C7/USDT', history: ['2'] }]);
  expect(asked).toEqual(['C7/USDT']);
});

it('every row of the local exchange has its past', async () => {
  const rows = await listOver(30, 'local').list();
  expect(rows.filter(({ history }) => history === undefined).map(({ symbol }) => symbol)).toEqual(['C3/USDT']);
});

it('a past that cannot be read costs its own row alone, and is told to whoever asks for it by name', async () => {
  const { list } = listOver(8);
  expect((await list()).filter(({ history }) => history === undefined).map(({ symbol }) => symbol)).toEqual([
    'C3/USDT',
  ]);
  await expect(list({ symbol: 'C3/USDT' })).rejects.toThrow('cannot be read');
});
