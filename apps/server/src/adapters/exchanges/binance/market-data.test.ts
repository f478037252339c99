// What everybody reads of an exchange costs little of what its address may ask: prices apart from the figures of the day. Its
// contracts and their prices are there with the first key that is bound.
import { expect, it } from 'vitest';
import { ExchangeUnreadable } from '../shared/unreadable.ts';
import { BinanceMarketData, type MarketDataDeps } from './market-data.ts';
import { binanceTrading } from './profile.ts';

const AT_MS = 1_700_000_000_000;
const filters = [
  { filterType: 'PRICE_FILTER', tickSize: '0.01', minPrice: '0.01', maxPrice: '1000000' },
  { filterType: 'LOT_SIZE', stepSize: '0.00001', minQty: '0.00001', maxQty: '9000' },
];
const btc = { symbol: 'BTCUSDT', status: 'TRADING', baseAsset: 'BTC', quoteAsset: 'USDT', filters };
const perpetual = { ...btc, contractType: 'PERPETUAL', marginAsset: 'USDT', liquidationFee: '0.0125' };
const bracket = { initialLeverage: '125', notionalFloor: '0', maintMarginRatio: '0.004', cum: '0' };
const day = {
  ...{ symbol: 'BTCUSDT', lastPrice: '60000', openPrice: '59000', highPrice: '61000', lowPrice: '58000' },
  ...{ quoteVolume: '1', closeTime: String(AT_MS) },
};

interface Asked {
  readonly call: string;
  readonly params?: Record<string, string>;
  readonly share: string;
  readonly weight: number;
}

function dataOver() {
  let nowMs = AT_MS;
  const asked: string[] = [];
  const bound: string[] = [];
  const weights = { public: 0, other: 0 };
  const answers: Record<string, (params: Record<string, string>) => unknown> = {
    publicGetExchangeInfo: () => ({ rateLimits: [], symbols: [btc] }),
    fapiPublicGetExchangeInfo: () => ({ rateLimits: [], symbols: [] }),
    publicGetTicker24hr: () => [day],
    publicGetTickerPrice: () => [{ symbol: 'BTCUSDT', price: '60123.40' }],
  };
  const line = {
    contractAccounts: async () => bound,
    read: async ({ call, params = {}, share, weight }: Asked) => {
      asked.push(call);
      weights[share === 'public' ? 'public' : 'other'] += weight;
      return answers[call]?.(params) ?? [];
    },
  } as unknown as MarketDataDeps['line'];
  const budget = { nowMs: () => nowMs, of: () => ({ limit: () => {} }) } as unknown as MarketDataDeps['budget'];
  const data = new BinanceMarketData({ card: binanceTrading, line, budget });
  const later = (ms: number) => {
    nowMs += ms;
  };
  return { answers, asked, bound, data, later, weights };
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

function contractsOver() {
  const over = dataOver();
  over.answers['fapiPublicGetExchangeInfo'] = () => ({ rateLimits: [], symbols: [perpetual] });
  over.answers['fapiPublicGetTicker24hr'] = () => [day];
  over.answers['fapiPrivateGetLeverageBracket'] = () => [{ symbol: 'BTCUSDT', brackets: [bracket] }];
  const listed = async () => (await over.data.symbols()).map(({ symbol }) => symbol);
  return { ...over, listed };
}

it('a key that was just bound shows the contracts and their prices at once, before anything was asked by it', async () => {
  const { bound, data, listed } = contractsOver();
  expect(await listed()).toEqual(['BTC/USDT']);
  expect(await data.tickers()).toHaveLength(1);
  bound.push('1/77');
  expect((await data.tickers()).map(({ symbol }) => symbol)).toEqual(['BTC/USDT', 'BTC/USDT:USDT']);
  expect(await listed()).toEqual(['BTC/USDT', 'BTC/USDT:USDT']);
});

it('all who ask at once after a binding are told of contracts, by one reading', async () => {
  const { asked, bound, listed } = contractsOver();
  await listed();
  bound.push('1/77');
  asked.length = 0;
  for (const symbols of await Promise.all([listed(), listed(), listed()])) expect(symbols).toContain('BTC/USDT:USDT');
  expect(asked.filter((call) => call === 'publicGetExchangeInfo')).toHaveLength(1);
});

it('a key that is refused the margin tables is asked again after a while, one bound since at once', async () => {
  const { answers, asked, bound, listed } = contractsOver();
  const tables = answers['fapiPrivateGetLeverageBracket'];
  answers['fapiPrivateGetLeverageBracket'] = () => {
    throw new ExchangeUnreadable('no right', 2009);
  };
  bound.push('1/77');
  expect(await listed()).toEqual(['BTC/USDT']);
  asked.length = 0;
  expect(await listed()).toEqual(['BTC/USDT']);
  expect(asked).toEqual([]);
  if (tables !== undefined) answers['fapiPrivateGetLeverageBracket'] = tables;
  bound.push('2/88');
  expect(await listed()).toContain('BTC/USDT:USDT');
  const again = contractsOver();
  again.bound.push('1/77');
  again.answers['fapiPrivateGetLeverageBracket'] = () => {
    throw new ExchangeUnreadable('away', 2015);
  };
  expect(await again.listed()).toEqual(['BTC/USDT']);
  if (tables !== undefined) again.answers['fapiPrivateGetLeverageBracket'] = tables;
  again.later(5_000);
  expect(await again.listed()).toContain('BTC/USDT:USDT');
});

it('the last trades of twenty pairs are one request, and four requests when a name in it is not known any more', async () => {
  const { answers, asked, data, weights } = dataOver();
  const symbols = Array.from({ length: 20 }, (_, at) => `C${at}/USDT`);
  const row = (symbol: string) => ({ symbol, lastId: String(1_000 + Number(symbol.slice(1, -4))) });
  answers['publicGetTicker24hr'] = ({ symbol, symbols: list }) =>
    list === undefined ? row(symbol ?? '') : (JSON.parse(list) as string[]).map(row);
  expect([...(await data.lastTradeIds(symbols))]).toEqual(symbols.map((symbol, at) => [symbol, String(1_000 + at)]));
  expect([asked.length, weights.other]).toEqual([1, 2]);
  answers['publicGetTicker24hr'] = ({ symbol }) => {
    if (symbol === undefined || symbol === 'C1USDT') throw new ExchangeUnreadable('Invalid symbol.', 3005);
    return row(symbol);
  };
  expect([...(await data.lastTradeIds(symbols)).keys()]).toEqual(['C0/USDT', 'C2/USDT', 'C3/USDT']);
  expect(asked).toHaveLength(1 + 1 + 4);
});

it('each contract is asked for itself, and one that cannot be read hides no other', async () => {
  const { answers, data, weights } = dataOver();
  answers['fapiPublicGetTicker24hr'] = ({ symbol }) => {
    if (symbol === 'BTCUSDT') throw new ExchangeUnreadable('away', 2015);
    return { symbol, lastId: '7' };
  };
  expect([...(await data.lastTradeIds(['BTC/USDT:USDT', 'ETH/USDT:USDT']))]).toEqual([['ETH/USDT:USDT', '7']]);
  expect(weights.other).toBe(2);
});
