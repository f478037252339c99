// The assistant of every kind but the grid: its parser judges, its preview says what the bot would be, and what the preview
// refuses is shown at the field as the server would show it.
import type { Field } from '@cormorant/contract/entities/bot-type.ts';
import type { Instrument } from '@cormorant/core/market/instrument.ts';
import type { RawParams } from '@cormorant/core/strategy/field.ts';
import type { Assistant, Judgement, MarketView, PresetKey } from './assistant.ts';
import type { CoreMoney } from './core-money.ts';
import { defaultsOf, issuesOf, type Values } from './field-rules.ts';
import { amountOf, atomsOf, instrumentOf, previewContext } from './instrument-of.ts';
import { inOrder, merged, rawOf, sentInvestment } from './judge.ts';
import type { KindCore } from './kind-core.ts';
import { legOutlook, sharesOf } from './legs-outlook.ts';
import { type Direction, outlookOf } from './outlook.ts';
import { presetFunds, smallerLadder } from './preset-funds.ts';

export function kindAssistant(money: CoreMoney, kind: KindCore): Assistant {
  return {
    judge: (fields, values, view) => judge(money, kind, fields, values, view),
    presets: ({ symbol }) => kind.presets(symbol.market).map(({ key }) => key),
    preset: (key, fields, values, view) => filled(money, kind, key, fields, values, view),
    amountOf: (percent, view) => amountOf(money, percent, view),
    snap(price, { symbol }) {
      const instrument = instrumentOf(money, symbol);
      return money.formatPrice(instrument, Math.max(instrument.minPriceTicks, Math.round(price / Number(symbol.tick))));
    },
  };
}

function judge(core: CoreMoney, kind: KindCore, fields: readonly Field[], values: Values, view: MarketView): Judgement {
  const instrument = instrumentOf(core, view.symbol);
  const raw = rawOf(fields, values);
  const stated = issuesOf(fields, values);
  try {
    const atoms = atomsOf(core, instrument, sentInvestment(fields, values));
    const context = contextOf(core, raw, view, instrument, atoms ?? 0);
    const lastTicks = view.holding ? 0 : context.lastTicks;
    const parsed = kind.parse(raw, { instrument, lastTicks, investmentAtoms: atoms ?? 0 });
    if (!parsed.ok) {
      return {
        issues: inOrder(fields, merged(parsed.issues, stated)),
        plan: null,
        outlook: drawn(core, kind, parsed.issues, stated, raw, view, instrument),
      };
    }
    const preview = kind.preview(parsed.params, context);
    const refusals = view.holding ? [] : preview.refusals;
    return {
      issues: inOrder(fields, merged(refusals, stated)),
      plan: null,
      outlook: outlookOf(core, preview, context, directionOf(raw), null, sharesOf(core, raw, context)),
    };
  } catch (error) {
    if (!(error instanceof core.MoneyError)) throw error;
    // Nothing but an amount beyond every market can leave the exact range here.
    return {
      issues: inOrder(fields, merged([{ field: 'investment', rule: 'range' }], stated)),
      plan: null,
      outlook: null,
    };
  }
}

/** Where nothing is wrong but too little money, what enough of it would make. */
function drawn(
  core: CoreMoney,
  kind: KindCore,
  issues: readonly { readonly field: string; readonly min?: string | undefined }[],
  stated: readonly { readonly field: string }[],
  raw: RawParams,
  view: MarketView,
  instrument: Instrument,
) {
  const only = [...issues, ...stated].every(({ field }) => field === 'investment');
  const least = issues.find(({ field }) => field === 'investment')?.min;
  if (!only || least === undefined) return null;
  const context = contextOf(core, raw, view, instrument, core.parseQuote(instrument, least, 'ceil'));
  const again = kind.parse(raw, {
    instrument,
    lastTicks: view.holding ? 0 : context.lastTicks,
    investmentAtoms: context.investmentAtoms,
  });
  if (!again.ok) return null;
  const preview = kind.preview(again.params, context);
  return outlookOf(core, preview, context, directionOf(raw), null, sharesOf(core, raw, context));
}

function contextOf(core: CoreMoney, raw: RawParams, view: MarketView, instrument: Instrument, atoms: number) {
  const context = previewContext(core, view, instrument, atoms);
  return view.legs === null ? context : { ...context, legs: legOutlook(core, view.legs, raw) };
}

function directionOf(raw: RawParams): Direction {
  const { direction } = raw;
  return direction === 'short' ? 'short' : direction === 'neutral' || direction === 'dual' ? 'both' : 'long';
}

/**
 * A preset's own values; other fields that some preset sets go back to their defaults; enough money for it, and of the funds
 * no more than a preset may take.
 */
function filled(
  core: CoreMoney,
  kind: KindCore,
  key: PresetKey,
  fields: readonly Field[],
  values: Values,
  view: MarketView,
): Values {
  const all = kind.presets(view.symbol.market);
  const chosen = all.find((preset) => preset.key === key);
  if (chosen === undefined) return {};
  const otherwise = defaultsOf(fields);
  const touched = new Set(all.flatMap(({ params }) => Object.keys(params)));
  const next: Record<string, string> = {};
  for (const { key: field } of fields) {
    if (!touched.has(field)) continue;
    const value = chosen.params[field];
    next[field] = value === undefined ? (otherwise[field] ?? '') : typeof value === 'string' ? value : textOf(value);
  }
  return withMoney(core, kind, fields, values, next, view);
}

/**
 * The largest ladder that the money and the market take. Where even the smallest asks for more than a preset may take, the
 * amount is left to the person.
 */
function withMoney(
  core: CoreMoney,
  kind: KindCore,
  fields: readonly Field[],
  values: Values,
  preset: Values,
  view: MarketView,
): Values {
  const most = presetFunds(core, instrumentOf(core, view.symbol), view);
  const usual = Object.entries(defaultsOf(fields)).filter(([key]) => amountKeys(fields).has(key) && !(key in preset));
  let paid: Values | null = null;
  // Amounts that were typed before stay as long as the ladder fits with them.
  for (const amounts of [{}, Object.fromEntries(usual)]) {
    let next: Values = { ...preset, ...amounts };
    for (let ladder: Values | null = {}; ladder !== null; ladder = smallerLadder(fields, { ...values, ...next })) {
      next = { ...next, ...ladder };
      next = { ...next, ...raisedAmounts(core, kind, fields, { ...values, ...next }, view) };
      const needed = enough(core, kind, fields, { ...values, ...next }, view);
      if (needed === null) return next;
      if (most !== null && needed.atoms > most) continue;
      const whole = { ...next, investment: needed.text };
      if (judge(core, kind, fields, { ...values, ...whole }, view).issues.length === 0) return whole;
      paid ??= whole;
    }
  }
  // What still stands against it is said at its field.
  if (paid !== null) return paid;
  return { ...preset, ...raisedAmounts(core, kind, fields, { ...values, ...preset }, view), investment: '' };
}

function amountKeys(fields: readonly Field[]): ReadonlySet<string> {
  return new Set(
    fields.filter((field) => field.kind === 'number' && field.key.includes('amount')).map(({ key }) => key),
  );
}

export function textOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}

/** A market with large steps takes no small orders: amounts that are refused for it become the least that is taken. */
function raisedAmounts(core: CoreMoney, kind: KindCore, fields: readonly Field[], values: Values, view: MarketView) {
  const raised: Record<string, string> = {};
  const amounts = amountKeys(fields);
  const instrument = instrumentOf(core, view.symbol);
  const whole = 10 ** instrument.quoteScale;
  // What is worth enough may still be refused because it is no whole number of steps.
  for (let tries = 0; tries < 2 * amounts.size; tries++) {
    const rich = { ...values, ...raised, investment: '1000000' };
    const short = judge(core, kind, fields, rich, view).issues.filter(({ field, min }) => min && amounts.has(field));
    if (short.length === 0) break;
    for (const { field, min } of short) {
      // A little above it, so that the next print does not make it too small again.
      const least = core.mulDiv(core.parseQuote(instrument, min!, 'ceil'), 102, 100, 'ceil');
      raised[field] = core.formatScaled(Math.ceil(least / whole), 0);
    }
  }
  return raised;
}

/** The least that makes this bot, raised to tens. */
function enough(core: CoreMoney, kind: KindCore, fields: readonly Field[], values: Values, view: MarketView) {
  const field = fields.find(({ key }) => key === 'investment');
  if (field === undefined) return null;
  const instrument = instrumentOf(core, view.symbol);
  const ten = 10 ** (instrument.quoteScale + 1);
  const stated = field.min === null ? 0 : core.parseQuote(instrument, field.min, 'ceil');
  const { issues, outlook } = judge(core, kind, fields, { ...values, investment: field.min ?? '' }, view);
  const capital = outlook?.preview.figures.find((figure) => figure.key === 'capital')?.value;
  // On a contract more than its capital may be asked for, as room for the price.
  const asked = issues.find((issue) => issue.field === 'investment')?.min;
  const [need, least] = [capital, asked].map((amount) => (amount ? core.parseQuote(instrument, amount, 'ceil') : 0));
  const atoms = Math.ceil(Math.max(stated, need ?? 0, least ?? 0) / ten) * ten;
  return { atoms, text: core.formatQuote(instrument, atoms) };
}
