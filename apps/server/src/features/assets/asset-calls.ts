// The calls about what a user owns and has earned: the platform account, balances at exchanges, the bill.
import { userAccount, userAccountLogs, userChange, userChangeInfo } from '@cormorant/contract/calls/account.ts';
import { userAsset, userBill } from '@cormorant/contract/calls/user.ts';
import type { BotSummary } from '../../ports/bot-summary.ts';
import type { LedgerStore } from '../../ports/ledger-store.ts';
import { type BoundCall, bindCall, type Handler } from '../handler.ts';
import { listAccountLogs } from './list-account-logs.ts';
import { type MakeChangeDeps, makeChange } from './make-change.ts';
import { type ShowAssetDeps, showAsset } from './show-asset.ts';
import { type ShowChangeDeps, showChangeInfo } from './show-change-info.ts';

export type AssetDeps = ShowAssetDeps &
  ShowChangeDeps &
  MakeChangeDeps & {
    readonly ledger: Pick<LedgerStore, 'logRows'>;
    readonly bots: BotSummary;
    readonly marketClocks: () => ReadonlyMap<string, number>;
  };

/** Realised profit by period. These figures are JSON numbers by the specification; nothing is computed from them. */
function showBill({ bots, marketClocks }: AssetDeps): Handler<typeof userBill> {
  return async ({ query }, context) => {
    const bill = await bots.bill(context.userId, query.exchange, marketClocks());
    return {
      today: Number(bill.today),
      total: Number(bill.total),
      yesterday: Number(bill.yesterday),
      week: Number(bill.week),
      month: Number(bill.month),
      fuel_today: Number(bill.fuelToday),
      fuel_total: Number(bill.fuelTotal),
      count: bill.count,
    };
  };
}

export function assetCalls(deps: AssetDeps): BoundCall[] {
  return [
    bindCall(userAccount, (_request, { userId }) => deps.accountOf(userId)),
    bindCall(userAccountLogs, listAccountLogs(deps.ledger)),
    bindCall(userChangeInfo, showChangeInfo(deps)),
    bindCall(userChange, makeChange(deps)),
    bindCall(userAsset, showAsset(deps)),
    bindCall(userBill, showBill(deps)),
  ];
}
