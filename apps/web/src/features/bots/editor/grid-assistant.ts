// The grid's judge and planner over the core's own parser and preview. Amounts are integers of the core or decimal text;
// only shares and positions on the screen are floats.
import type { Field } from '@cormorant/contract/entities/bot-type.ts';
import type { MarketSymbol } from '@cormorant/contract/entities/market.ts';
import type { Instrument } from '@cormorant/core/market/instrument.ts';
import type { GridParams } from '@cormorant/core/strategies/grid/params.ts';
import type { GridPreview } from '@cormorant/core/strategies/grid/preview.ts';
import type { Assistant, Judgement, MarketView, Plan, Worst } from './assistant.ts';
import { type Issue, isShown, issuesOf, sentValue, type Values } from './field-rules.ts';
import type { GridCore } from './grid-core.ts';
import { fillPreset } from './grid-presets.ts';
import { niceTicks, shortPrice } from './grid-prices.ts';
import { compareNumbers } from './typed-number.ts';

const ppmDecimals = 6;
const percentDecimals = 4;

export function gridAssistant(core: GridCore): Assistant {
  return {
    judge: (fields, values, view) => judge(core, fields, values, view),
    preset: (name, view) => fillPreset(core, name, instrumentOf(core, view.symbol), view),
    amountOf(percent, { symbol, available }) {
      if (available === null) return '';
      const instrument = instrumentOf(core, symbol);
      const cent = 10 ** (instrument.quoteScale - 2);
      const share = core.mulDiv(core.parseQuote(instrument, available, 'floor'), Math.round(percent), 100, 'floor');
      return core.formatQuote(instrument, share - (share % cent));
    },
    snap(price, { symbol }) {
      const instrument = instrumentOf(core, symbol);
      const ticks = Math.max(instrument.minPriceTicks, Math.round(price / Number(symbol.tick)));
      return shortPrice(core, instrument, niceTicks(ticks, 4, 'floor'));
    },
  };
}

/** Fees travel in percent and are fractions in an instrument. */
export function instrumentOf(core: GridCore, symbol: MarketSymbol): Instrument {
  const fraction = (percent: string) =>
    core.formatScaled(core.parseScaled(percent, percentDecimals, 'ceil'), ppmDecimals);
  return core.makeInstrument({
    symbol: symbol.symbol,
    market: symbol.market,
    tick: symbol.tick,
    step: symbol.step,
    minQty: symbol.min_qty,
    maxQty: symbol.max_qty,
    minNotional: symbol.min_amount,
    minPrice: symbol.min_price,
    maxPrice: symbol.max_price,
    maxOpenOrders: symbol.max_open_orders,
    maker: fraction(symbol.maker),
    taker: fraction(symbol.taker),
    feeAsset: symbol.fee_asset,
  });
}

interface Question {
  readonly core: GridCore;
  readonly instrument: Instrument;
  readonly lastTicks: number;
}

function judge(core: GridCore, fields: readonly Field[], values: Values, view: MarketView): Judgement {
  const instrument = instrumentOf(core, view.symbol);
  const question = { core, instrument, lastTicks: core.priceToTicks(instrument, view.last, 'floor') };
  const raw = Object.fromEntries(
    fields
      .filter((field) => field.key !== 'investment' && isShown(field, values))
      .map((field) => [field.key, sentValue(field, values)]),
  );
  const investment = values['investment'] === undefined ? '' : sentInvestment(fields, values);
  const stated = issuesOf(fields, values);
  try {
    const atoms = atomsOf(question, investment);
    const parsed = core.parse(raw, {
      instrument,
      lastTicks: view.holding ? 0 : question.lastTicks,
      investmentAtoms: atoms ?? 0,
    });
    const issues = inOrder(fields, merged(parsed.ok ? [] : parsed.issues, stated));
    const good = parsed.ok && issues.length === 0 && atoms !== null;
    return { issues, plan: good ? planOf(question, parsed.params, atoms) : outline(question, raw) };
  } catch (error) {
    if (!(error instanceof core.MoneyError)) throw error;
    // Nothing but an amount beyond every market can leave the exact range here.
    return { issues: merged([{ field: 'investment', rule: 'range' }], stated), plan: outline(question, raw) };
  }
}

function sentInvestment(fields: readonly Field[], values: Values): string {
  const field = fields.find(({ key }) => key === 'investment');
  return field === undefined ? '' : sentValue(field, values);
}

function atomsOf({ core, instrument }: Question, amount: string): number | null {
  try {
    return amount === '' ? null : core.parseQuote(instrument, amount, 'floor');
  } catch (error) {
    if (error instanceof core.MoneyError && error.problem !== 'range') return null;
    throw error;
  }
}

/** The lines alone, when something around them is not right yet. */
function outline(question: Question, raw: Readonly<Record<string, string>>): Plan | null {
  const { core, instrument, lastTicks } = question;
  const { lower, upper, grid_levels, grid_mode } = raw;
  const base = { lower, upper, grid_levels, grid_mode };
  try {
    const first = core.parse(base, { instrument, lastTicks, investmentAtoms: 0 });
    if (first.ok) return null;
    const least = first.issues.find((issue) => issue.field === 'investment')?.min;
    if (least === undefined) return null;
    const investmentAtoms = core.parseQuote(instrument, least);
    const second = core.parse(base, { instrument, lastTicks, investmentAtoms });
    return second.ok ? { ...planOf(question, second.params, investmentAtoms), money: null } : null;
  } catch (error) {
    if (error instanceof core.MoneyError) return null;
    throw error;
  }
}

function planOf({ core, instrument, lastTicks }: Question, params: GridParams, investmentAtoms: number): Plan {
  const preview = core.preview(instrument, params, lastTicks, investmentAtoms);
  const cents = instrument.quoteScale - 2;
  return {
    lower: shortPrice(core, instrument, params.lowerTicks),
    upper: shortPrice(core, instrument, params.upperTicks),
    lines: preview.lines.map((ticks) => core.formatPrice(instrument, ticks)),
    emptyLine: preview.emptyLine,
    buys: preview.buys,
    sells: preview.sells,
    spacing: spacingOf(core, instrument, params, preview),
    netMin: percentOf(core, preview.netMinPpm),
    netMax: percentOf(core, preview.netMaxPpm),
    // Shown to the cent, so it is raised to the cent: the shown minimum must be enough.
    minInvestment: core.formatScaled(Math.ceil(preview.minInvestmentAtoms / 10 ** cents), 2),
    money: {
      qty: core.formatQty(instrument, preview.qtyLots),
      initialQty: core.formatQty(instrument, preview.initialLots),
      initialAmount: core.formatQuote(instrument, preview.initialAtoms),
      worst: worstOf(core, instrument, params, preview),
    },
  };
}

function spacingOf(
  core: GridCore,
  instrument: Instrument,
  params: GridParams,
  { lines }: GridPreview,
): Plan['spacing'] {
  const [first = 0, second = 0] = lines;
  if (params.mode === 'geometric') {
    return { unit: 'percent', value: percentOf(core, core.mulDiv(second - first, 1_000_000, first, 'floor')) };
  }
  const ticks = Math.floor((params.upperTicks - params.lowerTicks) / params.levels);
  return { unit: 'price', value: shortPrice(core, instrument, ticks) };
}

function worstOf(core: GridCore, instrument: Instrument, params: GridParams, preview: GridPreview): Worst {
  return {
    atStop: params.stopLossTicks > 0,
    price: shortPrice(core, instrument, preview.worstTicks),
    loss: core.formatQuote(instrument, preview.worstLossAtoms),
    percent: percentOf(core, preview.worstLossPpm),
  };
}

function percentOf(core: GridCore, ppm: number): string {
  return core.formatScaled(ppm, percentDecimals, true);
}

/** One issue a field. The parser knows more, except where it asks for less money than the category does. */
function merged(parsed: readonly Issue[], stated: readonly Issue[]): Issue[] {
  const found = new Map<string, Issue>();
  for (const issue of [...stated, ...parsed]) {
    const known = found.get(issue.field);
    if (known?.rule === 'required' && issue.field === 'investment') continue;
    if (known?.min !== undefined && issue.field === 'investment') {
      if (known.rule === 'format') continue;
      if (issue.min !== undefined && compareNumbers(issue.min, known.min) < 0) continue;
    }
    found.set(issue.field, issue);
  }
  return [...found.values()];
}

function inOrder(fields: readonly Field[], issues: readonly Issue[]): Issue[] {
  const place = new Map(fields.map((field, index) => [field.key, index]));
  return [...issues].sort((a, b) => (place.get(a.field) ?? 0) - (place.get(b.field) ?? 0));
}
