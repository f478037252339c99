// A list of an exchange with hundreds of markets: its past is asked of the exchange for the first rows only.
import { expect, it } from 'vitest';
import type { VenueSymbol } from '../../ports/venue.ts';
import { listSymbols } from './list-symbols.ts';
import type { MarketPlaces } from './market-places.ts';

const rules = (at: number): VenueSymbol => ({
  ...{ symbol: `C${at}/USDT`, market: 'spot', base: `C${at}`, quote: 'USDT', tick: '0.01', step: '0.001' },
  ...{ minQty: '0.001', maxQty: '1000', minNotional: '5', minPrice: '0.01', maxPrice: '100000', maxOpenOrders: 200 },
  ...{ maker: '0.001', taker: '0.001', feeAsset: 'received', status: 'trading' },
});

function listOver(count: number) {
  const symbols = Array.from({ length: count }, (_, at) => rules(at));
  const asked: string[] = [];
  const board = {
    ...{ exchange: 'binance', symbols: () => symbols, fresh: () => true, updatedAtMs: () => 5, marketNowMs: () => 5 },
    ticker: (symbol: string) => ({ quoteVolume24h: /\d+/.exec(symbol)?.[0] ?? '0' }),
  };
  const histories = async (symbol: string) => {
    asked.push(symbol);
    return [[0, '1', '1', '1', '2', '1']];
  };
  const places = new Map([['binance', { board, histories }]]) as unknown as MarketPlaces;
  const query = { exchange: 'binance', market: 'all', history: 24, timeframe: '1h', latest: 0, indicator: 0, worst: 0 };
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
