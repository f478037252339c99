// Saves a bot and, unless asked otherwise, starts it. Everything that can be refused is refused before it is saved; if
// only the start fails, the bot stays, stopped, and the answer says why.
import type { botCreate } from '@cormorant/contract/calls/bots.ts';
import * as codes from '@cormorant/contract/codes.ts';
import type { Lang } from '@cormorant/contract/envelope.ts';
import { categoryOf } from '@cormorant/contract/labels/bot-types.ts';
import { sentenceOf } from '@cormorant/contract/refusal.ts';
import { format18, parse18 } from '@cormorant/core/money/amount-e18.ts';
import { formatScaled, parseScaled } from '@cormorant/core/money/decimal-text.ts';
import { isAvailable } from '@cormorant/core/strategies/registry.ts';
import type { MarketSide } from '../../ports/bot-runner.ts';
import { Refusal } from '../../ports/refusal.ts';
import type { VenueSymbol } from '../../ports/venue.ts';
import { venueName } from '../../ports/venue-market.ts';
import type { Handler } from '../handler.ts';
import { type BotDeps, granted } from './bot-deps.ts';
import { defaultName } from './bot-name.ts';
import { leverageOf } from './bot-view.ts';
import { assertKnown, checkParams, directionOf, mergeParams, warningsOf } from './check-params.ts';
import {
  assertLegsTrade,
  assertOtherExchange,
  assertTradesHere,
  type LegShare,
  legSharesOf,
  outlookOf,
} from './leg-outlook.ts';
import { nameTwin } from './name-twin.ts';
import { assertBound, assertFuel } from './start-guards.ts';

const FUNDS_DECIMALS = 8;

type Wanted = Parameters<Handler<typeof botCreate>>[0]['body'];

/** The market the bot is for. */
function marketOf({ markets }: BotDeps, body: Wanted): VenueSymbol {
  const exchange = markets.exchange(body.exchange);
  if (exchange === undefined) throw new Refusal(codes.exchange_unsupported);
  const rules = markets.symbol(body.exchange, venueName(body.symbol, body.market));
  if (rules === undefined && !exchange.open) throw new Refusal(codes.exchange_busy);
  if (rules === undefined || rules.market !== body.market)
    throw new Refusal(codes.pair_invalid, { data: { field: 'symbol' } });
  if (rules.status !== 'trading') throw new Refusal(codes.market_closed);
  if (body.simulate === 1 && !exchange.simSpot) throw new Refusal(codes.sim_unsupported);
  return rules;
}

/** A market that a bot is to trade in, and how much of the investment is for it. */
interface Side extends MarketSide {
  readonly need: string;
  /** The field that chose its exchange, where that is not the bot's own. */
  readonly field?: string;
}

/** The legs of a bot that has some; else its own market. */
function sidesOf(
  { markets }: BotDeps,
  { exchange, investment, market, symbol }: Wanted,
  quote: string,
  legs: readonly LegShare[],
  own: Pick<Side, 'direction' | 'leverage'>,
): Side[] {
  if (legs.length === 0) return [{ ...own, exchange, quote, market, symbol, need: investment }];
  return legs.map(({ at, exchange: place, investment: need, margin, market: kind, side, symbol: pair }) => {
    const leg = { exchange: at, market: kind, symbol: pair, direction: side, leverage: margin?.leverage ?? 1 };
    const [base = '', coin = quote] = pair.split('/');
    if (place === 'a') return { ...leg, quote: coin, need };
    return { ...leg, field: 'exchange_b', quote: base, need: coinFor(markets, at, venueName(pair, kind), need) };
  });
}

/** What of the coin is worth so much there: the second exchange of two is to hold coin, not cash. */
function coinFor(markets: BotDeps['markets'], exchange: string, venueSymbol: string, worth: string): string {
  const price = parse18(markets.quote(exchange, venueSymbol)?.last ?? '0');
  if (price <= 0n) throw new Refusal(codes.exchange_busy, { data: { exchange } });
  return format18((parse18(worth) * parse18('1')) / price, FUNDS_DECIMALS);
}

/** A side with what its account has free for it. */
type Standing = Omit<Side, 'field'> & { readonly free: string };

/** What must hold before a bot may start: accounts, no twin, fuel, and money there that other bots do not need. */
async function checkStart(deps: BotDeps, userId: number, sides: readonly Side[], lang: Lang): Promise<void> {
  const { runner, store } = deps;
  const standings: Standing[] = [];
  for (const { field, need, ...side } of sides) {
    await assertBound(
      deps,
      { userId, exchange: side.exchange, market: side.market, ...(field !== undefined && { field }) },
      lang,
    );
    const standing = granted(await runner.standing(userId, side));
    if (standing.twin !== null) {
      // Of several legs none stands beside a stranger, whichever way it goes.
      const data = { bot_id: standing.twin.id, reason: sides.length > 1 ? 'alone' : standing.twin.reason };
      granted(await nameTwin(store, userId, { outcome: 'refused', code: codes.bot_duplicate, data }, lang));
    }
    standings.push({ ...side, need, free: standing.free });
  }
  await assertFuel(
    deps,
    userId,
    sides.map(({ exchange }) => exchange),
  );
  // Legs of one wallet need its money together.
  const needed = (side: Standing) =>
    standings
      .filter(
        ({ exchange, market, quote }) => exchange === side.exchange && market === side.market && quote === side.quote,
      )
      .reduce((sum, { need }) => sum + parseScaled(need, FUNDS_DECIMALS, 'ceil'), 0);
  const poor = standings.find((side) => parseScaled(side.free, FUNDS_DECIMALS, 'floor') < needed(side));
  if (poor === undefined) return;
  const { exchange, free, market: wallet, quote: coin } = poor;
  const need = formatScaled(needed(poor), FUNDS_DECIMALS, true);
  throw new Refusal(codes.funds_insufficient, { data: { coin, exchange, wallet, free, need } });
}

export function createBot(deps: BotDeps): Handler<typeof botCreate> {
  const { markets, runner, settings, store } = deps;
  return async ({ body }, { userId, lang, requestId, say }) => {
    const category = categoryOf(body.type_id);
    if (category === undefined || category.enabled !== 1 || !isAvailable(category.type))
      throw new Refusal(codes.type_disabled);
    const rules = marketOf(deps, body);
    if (category.market !== body.market) throw new Refusal(codes.pair_invalid, { data: { field: 'market' } });
    assertKnown(category.type, body.market, body.params);
    const params = mergeParams(category.type, body.market, {}, body.params, body);
    const price = markets.quote(body.exchange, rules.symbol)?.last ?? null;
    const maxLeverage = settings.get('max_leverage');
    const { investment, type_id: typeId } = body;
    const wanted = { kind: category.type, exchange: body.exchange, rules, params, investment };
    const outlook = await outlookOf(markets, wanted);
    const preview = checkParams({
      ...{ kind: category.type, typeId, rules, params, investment, price, maxLeverage },
      ...(price === null ? {} : { preview: { price, outlook } }),
    });
    const legs = legSharesOf(wanted);
    assertOtherExchange(body.exchange, params);
    assertLegsTrade(markets, legs);
    const warnings = warningsOf(preview, lang);
    const direction = directionOf(category.type, body.market, params);
    const leverage = leverageOf({ kind: category.type, market: body.market, params });
    const most = settings.get('max_bots');
    const own = (await store.bots(userId)).filter(({ simulate }) => !simulate);
    // Made by this very request, whose answer was lost: it stands in its own way neither by number nor as a twin.
    const isMade = requestId !== null && own.some((bot) => bot.requestId === requestId);
    if (!isMade && own.length >= most) throw new Refusal(codes.bot_limit, { data: { max: most } });
    if (body.start === 1) {
      assertTradesHere(markets, legs);
      if (!isMade)
        await checkStart(deps, userId, sidesOf(deps, body, rules.quote, legs, { direction, leverage }), lang);
    }
    const made = granted(
      await runner.create({
        userId,
        requestId,
        exchange: body.exchange,
        market: body.market,
        symbol: body.symbol,
        typeId: body.type_id,
        kind: category.type,
        direction,
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
    if (body.start === 0) return { id: made.id, status: 'stopped', warnings };
    const started = await nameTwin(store, userId, await runner.operate(userId, made.id, { name: 'start' }), lang);
    if (started.outcome === 'done') return { id: made.id, status: started.value.status, warnings };
    // A repeat of a request that had already started it.
    if (started.code === codes.bot_running) return { id: made.id, status: 'running', warnings };
    say('bot_created_stopped');
    return {
      id: made.id,
      status: 'stopped',
      warnings: [...warnings, sentenceOf(started.code, started, lang)],
    };
  };
}
