// The plan of a change before it is made: which orders would go, which would come, and what the bot would then have.
import type { botPlan } from '@cormorant/contract/calls/bots.ts';
import * as codes from '@cormorant/contract/codes.ts';
import type { Lang } from '@cormorant/contract/envelope.ts';
import { refusalWords, wordsOf } from '@cormorant/contract/labels/words.ts';
import type { Preview } from '@cormorant/core/strategy/preview.ts';
import type { BotRecord } from '../../ports/bot-record.ts';
import type { PlanLines, PlannedOrder } from '../../ports/bot-runner.ts';
import { Refusal } from '../../ports/refusal.ts';
import type { Handler } from '../handler.ts';
import { type BotDeps, granted } from './bot-deps.ts';
import { checkParams, warningsOf } from './check-params.ts';
import { outlookOf } from './leg-outlook.ts';
import { readBot } from './read-bot.ts';
import { readChange } from './update-bot.ts';

function orderView({ price, purpose, qty, reduceOnly, side }: PlannedOrder) {
  return { side, price, qty, purpose, reduce_only: reduceOnly ? (1 as const) : (0 as const) };
}

function reasonText(reason: string, lang: Lang): string {
  return wordsOf(refusalWords, reason, lang);
}

function linesView({ breakEven, liquidation, stopLoss, takeProfit }: PlanLines) {
  return { take_profit: takeProfit, stop_loss: stopLoss, liquidation, break_even: breakEven };
}

/** The figures of the preview, as the bot is set now and as it would be. */
function figuresOf(now: Preview | null, then: Preview) {
  return then.figures.map(({ key, unit, value, level }) => {
    const before = now?.figures.find((figure) => figure.key === key)?.value ?? null;
    return { key, unit, before, after: value, level };
  });
}

export function planBot(deps: BotDeps): Handler<typeof botPlan> {
  const { markets, settings } = deps;
  const read = readBot(deps);
  const changeOf = readChange(deps, read);

  /** Null when what was allowed once is so no longer. */
  async function previewNow({ exchange, investment, kind, params, symbolRules: rules, typeId }: BotRecord) {
    const price = markets.quote(exchange, rules.symbol)?.last;
    if (price === undefined) return null;
    const preview = { price, outlook: await outlookOf(markets, { exchange, investment, kind, params, rules }) };
    const maxLeverage = settings.get('max_leverage');
    try {
      return checkParams({ kind, typeId, rules, params, investment, price: null, maxLeverage, preview });
    } catch (error) {
      if (error instanceof Refusal) return null;
      throw error;
    }
  }

  return async ({ query, body }, { userId, lang }) => {
    const bot = await read.record(userId, query.id);
    if (bot.status === 'running') throw new Refusal(codes.bot_running_no_edit);
    if (body.version !== bot.version) throw new Refusal(codes.bot_version, { data: { version: bot.version } });
    const { preview, ...wanted } = await changeOf(bot, body);
    const plan = granted(await deps.runner.plan(userId, bot.id, { ...wanted, version: body.version }));
    return {
      price: plan.price,
      changed: Object.keys(wanted.differences),
      cancel: plan.cancel.map(orderView),
      place: plan.place.map(orderView),
      refused: plan.refused.map((order) => ({ ...orderView(order), reason_text: reasonText(order.reason, lang) })),
      fees: plan.fees,
      ...linesView(plan.after),
      before: linesView(plan.before),
      figures: preview === null ? [] : figuresOf(await previewNow(bot), preview),
      warnings: warningsOf(preview, lang),
    };
  };
}
