// One bot with everything its screen draws: position, orders, ladder, fills, curve, the parts of its profit and what can
// be done with it now. The parts add up to the total to the last digit.
import type { botDetailCall } from '@cormorant/contract/calls/bots.ts';
import { textOf } from '@cormorant/contract/catalogue.ts';
import type { BotDetail } from '@cormorant/contract/entities/bot.ts';
import type { Lang } from '@cormorant/contract/envelope.ts';
import { refusalWords, wordsOf } from '@cormorant/contract/labels/words.ts';
import type { Bot as EngineBot } from '@cormorant/core/engine/bot.ts';
import { Engine } from '@cormorant/core/engine/step.ts';
import {
  baseValueAtoms,
  formatBase,
  formatPrice,
  formatQty,
  formatQuote,
  parseBase,
  parseQuote,
  priceToTicks,
} from '@cormorant/core/market/conversions.ts';
import { defaultRiskLimits } from '@cormorant/core/risk/limits.ts';
import type { GridParams } from '@cormorant/core/strategies/grid/params.ts';
import { previewGrid } from '@cormorant/core/strategies/grid/preview.ts';
import { parseParams, strategyOf } from '@cormorant/core/strategies/registry.ts';
import type { FillRow, ProfitSums } from '../../ports/bot-store.ts';
import type { BotRecord } from '../../ports/runner-store.ts';
import type { Handler } from '../handler.ts';
import type { BotDeps } from './bot-deps.ts';
import { type BotFigures, dayOf, figuresOf, hasPosition, money, percentOf } from './bot-figures.ts';
import { botView } from './bot-view.ts';
import { positionView } from './position-view.ts';
import { readBot } from './read-bot.ts';

const CURVE_POINTS = 200;
const FILLS = 500;
const ROW_CURVE = 30;

const noSums = { total: '0', today: '0', grid: '0', gridToday: '0', pairs: 0, pairsToday: 0 };

function profitParts(bot: BotRecord, figures: BotFigures, sums: ProfitSums | undefined): BotDetail['profit_parts'] {
  const { investmentAtoms, realizedAtoms, totalAtoms, unrealizedAtoms, instrument } = figures;
  const { grid, gridToday, pairs, pairsToday } = sums ?? noSums;
  const gridAtoms = parseQuote(instrument, grid);
  return {
    grid: money(figures, gridAtoms),
    other: money(figures, realizedAtoms - gridAtoms),
    unrealized: money(figures, unrealizedAtoms),
    total: money(figures, totalAtoms),
    total_rate: percentOf(totalAtoms, investmentAtoms),
    grid_rate: percentOf(gridAtoms, investmentAtoms),
    grid_today: gridToday,
    fees: bot.fees,
    fuel: '0',
    pairs,
    pairs_today: pairsToday,
  };
}

function engineOf(bot: BotRecord): EngineBot | null {
  return bot.engine === null ? null : (bot.engine as EngineBot);
}

function liveOrders(engine: EngineBot | null) {
  return (engine?.orders ?? []).flatMap((order) => (order === null || order.status === 'done' ? [] : [order]));
}

function ordersOf(bot: BotRecord, { instrument }: BotFigures): BotDetail['orders'] {
  return liveOrders(engineOf(bot)).map((order) => ({
    side: order.side,
    price: order.type === 'market' ? '0' : formatPrice(instrument, order.priceTicks),
    qty: formatQty(instrument, order.qtyLots),
    filled: formatQty(instrument, order.filledLots),
    type: order.type,
    purpose: order.purpose,
    status: order.status === 'done' ? 'open' : order.status,
  }));
}

/** The ladder as the machine itself tells it. */
function gridLines(bot: BotRecord, figures: BotFigures, marketMs: number, lang: Lang): BotDetail['grid'] {
  const engine = engineOf(bot);
  if (engine === null || engine.state === null) return [];
  const { instrument, priceTicks } = figures;
  const machine = new Engine(strategyOf(bot.kind), instrument, defaultRiskLimits());
  const orders = liveOrders(engine);
  return machine.ladder(engine, { lastTicks: priceTicks, nowMs: marketMs }).map((line, at) => {
    const order = orders.find(({ priceTicks: price, side }) => price === line.priceTicks && side === line.side);
    const pending = order !== undefined && order.status !== 'open';
    return {
      line: at,
      price: formatPrice(instrument, line.priceTicks),
      side: line.side,
      state: pending ? 'pending' : line.state === 'waiting' || line.state === 'filled' ? 'empty' : line.state,
      qty: formatQty(instrument, line.qtyLots),
      filled: formatQty(instrument, order?.filledLots ?? 0),
      reason: line.reason,
      reason_text: line.reason === '' ? '' : wordsOf(refusalWords, line.reason, lang),
    };
  });
}

function fillMarks(fills: readonly FillRow[], { instrument }: BotFigures): BotDetail['fills'] {
  return fills.map(({ side, price, qty, fee, feeAsset, purpose, marketMs }) => {
    const inBase = feeAsset === instrument.base;
    const feeAtoms = inBase
      ? baseValueAtoms(instrument, parseBase(instrument, fee), priceToTicks(instrument, price), 'floor')
      : parseQuote(instrument, fee);
    return { t: marketMs, side, price, qty, fee: formatQuote(instrument, feeAtoms), purpose };
  });
}

/** What all buys filled and the price at the stop, or at the lowest line, would cost. */
function worstCase(bot: BotRecord, figures: BotFigures): string | null {
  if (bot.kind !== 'grid') return null;
  const { instrument, investmentAtoms, priceTicks } = figures;
  const parsed = parseParams(bot.kind, bot.params, { instrument, lastTicks: 0, investmentAtoms });
  if (!parsed.ok || priceTicks === 0) return null;
  return money(
    figures,
    previewGrid(instrument, parsed.params as GridParams, priceTicks, investmentAtoms).worstLossAtoms,
  );
}

function canDo(bot: BotRecord, holds: boolean, lang: Lang): BotDetail['can'] {
  const { status } = bot;
  const flag = (allowed: boolean) => (allowed ? 1 : 0);
  const reasonCode = status === 'running' ? 4011 : status === 'stopped' && holds ? 4018 : null;
  return {
    start: flag(status === 'stopped'),
    stop: flag(status !== 'stopped'),
    pause: flag(status === 'running'),
    resume: flag(status === 'paused'),
    add: 0,
    close: flag(status !== 'stopped' && holds),
    edit: flag(status !== 'running'),
    delete: flag(status === 'stopped' && !holds),
    reason: reasonCode === null ? '' : textOf(reasonCode, lang),
  };
}

export function showBotDetail(deps: BotDeps): Handler<typeof botDetailCall> {
  const { markets, store } = deps;
  const read = readBot(deps);
  return async ({ query }, { userId, lang }) => {
    const bot = await read.record(userId, query.id);
    const quote = markets.quote(bot.exchange, bot.symbol);
    const marketMs = markets.nowMs(bot.exchange);
    const price = quote?.last ?? null;
    const [sums, samples, fills, positions, actions] = await Promise.all([
      store.sums([bot.id], dayOf(marketMs)),
      store.curves([bot.id], CURVE_POINTS),
      store.fills(bot.id, FILLS),
      store.positions(bot.id, 1, 1),
      store.actions(userId, { botId: bot.id, actions: null, exchange: null }, 1, 1),
    ]);
    const figures = figuresOf(bot, price);
    const { instrument, baseAtoms, quoteAtoms } = figures;
    const own = sums.get(bot.id);
    const curve = samples.slice(-CURVE_POINTS).map(({ marketMs: t, equity: v }) => ({ t, v }));
    const every = Math.max(1, Math.ceil(curve.length / ROW_CURVE));
    const sparkline = curve.filter((_, at) => (curve.length - 1 - at) % every === 0).map(({ v }) => v);
    const open = positions.rows
      .filter(({ status }) => status !== 'closed')
      .map((row) => positionView(row, bot, price, marketMs));
    return {
      ...botView(bot, { price, marketMs, lang }, own, sparkline),
      position: open[0] ?? null,
      positions: open,
      orders: ordersOf(bot, figures),
      ladder: [],
      ...(bot.kind === 'grid' ? { grid: gridLines(bot, figures, marketMs, lang) } : {}),
      price_at: quote?.atMs ?? null,
      change_24h: quote?.change24h ?? null,
      equity_curve: curve,
      fills: fillMarks(fills, figures),
      profit_parts: profitParts(bot, figures, own),
      holdings: {
        base: instrument.base,
        base_qty: formatBase(instrument, baseAtoms),
        quote: instrument.quote,
        quote_amount: money(figures, quoteAtoms),
      },
      worst_case: worstCase(bot, figures),
      actions_total: actions.total,
      can: canDo(bot, hasPosition(bot), lang),
    };
  };
}
