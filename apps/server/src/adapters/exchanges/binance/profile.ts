// Binance spot and USD-M, and the local exchange that speaks both. Codes of developers.binance.com (spot errors.md, USD-M
// error-code). What says that the outcome is not known, or says nothing certain, has no row or a row that proves nothing.
import { type MeaningRow, means, proofs, type TradingCard } from '../shared/exchange-profile.ts';
import { momentUnder, refusesByStatus, wordsOf } from '../shared/reply-grammar.ts';

const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;

const filters: readonly MeaningRow[] = [
  { words: /PERCENT_PRICE/, meaning: proofs.priceRange },
  { words: /PRICE_FILTER/, meaning: proofs.tick },
  { words: /LOT_SIZE/, meaning: proofs.step },
  { words: /NOTIONAL/, meaning: proofs.notional },
  { words: /MAX_NUM/, meaning: proofs.orders },
  { words: /MAX_POSITION/, meaning: proofs.large },
  { words: /Market is closed/i, meaning: proofs.closed },
  { words: /^Filter failure/, meaning: proofs.failed },
];

const rejected: readonly MeaningRow[] = [
  { words: /insufficient balance/i, meaning: proofs.funds },
  { words: /immediately match and take/i, meaning: proofs.postOnly },
  // An order of this id is open: which one has to be looked at.
  { words: /duplicate/i, meaning: 'unknown' },
  { words: /market is closed|not permitted|not available/i, meaning: proofs.closed },
  // Other words are not known to say that this very order was turned away.
  {
    words:
      /not support|disabled|may not|combination|trigger immediately|zero or less|exceeds|relationship|restricted|not enabled|liquidity|peg/i,
    meaning: proofs.failed,
  },
];

const malformed = [
  ...['-1100', '-1101', '-1102', '-1103', '-1104', '-1105', '-1106', '-1108', '-1112', '-1114', '-1115', '-1116'],
  ...['-1117', '-1118', '-1119', '-1128', '-1130', '-1131'],
];

const meanings: TradingCard['meanings'] = {
  ...Object.fromEntries(malformed.map((code) => [code, means(proofs.failed)])),
  '-1013': filters,
  '-1111': [{ words: /price/i, meaning: proofs.tick }, { meaning: proofs.step }],
  '-1121': means(proofs.symbol),
  '-2010': rejected,
  '-2011': means(proofs.notOpen),
  '-2013': means('absent'),
  // Asked of an order, they say nothing of whether it exists.
  '-1002': means(proofs.key),
  '-2008': means(proofs.key),
  '-2014': means(proofs.key),
  '-1022': means(proofs.key),
  '-2015': means('auth'),
  '-1021': means('clock'),
  '-1003': means(proofs.limited),
  '-1015': means(proofs.limited),
  '-1034': means(proofs.limited),
  // A service that is shut down: no document says that it refuses before it matches.
  '-1016': means('away'),
  // USD-M.
  '-2018': means(proofs.funds),
  '-2019': means(proofs.funds),
  '-2020': means(proofs.failed),
  '-2021': means(proofs.priceRange),
  '-2022': means(proofs.failed),
  '-2024': means(proofs.failed),
  '-2025': means(proofs.orders),
  '-2026': means(proofs.failed),
  '-2027': means(proofs.leverage),
  '-2028': means(proofs.leverage),
  '-4001': means(proofs.priceRange),
  '-4002': means(proofs.priceRange),
  '-4003': means(proofs.small),
  '-4004': means(proofs.small),
  '-4005': means(proofs.large),
  '-4013': means(proofs.priceRange),
  '-4014': means(proofs.tick),
  '-4015': means(proofs.failed),
  '-4016': means(proofs.priceRange),
  '-4023': means(proofs.step),
  '-4024': means(proofs.priceRange),
  '-4028': means(proofs.large),
  '-4045': means(proofs.orders),
  '-4046': means('same'),
  '-4047': means(proofs.failed),
  '-4048': means(proofs.failed),
  '-4049': means(proofs.failed),
  '-4050': means(proofs.funds),
  '-4051': means(proofs.funds),
  '-4054': means(proofs.failed),
  '-4055': means(proofs.failed),
  '-4059': means('same'),
  '-4060': means(proofs.failed),
  '-4061': means(proofs.failed),
  '-4067': means(proofs.failed),
  '-4068': means(proofs.failed),
  // An order of this id is open: which one has to be looked at.
  '-4116': means('unknown'),
  '-4120': means(proofs.failed),
  '-4131': means(proofs.priceRange),
  '-4136': means(proofs.failed),
  '-4140': means(proofs.closed),
  '-4161': means(proofs.failed),
  '-4164': means(proofs.notional),
  '-5021': means(proofs.failed),
  '-5022': means(proofs.postOnly),
};

export const binanceTrading: TradingCard = {
  exchange: 'binance',
  wire: 'binance',
  trades: true,
  ccxt: { spot: 'binance', futures: 'binanceusdm' },
  clientId: /^[A-Za-z0-9]{1,32}$/,
  clientIdUnique: 'open',
  marketBuyIn: 'coin',
  contractsIn: 'coin',
  hedge: { parameter: 'positionSide', long: 'LONG', short: 'SHORT', net: 'BOTH' },
  positionModePer: 'account',
  prevention: { parameter: 'selfTradePreventionMode', endsTaker: 'EXPIRE_TAKER', endsMaker: 'EXPIRE_MAKER' },
  grammar: {
    clockCall: 'publicGetTime',
    clockMs: (value) => momentUnder(value, 'serverTime'),
    read: refusesByStatus,
    words: wordsOf,
  },
  rightsCall: 'sapiGetAccountApiRestrictions',
  orderLimitCode: '-1015',
  usage: {
    weight: { spot: 'x-mbx-used-weight-1m', wallet: 'x-sapi-used-ip-weight-1m', futures: 'x-mbx-used-weight-1m' },
    orders: [
      { header: 'x-mbx-order-count-10s', withinMs: 10 * SECOND_MS },
      { header: 'x-mbx-order-count-1m', withinMs: 60 * SECOND_MS },
      { header: 'x-mbx-order-count-1d', withinMs: DAY_MS },
    ],
  },
  meanings,
  weights: { spot: { perMinute: 6_000 }, wallet: { perMinute: 12_000 }, futures: { perMinute: 2_400 } },
  orderLimits: {
    spot: [
      { orders: 50, withinMs: 10 * SECOND_MS },
      { orders: 160_000, withinMs: DAY_MS },
    ],
    futures: [
      { orders: 300, withinMs: 10 * SECOND_MS },
      { orders: 1_200, withinMs: 60 * SECOND_MS },
    ],
  },
  denseTrades: true,
  fees: { spot: { maker: '0.001', taker: '0.001' }, futures: { maker: '0.0002', taker: '0.0005' } },
  streams: {
    spot: 'wss://stream.binance.com:9443/ws',
    futures: 'wss://fstream.binance.com/market/ws',
    spotUser: 'wss://ws-api.binance.com/ws-api/v3',
    futuresUser: 'wss://fstream.binance.com/private/ws',
  },
  ownClock: false,
};

/** Its numbers of trades leave room between prints. */
export const localTrading: TradingCard = { ...binanceTrading, exchange: 'local', denseTrades: false, ownClock: true };
