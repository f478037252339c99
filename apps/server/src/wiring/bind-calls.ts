// Ties the calls of all features to what they need.
import { LOCAL_EXCHANGE } from '@cormorant/contract/labels/exchanges.ts';
import { serverVersion } from '../config.ts';
import { readAccount } from '../features/assets/account-view.ts';
import { assetCalls } from '../features/assets/asset-calls.ts';
import { custodyCalls } from '../features/assets/custody-calls.ts';
import { botCalls } from '../features/bots/bot-calls.ts';
import type { Markets } from '../features/bots/bot-deps.ts';
import { contentCalls } from '../features/content/content-calls.ts';
import { riskTip } from '../features/content/risk.ts';
import { exchangeCalls } from '../features/exchanges/exchange-calls.ts';
import type { BoundCall } from '../features/handler.ts';
import { homeCalls } from '../features/home/home-calls.ts';
import { type IdentityDeps, identityCalls } from '../features/identity/identity-calls.ts';
import { readProfile } from '../features/identity/profile/show-profile.ts';
import { checkPayment } from '../features/identity/security/check-payment.ts';
import { readExchanges } from '../features/market/list-exchanges.ts';
import { changePercent } from '../features/market/market-board.ts';
import { marketCalls } from '../features/market/market-calls.ts';
import type { MarketPlaces } from '../features/market/market-places.ts';
import { teamCalls } from '../features/team/team-calls.ts';
import type { BalanceDesk } from '../ports/balance-desk.ts';
import type { BotRunner } from '../ports/bot-runner.ts';
import type { Clock } from '../ports/clock.ts';
import type { KeyDesk } from '../ports/key-desk.ts';
import type { CustodyDesk } from './custody.ts';
import type { ServerContext } from './house.ts';
import { outlookOf } from './outlook-of.ts';

/** The markets as the use cases of bots ask for them. */
function marketsOf(places: MarketPlaces, clock: Clock): Markets {
  const boardOf = (exchange: string) => places.get(exchange)?.board;
  return {
    exchange: (code) => {
      const board = boardOf(code);
      return board === undefined ? undefined : { simSpot: false, open: board.fresh() };
    },
    symbol: (exchange, symbol) => boardOf(exchange)?.symbol(symbol),
    quote: (exchange, symbol) => {
      const ticker = boardOf(exchange)?.ticker(symbol);
      if (ticker === undefined) return undefined;
      const { atMs, last, mark, open24h } = ticker;
      return { last, atMs, change24h: changePercent(open24h, last), ...(mark === undefined ? {} : { mark }) };
    },
    outlook: async (exchange, symbol) => {
      const place = places.get(exchange);
      if (place === undefined) return { worst: null, funding: null };
      return outlookOf(place.worst, place.board.symbol(symbol), place.board.ticker(symbol)?.fundingRate);
    },
    nowMs: (exchange) => boardOf(exchange)?.marketNowMs() ?? clock.nowMs(),
  };
}

/** What the api asks of the runner role. */
export interface RunnerServices {
  readonly bots: BotRunner;
  readonly desk: KeyDesk;
  readonly balances: BalanceDesk;
}

/** Every call of the contract that this server answers, with the use case behind it. */
export function bindAllCalls(
  context: ServerContext,
  places: MarketPlaces,
  runner: RunnerServices,
  identity: IdentityDeps,
  custody: CustodyDesk,
): BoundCall[] {
  const { clock, config, stores } = context;
  const { accounts, botSummary, keys, settings, users } = stores;
  const { localKeyUrl } = config;
  const { publicUrl, chain, pepper, random } = identity;
  const market = { places, accounts, keys, settings, localKeyUrl };
  const markets = marketsOf(places, clock);
  const marketClocks = () => new Map([...places].map(([code, { board }]) => [code, board.marketNowMs()]));
  const relist = async (exchange: string) => places.get(exchange)?.board.relist().catch(context.report);
  const accountOf = readAccount(stores);
  const priceOf = (exchange: string, coin: string) => markets.quote(exchange, `${coin}/USDT`)?.last;
  return [
    ...identityCalls(identity),
    ...homeCalls({
      profileOf: readProfile({ users, publicUrl, chain, settings }),
      exchangesOf: readExchanges(market),
      accountOf,
      bots: botSummary,
      marketClocks,
      settings,
      riskTip,
    }),
    ...assetCalls({
      ...stores,
      accountOf,
      checkPayment: checkPayment(identity),
      accounts,
      keys,
      balances: runner.balances,
      bots: botSummary,
      marketClocks,
      priceOf,
    }),
    ...custodyCalls({
      ...{ deposits: stores.deposits, withdrawals: stores.withdrawals, ledger: stores.ledger, users, settings, random },
      custody: custody.custody,
      checksumAddress: chain.checksumAddress,
      checkPayment: checkPayment(identity),
    }),
    ...marketCalls(market),
    ...botCalls({
      ...stores,
      random,
      pepper,
      publicUrl,
      store: stores.bots,
      runner: runner.bots,
      markets,
      marketNowMs: (exchange) => markets.nowMs(exchange || LOCAL_EXCHANGE),
      clock,
      publish: (event) => context.bus.publish(event),
      report: context.report,
    }),
    ...exchangeCalls({ keys, desk: runner.desk, relist, settings, localKeyUrl }),
    ...teamCalls({ ...stores, publicUrl }),
    ...contentCalls({ help: stores.help, settings, version: serverVersion }),
  ];
}
