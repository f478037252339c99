// The exchanges of this installation. Only the local one for now; its state is the board's.

import type { marketExchanges } from '@cormorant/contract/calls/market.ts';
import type { Exchange } from '@cormorant/contract/entities/market.ts';
import type { Lang } from '@cormorant/contract/envelope.ts';
import { formatScaled, parseScaled } from '@cormorant/core/money/decimal-text.ts';
import type { AccountStore } from '../../ports/account-store.ts';
import type { Handler } from '../handler.ts';
import type { MarketBoard } from './market-board.ts';

export interface ListExchangesDeps {
  readonly board: MarketBoard;
  readonly accounts: AccountStore;
}

const localName: Readonly<Record<Lang, string>> = { zh: '本地交易所', en: 'Local exchange' };

/** A fraction as percent: '0.001' -> '0.1'. */
export function percentOf(fraction: string): string {
  return formatScaled(parseScaled(fraction, 10, 'floor'), 8, true);
}

function localExchange(board: MarketBoard, lang: Lang, bound: boolean): Exchange {
  const spot = board.symbols().find(({ market }) => market === 'spot');
  const futures = board.symbols().find(({ market }) => market === 'futures');
  return {
    id: 1,
    code: 'local',
    name: localName[lang],
    logo: 'local',
    spot: spot === undefined ? 0 : 1,
    futures: futures === undefined ? 0 : 1,
    sim_spot: 0,
    sim_futures: 0,
    need_passphrase: 0,
    status: board.fresh() ? 'on' : 'maintenance',
    tutorial_url: '',
    key_url: '',
    taker_spot: percentOf(spot?.taker ?? '0'),
    maker_spot: percentOf(spot?.maker ?? '0'),
    taker_futures: percentOf(futures?.taker ?? '0'),
    maker_futures: percentOf(futures?.maker ?? '0'),
    sort: 1,
    // Its money is simulated, and simulated profit is never charged.
    fuel_rate: '0',
    bound: bound ? 1 : 0,
  };
}

export function readExchanges({ board, accounts }: ListExchangesDeps) {
  return async (userId: number, lang: Lang): Promise<Exchange[]> => {
    const account = userId === 0 ? null : await accounts.of(userId, 'local');
    return [localExchange(board, lang, account !== null)];
  };
}

export function listExchanges(deps: ListExchangesDeps): Handler<typeof marketExchanges> {
  const read = readExchanges(deps);
  return async (_request, context) => ({ exchanges: await read(context.userId, context.lang), ips: [] });
}
