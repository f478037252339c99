// How many bots the caller has, by status and by kind.
import type { botCount } from '@cormorant/contract/calls/bots.ts';
import type { Handler } from '../handler.ts';
import type { BotDeps } from './bot-deps.ts';

export function countBots({ store }: BotDeps): Handler<typeof botCount> {
  return async ({ query }, { userId }) => {
    const bots = (await store.bots(userId)).filter(
      ({ exchange }) => query.exchange === '' || exchange === query.exchange,
    );
    const byType: Record<string, number> = {};
    for (const { kind } of bots) byType[kind] = (byType[kind] ?? 0) + 1;
    const count = (status: string) => bots.filter((bot) => bot.status === status).length;
    return {
      total: bots.length,
      running: count('running'),
      paused: count('paused'),
      stopped: count('stopped'),
      simulate: bots.filter(({ simulate }) => simulate).length,
      by_type: byType,
    };
  };
}
