// Balances at one exchange, each with its value in USDT. When the exchange cannot be asked the last known figures are
// answered and marked stale; nothing known is an error, never an empty wallet.

import type { userAsset } from '@cormorant/contract/calls/user.ts';
import { codes } from '@cormorant/contract/catalogue.ts';
import type { Asset } from '@cormorant/contract/entities/account.ts';
import { format18, parse18, times18 } from '@cormorant/core/money/amount-e18.ts';
import type { AccountStore } from '../../ports/account-store.ts';
import type { TradingVenue, VenueBalance } from '../../ports/venue.ts';
import { type Handler, Refusal } from '../handler.ts';

const MOST_REMEMBERED = 10_000;
const MONEY_DECIMALS = 8;

export interface ShowAssetDeps {
  readonly accounts: AccountStore;
  readonly venue: TradingVenue;
  /** Last price of a coin in USDT, undefined when there is no market for it. */
  readonly priceOf: (coin: string) => string | undefined;
}

/** Of the platform's own account: there is no ledger yet, and so nothing in it. */
function emptyPlatform(nowMs: number): Asset {
  return {
    exchange: 'platform',
    market_split: { spot: '0', futures: '0' },
    total_value: '0',
    list: [{ coin: 'USDT', balance: '0', available: '0', frozen: '0', value: '0' }],
    points: '0',
    fuel: '0',
    updated_at: nowMs,
    stale: 0,
  };
}

export function showAsset({ accounts, venue, priceOf }: ShowAssetDeps): Handler<typeof userAsset> {
  const lastKnown = new Map<string, Asset>();

  function inUsdt({ asset, free, locked }: VenueBalance): { total: bigint; value: bigint } {
    const total = parse18(free) + parse18(locked);
    const price = asset === 'USDT' ? '1' : priceOf(asset);
    return { total, value: price === undefined ? 0n : times18(total, parse18(price)) };
  }

  function toAsset(balances: readonly VenueBalance[], wallet: 'spot' | 'futures', nowMs: number): Asset {
    const rows = balances
      .map((balance) => ({ balance, ...inUsdt(balance) }))
      .filter(({ total, balance }) => total !== 0n || balance.asset === 'USDT')
      .sort((a, b) => (a.value === b.value ? 0 : a.value > b.value ? -1 : 1));
    const sum = format18(
      rows.reduce((total, row) => total + row.value, 0n),
      MONEY_DECIMALS,
    );
    return {
      exchange: 'local',
      market_split: wallet === 'spot' ? { spot: sum, futures: '0' } : { spot: '0', futures: sum },
      total_value: sum,
      list: rows.map(({ balance, total, value }) => ({
        coin: balance.asset,
        balance: format18(total),
        available: format18(parse18(balance.free)),
        frozen: format18(parse18(balance.locked)),
        value: format18(value, MONEY_DECIMALS),
      })),
      updated_at: nowMs,
      stale: 0,
    };
  }

  function remember(owner: string, asset: Asset): void {
    lastKnown.delete(owner);
    lastKnown.set(owner, asset);
    const oldest = lastKnown.keys().next();
    if (lastKnown.size > MOST_REMEMBERED && oldest.done === false) lastKnown.delete(oldest.value);
  }

  return async ({ query }, context) => {
    if (query.exchange === '' || query.exchange === 'platform') return emptyPlatform(context.nowMs);
    if (query.exchange !== 'local') throw new Refusal(codes.exchange_unsupported);
    const account = (await accounts.of(context.userId, 'local'))?.account ?? null;
    if (account === null) throw new Refusal(codes.api_not_bound);
    const owner = `${context.userId}/${query.wallet}`;
    try {
      const asset = toAsset(await venue.balances(account, query.wallet), query.wallet, context.nowMs);
      remember(owner, asset);
      return asset;
    } catch (error) {
      context.log('warn', 'balances cannot be read', error);
      const known = lastKnown.get(owner);
      if (known === undefined) throw new Refusal(codes.third_party);
      return { ...known, stale: 1 };
    }
  };
}
