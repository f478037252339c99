// A new webhook address for a custom bot. The address and its secret leave in this answer and never again; the address
// before stops working at once.

import type { botHook } from '@cormorant/contract/calls/hooks.ts';
import * as codes from '@cormorant/contract/codes.ts';
import type { Hook, HookStore } from '../../ports/hook-store.ts';
import type { Random } from '../../ports/random.ts';
import { Refusal } from '../../ports/refusal.ts';
import type { Handler } from '../handler.ts';
import type { BotDeps } from './bot-deps.ts';
import { hookSecret, hookTail, hookTokenHash, newHookToken } from './hook-token.ts';
import { readBot } from './read-bot.ts';

export interface HookDeps extends BotDeps {
  readonly hooks: HookStore;
  readonly random: Random;
  readonly pepper: Uint8Array;
  /** Where people reach this installation. */
  readonly publicUrl: () => string;
}

export function hookUrl(publicUrl: string, token: string): string {
  return `${publicUrl.replace(/\/$/, '')}/hook/${token}`;
}

/** What later answers show of it: enough to tell two addresses apart, too little to use one. */
export function maskedHook(publicUrl: string, { tail, lastAtMs }: Hook) {
  return { url: hookUrl(publicUrl, `••••${tail}`), last_at: lastAtMs === null ? null : Math.floor(lastAtMs) };
}

export function makeHook(deps: HookDeps): Handler<typeof botHook> {
  const read = readBot(deps);
  return async ({ query }, { userId, nowMs }) => {
    const bot = await read.record(userId, query.id);
    if (bot.kind !== 'custom') throw new Refusal(codes.action_invalid);
    const token = newHookToken(deps.random);
    await deps.hooks.set(bot.id, hookTokenHash(token), hookTail(token), nowMs);
    return { id: bot.id, url: hookUrl(deps.publicUrl(), token), secret: hookSecret(deps.pepper, token) };
  };
}
