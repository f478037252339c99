// Saves a bot and, unless asked otherwise, starts it. Everything that can be refused is refused before it is saved; if
// only the start fails, the bot stays, stopped, and the answer says why.
import type { botCreate } from '@cormorant/contract/calls/bots.ts';
import { textOf } from '@cormorant/contract/catalogue.ts';
import type { Lang } from '@cormorant/contract/envelope.ts';
import { categoryOf, typeName } from '@cormorant/contract/labels/bot-types.ts';
import { isAvailable } from '@cormorant/core/strategies/registry.ts';
import type { BotRow } from '../../ports/bot-store.ts';
import type { VenueSymbol } from '../../ports/venue.ts';
import { type Handler, Refusal } from '../handler.ts';
import { type BotDeps, granted } from './bot-deps.ts';
import { checkParams, mergeParams } from './check-params.ts';
import { assertFuel, assertOpenForTrading } from './start-guards.ts';

const NAME_MOST = 32;

type Wanted = Parameters<Handler<typeof botCreate>>[0]['body'];

function defaultName(symbol: string, typeId: number, lang: Lang): string {
  return `${symbol.split('/')[0] ?? symbol} ${typeName(typeId, lang)}`.slice(0, NAME_MOST);
}

/** The market the bot is for. */
function marketOf({ markets }: BotDeps, body: Wanted): VenueSymbol {
  const exchange = markets.exchange(body.exchange);
  if (exchange === undefined) throw new Refusal(2005);
  const rules = markets.symbol(body.exchange, body.symbol);
  if (rules === undefined && !exchange.open) throw new Refusal(2015);
  if (rules === undefined || rules.market !== body.market) throw new Refusal(3005, { data: { field: 'symbol' } });
  if (rules.status !== 'trading') throw new Refusal(3009);
  if (body.simulate === 1 && !exchange.simSpot) throw new Refusal(4201);
  return rules;
}

/** Limits that depend on the user's other bots. */
function checkOthers(deps: BotDeps, body: Wanted, others: readonly BotRow[]): void {
  const most = deps.settings.get('max_bots');
  if (others.filter(({ simulate }) => !simulate).length >= most) throw new Refusal(4012, { data: { max: most } });
  if (body.start === 0) return;
  const twin = others.find(
    (bot) =>
      bot.status !== 'stopped' &&
      bot.exchange === body.exchange &&
      bot.market === body.market &&
      bot.symbol === body.symbol,
  );
  if (twin !== undefined) throw new Refusal(4010, { data: { bot_id: twin.id } });
}

async function checkFunds({ runner }: BotDeps, userId: number, body: Wanted, quote: string): Promise<void> {
  const free = granted(await runner.free(userId, body.exchange, quote));
  if (Number(free) >= Number(body.investment)) return;
  throw new Refusal(3010, { data: { coin: quote, wallet: body.exchange, free, need: body.investment } });
}

export function createBot(deps: BotDeps): Handler<typeof botCreate> {
  const { markets, runner, settings, store } = deps;
  return async ({ body }, { userId, lang, requestId, say }) => {
    const category = categoryOf(body.type_id);
    if (category === undefined || category.enabled !== 1 || !isAvailable(category.type)) throw new Refusal(4021);
    const rules = marketOf(deps, body);
    if (category.market !== body.market) throw new Refusal(3005, { data: { field: 'market' } });
    const params = mergeParams(category.type, {}, body.params, body);
    const price = markets.quote(body.exchange, body.symbol)?.last ?? null;
    checkParams({ kind: category.type, typeId: body.type_id, rules, params, investment: body.investment, price });
    checkOthers(deps, body, await store.bots(userId));
    if (body.start === 1) {
      assertFuel(settings);
      await checkFunds(deps, userId, body, rules.quote);
    }
    assertOpenForTrading(settings);
    const made = granted(
      await runner.create({
        userId,
        requestId,
        exchange: body.exchange,
        market: body.market,
        symbol: body.symbol,
        typeId: body.type_id,
        kind: category.type,
        direction: 'long',
        simulate: body.simulate === 1,
        sourceId: body.source_id ?? null,
        name: body.name ?? defaultName(body.symbol, body.type_id, lang),
        params,
        investment: body.investment,
        isPublic: false,
        symbolRules: rules,
      }),
    );
    say('bot_created');
    if (body.start === 0) return { id: made.id, status: 'stopped', warnings: [] };
    const started = await runner.operate(userId, made.id, { name: 'start' });
    if (started.outcome === 'done') return { id: made.id, status: started.value.status, warnings: [] };
    // A repeat of a request that had already started it.
    if (started.code === 4002) return { id: made.id, status: 'running', warnings: [] };
    return { id: made.id, status: 'stopped', warnings: [textOf(started.code, lang, started.params ?? {})] };
  };
}
