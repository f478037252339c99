// Panic: everything of a user stops in one turn of his actor, whatever state his exchanges are in. The halt and the cancels
// it intends are durable before anything leaves; a cancel whose exchange is away is sent when it is back.
import type { LiveBot } from './live-bot.ts';
import { LiveConvoy } from './live-convoy.ts';
import type { UserActor } from './user-actor.ts';

/** Answers the bots that are at rest now. One whose records cannot be read is not among them. */
export async function haltAll(actor: UserActor): Promise<number[]> {
  const halted: number[] = [];
  await actor.act((turn) => {
    for (const live of actor.owners()) {
      if (live.status === 'stopped' || live.broken) continue;
      actor.halt(turn, live, 'halt', 'user');
      halted.push(live.id);
    }
  });
  return halted;
}

/** Orders that rest, or whose end is not known yet. */
export function ordersLeft(live: LiveBot | LiveConvoy): number {
  const traders = live instanceof LiveConvoy ? live.legs : [live];
  return traders.reduce((sum, { orders }) => sum + orders.size, 0);
}
