// OKX as its documentation says (docs-v5, error codes): written down, never seen on a wire, so not offered. An answer may be
// HTTP 200 and still refuse (`sCode` of each order), which a wire of its own has to read.
import { means, NO_STREAMS, proofs, type TradingCard } from './trading-card.ts';

export const okxTrading: TradingCard = {
  exchange: 'okx',
  trades: false,
  ccxt: { spot: 'okx', futures: 'okx' },
  clientId: /^[A-Za-z0-9]{1,32}$/,
  clientIdUnique: 'open',
  // `tgtCcy: base_ccy` says coin.
  marketBuyIn: 'coin-by-parameter',
  contractsIn: 'contracts',
  hedge: { parameter: 'posSide', long: 'long', short: 'short', net: 'net' },
  positionModePer: 'account',
  meanings: {
    '51000': means(proofs.failed),
    '51001': means(proofs.symbol),
    '51004': means(proofs.large),
    '51006': means(proofs.priceRange),
    '51008': means(proofs.funds),
    '51020': means(proofs.small),
    '51121': means(proofs.step),
    '51131': means(proofs.funds),
    '51169': means(proofs.failed),
    '51400': means(proofs.notOpen),
    '51401': means(proofs.notOpen),
    '51402': means(proofs.notOpen),
    '51603': means('absent'),
    '50011': means(proofs.limited),
    '50001': means(proofs.away),
    '50102': means('clock'),
    '50105': means(proofs.key),
    '50110': means({ code: 2007, reason: 'unknown' }),
    '50111': means(proofs.key),
    '50113': means(proofs.key),
    '50120': means({ code: 2009, reason: 'unknown' }),
    // Timed out, or an order of this id is there: 'does not indicate success or failure'.
    '50004': means('unknown'),
    '51016': means('unknown'),
  },
  weights: {},
  orderLimits: { spot: [{ orders: 60, withinMs: 2_000 }], futures: [{ orders: 60, withinMs: 2_000 }] },
  denseTrades: false,
  fees: { spot: { maker: '0.0008', taker: '0.001' }, futures: { maker: '0.0002', taker: '0.0005' } },
  streams: NO_STREAMS,
  ownClock: false,
};
