// Markets over HTTP, fed by the real local exchange in this process.
import { marketCandles, marketExchanges, marketPrice, marketSymbols } from '@cormorant/contract/calls/market.ts';
import { userAsset, userIndex } from '@cormorant/contract/calls/user.ts';
import type { MarketSymbol } from '@cormorant/contract/entities/market.ts';
import type { ListedSymbol } from '@cormorant/contract/entities/triangle.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningVenue } from '../../apps/venue/src/start-venue.ts';
import { type ApiServer, newPerson, startApi, startTestVenue, untilHealthy } from './api-server.ts';

let api: ApiServer;
let venue: RunningVenue;
beforeAll(async () => {
  venue = await startTestVenue();
  api = await startApi({ VENUE_URL: venue.url, VENUE_TOKEN: venue.token });
  await untilHealthy(api);
});
afterAll(async () => {
  await api.close();
});

const symbolsOf = async (query: Record<string, unknown>) => {
  const answer = await api.ask(marketSymbols, { query: { exchange: 'local', ...query } });
  expect(answer).toMatchObject({ code: 1, show: 0 });
  return (answer.data as { list: MarketSymbol[] }).list;
};

describe('exchanges', () => {
  it('name the markets they have, each with its own fees', async () => {
    const answer = await api.ask(marketExchanges, { query: {} } as never);
    const { exchanges } = answer.data as { exchanges: unknown[] };
    expect(exchanges[0]).toMatchObject({
      ...{ spot: 1, taker_spot: '0.1', maker_spot: '0.1' },
      ...{ futures: 1, taker_futures: '0.05', maker_futures: '0.02' },
    });
  });
});

describe('symbols', () => {
  it('come by volume, with the filters of the exchange and without prices unless asked', async () => {
    const list = await symbolsOf({});
    expect(list.length).toBeGreaterThanOrEqual(3);
    expect(list.find(({ market, symbol }) => symbol === 'BTC/USDT' && market === 'spot')).toMatchObject({
      exchange: 'local',
      market: 'spot',
      base: 'BTC',
      quote: 'USDT',
      maker: '0.1',
      taker: '0.1',
      simulated: 1,
    });
    expect(list.every((symbol) => symbol.last === undefined && symbol.history === undefined)).toBe(true);
    const volumes = (await symbolsOf({ latest: 1 })).map((symbol) => Number(symbol.volume_24h));
    expect(volumes).toEqual([...volumes].sort((a, b) => b - a));
  });

  it('leave cross pairs out; one coin tells its triangle and the chances it surely had', async () => {
    const listed = (await symbolsOf({})).map(({ symbol }) => symbol);
    expect(listed.filter((symbol) => !symbol.endsWith('/USDT'))).toEqual([]);
    const [eth] = (await symbolsOf({ symbol: 'ETH/USDT', market: 'spot', via: 'BTC' })) as ListedSymbol[];
    expect(eth!.vias).toEqual(['BTC']);
    const { chances, days, legs } = eth!.triangle!;
    expect(legs.map(({ symbol }) => symbol)).toEqual(['BTC/USDT', 'ETH/BTC', 'ETH/USDT']);
    for (const { last, taker } of legs) {
      expect(Number(last)).toBeGreaterThan(0);
      expect(taker).toBe('0.1');
    }
    expect(days).toBe(7);
    // Rare: the market makes four runs a day, of which most pay nobody.
    expect(chances.length).toBeLessThan(60);
    expect(chances).toEqual([...chances].sort((a, b) => Number(b) - Number(a)));
    for (const net of chances) expect(Number(net)).toBeGreaterThanOrEqual(0.05);
    const [sol] = (await symbolsOf({ symbol: 'SOL/USDT', market: 'spot', via: 'BTC' })) as ListedSymbol[];
    expect([sol?.triangle, sol?.vias]).toEqual([null, undefined]);
    expect((await api.send('GET', '/api/market/symbols?exchange=local&symbol=ETH/USDT&via=btc!')).code).not.toBe(1);
  });

  it('come with last prices and closes of the timeframe when asked', async () => {
    const [symbol] = await symbolsOf({ symbol: 'ETH/USDT', latest: 1, history: 20, timeframe: '1h' });
    expect(symbol?.history).toHaveLength(20);
    expect(Number(symbol?.last)).toBeGreaterThan(0);
    expect(Number(symbol?.low_24h)).toBeLessThanOrEqual(Number(symbol?.last));
    expect(Number(symbol?.high_24h)).toBeGreaterThanOrEqual(Number(symbol?.last));
  });

  it('come with indicators of closed candles when asked, and with closes whose last is forming', async () => {
    const [symbol] = await symbolsOf({
      symbol: 'BTC/USDT',
      market: 'spot',
      indicator: 1,
      history: 30,
      timeframe: '15m',
    });
    const query = { exchange: 'local', symbol: 'BTC/USDT', timeframe: '15m', limit: 30 } as const;
    const { list } = (await api.ask(marketCandles, { query })).data as { list: string[][] };
    const closes = list.map((candle) => Number(candle[4]));
    expect(symbol?.history?.slice(0, -1).map(Number)).toEqual(closes.slice(0, -1));
    const { indicator } = symbol!;
    expect(indicator?.tf).toBe('15m');
    const mean = (count: number) => closes.slice(-1 - count, -1).reduce((sum, close) => sum + close, 0) / count;
    expect(Number(indicator?.ma7)).toBeCloseTo(mean(7), 3);
    expect(Number(indicator?.ma25)).toBeCloseTo(mean(25), 3);
    expect(Number(indicator?.boll.up)).toBeGreaterThan(Number(indicator?.boll.mid));
    expect(Number(indicator?.rsi14)).toBeGreaterThan(0);
    expect(Number(indicator?.macd.dif) - Number(indicator?.macd.dea)).toBeCloseTo(Number(indicator?.macd.hist), 3);
    expect((await symbolsOf({ symbol: 'BTC/USDT' }))[0]?.indicator).toBeUndefined();
  });

  it('tell the worst moves of the year for one named pair, and for nobody else', async () => {
    const [symbol] = await symbolsOf({ symbol: 'BTC/USDT', market: 'spot', worst: 1 });
    const [day, week, month] = symbol!.worst_moves!.fall;
    expect(Number(day)).toBeGreaterThan(0);
    if (week !== null && month !== null) expect(Number(month)).toBeGreaterThanOrEqual(Number(week));
    expect((await symbolsOf({ worst: 1 })).every((each) => each.worst_moves === undefined)).toBe(true);
  });

  it('are found by a part of their name; contracts go by the pair’s name and have terms', async () => {
    const named = await symbolsOf({ keyword: 'btc/u', market: 'spot' });
    expect(named.map((symbol) => symbol.symbol)).toEqual(['BTC/USDT']);
    for (const contract of await symbolsOf({ market: 'futures' })) {
      expect(contract.symbol).toMatch(/^[A-Z0-9]+\/USDT$/);
      expect(contract.max_leverage).toBeGreaterThan(1);
      expect(contract.contract?.brackets.length).toBeGreaterThan(0);
      expect(contract.funding_rate).toBeDefined();
    }
    expect((await symbolsOf({})).every((symbol) => symbol.quote === 'USDT')).toBe(true);
    expect(await symbolsOf({ keyword: 'nothing' })).toEqual([]);
  });

  it.each([
    [{ exchange: 'binance' }, 2005],
    [{}, 7003],
    [{ exchange: 'local', timeframe: '2m' }, 7002],
    [{ exchange: 'local', history: 201 }, 7006],
    [{ exchange: 'local', history: 'many' }, 7004],
  ])('%j is refused', async (query, code) => {
    expect(
      await api.send('GET', `${marketSymbols.path}?${new URLSearchParams(query as Record<string, string>)}`),
    ).toMatchObject({ code, show: 1 });
  });
});

describe('prices', () => {
  it('come by key; unknown keys are left out', async () => {
    const symbols = 'local:spot:BTC/USDT,BTC/USDT,local:futures:BTC/USDT,binance:spot:BTC/USDT,local:spot:NO/USDT, ';
    const answer = await api.ask(marketPrice, { query: { symbols } });
    expect(answer).toMatchObject({
      code: 1,
      show: 0,
      data: {
        list: [
          { key: 'local:spot:BTC/USDT', symbol: 'BTC/USDT' },
          { key: 'local:futures:BTC/USDT', symbol: 'BTC/USDT' },
        ],
      },
    });
  });

  it('are of at most fifty keys, and of at least one', async () => {
    const many = Array.from({ length: 51 }, (_, at) => `local:spot:C${at}/USDT`).join(',');
    expect(await api.ask(marketPrice, { query: { symbols: many } })).toMatchObject({ code: 7006, show: 0 });
    expect(await api.ask(marketPrice, { query: { symbols: '' } })).toMatchObject({ code: 7003, show: 0 });
    expect(await api.ask(marketPrice, { query: { symbols: ',,' } })).toMatchObject({ code: 7003, show: 0 });
  });
});

describe('candles', () => {
  it('come oldest first, without gaps, ending before the given time', async () => {
    const query = { exchange: 'local', symbol: 'BTC/USDT', timeframe: '15m', limit: 40 } as const;
    const first = await api.ask(marketCandles, { query });
    const list = (first.data as { list: [number, ...string[]][] }).list;
    expect(list).toHaveLength(40);
    expect(list.every((candle, at) => at === 0 || candle[0] - (list[at - 1]?.[0] ?? 0) === 900_000)).toBe(true);
    const end = list[0]?.[0] ?? 0;
    const before = await api.ask(marketCandles, { query: { ...query, end } });
    expect((before.data as { list: [number][] }).list.at(-1)?.[0]).toBe(end - 900_000);
  });

  it.each([
    [{ exchange: 'okx', symbol: 'BTC/USDT' }, 2005],
    [{ exchange: 'local', symbol: 'NO/USDT' }, 3005],
    [{ exchange: 'local', symbol: 'NO/USDT', market: 'futures' }, 3005],
    [{ exchange: 'local', symbol: 'btc' }, 3005],
    [{ exchange: 'local', symbol: 'BTC/USDT', limit: 501 }, 7006],
  ])('%j are refused', async (query, code) => {
    const answer = await api.send(
      'GET',
      `${marketCandles.path}?${new URLSearchParams(query as unknown as Record<string, string>)}`,
    );
    expect(answer.code).toBe(code);
  });
});

describe('what a user sees of it', () => {
  it('is the local exchange, bound, in the caller’s language', async () => {
    const person = await newPerson(api);
    const zh = await api.ask(marketExchanges, {}, { token: person.token });
    const firstOf = ({ data }: { data: unknown }) => (data as { exchanges: unknown[] }).exchanges[0];
    const local = { code: 'local', name: '本地交易所', status: 'on', bound: 1, trade: 1, sim_spot: 0 };
    expect(firstOf(zh)).toMatchObject(local);
    const en = await api.ask(marketExchanges, {}, { lang: 'en' });
    expect(firstOf(en)).toMatchObject({ name: 'Local exchange', bound: 0 });
    const home = await api.ask(userIndex, {}, { token: person.token, lang: 'en' });
    expect(home).toMatchObject({
      code: 1,
      show: 0,
      data: { bots: { total: 0 }, maintenance: 0 },
    });
    expect(firstOf(home)).toMatchObject({ code: 'local', bound: 1, status: 'on' });
  });

  it('is 10,000 simulated USDT, an empty platform account, and nothing elsewhere', async () => {
    const person = await newPerson(api);
    const ask = (exchange: string) => api.ask(userAsset, { query: { exchange } }, { token: person.token });
    expect(await ask('local')).toMatchObject({
      code: 1,
      data: {
        market_split: { spot: '10000', futures: '10000' },
        ...{ total_value: '20000', list: [{ coin: 'USDT', available: '20000', frozen: '0' }], stale: 0 },
      },
    });
    for (const wallet of ['spot', 'futures'] as const) {
      const one = await api.ask(userAsset, { query: { exchange: 'local', wallet } }, { token: person.token });
      expect(one.data).toMatchObject({ total_value: '10000', list: [{ coin: 'USDT', available: '10000' }] });
    }
    expect(await ask('')).toMatchObject({ code: 1, data: { exchange: 'platform', total_value: '0' } });
    expect((await ask('binance')).code).toBe(2002);
  });
});

// Last: it takes the exchange away.
describe('an exchange that stops answering', () => {
  it('is reported as such; balances are the last known ones and marked stale', async () => {
    const person = await newPerson(api);
    const assets = () => api.ask(userAsset, { query: { exchange: 'local' } }, { token: person.token });
    expect((await assets()).code).toBe(1);
    await venue.stop();
    expect(await assets()).toMatchObject({ code: 1, data: { total_value: '20000', stale: 1 } });
    api.clock.advance(11_000);
    expect(await api.ask(marketSymbols, { query: { exchange: 'local' } })).toMatchObject({ code: 2015 });
    expect(await api.ask(marketPrice, { query: { symbols: 'local:spot:BTC/USDT' } })).toMatchObject({
      data: { list: [] },
    });
    const { exchanges } = (await api.ask(marketExchanges)).data as { exchanges: unknown[] };
    expect(exchanges[0]).toMatchObject({ status: 'maintenance' });
    const late = await newPerson(api);
    expect((await api.ask(userAsset, { query: { exchange: 'local' } }, { token: late.token })).code).toBe(2002);
  });
});
