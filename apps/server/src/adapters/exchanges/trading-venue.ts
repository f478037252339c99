// An exchange to trade on through ccxt: one card, one way out, one budget. What is public is asked without keys; what an
// account does is signed by its own. Nothing here keeps books: what was said is handed on, and what is not known is said so.
import type { Clock } from '../../ports/clock.ts';
import type { PlainKeys } from '../../ports/key-vault.ts';
import type { MarketData, TradingVenue } from '../../ports/venue.ts';
import { rulesOfMarket } from '../../ports/venue-market.ts';
import { wireOf } from './exchange-adapters.ts';
import type { ExchangeBudgets } from './exchange-budgets.ts';
import { cardOf } from './exchange-profiles.ts';
import { FeeWorth } from './shared/fee-worth.ts';
import { OrderNumbers } from './shared/order-ids.ts';
import type { PublicData } from './shared/public-data.ts';
import type { Speech } from './shared/stream-protocol.ts';
import type { SendRequest } from './transport/guarded-fetch.ts';
import type { ExchangeHosts } from './transport/hosts.ts';
import { SignedRequests } from './transport/signed-requests.ts';

export interface CcxtVenueDeps {
  /** Code of an exchange whose card trades. */
  readonly exchange: string;
  readonly hosts: ExchangeHosts;
  /** The keys of an account, for the role that may open them; null = none are bound any more. */
  readonly credentials: (account: string) => Promise<PlainKeys | null>;
  /** Accounts whose keys are good and may act on contracts, as they are bound at this moment; some of them are enough. */
  readonly contractAccounts: () => Promise<readonly string[]>;
  readonly clock: Clock;
  /** One of these a process. */
  readonly budgets: ExchangeBudgets;
  readonly timeoutMs?: number;
  /** What carries requests, where that is not the network of this machine. */
  readonly send?: SendRequest;
}

export interface CcxtVenueParts {
  readonly venue: TradingVenue & MarketData;
  readonly line: SignedRequests;
  readonly data: PublicData;
  readonly speech: Speech;
  readonly numbers: OrderNumbers;
  /** Of trades that the stream tells; those that are read have it. */
  readonly worth: FeeWorth;
  /** Heard by the stream, so that orders nearest to it go first. */
  readonly lastPrices: Map<string, string>;
  readonly mayFutures: (account: string) => Promise<boolean>;
}

export function createCcxtVenue(deps: CcxtVenueDeps): CcxtVenueParts {
  const { exchange, hosts, credentials, contractAccounts, clock, budgets, send, timeoutMs } = deps;
  const card = cardOf(exchange);
  if (card === undefined || !card.trades) throw new Error(`${exchange} is not traded on`);
  const budget = budgets.of(exchange);
  const line = new SignedRequests({
    ...{ card, hosts, credentials, contractAccounts, budget, send },
    ...(timeoutMs !== undefined && { timeoutMs }),
  });
  const numbers = new OrderNumbers();
  const lastPrices = new Map<string, string>();
  const { data, accounts, orders, fills, speech } = wireOf({
    ...{ card, line, budget, numbers, nowMs: () => clock.nowMs() },
    lastPrice: (symbol) => lastPrices.get(symbol) ?? null,
  });
  const candles: MarketData['candles'] = (symbol, timeframe, limit, endMs) =>
    data.candles(symbol, timeframe, limit, endMs);
  const worth = new FeeWorth({ candles, fees: card.fees, nowMs: () => clock.nowMs() });
  const venue: TradingVenue & MarketData = {
    // The stops of the others are of another call, which nobody here speaks yet.
    keepsStops: card.wire === 'binance' || card.wire === 'bybit',
    symbols: () => data.symbols(),
    rulesOf: (symbol) => rulesOfMarket(data, symbol),
    rulesAreOld: () => data.rulesAreOld(),
    tickers: () => data.tickers(),
    candles,
    fundingRates: (symbol, limit) => data.fundingRates(symbol, limit),
    clock: () => data.clock(),
    book: (symbol) => data.book(symbol),
    openAccount: () => Promise.reject(new Error(`${exchange} opens accounts for nobody here`)),
    balances: (account, wallet = 'spot') => accounts.balances(account, wallet),
    place: (account, wanted, mayAct) => orders.place(account, wanted, mayAct),
    wave: (account, wanted) => orders.wave(account, wanted),
    cancel: (account, names, mayAct) => orders.cancel(account, names, mayAct),
    order: (account, symbol, cid) => orders.order(account, symbol, cid),
    openOrders: (account) => orders.openOrders(account),
    fills: async (account, symbol, afterId, limit, sinceMs) =>
      worth.valued(await fills.fills(account, symbol, afterId, limit, sinceMs)),
    fundings: (account, symbol, afterId, limit, sinceMs) => fills.fundings(account, symbol, afterId, limit, sinceMs),
    positions: (account) => accounts.positions(account),
    positionMode: (account) => accounts.positionMode(account),
    setPositionMode: (account, mode, mayAct) => accounts.setPositionMode(account, mode, mayAct),
    setLeverage: (account, symbol, leverage, mode, mayAct) =>
      accounts.setLeverage(account, symbol, leverage, mode, mayAct),
    addMargin: (account, symbol, side, amount, ref, mayAct) =>
      accounts.addMargin(account, symbol, side, amount, ref, mayAct),
    marginAdds: (account, symbol, sinceMs) => accounts.marginAdds(account, symbol, sinceMs),
  };
  const mayFutures = (account: string) => accounts.mayFutures(account);
  return { venue, line, data, speech, numbers, worth, lastPrices, mayFutures };
}
