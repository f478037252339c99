// Ties the calls of all features to what they need.
import { serverVersion } from '../config.ts';
import { assetCalls } from '../features/assets/asset-calls.ts';
import { botCalls } from '../features/bots/bot-calls.ts';
import type { Markets } from '../features/bots/bot-deps.ts';
import { contentCalls } from '../features/content/content-calls.ts';
import { riskTip } from '../features/content/risk.ts';
import { exchangeCalls } from '../features/exchanges/exchange-calls.ts';
import type { BoundCall } from '../features/handler.ts';
import { homeCalls } from '../features/home/home-calls.ts';
import { type IdentityDeps, identityCalls } from '../features/identity/identity-calls.ts';
import { readProfile } from '../features/identity/profile/show-profile.ts';
import { cachedCandles } from '../features/market/candle-cache.ts';
import { readExchanges } from '../features/market/list-exchanges.ts';
import { changePercent, type MarketBoard } from '../features/market/market-board.ts';
import { marketCalls } from '../features/market/market-calls.ts';
import { symbolIndicators } from '../features/market/symbol-indicators.ts';
import { type ReadWorst, worstOfYear } from '../features/market/worst-of-year.ts';
import type { BotRunner } from '../ports/bot-runner.ts';
import type { KeyDesk } from '../ports/key-desk.ts';
import type { House } from './house.ts';
import { outlookOf } from './outlook-of.ts';

/** The local exchange's markets as the use cases of bots ask for them. */
function marketsOf(board: MarketBoard, worst: ReadWorst): Markets {
  const here = (exchange: string): boolean => exchange === board.exchange;
  return {
    exchange: (code) => (here(code) ? { simSpot: false, open: board.fresh() } : undefined),
    symbol: (exchange, symbol) => (here(exchange) ? board.symbol(symbol) : undefined),
    quote: (exchange, symbol) => {
      const ticker = here(exchange) ? board.ticker(symbol) : undefined;
      if (ticker === undefined) return undefined;
      const { atMs, last, mark, open24h } = ticker;
      return { last, atMs, change24h: changePercent(open24h, last), ...(mark === undefined ? {} : { mark }) };
    },
    outlook: (exchange, symbol) =>
      outlookOf(worst, here(exchange) ? board.symbol(symbol) : undefined, board.ticker(symbol)?.fundingRate),
    nowMs: () => board.marketNowMs(),
  };
}

/** What the api asks of the runner role. */
export interface RunnerDoors {
  readonly bots: BotRunner;
  readonly desk: KeyDesk;
}

/** Every call of the contract that this server answers, with the use case behind it. */
export function bindAllCalls(
  house: House,
  board: MarketBoard,
  runner: RunnerDoors,
  identity: IdentityDeps,
): BoundCall[] {
  const { clock, config, stores, venue } = house;
  const { accounts, botSummary, keys, settings, users } = stores;
  const { localKeyUrl } = config;
  const { publicUrl, chain, pepper, random } = identity;
  const { marketNowMs } = board;
  const candles = cachedCandles(venue, clock);
  const worst = worstOfYear(venue, clock);
  const market = {
    board,
    accounts,
    keys,
    settings,
    localKeyUrl,
    candles,
    indicators: symbolIndicators(candles, clock),
    worst,
  };
  const priceOf = (coin: string): string | undefined => board.ticker(`${coin}/USDT`)?.last;
  return [
    ...identityCalls(identity),
    ...homeCalls({
      profileOf: readProfile({ users, publicUrl, chain, settings }),
      exchangesOf: readExchanges(market),
      bots: botSummary,
      marketNowMs,
      settings,
      riskTip,
    }),
    ...assetCalls({ accounts, keys, venue, bots: botSummary, marketNowMs, priceOf }),
    ...marketCalls(market),
    ...botCalls({
      ...stores,
      random,
      pepper,
      publicUrl,
      store: stores.bots,
      runner: runner.bots,
      markets: marketsOf(board, worst),
      marketNowMs,
      clock,
      publish: (event) => house.bus.publish(event),
      report: house.report,
    }),
    ...exchangeCalls({ keys, desk: runner.desk, settings, localKeyUrl }),
    ...contentCalls({ settings, version: serverVersion }),
  ];
}
