// The bodies of botCreate and botUpdate out of a form: parameters by their keys, numbers as plain decimal text, counts as
// integers. A new bot leaves out what is empty; a change holds only what differs, and null for what was emptied.

import type { BotInfo } from '@cormorant/contract/entities/bot.ts';
import type { BotType, Field } from '@cormorant/contract/entities/bot-type.ts';
import type { MarketSymbol } from '@cormorant/contract/entities/market.ts';
import { defaultsOf, isShown, sentValue, type Values } from './field-rules.ts';

/** Drawn beside the fields of the category, sent at the top level. */
export const nameKey = 'name';

export interface CreateBody {
  readonly type_id: number;
  readonly exchange: string;
  readonly market: 'spot' | 'futures';
  readonly symbol: string;
  readonly name?: string;
  readonly investment: string;
  readonly params: Record<string, unknown>;
  readonly simulate: 0 | 1;
  readonly start: 0 | 1;
  readonly risk_ack: 1;
}

export interface ChangeBody {
  readonly name?: string;
  readonly investment?: string;
  readonly params: Record<string, unknown>;
  readonly version: number;
  readonly risk_ack: 1;
}

/** A change of a bot whose plan is asked for. */
export interface ChangeAsked {
  readonly id: number;
  /** What its form held before anything was typed. */
  readonly before: Values;
  readonly body: ChangeBody;
}

function paramsOf(fields: readonly Field[], values: Values): Record<string, string | number | null> {
  const params: Record<string, string | number | null> = {};
  for (const field of fields) {
    if (field.key === 'investment') continue;
    const value = isShown(field, values) ? sentValue(field, values) : '';
    params[field.key] = value === '' ? null : field.kind === 'int' && /^\d{1,9}$/.test(value) ? Number(value) : value;
  }
  return params;
}

function investmentOf(fields: readonly Field[], values: Values): string {
  const field = fields.find(({ key }) => key === 'investment');
  return field === undefined ? '' : sentValue(field, values);
}

function named(values: Values): { name?: string } {
  const name = (values[nameKey] ?? '').trim();
  return name === '' ? {} : { name };
}

export function createBody(type: BotType, symbol: MarketSymbol, values: Values, start: 0 | 1): CreateBody {
  const given = Object.entries(paramsOf(type.fields, values)).filter(([, value]) => value !== null);
  return {
    type_id: type.id,
    exchange: symbol.exchange,
    market: symbol.market,
    symbol: symbol.symbol,
    ...named(values),
    investment: investmentOf(type.fields, values),
    params: Object.fromEntries(given),
    simulate: 0,
    start,
    risk_ack: 1,
  };
}

export function changeBody(fields: readonly Field[], before: Values, values: Values, version: number): ChangeBody {
  const known = paramsOf(fields, before);
  const changed = Object.entries(paramsOf(fields, values)).filter(([key, value]) => value !== known[key]);
  const investment = investmentOf(fields, values);
  return {
    ...(values[nameKey] === before[nameKey] ? {} : named(values)),
    ...(investment === investmentOf(fields, before) ? {} : { investment }),
    params: Object.fromEntries(changed),
    version,
    risk_ack: 1,
  };
}

/** The form of an existing bot: what it does not state has its default, as for the parser. Top-level names win. */
export function valuesOf(fields: readonly Field[], info: BotInfo): Values {
  const mirrored = info as unknown as Record<string, unknown>;
  const values: Record<string, string> = { ...defaultsOf(fields), [nameKey]: info.name };
  for (const { key, default: otherwise } of fields) {
    const value = mirrored[key] ?? info.params[key];
    const absent = value === null || value === undefined;
    values[key] = absent ? (otherwise ?? '') : typeof value === 'object' ? JSON.stringify(value) : String(value);
  }
  return values;
}
