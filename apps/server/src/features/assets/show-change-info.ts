// What a user can convert and transfer at this moment.
import type { userChangeInfo } from '@cormorant/contract/calls/account.ts';
import { format18 } from '@cormorant/core/money/amount-e18.ts';
import type { ChangeStore, ChangeView } from '../../ports/change-store.ts';
import type { Settings } from '../../ports/settings.ts';
import type { Handler } from '../handler.ts';
import { type AccountDeps, readAccount } from './account-view.ts';
import { changeFreeOf, dayStartOf, isFuelHeld, type PairRule, pairRules, transferTerms } from './change-rules.ts';

export type ShowChangeDeps = AccountDeps & { readonly changes: ChangeStore; readonly settings: Settings };

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

function mostOf({ pair, dailyE18 }: PairRule, view: ChangeView): bigint {
  const { available, fuel_paid: paid, points } = view.holdings;
  if (pair === 'balance>fuel') return available;
  if (pair === 'fuel>balance') return isFuelHeld(view) ? 0n : paid;
  const left = (dailyE18 ?? points) - view.used.pointsE18;
  return least(points, left > 0n ? left : 0n);
}

export function showChangeInfo({ changes, settings, ...deps }: ShowChangeDeps): Handler<typeof userChangeInfo> {
  const accountOf = readAccount(deps);
  return async (_request, { nowMs, userId }) => {
    const [account, view, user] = await Promise.all([
      accountOf(userId),
      changes.view(userId, dayStartOf(nowMs)),
      deps.users.byId(userId),
    ]);
    const terms = transferTerms(settings);
    const holdUntil = user?.securityHoldUntilMs ?? 0;
    return {
      pairs: pairRules.map((rule) => ({
        ...{ from: rule.from, to: rule.to, rate: rule.rate, min: format18(rule.minE18), fee: '0' },
        max: format18(mostOf(rule, view)),
        ...(rule.from === 'points' && { bonus_only: 1 as const }),
      })),
      transfer: {
        enabled: terms.open ? 1 : 0,
        assets: ['balance', 'fuel'],
        min: format18(terms.minE18),
        daily_limit: format18(terms.dailyE18),
        daily_used: format18(view.used.transferredE18),
        fee: '0',
      },
      account,
      payment: user?.paymentHash ? 1 : 0,
      change_free: format18(changeFreeOf(settings)),
      ...(holdUntil > nowMs && { hold_until: holdUntil }),
    };
  };
}
