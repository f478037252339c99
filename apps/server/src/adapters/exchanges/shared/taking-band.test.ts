// How far past its market an order may be priced, as OKX, Bybit and Bitget tell it: a bound that is not told is none, and OKX, which
// tells of one market at a time, is asked about those that somebody trades.
import { expect, it } from 'vitest';
import { BitgetMarketData } from '../bitget/market-data.ts';
import { bitgetTrading } from '../bitget/profile.ts';
import { BybitMarketData } from '../bybit/market-data.ts';
import { bybitTrading } from '../bybit/profile.ts';
import { OkxMarketData } from '../okx/market-data.ts';
import { okxTrading } from '../okx/profile.ts';
import { meaningOf } from './exchange-profile.ts';

const HOUR_MS = 3_600_000;

type Answers = Record<string, () => unknown>;

function over(answers: Answers) {
  const asked: string[] = [];
  let nowMs = 1_700_000_000_000;
  const line = {
    read: async ({ call, params = {} }: { call: string; params?: Record<string, string> }) => {
      asked.push([call, params['instId']].filter(Boolean).join(' '));
      return answers[call]?.() ?? [];
    },
  } as unknown as ConstructorParameters<typeof OkxMarketData>[0]['line'];
  const budget = { nowMs: () => nowMs } as unknown as ConstructorParameters<typeof OkxMarketData>[0]['budget'];
  const later = (ms: number) => {
    nowMs += ms;
  };
  return { asked, budget, later, line };
}

const okxRow = (instId: string) => ({
  ...{
    instType: 'SPOT',
    instId,
    baseCcy: instId.split('-')[0],
    quoteCcy: 'USDT',
    settleCcy: '',
    ctType: '',
    instFamily: '',
  },
  ...{
    ctVal: '',
    tickSz: '0.1',
    lotSz: '0.001',
    minSz: '0.001',
    maxLmtSz: '99',
    maxMktSz: '',
    maxLmtAmt: '',
    maxMktAmt: '',
    state: 'live',
  },
});

function okx(limit: () => unknown) {
  const rig = over({
    publicGetPublicInstruments: () => ['BTC-USDT', 'ETH-USDT'].map(okxRow),
    publicGetPublicPriceLimit: () => [limit()],
  });
  return { ...rig, data: new OkxMarketData({ card: okxTrading, ...rig }) };
}

const limits = (buyLmt: string, sellLmt: string, more: object = {}) => ({
  instId: 'BTC-USDT',
  buyLmt,
  sellLmt,
  ...more,
});
const BAND = { buyMost: '1.02', sellLeast: '0.98' };

it('OKX is asked for the limits of a market that somebody trades, once an hour, and anew when they are in doubt', async () => {
  let told = limits('26899.6', '25844.6');
  const { asked, data, later } = okx(() => told);
  const bandOf = async () => (await data.rulesOf('BTC/USDT'))?.priceBand;
  expect((await data.symbols()).map(({ priceBand }) => priceBand)).toEqual([undefined, undefined]);
  expect(await bandOf()).toEqual(BAND);
  // The market moves, and the limits with it: they are as far apart as before.
  told = limits('32640', '31361');
  for (let minute = 0; minute < 59; minute++) {
    later(60_000);
    expect(await bandOf()).toEqual(BAND);
  }
  expect(asked.filter((call) => call.includes('PriceLimit'))).toEqual(['publicGetPublicPriceLimit BTC-USDT']);
  told = limits('33600', '30400');
  data.rulesAreOld();
  expect(await bandOf()).toEqual({ buyMost: '1.05', sellLeast: '0.95' });
  told = limits('32640', '31361');
  later(HOUR_MS);
  expect(await bandOf()).toEqual(BAND);
  expect(await data.rulesOf('NO/USDT')).toBeNull();
});

it.each([
  ['not in force', () => limits('', '', { enabled: false })],
  ['in force no more, with its last figures', () => limits('26899.6', '25844.6', { enabled: false })],
  ['empty', () => limits('', '')],
  ['of one side', () => limits('26899.6', '')],
  ['the wrong way round', () => limits('25844.6', '26899.6')],
  ['no figures', () => limits('soon', 'later')],
  [
    'not to be read',
    () => {
      throw new Error('away');
    },
  ],
] as const)('a price limit of OKX that is %s bounds nothing, and leaves the other rules', async (_what, limit) => {
  const { data } = okx(limit);
  const rules = await data.rulesOf('BTC/USDT');
  expect(rules).toMatchObject({ tick: '0.1', step: '0.001' });
  expect(rules?.priceBand).toBeUndefined();
});

const bybitRow = (riskParameters: unknown) => ({
  ...{ symbol: 'BTCUSDT', baseCoin: 'BTC', quoteCoin: 'USDT', status: 'Trading', priceFilter: { tickSize: '0.1' } },
  ...{
    lotSizeFilter: { basePrecision: '0.001', minOrderAmt: '5', maxOrderAmt: '', maxOrderQty: '99' },
    riskParameters,
  },
});

it.each([
  [{ priceLimitRatioX: '0.01', priceLimitRatioY: '0.02' }, '1.01', '0.99'],
  [{ priceLimitRatioX: '0.05', priceLimitRatioY: '0.02' }, '1.02', '0.98'],
  [{ priceLimitRatioX: '', priceLimitRatioY: '0.02' }, '1.02', '0.98'],
  [{ priceLimitRatioX: '0.5', priceLimitRatioY: '1.5' }, '1.5', '0.5'],
  [{ priceLimitRatioX: '', priceLimitRatioY: '0' }, undefined, undefined],
  [{}, undefined, undefined],
  [null, undefined, undefined],
  [undefined, undefined, undefined],
])('%j at Bybit: a buy up to %s and a sale down to %s of the price', async (told, buyMost, sellLeast) => {
  const rig = over({ publicGetV5MarketInstrumentsInfo: () => ({ list: [bybitRow(told)], nextPageCursor: '' }) });
  // Of the list of contracts the same row is none.
  const read = async (ask: { call: string; params?: Record<string, string> }) =>
    ask.params?.['category'] === 'spot' ? rig.line.read(ask as never) : { list: [], nextPageCursor: '' };
  const data = new BybitMarketData({ card: bybitTrading, ...rig, line: { read } as unknown as typeof rig.line });
  const [rules] = await data.symbols();
  expect(rules?.priceBand).toEqual(buyMost === undefined ? undefined : { buyMost, sellLeast });
});

const bitgetRow = (ratios: object) => ({
  ...{ symbol: 'BTCUSDT', baseCoin: 'BTC', quoteCoin: 'USDT', status: 'online', pricePrecision: '2' },
  ...{ quantityPrecision: '6', minTradeAmount: '0', maxTradeAmount: '900', minTradeUSDT: '1', ...ratios },
});

it.each([
  [
    { buyLimitPriceRatio: '0.05', sellLimitPriceRatio: '0.01' },
    { buyMost: '1.05', sellLeast: '0.99' },
  ],
  [{ buyLimitPriceRatio: '0.05', sellLimitPriceRatio: '1' }, { buyMost: '1.05' }],
  [{ buyLimitPriceRatio: '', sellLimitPriceRatio: '0.2' }, { sellLeast: '0.8' }],
  [{ buyLimitPriceRatio: null, sellLimitPriceRatio: '0' }, undefined],
  [{}, undefined],
])('%j at Bitget is the band %j', async (ratios, band) => {
  const rig = over({ publicSpotGetV2SpotPublicSymbols: () => [bitgetRow(ratios)] });
  const [rules] = await new BitgetMarketData({ card: bitgetTrading, ...rig }).symbols();
  expect(rules?.priceBand).toEqual(band);
});

it('what OKX says of a price past its limit is that, of whichever order; its word for too many orders is another', () => {
  for (const code of ['51006', '51135', '51136', '51137', '51138'])
    expect(meaningOf(okxTrading, code, ''), code).toMatchObject({ code: 3006, reason: 'price_range' });
  expect(meaningOf(okxTrading, '51174', '')).toMatchObject({ reason: 'too_many_orders' });
});
