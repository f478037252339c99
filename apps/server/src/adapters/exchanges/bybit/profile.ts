// Bybit v5 as its documentation says (error codes, rate limits) and as the local exchange speaks it: what says that the outcome is not
// known, or says nothing certain, has no row or a row that proves nothing. Every answer is HTTP 200 with `retCode`; one that is taken
// says only that it was received, and the order's own state has to be asked for. Calls are counted each for itself, in a second.
import * as codes from '@cormorant/contract/codes.ts';
import { type MeaningRow, means, proofs, type TradingCard } from '../shared/exchange-profile.ts';
import { momentUnder, wordsUnder, wrapped } from '../shared/reply-grammar.ts';

const SECOND_MS = 1_000;
const NANOS_A_MS = 1_000_000;
/** An address that asked too often is told to stay away so long. */
const BAN_MS = 600_000;

/** Requests of an account in a second; what is not here has room for more than we ask. */
const limits: Readonly<Record<string, number>> = {
  privatePostV5OrderCancel: 10,
  privateGetV5OrderRealtime: 50,
  privateGetV5OrderHistory: 50,
  privateGetV5ExecutionList: 50,
  privateGetV5PositionList: 50,
  privateGetV5AccountWalletBalance: 50,
  privateGetV5AccountInfo: 50,
  privatePostV5PositionSetLeverage: 10,
  privatePostV5PositionSwitchMode: 10,
  privatePostV5PositionAddMargin: 10,
  privatePostV5AccountSetMarginMode: 5,
};

/** One code for whatever is wrong with a parameter: its words tell which rule of a contract was broken. */
const parameter: readonly MeaningRow[] = [
  { words: /\bsymbol\b/i, meaning: proofs.symbol },
  { words: /\bprice\b/i, meaning: proofs.tick },
  { words: /exceeds minimum limit/i, meaning: proofs.small },
  { words: /exceeds maximum limit/i, meaning: proofs.large },
  { words: /\bqty\b/i, meaning: proofs.step },
  { meaning: proofs.failed },
];

const all = (codes: readonly string[], meaning: MeaningRow['meaning']) =>
  Object.fromEntries(codes.map((code) => [code, means(meaning)]));

export const bybitTrading: TradingCard = {
  exchange: 'bybit',
  wire: 'bybit',
  trades: true,
  ccxt: { spot: 'bybit', futures: 'bybit' },
  clientId: /^[A-Za-z0-9]{1,32}$/,
  clientIdUnique: 'ever',
  // `marketUnit: baseCoin` says coin.
  marketBuyIn: 'coin-by-parameter',
  contractsIn: 'coin',
  hedge: { parameter: 'positionIdx', long: '1', short: '2', net: '0' },
  positionModePer: 'symbol',
  prevention: { parameter: 'smpType', endsTaker: 'CancelTaker', endsMaker: 'CancelMaker' },
  grammar: {
    clockCall: 'publicGetV5MarketTime',
    clockMs: (value) => Math.floor(momentUnder(value, 'timeNano') / NANOS_A_MS),
    ...wrapped('result', '0', (value) => wordsUnder(value, 'retCode', 'retMsg')),
  },
  meanings: {
    '10001': parameter,
    '10002': means('clock'),
    ...all(['10003', '10004', '33004'], proofs.key),
    '10005': means({ code: codes.api_permission, reason: 'unknown' }),
    '10010': means({ code: codes.api_ip, reason: 'unknown' }),
    ...all(['10006', '10018', '10429', '170005', '170222'], proofs.limited),
    // A server that fails or begins anew: an order may have been taken before.
    '10016': means('away'),
    // Timed out, or an order of this id is there: nothing is said of this one.
    ...all(
      ['10000', '10014', '110072', '110079', '170001', '170007', '170032', '170141', '170146', '170147'],
      'unknown',
    ),
    ...all(['110001', '110008', '110010', '170139', '170142', '170143', '170190', '170213'], proofs.notOpen),
    ...all(['110025', '110026', '110027', '110043'], 'same'),
    ...all(
      ['110003', '110120', '110121', '170132', '170133', '170192', '170193', '170194', '170371', '170372'],
      proofs.priceRange,
    ),
    ...all(
      ['110004', '110006', '110007', '110012', '110014', '110044', '110045', '110051', '110052', '110053'],
      proofs.funds,
    ),
    ...all(['110078', '170033', '170131'], proofs.funds),
    ...all(['110013', '110086', '110090', '170124', '170341', '170381', '170382'], proofs.large),
    ...all(['110015', '110017', '110024', '110028', '110033', '110034', '110036', '110038', '3400045'], proofs.failed),
    ...all(['110092', '110093', '170227'], proofs.failed),
    ...all(['110020', '170810'], proofs.orders),
    ...all(['110063', '110066', '110074', '170151', '170157'], proofs.closed),
    ...all(['110094', '170140'], proofs.notional),
    '170121': means(proofs.symbol),
    '170134': means(proofs.tick),
    '170136': means(proofs.small),
    '170137': means(proofs.step),
    '170218': means(proofs.postOnly),
  },
  // 600 requests of an address in five seconds, over both kinds.
  weights: { spot: { perMinute: 3_600 }, futures: { perMinute: 3_600 } },
  orderLimits: {
    spot: [{ orders: 20, withinMs: SECOND_MS }],
    futures: [{ orders: 10, withinMs: SECOND_MS }],
  },
  callLimits: Object.fromEntries(
    Object.entries(limits).map(([call, requests]) => [call, { requests, withinMs: SECOND_MS }]),
  ),
  limitedMs: SECOND_MS,
  ban: { status: 403, ms: BAN_MS },
  denseTrades: false,
  fees: { spot: { maker: '0.001', taker: '0.001' }, futures: { maker: '0.0002', taker: '0.00055' } },
  streams: {
    spot: 'wss://stream.bybit.com/v5/public/spot',
    futures: 'wss://stream.bybit.com/v5/public/linear',
    spotUser: 'wss://stream.bybit.com/v5/private',
    futuresUser: 'wss://stream.bybit.com/v5/private',
  },
  ownClock: false,
};
