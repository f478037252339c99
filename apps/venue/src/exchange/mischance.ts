// What may go wrong on the floor itself while faults are switched on (faults/): the exchange asks, and mostly hears "no".
import type { Lots } from '@cormorant/core/money/units.ts';
import type { Account } from './account.ts';
import type { SymbolDesk } from './symbol-desk.ts';

export interface Mischance {
  /** How many lots of an order one print gives it; all of them is the rule. */
  portion(account: Account, desk: SymbolDesk, leftLots: Lots): Lots;
  /** Reads do not show it yet. */
  hidesOrder(orderId: number): boolean;
  hidesFill(fillId: number): boolean;
  /** The first trade that reads do not show yet; Infinity = they show all. */
  hiddenFrom(): number;
}

export const NO_MISCHANCE: Mischance = {
  portion: (_account, _desk, leftLots) => leftLots,
  hidesOrder: () => false,
  hidesFill: () => false,
  hiddenFrom: () => Number.POSITIVE_INFINITY,
};
