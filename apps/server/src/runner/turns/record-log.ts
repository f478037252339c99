// What an engine logs, as a row of its bot: who caused it, the figures that have columns of their own, and what a stop
// has left behind.
import { formatBase } from '@cormorant/core/market/conversions.ts';
import type { LogAction } from '@cormorant/core/strategy/strategy.ts';
import type { Actor } from '../../ports/bot-record.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import { LiveMultiLegBot } from '../bots/live-multi-leg-bot.ts';
import type { Turn } from './turn.ts';

export function logOfEngine(
  turn: Turn,
  live: LiveBot | LiveMultiLegBot,
  by: Actor,
  action: LogAction,
  why: string,
  data: Readonly<Record<string, string | number>>,
): void {
  const actor = by === 'user' || data['reason'] === 'user' ? 'user' : 'system';
  if (action === 'stop' && !live.isFlat()) {
    const isOfSides = live instanceof LiveMultiLegBot && live.own !== null;
    for (const holder of isOfSides ? live.legs.filter((leg) => !leg.isFlat()) : [live.holder]) {
      const { bot, botMarket } = holder;
      const { instrument } = botMarket;
      const qty = formatBase(instrument, Math.abs(bot.books.baseAtoms));
      const whose = isOfSides ? holder : live;
      turn.log(whose, { action, why: 'stop_kept', actor, data: { ...data, qty, base: instrument.base }, qty });
    }
    return;
  }
  turn.log(live, {
    action,
    why,
    actor,
    data: action === 'start' && live.record.startSeq !== null ? { ...data, seq: live.record.startSeq } : data,
    price: decimalOf(data['price']),
    qty: decimalOf(data['qty']),
    profit: decimalOf(data['profit']),
  });
}

function decimalOf(figure: string | number | undefined): string | null {
  return typeof figure === 'string' && /^-?\d+(\.\d+)?$/.test(figure) ? figure : null;
}
