// Turns what a schema has against a request into one code of the catalogue with the field's name and its allowed range.
// The first problem in the order of the declaration answers; a caller is never told more than one at a time.

import type { FieldIssue } from '@cormorant/core/strategy/field.ts';
import * as z from 'zod';
import type { Call, CallRequest } from './call.ts';
import { type TextParams, textOf } from './catalogue.ts';
import * as codes from './codes.ts';
import type { Lang } from './envelope.ts';
import { fieldLabel, requestFieldLabel } from './labels/fields.ts';
import { plainFigure } from './labels/figures.ts';
import { judgeTypesFirst } from './types-first.ts';

export interface RefusalData {
  /** The field's key as it stands in the call, or in `fields[]` for a bot's parameter. */
  readonly field?: string;
  /** Allowed values of a range (7006) or lengths (7005), decimal strings or counts. */
  readonly min?: string | number;
  readonly max?: string | number;
  /** Allowed values of an enumeration (7002). */
  readonly options?: readonly string[];
  /** Where inside a field of several parts, such as a condition tree: 'items[1].left.args[0]'. */
  readonly at?: string;
  /** Of 4018: the market and the size of a position that the account has and the bot has not … */
  readonly symbol?: string;
  readonly qty?: string;
  /** … or the leverage of what stands there. */
  readonly leverage?: number;
  /** Of 4010: the name of the bot that stands in the way. */
  readonly bot?: string;
  /** Of 4011: 'stop_first' = it is to be deleted and has not been stopped. Of 4010: why both may not stand side by side. */
  readonly reason?: string;
}

export interface Refusal {
  readonly code: number;
  readonly data: RefusalData;
}

type Parsed<C> = { ok: true; request: CallRequest<C> } | { ok: false; refusal: Refusal };

/** Parses a request by its call. An empty query value counts as absent. */
export function parseRequest<C extends Call>(call: C, raw: { query?: unknown; body?: unknown }): Parsed<C> {
  const query = parsePart(call.query, withoutEmpty(raw.query ?? {}));
  if (!query.ok) return query;
  const body = parsePart(call.body, raw.body);
  if (!body.ok) return body;
  return { ok: true, request: { query: query.value, body: body.value } as CallRequest<C> };
}

const prepared = new WeakSet<z.ZodType>();

function parsePart(
  schema: z.ZodType | undefined,
  input: unknown,
): { ok: true; value: unknown } | { ok: false; refusal: Refusal } {
  if (schema === undefined || schema instanceof z.ZodUndefined) return { ok: true, value: undefined };
  if (!prepared.has(schema)) {
    judgeTypesFirst(schema);
    prepared.add(schema);
  }
  // Without words of its own the library would look at the value once more to write them, and nobody reads them.
  const result = schema.safeParse(input, { error: () => 'refused' });
  if (result.success) return { ok: true, value: result.data };
  return { ok: false, refusal: refusalOf(result.error, schema, input) };
}

function withoutEmpty(query: unknown): unknown {
  if (typeof query !== 'object' || query === null) return query;
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));
}

/** The catalogue's answer to a failed parse. */
export function refusalOf(error: z.ZodError, schema: z.ZodType, input: unknown): Refusal {
  const issue = error.issues[0];
  if (issue === undefined || issue.path.length === 0) return { code: codes.param_error, data: {} };
  const field = fieldOf(issue.path, chosenBy(schema, input));
  const value = valueAt(input, issue.path);
  const named = namedCode(issue.message);
  if (named !== undefined) return { code: named, data: { field } };
  // An empty text is a missing one, but where its length is what is wrong with it.
  const isShort = issue.code === 'too_small' && issue.origin === 'string';
  if (value === undefined || value === null || (value === '' && !isShort))
    return { code: codes.field_required, data: { field } };
  const bounds = boundsAt(schema, issue.path, input);
  switch (issue.code) {
    case 'too_small':
    case 'too_big':
      return { code: issue.origin === 'string' ? codes.field_length : codes.field_range, data: { field, ...bounds } };
    case 'invalid_value':
      return { code: codes.validation, data: { field, options: issue.values.map(String) } };
    case 'custom':
      return isRange(issue.params)
        ? { code: codes.field_range, data: { field, min: issue.params.min, max: issue.params.max } }
        : { code: codes.validation, data: { field } };
    case 'unrecognized_keys':
      return { code: codes.param_error, data: { field } };
    default:
      return { code: codes.field_format, data: { field } };
  }
}

/** The range of a rule that only code can check, as `refine` takes it in its `params`. */
function isRange(params: unknown): params is { readonly min: string; readonly max: string } {
  return typeof params === 'object' && params !== null && 'min' in params && 'max' in params;
}

/**
 * `data.field` names the parameter itself, without `params.` before it and without an index behind it. Where one call
 * sets one of several fields, its `value` goes by the name of that field.
 */
function fieldOf(path: readonly PropertyKey[], chosen: string | undefined): string {
  const names = path.filter((part) => typeof part === 'string' && part !== 'params');
  if (chosen !== undefined && names[0] === 'value') return names.slice(1).join('.') || chosen;
  return names.length > 0 ? names.join('.') : String(path[0]);
}

/** Which of a union's choices the request names. */
function chosenBy(schema: z.ZodType, input: unknown): string | undefined {
  if (!(schema instanceof z.ZodDiscriminatedUnion)) return undefined;
  const chosen = valueAt(input, [schema.def.discriminator]);
  return typeof chosen === 'string' ? chosen : undefined;
}

function namedCode(message: string): number | undefined {
  const match = /^#(\d+)$/.exec(message);
  return match === null ? undefined : Number(match[1]);
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}

type JsonSchema = z.core.JSONSchema.BaseSchema;

const jsonSchemas = new WeakMap<z.ZodType, JsonSchema>();

/** Both ends of the range or length that the schema allows at a path. */
function boundsAt(schema: z.ZodType, path: readonly PropertyKey[], input: unknown): Pick<RefusalData, 'min' | 'max'> {
  let json = jsonSchemas.get(schema);
  if (json === undefined) {
    json = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' });
    jsonSchemas.set(schema, json);
  }
  let node: JsonSchema | undefined = choiceOf(json, schema, input);
  for (const key of path) {
    const next: unknown = typeof key === 'number' ? node?.items : node?.properties?.[String(key)];
    node = typeof next === 'object' ? (next as JsonSchema) : undefined;
  }
  // A field that may be null is a choice of two schemas.
  node = node?.anyOf?.find((choice) => typeof choice === 'object' && choice.type !== 'null') ?? node;
  const min = node?.minimum ?? node?.minLength ?? node?.minItems;
  const max = node?.maximum ?? node?.maxLength ?? node?.maxItems;
  return {
    ...(min === undefined || min === Number.MIN_SAFE_INTEGER ? {} : { min }),
    ...(max === undefined || max === Number.MAX_SAFE_INTEGER ? {} : { max }),
  };
}

/** Of a union's choices the one that the request names. */
function choiceOf(json: JsonSchema, schema: z.ZodType, input: unknown): JsonSchema | undefined {
  if (!(schema instanceof z.ZodDiscriminatedUnion)) return json;
  const chosen = chosenBy(schema, input);
  return json.oneOf?.find((choice): choice is JsonSchema => {
    const named = typeof choice === 'object' ? choice.properties?.[schema.def.discriminator] : undefined;
    return typeof named === 'object' && named.const === chosen;
  });
}

/**
 * The catalogue's answer to what a category's own parser has against a parameter. Too little money is 4019 with its minimum;
 * more than can be used is 4008 with its maximum.
 */
export function refusalOfField(issue: FieldIssue): Refusal {
  const { field, rule, min, max, options, at } = issue;
  if (rule === 'required') return { code: codes.field_required, data: { field } };
  if (rule === 'untradable') return { code: codes.bot_params_invalid, data: { field, reason: rule } };
  const code =
    field === 'investment' && rule === 'range' && max === undefined
      ? codes.capital_insufficient
      : codes.bot_params_invalid;
  const range = {
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
    ...(at !== undefined && { at }),
  };
  return { code, data: { field, ...range, ...(options !== undefined && { options }) } };
}

/** Codes of a request that has not the form of its call: its fields are named as the call names them. */
const REQUEST_FORMS: ReadonlySet<number> = new Set([
  codes.param_error,
  codes.validation,
  codes.field_required,
  codes.field_format,
  codes.field_length,
  codes.field_range,
]);

/** The sentence of a refusal: the catalogue's text with the field's label and, where there is one, its allowed range. */
export function refusalText(refusal: Refusal, lang: Lang): string {
  const { field, min, max, options } = refusal.data;
  const own = ownText(refusal, lang);
  if (own !== '') return own;
  const range = rangeText(min, max, options, lang);
  const labelOf = REQUEST_FORMS.has(refusal.code) ? requestFieldLabel : fieldLabel;
  const label = field === undefined ? '' : labelOf(field, lang);
  const name = range === '' ? label : lang === 'zh' ? `${label}(${range})` : `${label} (${range})`;
  const text = textOf(refusal.code, lang, {
    field: name,
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
  });
  const { bot } = refusal.data;
  if (refusal.code === codes.bot_duplicate && bot !== undefined)
    return lang === 'zh' ? `${text}:「${bot}」` : `${text}: “${bot}”`;
  // The text of 7002 has no place for a name; the name follows it.
  if (refusal.code !== codes.validation || name === '') return text;
  return lang === 'zh' ? `${text}:${name}` : `${text}: ${name}`;
}

/** What keeps two bots apart where it is not that they go the same way. */
const apart: Readonly<Record<string, Readonly<Record<Lang, (who: string) => string>>>> = {
  alone: {
    zh: (who) => `${who}已在该交易对运行:中性、双向和套利策略须独占交易对`,
    en: (who) => `${who} already runs on this pair: neutral, two-sided and arbitrage bots stand alone on theirs`,
  },
  one_way: {
    zh: (who) => `${who}已在该合约运行:账户为单向持仓,一个合约只能有一个策略`,
    en: (who) => `${who} already runs on this contract: an account in one-way mode takes one bot a contract`,
  },
  leverage: {
    zh: (who) => `${who}已在该合约运行:多空并存的两个策略须用相同杠杆`,
    en: (who) => `${who} already runs on this contract: a long and a short beside each other need equal leverage`,
  },
  hedge: {
    zh: () => '交易所账户停在双向持仓模式,中性策略需要单向持仓模式',
    en: () => 'The account stays in hedge mode, and a neutral bot needs one-way mode',
  },
};

function apartText({ bot, reason = '' }: RefusalData, lang: Lang): string {
  if (!Object.hasOwn(apart, reason)) return '';
  const named = lang === 'zh' ? `「${bot}」` : `“${bot}”`;
  const unnamed = lang === 'zh' ? '另一策略' : 'Another bot';
  return apart[reason]![lang](bot === undefined ? unnamed : named);
}

/**
 * The whole sentence where the catalogue's text speaks of something else than what was met: what keeps a bot from being
 * deleted, from standing beside another one, and what stands on its contract that is no position of its own.
 */
function ownText({ code, data }: Refusal, lang: Lang): string {
  const { field, leverage, qty, reason, symbol } = data;
  if (code === codes.bot_duplicate) return apartText(data, lang);
  if (code === codes.bot_running_no_edit && reason === 'stop_first') {
    return lang === 'zh'
      ? '策略还未停止,请先停止再删除'
      : 'The bot has not been stopped: stop it first, then delete it';
  }
  if (code === codes.bot_params_invalid && reason === 'untradable') return untradable[lang];
  if (code !== codes.bot_has_position) return '';
  if (field === 'position_mode') {
    return lang === 'zh'
      ? '交易所账户现为单向持仓模式且有持仓或挂单,双向策略需要双向持仓模式,请先处理后再启动'
      : 'The account is in one-way mode with positions or orders, and a bot of two sides needs hedge mode; close them first';
  }
  if (symbol !== undefined && qty !== undefined) {
    const size = plainFigure(qty.replace(/^-/, ''));
    return lang === 'zh'
      ? `交易所账户的 ${symbol} 合约上已有 ${size} 的持仓,不是本策略开的,请先到交易所处理`
      : `The account holds ${size} of the ${symbol} contract that this bot did not open; deal with it at the exchange first`;
  }
  if (leverage === undefined) return '';
  return lang === 'zh'
    ? `该合约上已有 ${leverage} 倍杠杆的持仓,有持仓时不能更改杠杆`
    : `A position of ${leverage}x stands on this contract, and leverage cannot change under it`;
}

/** No amount is both large enough for the exchange and small enough to be counted and to be sent as one order. */
const untradable: Readonly<Record<Lang, string>> = {
  zh: '该交易对无法运行此策略:最小下单量已超出交易所单笔上限或可精确计算的范围',
  en: 'This pair cannot be traded so: the smallest order is above the largest of the exchange, or beyond what can be counted exactly',
};

/** The sentence of what a use case or the runner refused: with its own figures, or with those of its data. */
export function sentenceOf(
  code: number,
  { params, data }: { params?: TextParams | undefined; data?: unknown },
  lang: Lang,
): string {
  if (params !== undefined) return textOf(code, lang, params);
  return refusalText({ code, data: typeof data === 'object' && data !== null ? data : {} }, lang);
}

function rangeText(
  min: string | number | undefined,
  max: string | number | undefined,
  options: readonly string[] | undefined,
  lang: Lang,
): string {
  if (options !== undefined) return options.join(lang === 'zh' ? '、' : ', ');
  if (min !== undefined && max !== undefined) return `${min}–${max}`;
  if (min !== undefined) return `≥ ${min}`;
  return max === undefined ? '' : `≤ ${max}`;
}
