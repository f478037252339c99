// What an operator may do: the roles of each deed. An admin may do all of them.
import { type Role, roles } from '../../ports/operator-store.ts';

const money: readonly Role[] = ['finance', 'finance_lead'];

export const permissions = {
  addOperator: ['admin'],
  renewToken: roles,
  vouchForOperator: ['admin'],
  disableOperator: ['admin'],
  lockUser: ['support', 'risk'],
  giveAlias: ['support', 'finance_lead'],
  allowWithdrawals: ['risk', 'finance_lead'],
  setRootRate: ['finance_lead'],
  adjust: money,
  reviewWithdrawal: money,
  changeSetting: ['risk', 'finance_lead'],
  switchMaintenance: ['risk'],
  editContent: ['content'],
  decideRequest: money,
  reverseCharge: money,
  settleCustody: money,
  coldStorage: money,
} as const satisfies Readonly<Record<string, readonly Role[]>>;

export function mayDo(own: readonly Role[], wanted: readonly Role[]): boolean {
  return own.includes('admin') || wanted.some((role) => own.includes(role));
}
