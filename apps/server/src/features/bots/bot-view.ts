// A bot record as its owner sees it: the row of a list, which the detail and the live events are made of too.

import { textOf } from '@cormorant/contract/catalogue.ts';
import type { Bot } from '@cormorant/contract/entities/bot.ts';
import type { Lang } from '@cormorant/contract/envelope.ts';
import { typeName } from '@cormorant/contract/labels/bot-types.ts';
import { exchangeCardOf } from '@cormorant/contract/labels/exchanges.ts';
import { formatPrice, parseQuote, priceToTicks } from '@cormorant/core/market/conversions.ts';
import type { Instrument } from '@cormorant/core/market/instrument.ts';
import { formatPercent } from '@cormorant/core/money/decimal-text.ts';
import { type AnyMartinParams, isDual } from '@cormorant/core/strategies/martin/dual-params.ts';
import { fieldsOf, hasLegs, isArbitrage, parseParams } from '@cormorant/core/strategies/registry.ts';
import { isShown } from '@cormorant/core/strategy/field.ts';
import type { LastError } from '../../ports/bot-record.ts';
import type { BotRow, LegRecord, ProfitSums } from '../../ports/bot-store.ts';
import { simulatedExchanges } from '../trading-exchanges.ts';
import { agreementView } from './agreement-view.ts';
import { type BotFigures, figuresOf, hasPosition, money, percentOf } from './bot-figures.ts';
import { shownName } from './bot-name.ts';
import { driftView } from './drift-view.ts';

/** What a view needs to know about the market of a bot. */
export interface Quote {
  readonly last: string;
  readonly atMs: number;
  readonly change24h: string | null;
  /** Contracts only. */
  readonly mark?: string;
}

export interface BotContext {
  readonly price: string | null;
  readonly marketMs: number;
  readonly lang: Lang;
  /** Real time, for what must not be old; absent in live events, which do not say it. */
  readonly wallMs?: number;
  /** Of a bot of several legs: what it holds stands in them. */
  readonly legs?: readonly LegRecord[];
}

export function exchangeName(code: string, lang: Lang): string {
  return exchangeCardOf(code)?.name[lang] ?? code;
}

/** A param as text, or null when it is not set. */
export function paramText(bot: BotRow, key: string): string | null {
  const value = bot.params[key];
  return typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : null;
}

/** What is in force: as it was entered, else by the default of a field that the other choices show; null = off. */
function inForce(bot: BotRow, key: string): string | null {
  const specs = fieldsOf(bot.kind, bot.market);
  const spec = specs.find((one) => one.key === key && isShown(one, specs, bot.params));
  const text = spec === undefined ? null : (paramText(bot, key) ?? spec.default);
  return text === null || !/[1-9]/.test(text) ? null : text;
}

/** A martingale on a contract has a stop even when none was entered. Of two sides the nearer one. */
function stopInForce(bot: BotRow, instrument: Instrument): string | null {
  const entered = inForce(bot, 'stop_loss');
  if (entered !== null || bot.kind !== 'martin' || bot.market === 'spot') return entered;
  const investmentAtoms = parseQuote(instrument, bot.investment, 'floor');
  const parsed = parseParams('martin', bot.params, { instrument, lastTicks: 0, investmentAtoms });
  if (!parsed.ok) return null;
  const params = parsed.params as AnyMartinParams;
  const stops = (isDual(params) ? params.sides : [params]).map(({ stopLossPpm }) => stopLossPpm);
  return formatPercent(Math.min(...stops));
}

/** Distance of two lines: a price for arithmetic grids, percent for geometric ones. For display. */
function gridSpacing(bot: BotRow, instrument: Instrument): string | null {
  const [lower, upper] = [paramText(bot, 'lower'), paramText(bot, 'upper')];
  const levels = Number(paramText(bot, 'grid_levels') ?? '20');
  if (lower === null || upper === null || !(levels > 0)) return null;
  if (paramText(bot, 'grid_mode') === 'geometric')
    return (((Number(upper) / Number(lower)) ** (1 / levels) - 1) * 100).toFixed(4);
  const range = priceToTicks(instrument, upper, 'floor') - priceToTicks(instrument, lower, 'floor');
  return formatPrice(instrument, Math.floor(range / levels));
}

function countInForce(bot: BotRow, key: string): number | null {
  const text = inForce(bot, key);
  return text !== null && /^\d{1,6}$/.test(text) ? Number(text) : null;
}

/** 1 on spot; what was entered, or the default of the category. */
export function leverageOf(bot: Pick<BotRow, 'kind' | 'market' | 'params'>): number {
  if (bot.market === 'spot') return 1;
  const given = bot.params['leverage'] ?? fieldsOf(bot.kind, 'futures').find(({ key }) => key === 'leverage')?.default;
  return /^\d{1,3}$/.test(String(given)) ? Number(given) : 1;
}

/** The short of funding arbitrage stands on its leg's whole wallet. */
export function marginModeOf({ kind, market }: Pick<BotRow, 'kind' | 'market'>): Bot['margin_mode'] {
  return market === 'futures' && isArbitrage(kind) ? 'cross' : 'isolated';
}

/** The specification's top-level names, null where they mean nothing to the category. */
export function mirroredOf(bot: BotRow, instrument: Instrument) {
  const isGrid = bot.kind === 'grid';
  const hasNone = isGrid || isArbitrage(bot.kind);
  return {
    investment: bot.investment,
    multiplier: hasNone ? null : inForce(bot, 'multiplier'),
    max_positions: isArbitrage(bot.kind) ? 1 : isGrid ? null : countInForce(bot, 'max_positions'),
    take_profit: inForce(bot, 'take_profit'),
    stop_loss: stopInForce(bot, instrument),
    grid_levels: isGrid ? Number(paramText(bot, 'grid_levels') ?? '20') : null,
    grid_spacing: isGrid ? gridSpacing(bot, instrument) : null,
  };
}

export function runSeconds(bot: BotRow, marketMs: number): number {
  if (bot.startedMarketMs === null) return 0;
  const until = bot.status === 'stopped' ? (bot.stoppedMarketMs ?? marketMs) : marketMs;
  return Math.max(0, Math.floor((until - bot.startedMarketMs) / 1000));
}

function lastError(error: LastError, lang: Lang) {
  return { code: error.code, msg: textOf(error.code, lang), at: error.atMs };
}

/** How many positions stand. */
function positionsOf({ direction, kind }: BotRow, { baseAtoms, instrument }: BotFigures, legs: readonly LegRecord[]) {
  if (hasLegs(kind, direction)) return legs.filter(hasPosition).length;
  return Math.abs(baseAtoms) >= instrument.baseAtomsPerLot ? 1 : 0;
}

export function botView(bot: BotRow, context: BotContext, sums: ProfitSums | undefined, curve: readonly string[]): Bot {
  const { price, marketMs, lang, wallMs } = context;
  const agrees = wallMs === undefined ? undefined : agreementView(bot, wallMs);
  const figures = figuresOf(bot, price);
  const { instrument, investmentAtoms, realizedAtoms, totalAtoms, unrealizedAtoms } = figures;
  const { start, stopped } = { start: bot.startedMarketMs, stopped: bot.stoppedMarketMs };
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
    phase: bot.phase,
    pause_reason: bot.pauseReason,
    stop_reason: bot.stopReason,
    version: bot.version,
    direction: bot.direction as Bot['direction'],
    leverage: leverageOf(bot),
    margin_mode: marginModeOf(bot),
    simulate: bot.simulate ? 1 : 0,
    public: bot.isPublic ? 1 : 0,
    ...mirroredOf(bot, instrument),
    stop_unit: bot.kind === 'grid' ? 'price' : 'percent',
    profit: money(figures, realizedAtoms),
    profit_rate: percentOf(realizedAtoms, investmentAtoms),
    profit_today: sums?.today ?? '0',
    unrealized: money(figures, unrealizedAtoms),
    total_profit: money(figures, totalAtoms),
    total_rate: percentOf(totalAtoms, investmentAtoms),
    rounds: bot.rounds,
    win_rounds: bot.winRounds,
    adds_used: bot.addsUsed,
    position_count: positionsOf(bot, figures, context.legs ?? []),
    fuel_used: sums?.fuel ?? '0',
    max_drawdown: bot.maxDrawdown,
    params: { ...bot.params },
    ...(bot.sourceId === null ? {} : { source_id: bot.sourceId }),
    ...(bot.lastError === null ? {} : { last_error: lastError(bot.lastError, lang) }),
    ...(start === null ? {} : { started_at: start }),
    ...(stopped === null ? {} : { stopped_at: stopped }),
    run_seconds: runSeconds(bot, marketMs),
    created_at: bot.createdAtMs,
    updated_at: bot.updatedAtMs,
    price,
    curve: [...curve],
    simulated_market: bot.simulate || simulatedExchanges.has(bot.exchange) ? 1 : 0,
    ...(agrees === undefined ? {} : { agrees }),
    drift: driftView(bot.drift),
    halted: bot.halted === '' ? 0 : 1,
  };
}

/** Settlements that were no matched pairs: stop, manual close, dust. */
export function otherProfit(instrument: Instrument, sums: ProfitSums): number {
  return parseQuote(instrument, sums.total) - parseQuote(instrument, sums.grid);
}
