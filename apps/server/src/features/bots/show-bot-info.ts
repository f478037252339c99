// The editable configuration of a bot.
import type { botInfoCall } from '@cormorant/contract/calls/bots.ts';
import type { Bot } from '@cormorant/contract/entities/bot.ts';
import { typeName } from '@cormorant/contract/labels/bot-types.ts';
import { fixedFields } from '@cormorant/core/strategies/registry.ts';
import type { Handler } from '../handler.ts';
import type { BotDeps } from './bot-deps.ts';
import { figuresOf } from './bot-figures.ts';
import { shownName } from './bot-name.ts';
import { exchangeName, leverageOf, marginModeOf, mirroredOf } from './bot-view.ts';
import { holdsAnything } from './own-bot.ts';
import { readBot } from './read-bot.ts';

export function showBotInfo(deps: BotDeps): Handler<typeof botInfoCall> {
  const read = readBot(deps);
  return async ({ query }, { userId, lang }) => {
    const bot = await read.record(userId, query.id);
    const holds = holdsAnything(bot);
    return {
      id: bot.id,
      name: shownName(bot, lang),
      exchange: bot.exchange,
      exchange_name: exchangeName(bot.exchange, lang),
      market: bot.market,
      type_id: bot.typeId,
      type: bot.kind,
      type_name: typeName(bot.typeId, lang),
      symbol: bot.symbol,
      status: bot.status,
      version: bot.version,
      simulate: bot.simulate ? 1 : 0,
      public: bot.isPublic ? 1 : 0,
      direction: bot.direction as Bot['direction'],
      leverage: leverageOf(bot),
      margin_mode: marginModeOf(bot),
      ...mirroredOf(bot, figuresOf(bot, null).instrument),
      stop_unit: bot.kind === 'grid' ? 'price' : 'percent',
      params: { ...bot.params },
      locked_fields: holds ? read.lockedFields(bot.kind, bot.market) : [],
      fixed_fields: [...fixedFields(bot.kind, bot.direction)],
    };
  };
}
