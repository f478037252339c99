// One bot with everything its screen draws: position, orders, ladder, fills, curve, the parts of its profit and what can
// be done with it now. The parts add up to the total to the last digit.

import type { botDetailCall } from '@cormorant/contract/calls/bots.ts';
import type { BotDetail } from '@cormorant/contract/entities/bot.ts';
import type { Lang } from '@cormorant/contract/envelope.ts';
import { refusalWords, wordsOf } from '@cormorant/contract/labels/words.ts';
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
import type { GridParams } from '@cormorant/core/strategies/grid/params.ts';
import { previewGrid } from '@cormorant/core/strategies/grid/preview.ts';
import { hasLegs, parseParams, previewOf } from '@cormorant/core/strategies/registry.ts';
import type { BotRecord } from '../../ports/bot-record.ts';
import type { FillRow, ProfitSums } from '../../ports/bot-store.ts';
import type { Handler } from '../handler.ts';
import { canDo, isAside } from './bot-actions.ts';
import { type BotFigures, dayOf, figuresOf, money, percentOf } from './bot-figures.ts';
import { ladderView, linesView, type MachineView, machineView, marginView, watchView } from './bot-machine-view.ts';
import { liveOrders, orderViews } from './bot-orders.ts';
import { botView } from './bot-view.ts';
import { closingOf } from './closing-outlook.ts';
import { type ConvoyView, convoyView } from './convoy-view.ts';
import { legSharesOf, tradesElsewhere } from './leg-outlook.ts';
import { type HookDeps, maskedHook } from './make-hook.ts';
import { holdsAnything, type OwnBot, tradedBy, traderOf } from './own-bot.ts';
import { positionView } from './position-view.ts';
import { readBot } from './read-bot.ts';
import { EXTRA_ADDS } from './side-view.ts';

const CURVE_POINTS = 200;
const FILLS = 500;
const ROW_CURVE = 30;

const noSums = { total: '0', today: '0', grid: '0', gridToday: '0', pairs: 0, pairsToday: 0, fuel: '0' };

function profitParts(bot: BotRecord, figures: BotFigures, sums: ProfitSums | undefined): BotDetail['profit_parts'] {
  const { investmentAtoms, realizedAtoms, totalAtoms, unrealizedAtoms, instrument } = figures;
  const { fuel, grid, gridToday, pairs, pairsToday } = sums ?? noSums;
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
    funding: money(figures, figures.fundingAtoms),
    fuel,
    pairs,
    pairs_today: pairsToday,
  };
}

/** The lines of a grid as the machine itself tells them. */
function gridLines({ engine, lines }: MachineView, { instrument }: BotFigures, lang: Lang): BotDetail['grid'] {
  const orders = liveOrders(engine);
  return lines.map((line, at) => {
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
      ? baseValueAtoms(instrument, parseBase(instrument, fee), priceToTicks(instrument, price, 'floor'), 'floor')
      : parseQuote(instrument, fee);
    return { t: marketMs, side, price, qty, fee: formatQuote(instrument, feeAtoms), purpose };
  });
}

/** What the worst case of the params would cost at the present price, by the preview of the kind. */
function worstCase(bot: BotRecord, figures: BotFigures): string | null {
  const { instrument, investmentAtoms, priceTicks } = figures;
  const parsed = parseParams(bot.kind, bot.params, { instrument, lastTicks: 0, investmentAtoms });
  if (!parsed.ok || priceTicks === 0) return null;
  if (bot.kind === 'grid' && bot.market === 'spot') {
    const { worstLossAtoms } = previewGrid(instrument, parsed.params as GridParams, priceTicks, investmentAtoms);
    return money(figures, worstLossAtoms);
  }
  const context = { instrument, lastTicks: priceTicks, investmentAtoms, worst: null, funding: null };
  return previewOf(bot.kind, parsed.params, context)?.figures.find(({ key }) => key === 'worst_loss')?.value ?? null;
}

/** Of a bot with one machine. */
function takesAddNow(bot: OwnBot, watch: MachineView['watch']): boolean {
  const takesAdds = bot.status === 'running' || (bot.status === 'paused' && bot.pauseReason === 'user');
  const hasAdds = watch !== null && bot.addsUsed + 1 < watch.maxAdds + EXTRA_ADDS;
  return takesAdds && holdsAnything(bot) && hasAdds && bot.phase !== 'closing' && !isAside(bot);
}

type Drawn = Pick<
  BotDetail,
  'orders' | 'ladder' | 'grid' | 'watch' | 'margin' | 'lines' | 'holdings' | 'legs' | 'figures'
>;

/** What the bot's own machine says of it. */
function drawMachine(machine: MachineView, bot: BotRecord, figures: BotFigures, lang: Lang): Drawn {
  const { baseAtoms, instrument, quoteAtoms } = figures;
  const margin = marginView(machine, bot, figures);
  return {
    orders: orderViews(machine.engine, instrument),
    ladder: ladderView(machine, figures),
    ...(bot.kind === 'grid' ? { grid: gridLines(machine, figures, lang) } : {}),
    watch: watchView(machine, figures, lang),
    margin,
    lines: linesView(machine, margin, figures),
    holdings: {
      base: instrument.base,
      base_qty: formatBase(instrument, baseAtoms),
      quote: instrument.quote,
      quote_amount: money(figures, quoteAtoms),
    },
  };
}

export function showBotDetail(deps: HookDeps): Handler<typeof botDetailCall> {
  const { markets, store } = deps;
  const read = readBot(deps);
  return async ({ query }, { userId, lang }) => {
    const bot = await read.record(userId, query.id);
    const quote = markets.quote(bot.exchange, bot.symbolRules.symbol);
    const marketMs = markets.nowMs(bot.exchange);
    const price = quote?.last ?? null;
    const [sums, samples, fills, positions, actions, hook, key] = await Promise.all([
      store.sums([bot.id], dayOf(marketMs)),
      store.curves([bot.id], CURVE_POINTS),
      Promise.all(tradedBy(bot).map(({ id }) => store.fills(id, FILLS))),
      store.positions(bot.id, 1, Math.max(1, bot.legs)),
      store.actions(userId, { botId: bot.id, actions: null, exchange: null }, 1, 1),
      bot.kind === 'custom' ? deps.hooks.ofBot(bot.id) : null,
      store.keyOf(bot.accountId),
    ]);
    const figures = figuresOf(bot, price);
    const own = sums.get(bot.id);
    const quoteOf = ({ exchange, symbolRules }: BotRecord) => markets.quote(exchange, symbolRules.symbol);
    const machine = hasLegs(bot.kind, bot.direction) ? null : machineView(bot, figures, quote, marketMs);
    const { canAdd, held, ...convoy } =
      machine === null
        ? convoyView(bot, quoteOf, marketMs, lang)
        : { canAdd: takesAddNow(bot, machine.watch), held: [figures] };
    const drawn: Drawn =
      machine === null
        ? { orders: [], ladder: [], ...(convoy as Omit<ConvoyView, 'canAdd' | 'held'>) }
        : drawMachine(machine, bot, figures, lang);
    const isElsewhere = tradesElsewhere(markets, legSharesOf({ ...bot, rules: bot.symbolRules }));
    const curve = samples.slice(-CURVE_POINTS).map(({ marketMs: t, equity: v }) => ({ t, v }));
    const every = Math.max(1, Math.ceil(curve.length / ROW_CURVE));
    const sparkline = curve.filter((_, at) => (curve.length - 1 - at) % every === 0).map(({ v }) => v);
    const open = positions.rows
      .filter(({ status }) => status !== 'closed')
      .map((row) => {
        const trader = traderOf(bot, row);
        return positionView(row, trader, marketMs, quoteOf(trader), lang);
      });
    return {
      ...botView(bot, { price, marketMs, lang, wallMs: deps.clock.nowMs(), legs: bot.ownLegs }, own, sparkline),
      ...drawn,
      position: machine === null ? null : (open[0] ?? null),
      positions: open,
      price_at: quote?.atMs ?? null,
      change_24h: quote?.change24h ?? null,
      equity_curve: curve,
      fills: fillMarks(
        fills
          .flat()
          .sort((a, b) => a.marketMs - b.marketMs)
          .slice(-FILLS),
        figures,
      ),
      profit_parts: profitParts(bot, figures, own),
      closing: closingOf(figures, held),
      worst_case: worstCase(bot, figures),
      actions_total: actions.total,
      ...(key !== undefined && { key: key === null ? null : { label: key.label, key_mask: key.keyMask } }),
      ...(hook !== null && { webhook: maskedHook(deps.publicUrl(), hook) }),
      can: canDo(bot, { takesAdd: canAdd, isElsewhere }, lang),
    };
  };
}
