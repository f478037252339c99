// The calls about money that comes and goes by the chain.
import {
  userDeposit,
  userDepositAddress,
  userDepositInfo,
  userWithdraw,
  userWithdrawInfo,
} from '@cormorant/contract/calls/custody.ts';
import { type BoundCall, bindCall } from '../handler.ts';
import { claimDeposit, type DepositDeps, showDepositAddress, showDepositInfo } from './deposit.ts';
import { showWithdrawInfo, submitWithdrawal, type WithdrawDeps } from './withdraw.ts';

export function custodyCalls(deps: DepositDeps & WithdrawDeps): BoundCall[] {
  return [
    bindCall(userDepositInfo, showDepositInfo(deps)),
    bindCall(userDepositAddress, showDepositAddress(deps)),
    bindCall(userDeposit, claimDeposit(deps)),
    bindCall(userWithdrawInfo, showWithdrawInfo(deps)),
    bindCall(userWithdraw, submitWithdrawal(deps)),
  ];
}
