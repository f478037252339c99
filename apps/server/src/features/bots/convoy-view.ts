// A bot of several legs as its screen draws it, from the stored snapshots: its legs, and what its coordinator says beside
// them. Each leg is counted in its own coins; the sums are the bot's own figures.
import type { BotDetail, BotLeg } from '@cormorant/contract/entities/bot.ts';
import type { Lang } from '@cormorant/contract/envelope.ts';
import { legFigureLabel } from '@cormorant/contract/labels/preview-words.ts';
import type { Effects } from '@cormorant/core/engine/bot.ts';
import { ConvoyEngine, readConvoy } from '@cormorant/core/engine/convoy.ts';
import type { LegBot, LegMarket } from '@cormorant/core/engine/convoy-leg.ts';
import { marginedPosition, walletAtoms } from '@cormorant/core/engine/margin-use.ts';
import { readBot } from '@cormorant/core/engine/read-bot.ts';
import {
  baseValueAtoms,
  formatBase,
  formatPrice,
  formatQuote,
  priceToTicks,
} from '@cormorant/core/market/conversions.ts';
import type { Instrument } from '@cormorant/core/market/instrument.ts';
import { liquidationTicks } from '@cormorant/core/market/margin.ts';
import { format18, parse18 } from '@cormorant/core/money/amount-e18.ts';
import { defaultRiskLimits } from '@cormorant/core/risk/limits.ts';
import { coordinatorOf, isArbitrage, strategyOf } from '@cormorant/core/strategies/registry.ts';
import { averageTicks } from '@cormorant/core/strategy/round/targets.ts';
import type { LegRecord } from '../../ports/bot-store.ts';
import { type BotFigures, figuresOf as columnsOf, instrumentOf } from './bot-figures.ts';
import { orderViews } from './bot-orders.ts';
import { leverageOf, type Quote } from './bot-view.ts';
import type { Held } from './closing-outlook.ts';
import { legOf } from './leg-name.ts';
import type { OwnBot } from './own-bot.ts';
import { readOrNull } from './read-or-null.ts';
import { sideView } from './side-view.ts';

/** One leg with its market. */
interface Leg {
  readonly record: LegRecord;
  readonly instrument: Instrument;
  readonly market: LegMarket;
  /** Null before the first start, and when it cannot be read. */
  readonly bot: LegBot | null;
  /** What its row says in columns. */
  readonly columns: BotFigures;
}

export interface ConvoyView {
  readonly legs: BotLeg[];
  readonly figures: NonNullable<BotDetail['figures']>;
  readonly lines: NonNullable<BotDetail['lines']>;
  readonly holdings: BotDetail['holdings'];
  readonly held: readonly Held[];
  /** Whether one of its sides takes one more order. */
  readonly canAdd: boolean;
}

function legOfRecord(record: LegRecord, quote: Quote | undefined, nowMs: number): Leg {
  const instrument = instrumentOf(record.symbolRules);
  const ticks = (price: string | undefined) => (price === undefined ? 0 : priceToTicks(instrument, price, 'floor'));
  const lastTicks = ticks(quote?.last);
  const market = { lastTicks, nowMs, markTicks: quote?.mark === undefined ? lastTicks : ticks(quote.mark) };
  // Only legs that decide for themselves have learnt anything since an older snapshot.
  const machine = isArbitrage(record.kind) ? undefined : strategyOf(record.kind);
  const bot = record.engine === null ? null : readOrNull(() => readBot(record.engine, machine) as LegBot);
  return { record, instrument, market, bot, columns: columnsOf(record, quote?.last ?? null) };
}

function liquidationOf({ bot, instrument }: Leg): number {
  if (bot === null || instrument.contract === null || Math.abs(bot.books.baseAtoms) < instrument.baseAtomsPerLot)
    return 0;
  return liquidationTicks(instrument, marginedPosition(bot, instrument));
}

/** What a coin cost; of a short, what it brought. */
function averageOf(basisAtoms: number, baseAtoms: number, instrument: Instrument): string {
  if (Math.abs(baseAtoms) < instrument.baseAtomsPerLot) return '0';
  const side = baseAtoms > 0 ? 'long' : 'short';
  const holding = { side, coinAtoms: Math.abs(baseAtoms), costAtoms: basisAtoms } as const;
  return formatPrice(instrument, averageTicks(instrument, holding));
}

/** What the coin held cost; what was sold and not settled yet counts until it is. */
function costOf({ bot, columns, record }: Leg): { basis: number; sold: number } {
  const { investmentAtoms, pendingFundingAtoms, quoteAtoms, realizedAtoms } = columns;
  if (bot === null) return { basis: investmentAtoms + realizedAtoms + pendingFundingAtoms - quoteAtoms, sold: 0 };
  if (bot.state === null) return { basis: 0, sold: 0 };
  if (!isArbitrage(record.kind)) return { basis: strategyOf(record.kind).costAtoms(bot.state), sold: 0 };
  const { basisAtoms, sale } = bot.state;
  return { basis: basisAtoms, sold: sale.cashAtoms - sale.basisAtoms };
}

function legView(leg: Leg): BotLeg {
  const { bot, columns, instrument, market, record } = leg;
  const { lastTicks, markTicks = lastTicks } = market;
  const money = (atoms: number) => formatQuote(instrument, atoms);
  const price = (ticks: number) => (ticks > 0 ? formatPrice(instrument, ticks) : null);
  const { baseAtoms: base, pendingFundingAtoms: pending } = bot?.books ?? columns;
  const { basis, sold } = costOf(leg);
  const value = lastTicks > 0 ? baseValueAtoms(instrument, base, lastTicks, 'floor') : basis;
  return {
    leg: legOf(record.leg),
    bot_id: record.id,
    exchange: record.exchange,
    market: record.market,
    symbol: record.symbol,
    side: record.direction === 'short' ? 'short' : 'long',
    leverage: bot?.margin?.leverage ?? leverageOf(record),
    qty: formatBase(instrument, Math.abs(base)),
    avg_price: averageOf(basis, base, instrument),
    cost: money(Math.abs(basis)),
    mark_price: price(markTicks),
    liq_price: price(liquidationOf(leg)),
    unrealized: money(value - basis + sold + pending),
    realized: money((bot?.books ?? columns).realizedAtoms),
    fee: bot === null ? record.fees : money(bot.books.feesQuoteAtoms),
    funding: money((bot?.books ?? columns).fundingAtoms),
    orders: orderViews(bot, instrument),
    status: record.status,
  };
}

const silent: Effects = {
  order: () => {},
  fill: () => {},
  cancel: () => {},
  refused: () => {},
  settlement: () => {},
  changed: () => {},
  log: () => {},
};

/** Nothing before the first start, and while a market has no price. */
function figuresOf(bot: OwnBot, legs: readonly Leg[], lang: Lang): ConvoyView['figures'] {
  if (bot.engine === null || legs.some((leg) => leg.bot === null || leg.market.lastTicks <= 0)) return [];
  const convoy = readConvoy({ ...(bot.engine as object), legs: legs.map((leg) => leg.bot) });
  const coordinator = coordinatorOf(bot.kind, convoy.params);
  if (coordinator === null || convoy.state === null) return [];
  const engine = new ConvoyEngine(
    coordinator,
    convoy,
    legs.map(({ instrument }) => instrument),
    legs.map(({ market }) => market),
    defaultRiskLimits(),
    { legs: silent, changed: () => {}, log: () => {} },
  );
  return coordinator
    .figures(convoy.params, convoy.state, engine.legs)
    .map(({ key, unit, value }) => ({ key, label: legFigureLabel(key, lang), unit, value }));
}

/** Average and liquidation of the leg that trades the bot's own market. */
function linesOf(bot: OwnBot, views: readonly BotLeg[]): ConvoyView['lines'] {
  const own = views.find(({ market, symbol }) => market === bot.market && symbol === bot.symbol);
  if (own === undefined) return [];
  return [
    ...(own.avg_price === '0' ? [] : [{ kind: 'average' as const, price: own.avg_price }]),
    ...(own.liq_price === null ? [] : [{ kind: 'liquidation' as const, price: own.liq_price }]),
  ];
}

/** The bot's coin on spot, and the money of the legs that count in its own. */
function holdingsOf(bot: OwnBot, legs: readonly Leg[]): ConvoyView['holdings'] {
  const { base, quote } = instrumentOf(bot.symbolRules);
  const coin = legs
    .filter(({ instrument }) => instrument.base === base && instrument.contract === null)
    .map(({ bot: leg, columns, instrument }) => formatBase(instrument, (leg?.books ?? columns).baseAtoms));
  const cash = legs
    .filter(({ instrument }) => instrument.quote === quote)
    .map(({ bot: leg, columns, instrument }) => {
      if (leg === null) return formatQuote(instrument, columns.quoteAtoms);
      return formatQuote(instrument, instrument.contract === null ? leg.books.quoteAtoms : walletAtoms(leg));
    });
  const sum = (amounts: readonly string[]) => format18(amounts.reduce((all, amount) => all + parse18(amount), 0n));
  return { base, base_qty: sum(coin), quote, quote_amount: sum(cash) };
}

export function convoyView(
  bot: OwnBot,
  quoteOf: (leg: LegRecord) => Quote | undefined,
  nowMs: number,
  lang: Lang,
): ConvoyView {
  const legs = bot.ownLegs.map((record) => legOfRecord(record, quoteOf(record), nowMs));
  const views = legs.map(legView);
  const decide = !isArbitrage(bot.kind);
  const sides = decide ? bot.ownLegs.map((leg) => sideView(bot, leg, quoteOf(leg), nowMs, lang)) : [];
  return {
    legs: views.map((view, at) => ({ ...view, ...sides[at]?.shown })),
    figures: readOrNull(() => figuresOf(bot, legs, lang)) ?? [],
    lines: decide ? sides.flatMap(({ lines }) => lines ?? []) : linesOf(bot, views),
    holdings: holdingsOf(bot, legs),
    held: legs.map(({ bot: leg, columns, instrument, market }) => ({
      ...{ instrument, priceTicks: market.lastTicks, baseAtoms: (leg?.books ?? columns).baseAtoms },
    })),
    canAdd: sides.some(({ shown }) => shown.can_add === 1),
  };
}
