// Gate's API v4 as its documentation says (labels, limits of calls) and as the local exchange speaks it: what says that the outcome is
// not known, or says nothing certain, has no row or a row that proves nothing. Codes are labels, not numbers. Calls are counted each for
// itself and for each account; ids of clients get the prefix `t-`, which does not count into their 28 characters.
import * as codes from '@cormorant/contract/codes.ts';
import { type MeaningRow, means, proofs, type TradingCard } from '../shared/exchange-profile.ts';
import { momentUnder, refusesByStatus, textUnder, wordsUnder } from '../shared/reply-grammar.ts';

const SECOND_MS = 1_000;
/** A code of its own; a letter of one is small in its own list. */
const LABEL = /^[A-Z][A-Za-z0-9_]{2,60}$/;
const READS = { requests: 200, withinMs: 10 * SECOND_MS } as const;
const CANCELS = { requests: 200, withinMs: SECOND_MS } as const;

/** Of an account, or of an address where they are public. */
const limits: TradingCard['callLimits'] = {
  privateSpotDeleteOrdersOrderId: CANCELS,
  privateFuturesDeleteSettleOrdersOrderId: CANCELS,
  privateSpotGetOrdersOrderId: READS,
  privateSpotGetOrders: READS,
  privateSpotGetOpenOrders: READS,
  privateSpotGetMyTrades: READS,
  privateSpotGetAccounts: READS,
  privateAccountGetDetail: READS,
  privateAccountGetMainKeys: READS,
  privateFuturesGetSettleOrdersOrderId: READS,
  privateFuturesGetSettleOrders: READS,
  privateFuturesGetSettleMyTradesTimerange: READS,
  privateFuturesGetSettleAccounts: READS,
  privateFuturesGetSettleAccountBook: READS,
  privateFuturesGetSettlePositions: READS,
  privateFuturesPostSettlePositionsContractLeverage: READS,
  privateFuturesPostSettleDualCompPositionsContractLeverage: READS,
  privateFuturesPostSettlePositionsContractMargin: READS,
  privateFuturesPostSettleDualCompPositionsContractMargin: READS,
  privateFuturesPostSettleDualMode: READS,
  publicSpotGetTrades: READS,
  publicSpotGetOrderBook: READS,
  publicSpotGetCandlesticks: READS,
  publicFuturesGetSettleTrades: READS,
  publicFuturesGetSettleOrderBook: READS,
  publicFuturesGetSettleCandlesticks: READS,
  publicFuturesGetSettleFundingRate: READS,
  publicFuturesGetSettleRiskLimitTiers: READS,
};

/** One label for whatever is wrong with a parameter: its words tell which rule was broken. They are told by clients, and on no page. */
const parameter: readonly MeaningRow[] = [
  { words: /too small/i, meaning: proofs.notional },
  { words: /`price`|\bprice unit\b/i, meaning: proofs.tick },
  { words: /`(?:size|amount)`|^invalid (?:argument: )?size$/i, meaning: proofs.step },
  { meaning: proofs.failed },
];
const precision: readonly MeaningRow[] = [
  { words: /\bprice\b/i, meaning: proofs.tick },
  { words: /\b(?:amount|size)\b/i, meaning: proofs.step },
  { meaning: proofs.failed },
];
/** A pair that is not there, and one that is and does not trade. */
const pair: readonly MeaningRow[] = [
  { words: /tradable|suspend|delist/i, meaning: proofs.closed },
  { meaning: proofs.symbol },
];

const all = (labels: readonly string[], meaning: MeaningRow['meaning']) =>
  Object.fromEntries(labels.map((label) => [label, means(meaning)]));

export const gateTrading: TradingCard = {
  exchange: 'gate',
  wire: 'gate',
  trades: true,
  ccxt: { spot: 'gate', futures: 'gate' },
  clientId: /^[A-Za-z0-9]{1,28}$/,
  clientIdUnique: 'open',
  // Nothing turns it round: a purchase of ours goes as a limited one that trades at once.
  marketBuyIn: 'quote',
  contractsIn: 'contracts',
  // Which side is meant is the sign of the size; closing is `reduce_only`.
  hedge: { parameter: 'mode', long: 'dual_long', short: 'dual_short', net: 'single' },
  positionModePer: 'account',
  grammar: {
    clockCall: 'publicSpotGetTime',
    clockMs: (value) => momentUnder(value, 'server_time'),
    read: refusesByStatus,
    // Contracts call the words `detail` in places.
    words: (value) => wordsUnder(value, 'label', textUnder(value, 'message') === null ? 'detail' : 'message', LABEL),
  },
  meanings: {
    ...all(['INVALID_KEY', 'INVALID_SIGNATURE', 'INVALID_CREDENTIALS', 'AUTHENTICATION_FAILED'], proofs.key),
    ...all(['ACCOUNT_LOCKED', 'SUB_ACCOUNT_LOCKED', 'FORBIDDEN', 'READ_ONLY'], {
      code: codes.api_permission,
      reason: 'unknown',
    }),
    IP_FORBIDDEN: means({ code: codes.api_ip, reason: 'unknown' }),
    REQUEST_EXPIRED: means('clock'),
    ...all(['TOO_MANY_REQUESTS', 'TOO_FAST'], proofs.limited),
    // It serves nobody at present: an order may have been taken before.
    TOO_BUSY: means('away'),
    // Nothing is said of this one.
    ...all(['SERVER_ERROR', 'INTERNAL', 'REPEATED_CREATION', 'ORDER_EXISTS', 'DUPLICATE_REQUEST'], 'unknown'),
    INVALID_PARAM_VALUE: parameter,
    INVALID_PRECISION: precision,
    ...all(['INVALID_ARGUMENT', 'INVALID_PROTOCOL', 'INVALID_REQUEST_BODY', 'MISSING_REQUIRED_PARAM'], proofs.failed),
    ...all(['BAD_REQUEST', 'INVALID_CONTENT_TYPE', 'MISSING_REQUIRED_HEADER'], proofs.failed),
    ...all(['NOT_ACCEPTABLE', 'METHOD_NOT_ALLOWED', 'NOT_FOUND', 'INVALID_CLIENT_ORDER_ID'], proofs.failed),
    INVALID_CURRENCY_PAIR: pair,
    ...all(['INVALID_CURRENCY', 'CONTRACT_NOT_FOUND'], proofs.symbol),
    ...all(['BALANCE_NOT_ENOUGH', 'FUTURES_BALANCE_NOT_ENOUGH', 'INSUFFICIENT_AVAILABLE'], proofs.funds),
    // Of an account that owes too much.
    ...all(
      ['MARGIN_BALANCE_NOT_ENOUGH', 'QUANTITY_NOT_ENOUGH', 'TRADE_RESTRICTED', 'INITIAL_MARGIN_TOO_LOW'],
      proofs.funds,
    ),
    ...all(['RISK_LIMIT_EXCEEDED', 'LIQUIDATE_IMMEDIATELY', 'PRICE_OVER_LIQUIDATION'], proofs.leverage),
    ...all(['LEVERAGE_TOO_HIGH', 'SIZE_TOO_LARGE', 'AMOUNT_TOO_MUCH'], proofs.large),
    ...all(['SIZE_TOO_SMALL', 'AMOUNT_TOO_LITTLE'], proofs.small),
    ...all(['PRICE_TOO_DEVIATED', 'MARKET_PRICE_TOO_DEVIATED', 'PRICE_THRESHOLD_EXCEEDED'], proofs.priceRange),
    PRICE_OVER_BANKRUPT: means(proofs.priceRange),
    CONTRACT_IN_DELISTING: means(proofs.closed),
    // Nobody stands on the other side, or not enough for all of it at once.
    ...all(['CONTRACT_NO_COUNTER', 'ORDER_BOOK_NOT_FOUND', 'FOK_NOT_FILL', 'ORDER_FOK'], proofs.failed),
    TOO_MANY_ORDERS: means(proofs.orders),
    ...all(['POC_FILL_IMMEDIATELY', 'ORDER_POC_IMMEDIATE'], proofs.postOnly),
    ...all(['POSITION_EMPTY', 'POSITION_HOLDING', 'POSITION_CROSS_MARGIN', 'REMOVE_TOO_MUCH'], proofs.failed),
    ...all(['POSITION_IN_LIQUIDATION', 'POSITION_IN_CLOSE', 'INCREASE_POSITION', 'LEVERAGE_TOO_LOW'], proofs.failed),
    ...all(['POSITION_NOT_FOUND', 'POSITION_DUAL_MODE', 'ORDER_PENDING', 'REDUCE_EXCEEDED'], proofs.failed),
    NO_CHANGE: means('same'),
    ...all(['ORDER_CLOSED', 'ORDER_CANCELLED', 'ORDER_FINISHED'], proofs.notOpen),
    ...all(['ORDER_NOT_FOUND', 'CLIENT_ID_NOT_FOUND'], 'absent'),
    // An account for contracts that was never opened.
    USER_NOT_FOUND: means('absent'),
  },
  // What an address may ask in all is not told: each call has a limit of its own.
  weights: { spot: { perMinute: 6_000 }, futures: { perMinute: 6_000 } },
  orderLimits: {
    spot: [{ orders: 10, withinMs: SECOND_MS }],
    futures: [{ orders: 100, withinMs: SECOND_MS }],
  },
  callLimits: limits,
  limitedMs: 2 * SECOND_MS,
  denseTrades: false,
  fees: { spot: { maker: '0.001', taker: '0.001' }, futures: { maker: '0.0002', taker: '0.0005' } },
  streams: {
    spot: 'wss://api.gateio.ws/ws/v4/',
    futures: 'wss://fx-ws.gateio.ws/v4/ws/usdt',
    spotUser: 'wss://api.gateio.ws/ws/v4/',
    futuresUser: 'wss://fx-ws.gateio.ws/v4/ws/usdt',
  },
  ownClock: false,
};
