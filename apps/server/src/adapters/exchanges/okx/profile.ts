// OKX, as its documentation says (docs-v5, error codes) and as the local exchange speaks it: what says that the outcome is not
// known, or says nothing certain, has no row or a row that proves nothing. An answer may be HTTP 200 and still refuse: each order
// has a code of its own. Calls are counted each for itself, in two seconds.
import * as codes from '@cormorant/contract/codes.ts';
import { type MeaningRow, means, proofs, type TradingCard } from '../shared/exchange-profile.ts';
import { momentUnder, type ReplyGrammar, under, wordsOf } from '../shared/reply-grammar.ts';

const WITHIN_MS = 2_000;
/** Rows, each of which tells how it fared: none did well, or some. */
const WITH_ROWS = new Set(['0', '1', '2']);

const grammar: ReplyGrammar = {
  clockCall: 'publicGetPublicTime',
  clockMs: (value) => momentUnder(Array.isArray(value) ? value[0] : null, 'ts'),
  read: (value) => {
    const { code, message } = wordsOf(value);
    const data = under(value, 'data');
    const hasRows = Array.isArray(data) && (code === '0' || data.length > 0);
    return code !== null && WITH_ROWS.has(code) && hasRows ? { value: data } : { code, message };
  },
  words: wordsOf,
};

/** Requests in two seconds; what is not here has room for more than we ask. */
const limits: Readonly<Record<string, number>> = {
  privateGetAccountConfig: 5,
  privateGetAccountBalance: 10,
  privateGetAccountPositions: 10,
  privateGetAccountAccountPositionRisk: 10,
  privateGetAccountBills: 10,
  privateGetAccountBillsArchive: 10,
  privatePostAccountSetPositionMode: 5,
  privatePostAccountSetLeverage: 40,
  privatePostAccountPositionMarginBalance: 20,
  // Orders, of which one request has many: what counts them is `orderLimits`; who is sent away from one of these waits alone.
  privatePostTradeBatchOrders: 300,
  privatePostTradeCancelBatchOrders: 300,
  privateGetTradeFillsHistory: 10,
  privateGetTradeFills: 60,
  privateGetTradeOrder: 60,
  privateGetTradeOrdersPending: 60,
  publicGetPublicTime: 10,
  publicGetPublicInstruments: 20,
  publicGetPublicPriceLimit: 20,
  publicGetPublicMarkPrice: 10,
  publicGetPublicFundingRate: 20,
  publicGetPublicFundingRateHistory: 20,
  publicGetPublicPositionTiers: 10,
  publicGetMarketTickers: 20,
  publicGetMarketCandles: 40,
  publicGetMarketHistoryCandles: 20,
  publicGetMarketTrades: 100,
};

const parameter: readonly MeaningRow[] = [
  { words: /\b(px|price)\b/i, meaning: proofs.tick },
  { words: /\bsz\b/i, meaning: proofs.step },
  { meaning: proofs.failed },
];

const all = (codes: readonly string[], meaning: MeaningRow['meaning']) =>
  Object.fromEntries(codes.map((code) => [code, means(meaning)]));

export const okxTrading: TradingCard = {
  exchange: 'okx',
  wire: 'okx',
  trades: true,
  ccxt: { spot: 'okx', futures: 'okx' },
  clientId: /^[A-Za-z0-9]{1,32}$/,
  clientIdUnique: 'open',
  // `tgtCcy: base_ccy` says coin.
  marketBuyIn: 'coin-by-parameter',
  contractsIn: 'contracts',
  hedge: { parameter: 'posSide', long: 'long', short: 'short', net: 'net' },
  positionModePer: 'account',
  prevention: { parameter: 'stpMode', endsTaker: 'cancel_taker', endsMaker: 'cancel_maker' },
  grammar,
  meanings: {
    '51000': parameter,
    '51001': means(proofs.symbol),
    '51004': means(proofs.large),
    '51005': means(proofs.large),
    // Past the highest price of a buy or the lowest of a sale, also of an order that closes or opens.
    '51006': means(proofs.priceRange),
    '51008': means(proofs.funds),
    '51010': means(proofs.failed),
    '51020': means(proofs.small),
    '51022': means(proofs.closed),
    '51028': means(proofs.closed),
    '51121': means(proofs.step),
    '51131': means(proofs.funds),
    ...all(['51102', '51103', '51174'], proofs.orders),
    // Of closing and of opening; of a purchase and of a sale.
    ...all(['51116', '51122', '51135', '51136', '51137', '51138'], proofs.priceRange),
    '51169': means(proofs.failed),
    '51201': means(proofs.large),
    '51202': means(proofs.large),
    '51400': means(proofs.notOpen),
    '51401': means(proofs.notOpen),
    '51402': means(proofs.notOpen),
    '51410': means('unknown'),
    '51603': means('absent'),
    '59000': means(proofs.failed),
    '59102': means(proofs.large),
    '59104': means(proofs.funds),
    '59300': means(proofs.failed),
    '59301': means(proofs.funds),
    // 'Temporarily unavailable', in maintenance as after a fault behind its door: an order may have been taken before.
    '50001': means('away'),
    '50011': means(proofs.limited),
    '50014': means(proofs.failed),
    '50061': means(proofs.limited),
    '50102': means('clock'),
    '50105': means(proofs.key),
    '50110': means({ code: codes.api_ip, reason: 'unknown' }),
    '50111': means(proofs.key),
    '50113': means(proofs.key),
    '50119': means(proofs.key),
    '50120': means({ code: codes.api_permission, reason: 'unknown' }),
    // Timed out, or an order of this id is there: 'does not indicate success or failure'.
    '50004': means('unknown'),
    '51016': means('unknown'),
  },
  // Beside what each call may: as if all of them were one.
  weights: { spot: { perMinute: 1_200 } },
  orderLimits: { spot: [{ orders: 300, withinMs: WITHIN_MS }] },
  callLimits: Object.fromEntries(
    Object.entries(limits).map(([call, requests]) => [call, { requests, withinMs: WITHIN_MS }]),
  ),
  limitedMs: WITHIN_MS,
  denseTrades: false,
  fees: { spot: { maker: '0.0008', taker: '0.001' }, futures: { maker: '0.0002', taker: '0.0005' } },
  streams: {
    spot: 'wss://ws.okx.com:8443/ws/v5/public',
    futures: 'wss://ws.okx.com:8443/ws/v5/public',
    spotUser: 'wss://ws.okx.com:8443/ws/v5/private',
    futuresUser: 'wss://ws.okx.com:8443/ws/v5/private',
  },
  ownClock: false,
};
