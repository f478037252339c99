// Bitget v2 as its documentation says (error codes): written down, never seen on a wire, so not offered.
import { means, NO_STREAMS, proofs, type TradingCard } from './trading-card.ts';

export const bitgetTrading: TradingCard = {
  exchange: 'bitget',
  wire: 'bitget',
  trades: false,
  ccxt: { spot: 'bitget', futures: 'bitget' },
  clientId: /^[A-Za-z0-9]{1,32}$/,
  clientIdUnique: 'ever',
  // The size of a market buy is in quote, and nothing turns it round: cost has to be computed and bounded.
  marketBuyIn: 'quote',
  contractsIn: 'coin',
  // One side of the position by `tradeSide` open or close besides.
  hedge: { parameter: 'holdSide', long: 'long', short: 'short', net: 'net' },
  positionModePer: 'product',
  meanings: {
    '40006': means(proofs.key),
    '40008': means('clock'),
    '40009': means(proofs.key),
    '40012': means(proofs.key),
    '40037': means(proofs.key),
    '40014': means({ code: 2009, reason: 'unknown' }),
    '40018': means({ code: 2007, reason: 'unknown' }),
    '429': means(proofs.limited),
    '40808': means(proofs.failed),
    '40109': means('absent'),
    '43001': means('absent'),
    '40754': means(proofs.funds),
    '40762': means(proofs.funds),
    '43012': means(proofs.funds),
    '45110': means(proofs.notional),
    '22002': means(proofs.failed),
    '40725': means('unknown'),
    '40786': means('unknown'),
    '45034': means('unknown'),
  },
  weights: {},
  orderLimits: { spot: [{ orders: 10, withinMs: 1_000 }], futures: [{ orders: 10, withinMs: 1_000 }] },
  denseTrades: false,
  fees: { spot: { maker: '0.001', taker: '0.001' }, futures: { maker: '0.0002', taker: '0.0006' } },
  streams: NO_STREAMS,
  ownClock: false,
};
