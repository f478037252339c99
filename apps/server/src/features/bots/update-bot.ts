// Changes a paused or stopped bot. Market and category never change, a range never changes under a position, and a
// change made on a screen that has not seen another change is refused.

import type { botUpdate } from '@cormorant/contract/calls/bots.ts';
import { codes } from '@cormorant/contract/catalogue.ts';
import { fieldsOf } from '@cormorant/core/strategies/registry.ts';
import type { BotRecord } from '../../ports/runner-store.ts';
import { type Handler, Refusal } from '../handler.ts';
import { type BotDeps, granted } from './bot-deps.ts';
import { hasPosition } from './bot-figures.ts';
import { checkParams, mergeParams } from './check-params.ts';
import { readBot } from './read-bot.ts';

type Wanted = Parameters<Handler<typeof botUpdate>>[0]['body'];

function checkUnchangeable(bot: BotRecord, body: Wanted): void {
  const fixed: readonly (readonly [string, unknown, unknown])[] = [
    ['type_id', body.type_id, bot.typeId],
    ['exchange', body.exchange, bot.exchange],
    ['market', body.market, bot.market],
    ['symbol', body.symbol, bot.symbol],
    ['simulate', body.simulate, bot.simulate ? 1 : 0],
  ];
  for (const [field, sent, own] of fixed) {
    if (sent !== undefined && sent !== own) throw new Refusal(codes.field_not_editable, { data: { field } });
  }
}

/** The same amount is the same text. */
const text = (amount: string): string => amount.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '');

/** Fields whose value changes, with both values. */
function differences(bot: BotRecord, name: string, investment: string, params: Readonly<Record<string, string>>) {
  const changed: Record<string, { before: unknown; after: unknown }> = {};
  const compare = (key: string, before: unknown, after: unknown) => {
    if ((before ?? null) !== (after ?? null)) changed[key] = { before: before ?? null, after: after ?? null };
  };
  compare('name', bot.name, name);
  if (text(bot.investment) !== text(investment)) compare('investment', bot.investment, investment);
  for (const { key } of fieldsOf(bot.kind)) compare(key, bot.params[key], params[key]);
  return changed;
}

export function updateBot(deps: BotDeps): Handler<typeof botUpdate> {
  const { markets, runner } = deps;
  const read = readBot(deps);
  return async ({ query, body }, context) => {
    const { userId } = context;
    const bot = await read.record(userId, query.id);
    checkUnchangeable(bot, body);
    if (body.public !== undefined && body.public !== (bot.isPublic ? 1 : 0)) {
      if (!bot.simulate) throw new Refusal(codes.field_not_editable, { data: { field: 'public' } });
      granted(await runner.setPublic(userId, bot.id, body.public === 1));
    }
    if (body.version === undefined) return read.view(userId, bot.id, context.lang);
    if (bot.status === 'running') throw new Refusal(codes.bot_running_no_edit);
    if (body.version !== bot.version) throw new Refusal(codes.bot_version, { data: { version: bot.version } });
    const name = body.name ?? bot.name;
    const investment = body.investment ?? bot.investment;
    const params = mergeParams(bot.kind, bot.params, body.params ?? {}, body);
    const changed = differences(bot, name, investment, params);
    const redrawn = [...read.lockedFields(bot.kind), 'trigger_price'].find((key) => Object.hasOwn(changed, key));
    const held = hasPosition(bot);
    if (held && redrawn !== undefined && redrawn !== 'trigger_price')
      throw new Refusal(codes.bot_has_position, { data: { field: redrawn } });
    // A grid that stays as it is may be named anew wherever the price has gone.
    const price = held || redrawn === undefined ? null : (markets.quote(bot.exchange, bot.symbol)?.last ?? null);
    checkParams({ kind: bot.kind, typeId: bot.typeId, rules: bot.symbolRules, params, investment, price });
    if (Object.keys(changed).length > 0) {
      const change = { version: body.version, name, params, investment, differences: changed };
      granted(await runner.edit(userId, bot.id, change));
    }
    return read.view(userId, bot.id, context.lang);
  };
}
