// Gate v4 as its documentation says (labels of errors): written down, never seen on a wire, so not offered. Its codes are
// labels, not numbers, and ids of clients need the prefix `t-`, which counts into their 30 characters.
import * as codes from '@cormorant/contract/codes.ts';
import { means, NO_STREAMS, proofs, type TradingCard } from '../shared/exchange-profile.ts';

export const gateTrading: TradingCard = {
  exchange: 'gate',
  wire: 'gate',
  trades: false,
  ccxt: { spot: 'gate', futures: 'gate' },
  clientId: /^[A-Za-z0-9]{1,28}$/,
  clientIdUnique: 'open',
  marketBuyIn: 'quote',
  contractsIn: 'contracts',
  // Which side is meant is the sign of the size; closing is `reduce_only`.
  hedge: { parameter: 'mode', long: 'dual_long', short: 'dual_short', net: 'single' },
  positionModePer: 'account',
  meanings: {
    INVALID_KEY: means(proofs.key),
    INVALID_SIGNATURE: means(proofs.key),
    IP_FORBIDDEN: means({ code: codes.api_ip, reason: 'unknown' }),
    READ_ONLY: means({ code: codes.api_permission, reason: 'unknown' }),
    FORBIDDEN: means({ code: codes.api_permission, reason: 'unknown' }),
    REQUEST_EXPIRED: means('clock'),
    TOO_MANY_REQUESTS: means(proofs.limited),
    TOO_FAST: means(proofs.limited),
    INVALID_PARAM_VALUE: means(proofs.failed),
    INVALID_CURRENCY_PAIR: means(proofs.symbol),
    CONTRACT_NOT_FOUND: means(proofs.symbol),
    BALANCE_NOT_ENOUGH: means(proofs.funds),
    INSUFFICIENT_AVAILABLE: means(proofs.funds),
    RISK_LIMIT_EXCEEDED: means(proofs.leverage),
    PRICE_TOO_DEVIATED: means(proofs.priceRange),
    SIZE_TOO_LARGE: means(proofs.large),
    TOO_MANY_ORDERS: means(proofs.orders),
    POC_FILL_IMMEDIATELY: means(proofs.postOnly),
    ORDER_POC_IMMEDIATE: means(proofs.postOnly),
    POSITION_EMPTY: means(proofs.failed),
    ORDER_CLOSED: means(proofs.notOpen),
    ORDER_CANCELLED: means(proofs.notOpen),
    ORDER_FINISHED: means(proofs.notOpen),
    ORDER_NOT_FOUND: means('absent'),
    // An account for contracts that was never opened.
    USER_NOT_FOUND: means('absent'),
    SERVER_ERROR: means('unknown'),
    INTERNAL: means('unknown'),
  },
  weights: { spot: { perMinute: 1_200 }, futures: { perMinute: 1_200 } },
  orderLimits: { spot: [{ orders: 10, withinMs: 1_000 }], futures: [{ orders: 100, withinMs: 1_000 }] },
  denseTrades: false,
  fees: { spot: { maker: '0.001', taker: '0.001' }, futures: { maker: '0.0002', taker: '0.0005' } },
  streams: NO_STREAMS,
  ownClock: false,
};
