// A bot of two sides as two bots: each side with its own position, prices and ladder, so that every card of a bot with one
// side draws it. What is asked of the whole bot is offered once, not by side.
import type { BotDetail } from '@cormorant/contract/entities/bot.ts';

export interface SideBot extends BotDetail {
  readonly side: 'long' | 'short';
}

/** Empty for every other bot. */
export function sideBots(bot: BotDetail): SideBot[] {
  if (bot.direction !== 'dual') return [];
  return (bot.legs ?? []).map(({ can_add, ladder, margin, orders, phase, side, watch }) => ({
    ...bot,
    ...{ side, direction: side, orders, ladder: ladder ?? [], watch: watch ?? null, margin: margin ?? null },
    phase: phase ?? bot.phase,
    position: bot.positions.find((position) => position.side === side) ?? null,
    legs: undefined,
    can: { ...bot.can, add: can_add ?? 0, close: 0 },
  }));
}
