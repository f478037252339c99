// What everybody reads of an exchange costs little of what its address may ask: prices apart from the figures of the day.
import { expect, it } from 'vitest';
import { binanceTrading } from './card-binance.ts';
import { CcxtMarketData, type MarketDataDeps } from './ccxt-market-data.ts';

const AT_MS = 1_700_000_000_000;
const filters = [
  { filterType: 'PRICE_FILTER', tickSize: '0.01', minPrice: '0.01', maxPrice: '1000000' },
  { filterType: 'LOT_SIZE', stepSize: '0.00001', minQty: '0.00001', maxQty: '9000' },
];
const btc = { symbol: 'BTCUSDT', status: 'TRADING', baseAsset: 'BTC', quoteAsset: 'USDT', filters };
const day = {
  ...{ symbol: 'BTCUSDT', lastPrice: '60000', openPrice: '59000', highPrice: '61000', lowPrice: '58000' },
  ...{ quoteVolume: '1', closeTime: String(AT_MS) },
};

function dataOver() {
  let nowMs = AT_MS;
  const asked: string[] = [];
  const weights = { public: 0, other: 0 };
  const answers: Record<string, () => unknown> = {
    publicGetExchangeInfo: () => ({ rateLimits: [], symbols: [btc] }),
    fapiPublicGetExchangeInfo: () => ({ rateLimits: [], symbols: [] }),
    publicGetTicker24hr: () => [day],
    publicGetTickerPrice: () => [{ symbol: 'BTCUSDT', price: '60123.40' }],
  };
  const line = {
    knownAccounts: new Set(),
    read: async ({ call, share, weight }: { call: string; share: string; weight: number }) => {
      asked.push(call);
      weights[share === 'public' ? 'public' : 'other'] += weight;
      return answers[call]?.() ?? [];
    },
  } as unknown as MarketDataDeps['line'];
  const budget = { nowMs: () => nowMs, of: () => ({ limit: () => {} }) } as unknown as MarketDataDeps['budget'];
  const data = new CcxtMarketData({ card: binanceTrading, line, budget });
  const later = (ms: number) => {
    nowMs += ms;
  };
  return { asked, data, later, weights };
}

it('the price of now comes with the figures of half a minute ago', async () => {
  const { asked, data, later } = dataOver();
  expect(await data.tickers()).toMatchObject([{ last: '60000', open24h: '59000', atMs: AT_MS }]);
  asked.length = 0;
  later(4_000);
  expect(await data.tickers()).toMatchObject([{ last: '60123.4', open24h: '59000', atMs: AT_MS + 4_000 }]);
  expect(asked).not.toContain('publicGetTicker24hr');
  later(30_000);
  expect(await data.tickers()).toMatchObject([{ last: '60000' }]);
});

it('ten minutes of prices for all cost a twentieth of what an address may ask, and nothing of the share of accounts', async () => {
  const { data, later, weights } = dataOver();
  for (let at = 0; at < 150; at++) {
    await data.tickers();
    later(4_000);
  }
  expect(weights.other).toBe(0);
  expect(weights.public / 10).toBeLessThan((6_000 + 2_400) / 15);
});
