// The rate of service fees (product.md 4.1.8): a lower one counts at once; a higher one is announced, to whoever has bots that
// cost fuel by mail and to everybody on the page of fees, and counts for starts from seven days later on.
import type { FuelBooks } from '../../ports/fuel-books.ts';
import type { RateNotice } from '../../ports/fuel-store.ts';
import type { AuditedSettings, Doing } from '../../ports/operator-store.ts';
import { settingTable } from '../../ports/settings.ts';
import type { Transactions } from '../../ports/transactions.ts';

const ANNOUNCED_MS = 7 * 86_400_000;

/** What the rule reads and writes, in one transaction. */
export interface RateWork {
  readonly settings: AuditedSettings;
  readonly books: Pick<FuelBooks, 'payersOfFees' | 'queueNotice'>;
}

async function rateOf(
  settings: AuditedSettings,
  key: 'fuel_rate' | 'fuel_rate_next' | 'fuel_rate_at',
): Promise<number> {
  return Number((await settings.take(key)) ?? settingTable[key].default);
}

export interface RateDeps {
  readonly free: readonly string[];
  readonly notice: RateNotice;
}

export type ChangeServiceRate = (work: RateWork, value: string, doing: Doing) => Promise<void>;

/** Part of the caller's transaction. Whatever was announced before gives way to this. */
export function changeServiceRate({ free, notice }: RateDeps): ChangeServiceRate {
  return async ({ books, settings }, value, doing) => {
    const before = await rateOf(settings, 'fuel_rate');
    const rises = Number(value) > before;
    const atMs = doing.nowMs + ANNOUNCED_MS;
    if (!rises) await settings.write('fuel_rate', value, doing);
    await settings.write('fuel_rate_next', rises ? value : '0', doing);
    await settings.write('fuel_rate_at', rises ? `${atMs}` : '0', doing);
    if (!rises) return;
    for (const userId of await books.payersOfFees(free))
      await books.queueNotice(userId, notice(`${before}`, value, atMs), doing.nowMs);
  };
}

/** Answers whether a rate that was announced counts now. */
export function applyServiceRate(store: Transactions<Pick<RateWork, 'settings'>>) {
  return (nowMs: number): Promise<boolean> =>
    store.transaction(async ({ settings }) => {
      const atMs = await rateOf(settings, 'fuel_rate_at');
      if (atMs === 0 || atMs > nowMs) return false;
      const doing = { by: 'schedule', reason: 'announced seven days before', nowMs };
      await settings.write('fuel_rate', `${await rateOf(settings, 'fuel_rate_next')}`, doing);
      await settings.write('fuel_rate_next', '0', doing);
      await settings.write('fuel_rate_at', '0', doing);
      return true;
    });
}
