// The parameters of a bot as they came in, brought into the one form they are stored in and judged by the table and the
// parser of their kind: the first field that is wrong answers with its allowed range.
import { codes } from '@cormorant/contract/catalogue.ts';
import { categoryOf } from '@cormorant/contract/labels/bot-types.ts';
import { refusalOfField } from '@cormorant/contract/refusal.ts';
import { formatQuote, parseQuote, priceToTicks } from '@cormorant/core/market/conversions.ts';
import type { Instrument } from '@cormorant/core/market/instrument.ts';
import { makeInstrument } from '@cormorant/core/market/make-instrument.ts';
import { parseE8 } from '@cormorant/core/money/amount-e8.ts';
import { MoneyError } from '@cormorant/core/money/safe-integer.ts';
import { fieldsOf, parseParams } from '@cormorant/core/strategies/registry.ts';
import type { BotKind } from '@cormorant/core/strategy/strategy.ts';
import type { VenueSymbol } from '../../ports/venue.ts';
import { Refusal } from '../handler.ts';

/** What a client may send at the top level instead of inside `params`; there it wins. */
export const mirroredKeys = ['multiplier', 'max_positions', 'take_profit', 'stop_loss', 'grid_levels'] as const;

type Sent = Readonly<Record<string, unknown>>;

/** Only the fields of the kind, as texts; an empty or null one is not set. */
export function mergeParams(kind: BotKind, before: Sent, params: Sent, mirrored: Sent): Record<string, string> {
  const merged: Record<string, string> = {};
  for (const { key, kind: form } of fieldsOf(kind)) {
    const top = (mirroredKeys as readonly string[]).includes(key) ? mirrored[key] : undefined;
    const value = top !== undefined ? top : params[key] !== undefined ? params[key] : before[key];
    if (value === undefined || value === null || value === '') continue;
    // What is neither text nor number stays what it is, so that the parser of the kind refuses it with the range.
    if (form === 'switch' && typeof value === 'boolean') merged[key] = value ? '1' : '0';
    else merged[key] = typeof value === 'string' ? value.trim() : JSON.stringify(value);
  }
  return merged;
}

function investmentAtoms(instrument: Instrument, text: string): number {
  try {
    return parseQuote(instrument, text, 'floor');
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error;
    throw refusal({ code: 4008, data: { field: 'investment', max: formatQuote(instrument, Number.MAX_SAFE_INTEGER) } });
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
}

export function checkParams({ kind, typeId, rules, params, investment, price }: ParamsToCheck): void {
  const instrument = makeInstrument(rules);
  const atoms = investmentAtoms(instrument, investment);
  const lastTicks = price === null ? 0 : priceToTicks(instrument, price, 'floor');
  const minimum = categoryOf(typeId)?.min_investment;
  const tooSmall = atoms <= 0 || (minimum !== undefined && atoms < parseQuote(instrument, minimum, 'ceil'));
  const parsed = parseParams(kind, params, { instrument, lastTicks, investmentAtoms: Math.max(atoms, 0) });
  const issues = parsed.ok ? [] : parsed.issues;
  const own = issues.find(({ field }) => field !== 'investment');
  if (own !== undefined) throw refusal(refusalOfField(own));
  const short = issues.find(({ field }) => field === 'investment');
  if (short === undefined && !tooSmall) return;
  const min = larger(short?.min, minimum);
  throw new Refusal(codes.capital_insufficient, {
    data: { field: 'investment', ...(min === undefined ? {} : { min }) },
  });
}

function refusal({ code, data }: ReturnType<typeof refusalOfField>): Refusal {
  return new Refusal(code, { data });
}
