// The wires on which exchanges are traded by keys: what reads public data, the account, orders and trades, and how the streams
// are spoken with. Which one a card names; what they answer is the same.
import type { TradingVenue } from '../../ports/venue.ts';
import { BinanceAccount } from './binance/account.ts';
import { BinanceFills } from './binance/fills.ts';
import { BinanceMarketData } from './binance/market-data.ts';
import { BinanceOrders } from './binance/orders.ts';
import { binanceSpeech } from './binance/streams.ts';
import { BitgetAccount } from './bitget/account.ts';
import { BitgetFills } from './bitget/fills.ts';
import { BitgetMarketData } from './bitget/market-data.ts';
import { BitgetOrders } from './bitget/orders.ts';
import { bitgetSpeech } from './bitget/streams.ts';
import { BybitAccount } from './bybit/account.ts';
import { BybitFills } from './bybit/fills.ts';
import { BybitMarketData } from './bybit/market-data.ts';
import { BybitOrders } from './bybit/orders.ts';
import { bybitSpeech } from './bybit/streams.ts';
import { GateAccount } from './gate/account.ts';
import { GateFills } from './gate/fills.ts';
import { GateMarketData } from './gate/market-data.ts';
import { GateOrders } from './gate/orders.ts';
import { gateSpeech } from './gate/streams.ts';
import { OkxAccount } from './okx/account.ts';
import { OkxFills } from './okx/fills.ts';
import { OkxMarketData } from './okx/market-data.ts';
import { OkxOrders } from './okx/orders.ts';
import { okxSpeech } from './okx/streams.ts';
import type { TradingCard } from './shared/exchange-profile.ts';
import type { OrderNumbers } from './shared/order-ids.ts';
import type { PublicData } from './shared/public-data.ts';
import type { Speech } from './shared/stream-protocol.ts';
import type { ExchangeBudget } from './transport/exchange-budget.ts';
import type { SignedRequests } from './transport/signed-requests.ts';

export interface WireDeps {
  readonly card: TradingCard;
  readonly line: SignedRequests;
  readonly budget: ExchangeBudget;
  readonly numbers: OrderNumbers;
  readonly nowMs: () => number;
  /** The last price that was heard of a market. */
  readonly lastPrice: (symbol: string) => string | null;
}

type Settings = 'positions' | 'positionMode' | 'setPositionMode' | 'setLeverage' | 'addMargin' | 'marginAdds';

export interface Wire {
  readonly data: PublicData;
  readonly accounts: Pick<TradingVenue, Settings> & {
    balances(account: string, wallet: 'spot' | 'futures'): ReturnType<TradingVenue['balances']>;
    /** Whether the key of the account may act on contracts. */
    mayFutures(account: string): Promise<boolean>;
  };
  readonly orders: Pick<TradingVenue, 'place' | 'cancel' | 'order' | 'openOrders'> &
    Required<Pick<TradingVenue, 'wave'>>;
  readonly fills: Pick<TradingVenue, 'fills' | 'fundings'>;
  readonly speech: Speech;
}

export function wireOf(deps: WireDeps): Wire {
  if (deps.card.wire === 'bybit') return bybitWire(deps);
  if (deps.card.wire === 'bitget') return bitgetWire(deps);
  if (deps.card.wire === 'gate') return gateWire(deps);
  return deps.card.wire === 'okx' ? okxWire(deps) : binanceWire(deps);
}

function binanceWire({ card, line, budget, numbers, nowMs, lastPrice }: WireDeps): Wire {
  const data = new BinanceMarketData({ card, line, budget });
  const accounts = new BinanceAccount({ line, nowMs });
  const mayFutures = (account: string) => accounts.mayFutures(account);
  const hasHedge = (account: string) => accounts.hasHedge(account);
  const marketNowMs = async () => (await data.clock()).marketNowMs;
  return {
    ...{ data, accounts, speech: binanceSpeech(line) },
    orders: new BinanceOrders({ card, line, budget, data, numbers, lastPrice, mayFutures }),
    fills: new BinanceFills({ line, numbers, hasHedge, marketNowMs }),
  };
}

function okxWire({ card, line, budget, nowMs, lastPrice }: WireDeps): Wire {
  const data = new OkxMarketData({ card, line, budget });
  const accounts = new OkxAccount({ line, data, nowMs });
  const hasHedge = (account: string) => accounts.hasHedge(account);
  return {
    ...{ data, accounts, speech: okxSpeech(line, data.sizes) },
    orders: new OkxOrders({ card, line, budget, data, lastPrice }),
    fills: new OkxFills({ line, data, hasHedge, nowMs }),
  };
}

function bybitWire({ card, line, budget, nowMs, lastPrice }: WireDeps): Wire {
  const data = new BybitMarketData({ card, line, budget });
  const accounts = new BybitAccount({ line, data, nowMs });
  const hasHedge = (account: string) => accounts.hasHedge(account);
  const mayFutures = (account: string) => accounts.mayFutures(account);
  return {
    ...{ data, accounts, speech: bybitSpeech(line, accounts) },
    orders: new BybitOrders({ card, line, budget, data, lastPrice, mayFutures }),
    fills: new BybitFills({ line, hasHedge }),
  };
}

function bitgetWire({ card, line, budget, numbers, nowMs, lastPrice }: WireDeps): Wire {
  const data = new BitgetMarketData({ card, line, budget });
  const accounts = new BitgetAccount({ line, data, nowMs });
  const mayFutures = (account: string) => accounts.mayFutures(account);
  const orders = new BitgetOrders({ card, line, budget, data, numbers, lastPrice, mayFutures });
  const fills = new BitgetFills({
    ...{ line, numbers, hasHedge: async (account) => (await accounts.positionMode(account)) === 'hedge' },
    cidOf: (account, name, orderId) => orders.cidOf(account, name, orderId),
  });
  return { data, accounts, orders, fills, speech: bitgetSpeech(line) };
}

function gateWire({ card, line, budget, nowMs, lastPrice }: WireDeps): Wire {
  const data = new GateMarketData({ card, line, budget });
  const accounts = new GateAccount({ line, data, nowMs });
  return {
    ...{ data, accounts, speech: gateSpeech(line, accounts, data.sizes) },
    orders: new GateOrders({ card, line, budget, data, accounts, lastPrice }),
    fills: new GateFills({ line, data, accounts }),
  };
}
