// What must hold before any bot starts or resumes, whatever its state: an account to trade on, fuel enough for its fees.
import * as codes from '@cormorant/contract/codes.ts';
import type { Lang } from '@cormorant/contract/envelope.ts';
import type { MarketKind } from '@cormorant/core/market/instrument.ts';
import { parse18 } from '@cormorant/core/money/amount-e18.ts';
import type { AccountStore } from '../../ports/account-store.ts';
import type { FuelStore } from '../../ports/fuel-store.ts';
import type { KeyRecord, KeyStore } from '../../ports/key-store.ts';
import { Refusal } from '../../ports/refusal.ts';
import type { Settings } from '../../ports/settings.ts';
import { marketNames } from '../market-names.ts';
import { simulatedExchanges } from '../trading-exchanges.ts';

export interface FuelDeps {
  readonly fuel: Pick<FuelStore, 'of' | 'repay'>;
  readonly settings: Settings;
}

/** For a bot that trades at these exchanges. What came in lately repays what is owed first; a debt keeps bots from starting. */
export async function assertFuel(
  { fuel, settings }: FuelDeps,
  userId: number,
  exchanges: readonly string[],
): Promise<void> {
  const need = settings.get('fuel_min_start');
  if (need === 0 || exchanges.some((exchange) => simulatedExchanges.has(exchange))) return;
  let standing = await fuel.of(userId);
  if (standing.owed !== '0') {
    await fuel.repay(userId);
    standing = await fuel.of(userId);
  }
  if (standing.owed === '0' && parse18(standing.fuel) >= parse18(need.toFixed(8))) return;
  const data = { fuel: standing.fuel, need: String(need), go: '/my/asset/fuel?sheet=convert' };
  throw new Refusal(codes.fuel_insufficient, { data });
}

export interface BoundDeps {
  readonly accounts: Pick<AccountStore, 'forNew'>;
  readonly keys: Pick<KeyStore, 'of'>;
}

interface Asked {
  readonly userId: number;
  readonly exchange: string;
  readonly market: MarketKind;
  /** The field that chose the exchange, where it is not the bot's own. */
  readonly field?: string;
}

/**
 * 2002 where no key is bound, what its last check said where it is no good, 2009 where it may trade the other market alone; all
 * lead to where keys are bound.
 */
export async function assertBound(
  { accounts, keys }: BoundDeps,
  { exchange, field, market, userId }: Asked,
  lang: Lang,
): Promise<void> {
  const account = await accounts.forNew(userId, exchange);
  if (account !== null && account.wire !== 'key') return;
  const key = await keys.of(userId, exchange);
  if (account !== null && key?.rights[market] !== false) return;
  const code = key === null ? codes.api_not_bound : codeOf(key, account !== null);
  const data = { exchange, go: `/bind/${exchange}`, ...(field !== undefined && { field }) };
  throw new Refusal(code, { params: { market: marketNames[market][lang] }, data });
}

function codeOf({ lastErrorCode }: Pick<KeyRecord, 'lastErrorCode'>, isGood: boolean): number {
  return isGood ? codes.api_permission : (lastErrorCode ?? codes.api_invalid);
}
