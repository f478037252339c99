// The exchanges of this installation. Where bots trade the state is that of its market's board; keys of the others can be
// bound and checked, and each row says which of the two it is.

import type { marketExchanges } from '@cormorant/contract/calls/market.ts';
import type { Exchange } from '@cormorant/contract/entities/market.ts';
import type { Lang } from '@cormorant/contract/envelope.ts';
import { type ExchangeCard, exchangeCards, LOCAL_EXCHANGE } from '@cormorant/contract/labels/exchanges.ts';
import { formatScaled, parseScaled } from '@cormorant/core/money/decimal-text.ts';
import type { AccountStore } from '../../ports/account-store.ts';
import type { KeyStore } from '../../ports/key-store.ts';
import type { Settings } from '../../ports/settings.ts';
import type { Handler } from '../handler.ts';
import { keyPageIn } from '../local-key-page.ts';
import { serverIps } from '../server-ips.ts';
import type { MarketBoard } from './market-board.ts';
import type { MarketPlaces } from './market-places.ts';

export interface ListExchangesDeps {
  readonly places: MarketPlaces;
  readonly accounts: AccountStore;
  readonly keys: KeyStore;
  readonly settings: Settings;
  /** Where keys of the local exchange are made; '' where its page is not on the caller's machine. */
  readonly localKeyUrl: string;
}

/** The only address from which this machine's own exchange sees us. */
const LOOPBACK_IP = '127.0.0.1';

/** A fraction as percent: '0.001' -> '0.1'. */
export function percentOf(fraction: string): string {
  return formatScaled(parseScaled(fraction, 10, 'floor'), 8, true);
}

function healthOf(board: MarketBoard | undefined): Pick<Exchange, 'health' | 'latency_ms' | 'prices_at'> {
  if (board === undefined) return { health: null, latency_ms: null, prices_at: null };
  const { atMs, latencyMs, state } = board.health();
  return { health: state, latency_ms: latencyMs, prices_at: atMs === 0 ? null : atMs };
}

/** What all exchanges have in common. */
function rowOf(card: ExchangeCard, places: MarketPlaces, lang: Lang): Exchange {
  const { code, fees, id, keyUrl, name, passphrase, tutorialUrl } = card;
  const board = places.get(code)?.board;
  return {
    id,
    code,
    name: name[lang],
    logo: code,
    spot: 1,
    futures: 1,
    sim_spot: 0,
    sim_futures: 0,
    need_passphrase: passphrase ? 1 : 0,
    status: board === undefined ? 'keys' : board.fresh() ? 'on' : 'maintenance',
    ...healthOf(board),
    tutorial_url: tutorialUrl,
    key_url: keyUrl,
    taker_spot: fees.takerSpot,
    maker_spot: fees.makerSpot,
    taker_futures: fees.takerFutures,
    maker_futures: fees.makerFutures,
    sort: id,
    fuel_rate: '0',
    bound: 0,
    trade: board === undefined ? 0 : 1,
    ips: [],
  };
}

function localExchange({ places, localKeyUrl }: ListExchangesDeps, row: Exchange, lang: Lang): Exchange {
  const page = keyPageIn(localKeyUrl, lang);
  const symbols = places.get(LOCAL_EXCHANGE)?.board.symbols() ?? [];
  const spot = symbols.find(({ market }) => market === 'spot');
  const futures = symbols.find(({ market }) => market === 'futures');
  return {
    ...row,
    spot: spot === undefined ? 0 : 1,
    futures: futures === undefined ? 0 : 1,
    tutorial_url: page,
    key_url: page,
    taker_spot: percentOf(spot?.taker ?? '0'),
    maker_spot: percentOf(spot?.maker ?? '0'),
    taker_futures: percentOf(futures?.taker ?? '0'),
    maker_futures: percentOf(futures?.maker ?? '0'),
    // Its money is simulated, and simulated profit is never charged.
    fuel_rate: '0',
    ips: localKeyUrl === '' ? [] : [LOOPBACK_IP],
  };
}

export function readExchanges(deps: ListExchangesDeps) {
  const { accounts, keys, places, settings } = deps;
  return async (userId: number, lang: Lang): Promise<Exchange[]> => {
    const account = userId === 0 ? null : await accounts.of(userId, LOCAL_EXCHANGE);
    const bound = new Set((userId === 0 ? [] : await keys.listOf(userId)).map(({ exchange }) => exchange));
    if (account !== null) bound.add(LOCAL_EXCHANGE);
    const rate = String(settings.get('fuel_rate'));
    return exchangeCards.map((card) => {
      const row = { ...rowOf(card, places, lang), bound: bound.has(card.code) ? 1 : 0 } satisfies Exchange;
      if (card.code === LOCAL_EXCHANGE) return localExchange(deps, row, lang);
      return { ...row, fuel_rate: rate, ips: serverIps(settings) };
    });
  };
}

export function listExchanges(deps: ListExchangesDeps): Handler<typeof marketExchanges> {
  const read = readExchanges(deps);
  return async (_request, context) => ({
    exchanges: await read(context.userId, context.lang),
    ips: serverIps(deps.settings),
  });
}
