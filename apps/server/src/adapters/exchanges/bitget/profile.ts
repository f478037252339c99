// Bitget's API v2, as its documentation says (error codes, limits of calls) and as the local exchange speaks it: what says that the
// outcome is not known, or says nothing certain, has no row or a row that proves nothing. What is taken says only that it was received.
// Calls are counted each for itself, in a second.
import * as codes from '@cormorant/contract/codes.ts';
import { type MeaningRow, means, proofs, type TradingCard } from '../shared/exchange-profile.ts';
import { momentUnder, wordsOf, wrapped } from '../shared/reply-grammar.ts';

const SECOND_MS = 1_000;

/** Requests of an account, or of an address where they are public, in a second. */
const limits: Readonly<Record<string, number>> = {
  privateSpotPostV2SpotTradeCancelOrder: 10,
  privateMixPostV2MixOrderCancelOrder: 10,
  privateSpotGetV2SpotTradeOrderInfo: 20,
  privateSpotGetV2SpotTradeUnfilledOrders: 20,
  privateSpotGetV2SpotTradeFills: 10,
  privateSpotGetV2SpotAccountAssets: 10,
  privateSpotGetV2SpotAccountInfo: 1,
  privateMixGetV2MixOrderDetail: 10,
  privateMixGetV2MixOrderOrdersPending: 10,
  privateMixGetV2MixOrderFills: 10,
  privateMixGetV2MixPositionAllPosition: 5,
  privateMixGetV2MixPositionSinglePosition: 10,
  privateMixGetV2MixAccountAccounts: 10,
  privateMixGetV2MixAccountAccount: 10,
  privateMixGetV2MixAccountBill: 10,
  privateMixPostV2MixAccountSetLeverage: 5,
  privateMixPostV2MixAccountSetMargin: 5,
  privateMixPostV2MixAccountSetMarginMode: 5,
  privateMixPostV2MixAccountSetPositionMode: 5,
  publicMixGetV2MixMarketQueryPositionLever: 10,
  publicSpotGetV2SpotMarketFills: 10,
  publicSpotGetV2SpotMarketOrderbook: 20,
  publicMixGetV2MixMarketFills: 20,
  publicMixGetV2MixMarketMergeDepth: 20,
};

/** One code for figures with too many decimals: its words tell which. */
const scale: readonly MeaningRow[] = [
  { words: /\bprice\b/i, meaning: proofs.tick },
  { words: /\bsize\b/i, meaning: proofs.step },
  { meaning: proofs.failed },
];

const all = (codes: readonly string[], meaning: MeaningRow['meaning']) =>
  Object.fromEntries(codes.map((code) => [code, means(meaning)]));

export const bitgetTrading: TradingCard = {
  exchange: 'bitget',
  wire: 'bitget',
  trades: true,
  ccxt: { spot: 'bitget', futures: 'bitget' },
  clientId: /^[A-Za-z0-9]{1,32}$/,
  clientIdUnique: 'ever',
  // Nothing turns it round: a purchase of ours goes as a limited one that trades at once.
  marketBuyIn: 'quote',
  contractsIn: 'coin',
  // One side of the position by `tradeSide` open or close besides.
  hedge: { parameter: 'holdSide', long: 'long', short: 'short', net: 'net' },
  positionModePer: 'product',
  prevention: { parameter: 'stpMode', endsTaker: 'cancel_taker', endsMaker: 'cancel_maker' },
  grammar: {
    clockCall: 'publicCommonGetV2PublicTime',
    clockMs: (value) => momentUnder(value, 'serverTime'),
    ...wrapped('data', '00000', wordsOf),
  },
  meanings: {
    ...all(['40001', '40003', '40006', '40009', '40011', '40012', '40037'], proofs.key),
    ...all(['40004', '40005', '40008'], 'clock'),
    '40014': means({ code: codes.api_permission, reason: 'unknown' }),
    '40018': means({ code: codes.api_ip, reason: 'unknown' }),
    ...all(['429', '50009'], proofs.limited),
    // A server that is being exchanged, or fails: an order may have been taken before.
    ...all(['40200', '40308', '40604', '40015'], 'away'),
    // A failure behind the door, or an order of this id is there: nothing is said of this one.
    ...all(['40725', '40786', '45034', '40010', '45001', '50008'], 'unknown'),
    ...all(['40017', '40019', '40020', '40774', '40920', '45117', '22002'], proofs.failed),
    '40109': means('absent'),
    ...all(['40768', '43001', '43004', '22001'], proofs.notOpen),
    ...all(['40711', '40712', '40754', '40762', '40800', '43012', '50020'], proofs.funds),
    ...all(['43008', '43009', '40815', '40816', '41117'], proofs.priceRange),
    ...all(['43006', '45111'], proofs.small),
    ...all(['40797', '43007', '45112', '45113'], proofs.large),
    ...all(['40309', '41114', '43115'], proofs.closed),
    // Of a market that is closed, and of one without cross margin.
    '50004': [{ words: /\bcross\b/i, meaning: proofs.failed }, { meaning: proofs.closed }],
    ...all(['40034', '40102'], proofs.symbol),
    ...{ '40808': scale, '41103': scale },
    '43005': means(proofs.orders),
    '45110': means(proofs.notional),
  },
  // 6,000 requests of an address in a minute; orders of both kinds have counts of their own.
  weights: { spot: { perMinute: 4_000 }, futures: { perMinute: 2_000 } },
  orderLimits: {
    spot: [{ orders: 10, withinMs: SECOND_MS }],
    futures: [{ orders: 10, withinMs: SECOND_MS }],
  },
  callLimits: Object.fromEntries(
    Object.entries(limits).map(([call, requests]) => [call, { requests, withinMs: SECOND_MS }]),
  ),
  limitedMs: SECOND_MS,
  denseTrades: false,
  fees: { spot: { maker: '0.001', taker: '0.001' }, futures: { maker: '0.0002', taker: '0.0006' } },
  streams: {
    spot: 'wss://ws.bitget.com/v2/ws/public',
    futures: 'wss://ws.bitget.com/v2/ws/public',
    spotUser: 'wss://ws.bitget.com/v2/ws/private',
    futuresUser: 'wss://ws.bitget.com/v2/ws/private',
  },
  ownClock: false,
};
