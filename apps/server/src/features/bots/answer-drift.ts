// The owner's answer to what was done by hand beside a bot. Nothing is traded for it; what the bot
// shall take is booked by the runner.
import type { botDrift } from '@cormorant/contract/calls/bots.ts';
import type { Handler } from '../handler.ts';
import { type BotDeps, granted } from './bot-deps.ts';
import { readBot } from './read-bot.ts';

export function answerDrift(deps: BotDeps): Handler<typeof botDrift> {
  const read = readBot(deps);
  return async ({ body, query }, { userId }) => {
    const { id } = await read.record(userId, query.id);
    const isOpen = granted(await deps.runner.answerDrift(userId, id, body.answer, body.count));
    return { id, open: isOpen ? 1 : 0 };
  };
}
