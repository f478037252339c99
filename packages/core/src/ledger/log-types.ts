// The kinds of rows in a user's account log with their words (product.md 1.13), and which of a user's accounts each of the
// three logs shows.
import type { UserPart } from './chart.ts';

export const logTypes = {
  deposit: { zh: '充值', en: 'Deposit' },
  withdraw: { zh: '提现', en: 'Withdrawal' },
  withdraw_done: { zh: '提现完成', en: 'Withdrawal completed' },
  withdraw_fee: { zh: '提现手续费', en: 'Withdrawal fee' },
  withdraw_refund: { zh: '提现退回', en: 'Withdrawal returned' },
  change_out: { zh: '兑换转出', en: 'Converted out' },
  change_in: { zh: '兑换转入', en: 'Converted in' },
  transfer_out: { zh: '转账转出', en: 'Transfer out' },
  transfer_in: { zh: '转账转入', en: 'Transfer in' },
  share: { zh: '分润收入', en: 'Profit share' },
  adjust: { zh: '人工调整', en: 'Manual adjustment' },
  fuel_in: { zh: '充入燃料', en: 'Fuel added' },
  fuel_use: { zh: '服务费扣除', en: 'Service fee' },
  fuel_back: { zh: '燃料退回', en: 'Fuel converted back' },
  fuel_bonus: { zh: '赠送燃料', en: 'Bonus fuel' },
  self_rebate: { zh: '合伙人返还', en: 'Partner rebate' },
  owed_repay: { zh: '补缴欠费', en: 'Owed fee repaid' },
  points_fuel: { zh: '消耗燃料奖励', en: 'Reward for fuel used' },
  points_task: { zh: '任务奖励', en: 'Task reward' },
  points_invite: { zh: '邀请奖励', en: 'Invitation reward' },
  points_spend: { zh: '积分兑换', en: 'Points converted' },
} as const;
export type LogType = keyof typeof logTypes;

export const logs = {
  balance: {
    parts: ['available', 'frozen'],
    types: [
      ...['deposit', 'withdraw', 'withdraw_done', 'withdraw_fee', 'withdraw_refund', 'change_out', 'change_in'],
      ...['transfer_out', 'transfer_in', 'share', 'adjust'],
    ],
  },
  fuel: {
    parts: ['fuel_paid', 'fuel_bonus', 'fuel_owed'],
    types: [
      ...['fuel_in', 'fuel_use', 'fuel_back', 'fuel_bonus', 'self_rebate', 'transfer_out', 'transfer_in'],
      ...['owed_repay', 'adjust'],
    ],
  },
  points: {
    parts: ['points'],
    types: ['points_fuel', 'points_task', 'points_invite', 'points_spend', 'adjust'],
  },
} as const satisfies Record<string, { readonly parts: readonly UserPart[]; readonly types: readonly string[] }>;
export type LogName = keyof typeof logs;

/**
 * Where what a withdrawal froze has gone. They stand in the row of the freeze, which is what left the balance: as rows of
 * their own they would read as if it had left twice.
 */
export const withdrawalParts = ['withdraw_done', 'withdraw_fee'] as const satisfies readonly LogType[];

/** Which of the three logs shows the rows of an account. */
export function logOf(part: UserPart): LogName {
  if (part === 'points') return 'points';
  return part === 'available' || part === 'frozen' ? 'balance' : 'fuel';
}
