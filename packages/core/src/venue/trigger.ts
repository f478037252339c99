// Stop and take-profit orders of contracts: a market order that waits for a price. A stop waits for the market to go
// against the position it closes (a sell below, a buy above), a take-profit for the other way.
import type { Ticks } from '../money/units.ts';
import type { Side } from '../strategy/strategy.ts';

export interface OrderTrigger {
  readonly kind: 'stop' | 'take_profit';
  readonly by: 'mark' | 'last';
  readonly priceTicks: Ticks;
}

/** False while there is no price yet. */
export function isReached({ kind, priceTicks }: OrderTrigger, side: Side, atTicks: Ticks): boolean {
  if (atTicks === 0) return false;
  const fromAbove = (kind === 'stop') === (side === 'sell');
  return fromAbove ? atTicks <= priceTicks : atTicks >= priceTicks;
}
