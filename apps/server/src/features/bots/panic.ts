// Panic and its end. All live bots stop in one go, before anything is asked of an exchange; the task that follows says of
// each when its orders are gone. Undone, bots that ran resume through the same guards as a single resume, the others go back
// to the pause they were in.
import type { botPanic } from '@cormorant/contract/calls/batch.ts';
import * as codes from '@cormorant/contract/codes.ts';
import type { BatchItem, BatchOutcome } from '../../ports/batch-store.ts';
import type { BotRow } from '../../ports/bot-store.ts';
import type { CallContext, Handler } from '../handler.ts';
import { granted } from './bot-deps.ts';
import { operateBot } from './operate-bot.ts';
import { type BatchDeps, runTask, settled } from './run-batch.ts';

/** How long a bot's answer waits for its cancels; after that they follow by themselves. */
const CANCELLED_WITHIN_MS = 8_000;
const LOOK_EVERY_MS = 200;
/** Cancels are under way for all bots at once, so all of them are watched at once. */
const WATCHED_AT_ONCE = 50;

export function panic(deps: BatchDeps): Handler<typeof botPanic> {
  const { batches, clock, runner, store } = deps;
  const run = runTask(deps);
  const operate = operateBot(deps);

  async function whenCancelled(userId: number, botId: number): Promise<BatchOutcome> {
    const until = clock.nowMs() + CANCELLED_WITHIN_MS;
    while ((await runner.ordersLeft(userId, botId)) !== 0) {
      if (clock.nowMs() >= until) return { code: 1, said: 'bot_halted_waits', detail: null };
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
    return { code: 1, said: 'bot_halted', detail: null };
  }

  function calm({ id, halted }: BotRow, context: CallContext): Promise<BatchOutcome> {
    return settled(deps, context, async (own) => {
      if (halted === 'running')
        await operate({ query: { id, action: 'resume', close_position: 1 }, body: undefined }, own);
      else {
        granted(await runner.operate(context.userId, id, { name: 'release' }));
        own.say('bot_released');
      }
    });
  }

  async function begin(
    action: 'panic' | 'calm',
    bots: readonly BotRow[],
    answered: (bot: BotRow) => number | null,
    carryOut: (bot: BotRow) => Promise<BatchOutcome>,
    atOnce: number,
    context: CallContext,
  ) {
    if (bots.length === 0) return { task_id: null, total: 0 };
    const items = bots.map((bot): BatchItem => {
      const { id: botId, name, symbol } = bot;
      return { botId, name, symbol, code: answered(bot), said: null, detail: null };
    });
    const byId = new Map(bots.map((bot) => [bot.id, bot]));
    const taskId = await batches.create(context.userId, action, items, clock.nowMs());
    run(taskId, items, (botId) => carryOut(byId.get(botId) as BotRow), atOnce, context);
    return { task_id: taskId, total: items.length };
  }

  return async ({ body }, context) => {
    const { userId } = context;
    if (body.undo === 1) {
      const halted = (await store.bots(userId)).filter((bot) => bot.halted !== '' && bot.status === 'paused');
      // All bots of a user share one queue in the runner.
      return begin(
        'calm',
        halted,
        () => null,
        (bot) => calm(bot, context),
        1,
        context,
      );
    }
    const stopped = new Set(granted(await runner.haltAll(userId)));
    const live = (await store.bots(userId)).filter(({ id, status }) => status !== 'stopped' || stopped.has(id));
    const answered = ({ id }: BotRow) => (stopped.has(id) ? null : codes.exchange_busy);
    return begin('panic', live, answered, ({ id }) => whenCancelled(userId, id), WATCHED_AT_ONCE, context);
  };
}
