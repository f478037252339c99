// A bot that is to count in finer steps than it began with (docs/decisions/0093): what it counts in lots becomes so many times as
// much, and stays the same coin. Amounts, prices and times are not in lots and stay what they are.
import { assertSafe } from '../money/safe-integer.ts';
import type { Lots } from '../money/units.ts';
import type { Strategy } from '../strategy/strategy.ts';
import type { Bot } from './bot.ts';
import type { LegState } from './leg-machine.ts';

/** The machine of a leg that its coordinator leads. */
export const ledLeg: Pick<Strategy<unknown, unknown>, 'finer'> = {
  finer: (state, times) => {
    (state as LegState).sale.lots *= times;
  },
};

/** Of a state of its machine; throws where the machine does not know how. The bot itself is changed. */
export function countFiner(bot: Bot, machine: Pick<Strategy<unknown, unknown>, 'finer'>, times: number): void {
  const { finer } = machine;
  if (finer === undefined) throw new Error(`a bot of kind ${bot.kind} counts in the steps it began with`);
  if (!Number.isSafeInteger(times) || times < 1) throw new RangeError(`not so many times finer: ${times}`);
  for (const order of [...bot.orders, bot.guard]) {
    if (order === null || order === undefined) continue;
    order.qtyLots = finerLots(order.qtyLots, times);
    order.filledLots = finerLots(order.filledLots, times);
    // -1 = nobody has said that it is gone.
    if (order.finalLots > 0) order.finalLots = finerLots(order.finalLots, times);
  }
  if (bot.state !== null) finer(bot.state, times);
}

function finerLots(lots: Lots, times: number): Lots {
  return assertSafe(lots * times, 'lots');
}
