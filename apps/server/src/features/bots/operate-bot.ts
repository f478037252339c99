// Start, pause, resume, stop, close, add and delete. What is allowed from which state is the runner's to say; what must hold
// for everybody (maintenance, fuel) is asked first. Under maintenance people may still stop, close and pause.

import { type botOperation, operationSuccess } from '@cormorant/contract/calls/bots.ts';
import * as codes from '@cormorant/contract/codes.ts';
import type { RunnerOperation } from '../../ports/bot-runner.ts';
import { Refusal } from '../../ports/refusal.ts';
import type { Handler } from '../handler.ts';
import { type BotDeps, granted } from './bot-deps.ts';
import { checkParams } from './check-params.ts';
import { outlookOf } from './leg-outlook.ts';
import { nameTwin } from './name-twin.ts';
import { holdsAnything, type OwnBot } from './own-bot.ts';
import { readBot } from './read-bot.ts';
import { assertFuel } from './start-guards.ts';

type Query = Parameters<Handler<typeof botOperation>>[0]['query'];

function operationOf({ action, amount, close_position, side }: Query): RunnerOperation {
  if (action === 'stop') return { name: 'stop', close: close_position === 1, reason: 'user' };
  if (action === 'add') return { name: 'add', amount: amount ?? null, ...(side === undefined ? {} : { side }) };
  return { name: action };
}

/** A bot that holds nothing starts at the price of today: what that price forbids is refused like at its making. */
async function checkFreshStart({ markets, settings }: BotDeps, bot: OwnBot): Promise<void> {
  const { exchange, investment, kind, params, symbolRules: rules, typeId } = bot;
  const price = markets.quote(exchange, rules.symbol)?.last;
  if (bot.status !== 'stopped' || holdsAnything(bot) || price === undefined) return;
  const outlook = await outlookOf(markets, { exchange, investment, kind, params, rules });
  const preview = { price, outlook };
  checkParams({ kind, typeId, rules, params, investment, price, maxLeverage: settings.get('max_leverage'), preview });
}

export function operateBot(deps: BotDeps): Handler<typeof botOperation> {
  const { runner, settings, store } = deps;
  const read = readBot(deps);
  return async ({ query }, { userId, lang, say }) => {
    const bot = await read.record(userId, query.id);
    const { action } = query;
    const lessensRisk = action === 'stop' || action === 'close' || action === 'pause';
    if (!lessensRisk && settings.get('maintenance') === 1) throw new Refusal(codes.maintenance);
    const starts = action === 'start' || action === 'resume';
    if (starts && bot.status !== 'running' && !bot.simulate) {
      const places = [bot, ...bot.ownLegs].map(({ exchange }) => exchange);
      await assertFuel(deps, userId, places);
    }
    if (action === 'start') await checkFreshStart(deps, bot);
    const answer = await nameTwin(store, userId, await runner.operate(userId, bot.id, operationOf(query)), lang);
    if (answer.outcome === 'refused' && answer.code === codes.bot_not_found) {
      // Deleted meanwhile, or it exists in other books of the venue than the present ones.
      await read.record(userId, query.id);
      throw new Refusal(codes.exchange_busy);
    }
    const { id, status, phase } = granted(answer);
    say(operationSuccess[action]);
    return { id, status, phase };
  };
}
