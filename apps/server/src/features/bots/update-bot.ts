// Changes a paused or stopped bot. Market and category never change, a range never changes under a position, and a
// change made on a screen that has not seen another change is refused.

import type { botUpdate } from '@cormorant/contract/calls/bots.ts';
import * as codes from '@cormorant/contract/codes.ts';
import { fieldsOf, fixedFields } from '@cormorant/core/strategies/registry.ts';
import type { Preview } from '@cormorant/core/strategy/preview.ts';
import type { BotRecord } from '../../ports/bot-record.ts';
import type { BotChange } from '../../ports/bot-runner.ts';
import { Refusal } from '../../ports/refusal.ts';
import type { Handler } from '../handler.ts';
import { type BotDeps, granted } from './bot-deps.ts';
import { nameAfter } from './bot-name.ts';
import { assertKnown, checkParams, directionOf, mergeParams } from './check-params.ts';
import { assertOtherExchange, outlookOf } from './leg-outlook.ts';
import { holdsAnything, type OwnBot } from './own-bot.ts';
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
function differences(bot: BotRecord, name: string, investment: string, params: Readonly<Record<string, unknown>>) {
  const changed: Record<string, { before: unknown; after: unknown }> = {};
  const compare = (key: string, before: unknown, after: unknown) => {
    if (JSON.stringify(before ?? null) !== JSON.stringify(after ?? null))
      changed[key] = { before: before ?? null, after: after ?? null };
  };
  compare('name', bot.name, name);
  if (text(bot.investment) !== text(investment)) compare('investment', bot.investment, investment);
  // A bot of an earlier day may have kept what its choices hide.
  const before = mergeParams(bot.kind, bot.market, {}, bot.params, {});
  for (const { key } of fieldsOf(bot.kind, bot.market)) compare(key, before[key], params[key]);
  return changed;
}

type Change = Omit<BotChange, 'version'> & {
  readonly differences: Readonly<Record<string, unknown>>;
  /** Null for a bot that stands in a position, or when nothing but its name changes. */
  readonly preview: Preview | null;
};

/** The change that is asked for, checked as far as it can be without the bot's own books. */
export function readChange({ markets, settings }: BotDeps, read: ReturnType<typeof readBot>) {
  return async (bot: OwnBot, body: Wanted): Promise<Change> => {
    const name = nameAfter(bot, body.name);
    const investment = body.investment ?? bot.investment;
    assertKnown(bot.kind, bot.market, body.params ?? {});
    const params = mergeParams(bot.kind, bot.market, bot.params, body.params ?? {}, body);
    const changed = differences(bot, name, investment, params);
    if (changed['exchange_b'] !== undefined) assertOtherExchange(bot.exchange, params);
    const locked = new Set([...read.lockedFields(bot.kind, bot.market), 'trigger_price']);
    const redrawn = Object.keys(changed).filter((key) => locked.has(key));
    const held = holdsAnything(bot);
    const forbidden = redrawn.find((key) => key !== 'trigger_price');
    if (held && forbidden !== undefined) throw new Refusal(codes.bot_has_position, { data: { field: forbidden } });
    // A bot that stays as it is may be named anew wherever the price has gone.
    const isDrawn = !held && redrawn.length > 0;
    const { exchange, kind, symbolRules: rules, typeId } = bot;
    const last = markets.quote(exchange, rules.symbol)?.last ?? null;
    const isPlanned = !held && last !== null && Object.keys(changed).some((key) => key !== 'name');
    const wanted = { exchange, kind, rules, params, investment };
    const preview = checkParams({
      ...{ kind, typeId, rules, params, investment, maxLeverage: settings.get('max_leverage') },
      price: isDrawn ? last : null,
      ...(isPlanned ? { preview: { price: last, outlook: await outlookOf(markets, wanted) } } : {}),
    });
    // What cannot be read at all is said first, of whatever field.
    const fixed = fixedFields(bot.kind, bot.direction).find((key) => changed[key] !== undefined);
    if (fixed !== undefined) throw new Refusal(codes.bot_has_position, { data: { field: fixed } });
    const direction = directionOf(kind, bot.market, params);
    return { name, params, investment, direction, differences: changed, preview };
  };
}

export function updateBot(deps: BotDeps): Handler<typeof botUpdate> {
  const { runner } = deps;
  const read = readBot(deps);
  const changeOf = readChange(deps, read);
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
    const { preview: _, ...change } = await changeOf(bot, body);
    if (Object.keys(change.differences).length > 0)
      granted(await runner.edit(userId, bot.id, { ...change, version: body.version }));
    return read.view(userId, bot.id, context.lang);
  };
}
