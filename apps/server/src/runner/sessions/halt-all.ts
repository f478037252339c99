// Panic: everything of a user stops in one turn of his actor, whatever state his exchanges are in. The halt and the cancels
// it intends are durable before anything leaves; a cancel whose exchange is away is sent when it is back.

import type { UserActor } from '../accounts/user-actor.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import { LiveMultiLegBot } from '../bots/live-multi-leg-bot.ts';

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

/** What panic asked for while these bots could not be read is done before anything else happens to them. */
export async function haltAsked(actor: UserActor): Promise<void> {
  const asked = [...actor.owners()].filter(({ broken, record }) => record.haltAsked && !broken);
  if (asked.length === 0) return;
  await actor.act((turn) => {
    for (const live of asked) {
      live.record.haltAsked = false;
      turn.touch(live);
      if (live.status !== 'stopped') actor.halt(turn, live, 'halt', 'user');
    }
  });
}

/** Orders that rest, or whose end is not known yet. */
export function ordersLeft(live: LiveBot | LiveMultiLegBot): number {
  const traders = live instanceof LiveMultiLegBot ? live.legs : [live];
  return traders.reduce((sum, { orders }) => sum + orders.size, 0);
}
