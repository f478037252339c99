// What conversions and transfers allow: rates, minimums, limits of a day in UTC+8, and the code of whatever an account lacks.
import * as codes from '@cormorant/contract/codes.ts';
import { type ConvertPair, POINTS_TO_FUEL } from '@cormorant/core/ledger/change-journals.ts';
import { unitE18 } from '@cormorant/core/ledger/chart.ts';
import { format18, parse18 } from '@cormorant/core/money/amount-e18.ts';
import type { ChangeAccount, ChangeView } from '../../ports/change-store.ts';
import { Refusal } from '../../ports/refusal.ts';
import type { Settings } from '../../ports/settings.ts';

const DAY_MS = 86_400_000;
const UTC8_MS = 8 * 3_600_000;
const AMOUNT = /^\d{1,15}(\.\d{1,8})?$/;
const POINTS_AMOUNT = /^\d{1,15}(\.\d{1,2})?$/;

const FUEL_PATH = '/my/asset/fuel?sheet=convert';

export interface PairRule {
  readonly from: ChangeAccount;
  readonly to: ChangeAccount;
  readonly pair: ConvertPair;
  readonly rate: string;
  readonly minE18: bigint;
  /** Of a day; null = none. */
  readonly dailyE18: bigint | null;
}

const ONE = 10n ** 18n;

export const pairRules: readonly PairRule[] = [
  { from: 'balance', to: 'fuel', pair: 'balance>fuel', rate: '1', minE18: unitE18.USDT, dailyE18: null },
  { from: 'fuel', to: 'balance', pair: 'fuel>balance', rate: '1', minE18: unitE18.USDT, dailyE18: null },
  {
    ...{ from: 'points', to: 'fuel', pair: 'points>fuel', rate: format18(ONE / POINTS_TO_FUEL) },
    ...{ minE18: 500n * ONE, dailyE18: 5_000n * ONE },
  },
];

/** The start of the platform's accounting day. */
export function dayStartOf(nowMs: number): number {
  return Math.floor((nowMs + UTC8_MS) / DAY_MS) * DAY_MS - UTC8_MS;
}

/** 5002 for anything but a plain positive amount of at most 8 decimals; of points, 2. */
export function amountOf(text: string, of: ChangeAccount): bigint {
  const form = of === 'points' ? POINTS_AMOUNT : AMOUNT;
  if (!form.test(text)) throw new Refusal(codes.amount_invalid, { data: { field: 'amount' } });
  const amount = parse18(text);
  if (amount <= 0n) throw new Refusal(codes.amount_invalid, { data: { field: 'amount' } });
  return amount;
}

export function assertMinimum(amountE18: bigint, minE18: bigint): void {
  if (amountE18 >= minE18) return;
  throw new Refusal(codes.amount_invalid, { data: { field: 'amount', min: format18(minE18) } });
}

export function assertDaily(usedE18: bigint, amountE18: bigint, limitE18: bigint): void {
  if (usedE18 + amountE18 <= limitE18) return;
  const left = limitE18 > usedE18 ? limitE18 - usedE18 : 0n;
  throw new Refusal(codes.transfer_limit, { data: { limit: format18(limitE18), left: format18(left) } });
}

/** Paid fuel alone goes out: with the bonus it would have been enough, or not even so. */
function assertPaidFuel({ holdings }: ChangeView, amountE18: bigint): void {
  const { fuel_bonus: bonus, fuel_paid: paid } = holdings;
  if (amountE18 <= paid) return;
  if (bonus > 0n && amountE18 <= paid + bonus) {
    throw new Refusal(codes.fuel_bonus_locked, { data: { paid: format18(paid), bonus: format18(bonus) } });
  }
  throw new Refusal(codes.fuel_not_enough, { redirect: FUEL_PATH });
}

export function assertBalance({ holdings }: ChangeView, amountE18: bigint): void {
  if (amountE18 > holdings.available) throw new Refusal(codes.balance_insufficient);
}

export function assertPoints({ holdings }: ChangeView, amountE18: bigint): void {
  if (amountE18 > holdings.points) throw new Refusal(codes.points_not_enough);
}

/** Unused fuel is its owner's, while nothing is charged and nothing is owed. */
export function isFuelHeld({ holdings, liveBotRuns }: ChangeView): boolean {
  return liveBotRuns || holdings.fuel_owed > 0n;
}

/** Fuel leaves, to its owner's balance or to somebody else. */
export function assertFreeFuel(view: ChangeView, amountE18: bigint): void {
  if (isFuelHeld(view)) throw new Refusal(codes.fuel_in_use);
  assertPaidFuel(view, amountE18);
}

export interface TransferTerms {
  readonly open: boolean;
  readonly minE18: bigint;
  readonly dailyE18: bigint;
}

export function transferTerms(settings: Settings): TransferTerms {
  return {
    open: settings.get('transfer_open') === 1,
    minE18: parse18(String(settings.get('transfer_min'))),
    dailyE18: parse18(String(settings.get('transfer_daily'))),
  };
}

export function changeFreeOf(settings: Settings): bigint {
  return parse18(String(settings.get('change_free')));
}
