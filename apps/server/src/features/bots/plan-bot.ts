// The plan of a change before it is made: which orders would go, which would come, and what the bot would then have.
import type { botPlan } from '@cormorant/contract/calls/bots.ts';
import { codes } from '@cormorant/contract/catalogue.ts';
import type { Lang } from '@cormorant/contract/envelope.ts';
import { refusalWords, wordsOf } from '@cormorant/contract/labels/words.ts';
import type { PlannedOrder } from '../../ports/bot-runner.ts';
import { type Handler, Refusal } from '../handler.ts';
import { type BotDeps, granted } from './bot-deps.ts';
import { readBot } from './read-bot.ts';
import { readChange } from './update-bot.ts';

function orderView({ price, purpose, qty, reduceOnly, side }: PlannedOrder) {
  return { side, price, qty, purpose, reduce_only: reduceOnly ? (1 as const) : (0 as const) };
}

function reasonText(reason: string, lang: Lang): string {
  return wordsOf(refusalWords, reason, lang);
}

export function planBot(deps: BotDeps): Handler<typeof botPlan> {
  const read = readBot(deps);
  const changeOf = readChange(deps, read);
  return async ({ query, body }, { userId, lang }) => {
    const bot = await read.record(userId, query.id);
    if (bot.status === 'running') throw new Refusal(codes.bot_running_no_edit);
    if (body.version !== bot.version) throw new Refusal(codes.bot_version, { data: { version: bot.version } });
    const change = { ...changeOf(bot, body), version: body.version };
    const plan = granted(await deps.runner.plan(userId, bot.id, change));
    return {
      price: plan.price,
      changed: Object.keys(change.differences),
      cancel: plan.cancel.map(orderView),
      place: plan.place.map(orderView),
      refused: plan.refused.map((order) => ({ ...orderView(order), reason_text: reasonText(order.reason, lang) })),
      fees: plan.fees,
      take_profit: plan.takeProfit,
      stop_loss: plan.stopLoss,
      liquidation: plan.liquidation,
      break_even: plan.breakEven,
    };
  };
}
