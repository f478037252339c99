// The parameters of a bot as they came in, brought into the one form they are stored in and judged by the table and the
// parser of their kind: the first field that is wrong answers with its allowed range.
import * as codes from '@cormorant/contract/codes.ts';
import type { Lang } from '@cormorant/contract/envelope.ts';
import { categoryOf } from '@cormorant/contract/labels/bot-types.ts';
import { previewNote } from '@cormorant/contract/labels/preview-words.ts';
import { refusalOfField } from '@cormorant/contract/refusal.ts';
import { formatQuote, parseQuote, priceToTicks } from '@cormorant/core/market/conversions.ts';
import type { Instrument, MarketKind } from '@cormorant/core/market/instrument.ts';
import { parseE8 } from '@cormorant/core/money/amount-e8.ts';
import { MoneyError } from '@cormorant/core/money/safe-integer.ts';
import { fieldsOf, isArbitrage, parseParams, previewOf } from '@cormorant/core/strategies/registry.ts';
import { enteredText } from '@cormorant/core/strategy/entered-text.ts';
import { type FieldIssue, type FieldSpec, isShown } from '@cormorant/core/strategy/field.ts';
import type { Preview } from '@cormorant/core/strategy/preview.ts';
import type { BotKind } from '@cormorant/core/strategy/strategy.ts';
import { Refusal } from '../../ports/refusal.ts';
import type { VenueSymbol } from '../../ports/venue.ts';
import type { Outlook } from './bot-deps.ts';
import { instrumentOf } from './bot-figures.ts';

/** What a client may send at the top level instead of inside `params`; there it wins. */
export const mirroredKeys = ['multiplier', 'max_positions', 'take_profit', 'stop_loss', 'grid_levels'] as const;

type Sent = Readonly<Record<string, unknown>>;

/** Trees, tables and lists keep their shape; everything else is text. */
const shaped: ReadonlySet<string> = new Set(['conditions', 'steps', 'assets']);

/**
 * 4008 for a name that no field of the category has, be it another market's: a stop that is misspelt is no stop, and a short on
 * spot is no long. Of what is not set nothing is said; that spot goes long may be said.
 */
export function assertKnown(kind: BotKind, market: MarketKind, params: Sent): void {
  const known = new Set(fieldsOf(kind, market).map(({ key }) => key));
  const hasDirection = fieldsOf(kind).some(({ key }) => key === 'direction');
  for (const [key, value] of Object.entries(params)) {
    if (value === undefined || value === null || value === '' || known.has(key)) continue;
    if (key !== 'direction' || !hasDirection) throw refusal(refusalOfField({ field: key, rule: 'format' }));
    if (value !== 'long') throw refusal(refusalOfField({ field: key, rule: 'option', options: ['long'] }));
  }
}

/** Only the fields of the category that are shown beside the others; an empty or null one is not set. */
export function mergeParams(
  kind: BotKind,
  market: MarketKind,
  before: Sent,
  params: Sent,
  mirrored: Sent,
): Record<string, unknown> {
  const merged: Record<string, unknown> = {};
  for (const { key, kind: form } of fieldsOf(kind, market)) {
    const top = (mirroredKeys as readonly string[]).includes(key) ? mirrored[key] : undefined;
    const value = top !== undefined ? top : params[key] !== undefined ? params[key] : before[key];
    if (value === undefined || value === null || value === '') continue;
    // What is neither text nor number stays what it is, so that the parser of the kind refuses it with the range.
    if (shaped.has(form) && typeof value === 'object') merged[key] = value;
    else if (form === 'switch' && typeof value === 'boolean') merged[key] = value ? '1' : '0';
    else merged[key] = enteredText(value);
  }
  return shownOnly(fieldsOf(kind, market), merged);
}

/** What another choice hides counts for nothing, so it is not kept to be shown back later. */
function shownOnly(specs: readonly FieldSpec[], merged: Sent): Record<string, unknown> {
  const shown = new Set(specs.filter((spec) => isShown(spec, specs, merged)).map(({ key }) => key));
  return Object.fromEntries(Object.entries(merged).filter(([key]) => shown.has(key)));
}

/** Which way the bot trades: what was entered, else the default of its category. Legs go each their own way. */
export function directionOf(kind: BotKind, market: MarketKind, params: Sent): string {
  if (isArbitrage(kind)) return 'neutral';
  const spec = fieldsOf(kind, market).find(({ key }) => key === 'direction');
  const given = params['direction'] ?? spec?.default;
  return typeof given === 'string' && given !== '' ? given : 'long';
}

/** 4008 for more than can be counted exactly. */
export function investmentAtomsOf(instrument: Instrument, text: string): number {
  try {
    return parseQuote(instrument, text, 'floor');
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error;
    throw refusal({
      code: codes.bot_params_invalid,
      data: { field: 'investment', max: formatQuote(instrument, Number.MAX_SAFE_INTEGER) },
    });
  }
}

/** The dearer of two minimums. */
function larger(a: string | undefined, b: string | undefined): string | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return parseE8(a, 'ceil') >= parseE8(b, 'ceil') ? a : b;
}

export interface ParamsToCheck {
  readonly kind: BotKind;
  readonly typeId: number;
  readonly rules: VenueSymbol;
  readonly params: Sent;
  readonly investment: string;
  /** Null when the rules that need a price are left to the start. */
  readonly price: string | null;
  /** `cfg.max_leverage`. */
  readonly maxLeverage: number;
  /** What the bot would be from this price; absent = nothing is previewed, since it stands in a position or has no price. */
  readonly preview?: { readonly price: string; readonly outlook: Outlook };
}

/** Answers the preview of what was accepted; what it forbids although every field is in its range is refused, too. */
export function checkParams(wanted: ParamsToCheck): Preview | null {
  const { kind, typeId, rules, params, investment, price, maxLeverage } = wanted;
  const instrument = instrumentOf(rules);
  const atoms = investmentAtomsOf(instrument, investment);
  const lastTicks = price === null ? 0 : priceToTicks(instrument, price, 'floor');
  const minimum = categoryOf(typeId)?.min_investment;
  const tooSmall = atoms <= 0 || (minimum !== undefined && atoms < parseQuote(instrument, minimum, 'ceil'));
  const paid = Math.max(atoms, 0);
  const parsed = parseParams(kind, params, { instrument, lastTicks, investmentAtoms: paid, maxLeverage });
  const preview = parsed.ok && atoms > 0 ? previewAt(wanted, parsed.params, atoms) : null;
  const issues = parsed.ok ? (preview?.refusals ?? []) : parsed.issues;
  // Money that is too much is refused like any parameter; money that is too little comes after all of them.
  const isShort = ({ field, max, rule }: FieldIssue) => field === 'investment' && rule === 'range' && max === undefined;
  const own = issues.find((issue) => !isShort(issue));
  if (own?.field === 'leverage') throw new Refusal(codes.leverage_invalid, { data: refusalOfField(own).data });
  // A parameter that is missing is one that is wrong: named with its range, like all of them.
  if (own !== undefined) throw refusal(refusalOfField(own.rule === 'required' ? { ...own, rule: 'format' } : own));
  const short = issues.find(isShort);
  if (short === undefined && !tooSmall) return preview;
  const min = larger(short?.min, minimum);
  throw new Refusal(codes.capital_insufficient, {
    data: { field: 'investment', ...(min === undefined ? {} : { min }) },
  });
}

function previewAt({ kind, rules, preview }: ParamsToCheck, params: unknown, investmentAtoms: number): Preview | null {
  if (preview === undefined) return null;
  const instrument = instrumentOf(rules);
  const lastTicks = priceToTicks(instrument, preview.price, 'floor');
  return previewOf(kind, params, { instrument, lastTicks, investmentAtoms, ...preview.outlook });
}

/** What a preview warns of, as sentences. */
export function warningsOf(preview: Preview | null, lang: Lang): string[] {
  return (preview?.notes ?? [])
    .filter(({ level }) => level !== 'plain')
    .map((note) => previewNote(note.key, note.data, lang));
}

function refusal({ code, data }: ReturnType<typeof refusalOfField>): Refusal {
  return new Refusal(code, { data });
}
