// Charges results, and tells by mail whose fuel runs low or is used up, in the same transaction.
import { fuelOf } from '@cormorant/core/ledger/counted-charge.ts';
import { format18, parse18 } from '@cormorant/core/money/amount-e18.ts';
import type { Clock } from '../../ports/clock.ts';
import type { FuelBooks } from '../../ports/fuel-books.ts';
import type { ChargeTerms, FuelNotices } from '../../ports/fuel-store.ts';
import { type Asked, type ChargedPayer, chargeResults } from './charge-results.ts';

const WARN_AGAIN_MS = 86_400_000;

export interface FeeDeps {
  readonly terms: () => ChargeTerms;
  readonly clock: Clock;
  readonly notices: FuelNotices;
  /** Exchanges where the money is simulated. */
  readonly free: readonly string[];
  readonly report: (error: unknown) => void;
}

/** Once when it is used up; low once a day, or anew when it was filled above the threshold in between. */
async function warn(books: FuelBooks, { fuelBeforeE18, payer }: ChargedPayer, deps: FeeDeps): Promise<void> {
  const nowMs = deps.clock.nowMs();
  const fuelE18 = fuelOf(payer);
  const alarm = await books.alarmOf(payer.userId);
  if (alarm === null) return;
  const thresholdE18 = parse18(alarm.threshold);
  const isEmpty = fuelE18 <= 0n && fuelBeforeE18 > 0n;
  const isRefilled = fuelBeforeE18 >= thresholdE18;
  const isDue = isRefilled || alarm.warnedAtMs === null || nowMs - alarm.warnedAtMs >= WARN_AGAIN_MS;
  const isLow = fuelE18 > 0n && fuelE18 < thresholdE18 && isDue;
  if (!isEmpty && !isLow) return;
  const low = () => deps.notices.low(format18(fuelE18, 2), alarm.threshold);
  await books.queueNotice(payer.userId, isEmpty ? deps.notices.empty : low(), nowMs);
  await books.setWarned(payer.userId, nowMs);
}

export async function chargeAndWarn(books: FuelBooks, asked: Asked, deps: FeeDeps): Promise<void> {
  const charged = await chargeResults(books, asked, deps.terms(), deps.clock.nowMs());
  for (const one of charged) await warn(books, one, deps);
}
