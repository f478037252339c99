// The grid's judge and planner over the core's own parser and preview. Amounts are integers of the core or decimal text;
// only shares and positions on the screen are floats.
import type { Field } from '@cormorant/contract/entities/bot-type.ts';
import type { Instrument } from '@cormorant/core/market/instrument.ts';
import type { GridParams } from '@cormorant/core/strategies/grid/params.ts';
import type { GridPreview } from '@cormorant/core/strategies/grid/preview.ts';
import { isNumber } from '../../../ui/typed-number.ts';
import type { Assistant, Judgement, MarketView, Outlook, Plan, Worst } from './assistant.ts';
import { type Issue, issuesOf, type Values } from './field-rules.ts';
import type { GridCore } from './grid-core.ts';
import { fillPreset } from './grid-presets.ts';
import { niceTicks, shortPrice } from './grid-prices.ts';
import { amountOf, atomsOf, instrumentOf, percentDecimals, previewContext } from './instrument-of.ts';
import { inOrder, merged, rawOf, sentInvestment } from './judge.ts';
import { outlookOf } from './outlook.ts';

export function gridAssistant(core: GridCore): Assistant {
  return {
    judge: (fields, values, view) => judge(core, fields, values, view),
    presets: () => ['conservative', 'balanced', 'aggressive'],
    preset: (key, _fields, values, view) => fillPreset(core, key, instrumentOf(core, view.symbol), view, values),
    amountOf: (percent, view) => amountOf(core, percent, view),
    snap(price, { symbol }) {
      const instrument = instrumentOf(core, symbol);
      const ticks = Math.max(instrument.minPriceTicks, Math.round(price / Number(symbol.tick)));
      return shortPrice(core, instrument, niceTicks(ticks, 4, 'floor'));
    },
  };
}

const PPM = 1_000_000;
type Raw = Readonly<Record<string, string>>;

interface Question {
  readonly core: GridCore;
  readonly instrument: Instrument;
  readonly lastTicks: number;
}

function judge(core: GridCore, fields: readonly Field[], values: Values, view: MarketView): Judgement {
  const instrument = instrumentOf(core, view.symbol);
  const question = { core, instrument, lastTicks: core.priceToTicks(instrument, view.last, 'floor') };
  const raw = rawOf(fields, values);
  const investment = values['investment'] === undefined ? '' : sentInvestment(fields, values);
  const stated = issuesOf(fields, values);
  try {
    const atoms = atomsOf(core, instrument, investment);
    const parsed = core.parse(raw, {
      instrument,
      lastTicks: view.holding ? 0 : question.lastTicks,
      investmentAtoms: atoms ?? 0,
    });
    const outlook = parsed.ok && atoms !== null ? outlookOfGrid(question, parsed.params, atoms, view) : null;
    const refusals = view.holding ? [] : (outlook?.preview.refusals ?? []);
    const found = parsed.ok ? refusals : [...parsed.issues, ...lowerIssues(question, raw, parsed.issues)];
    const issues = inOrder(fields, merged(found, stated));
    const good = parsed.ok && atoms !== null && (issues.length === 0 || refusals.length > 0);
    return { issues, outlook, plan: good ? planOf(question, parsed.params, atoms) : outline(question, raw) };
  } catch (error) {
    if (!(error instanceof core.MoneyError)) throw error;
    // Nothing but an amount beyond every market can leave the exact range here.
    const issues = merged([{ field: 'investment', rule: 'range' }], stated);
    return { issues, outlook: null, plan: outline(question, raw) };
  }
}

/**
 * A range too narrow or upside down is the parser's issue of its upper limit; whoever typed the lower one looks there, so it
 * stands at both.
 */
function lowerIssues({ core, instrument, lastTicks }: Question, raw: Raw, parsed: readonly Issue[]): Issue[] {
  const { lower = '', upper = '', trigger_price: trigger = '' } = raw;
  const isUpper = parsed.some(({ field, rule }) => field === 'upper' && rule === 'range');
  if (!isUpper || parsed.some(({ field }) => field === 'lower') || !isNumber(upper) || !isNumber(lower)) return [];
  const [low, high] = [core.priceToTicks(instrument, lower, 'floor'), core.priceToTicks(instrument, upper, 'ceil')];
  const widest = Math.floor((high * PPM) / core.minRangePpm);
  if (low <= widest) return [];
  const most = /[1-9]/.test(trigger) ? widest : Math.min(widest, lastTicks);
  const text = (ticks: number) => core.formatPrice(instrument, ticks);
  return [{ field: 'lower', rule: 'range', min: text(instrument.minPriceTicks), max: text(most) }];
}

function outlookOfGrid(
  { core, instrument }: Question,
  params: GridParams,
  investmentAtoms: number,
  view: MarketView,
): Outlook {
  const context = previewContext(core, view, instrument, investmentAtoms);
  const [side] = core.preview(instrument, params, context.lastTicks, investmentAtoms).sides;
  return outlookOf(core, core.previewOf(params, context), context, params.direction, side?.entryAtoms ?? null);
}

/** The lines alone, when something around them is not right yet. */
function outline(question: Question, raw: Readonly<Record<string, string>>): Plan | null {
  const { core, instrument, lastTicks } = question;
  const { lower, upper, grid_levels, grid_mode, direction, leverage, reserve } = raw;
  const base = { lower, upper, grid_levels, grid_mode, direction, leverage, reserve };
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
