// The only place that knows all kinds of bots: their machines (of a bot of several legs, its coordinator), their fields
// and their parsers.
import type { MarketKind } from '../market/instrument.ts';
import type { Coordinator } from '../strategy/coordinator.ts';
import type { FieldSpec, ParamsContext, ParamsResult, RawParams } from '../strategy/field.ts';
import type { Preview, PreviewContext } from '../strategy/preview.ts';
import type { BotKind, Strategy } from '../strategy/strategy.ts';
import { coordinatorOf as arbitrageOf } from './arbitrage/coordinators.ts';
import { arbitrageFields } from './arbitrage/fields.ts';
import { type ArbitrageParams, parseArbitrageParams } from './arbitrage/params.ts';
import { arbitragePresets } from './arbitrage/presets.ts';
import { previewArbitrage } from './arbitrage/preview.ts';
import { customFields } from './custom/fields.ts';
import { custom } from './custom/machine.ts';
import { parseCustomParams } from './custom/params.ts';
import { customPresets } from './custom/presets.ts';
import { previewCustom } from './custom/preview.ts';
import { dcaFields } from './dca/fields.ts';
import { dca } from './dca/machine.ts';
import { parseDcaParams } from './dca/params.ts';
import { dcaPresets } from './dca/presets.ts';
import { previewDca } from './dca/preview.ts';
import { gridFields } from './grid/fields.ts';
import { grid } from './grid/machine.ts';
import { parseGridParams } from './grid/params.ts';
import { previewOf as previewGrid } from './grid/preview.ts';
import { dual } from './martin/dual.ts';
import { type AnyMartinParams, isDual, parseAnyMartin } from './martin/dual-params.ts';
import { previewAnyMartin } from './martin/dual-preview.ts';
import { martinFields } from './martin/fields.ts';
import { martin } from './martin/machine.ts';
import { martinPresets } from './martin/presets.ts';

interface KindEntry {
  /** Null where every bot of the kind has several legs that a coordinator leads. */
  readonly strategy: Strategy<unknown, unknown> | null;
  /** Of both markets; FieldSpec.market says which are in one only. */
  readonly fields: readonly FieldSpec[];
  parse(raw: RawParams, context: ParamsContext): ParamsResult<unknown>;
  /** What the bot would be; absent = the kind has none. */
  readonly preview?: (params: unknown, context: PreviewContext) => Preview;
}

/** Params and state of a kind never leave that kind's own entry, so hiding their types here is safe. */
function entry<Params, State>(
  strategy: Strategy<Params, State>,
  fields: readonly FieldSpec[],
  parse: (raw: RawParams, context: ParamsContext) => ParamsResult<unknown>,
  preview?: (params: Params, context: PreviewContext) => Preview,
): KindEntry {
  const known = { strategy: strategy as unknown as Strategy<unknown, unknown>, fields, parse };
  return preview === undefined ? known : { ...known, preview: preview as KindEntry['preview'] & {} };
}

const kinds: Partial<Record<BotKind, KindEntry>> = {
  arbitrage: {
    strategy: null,
    fields: arbitrageFields,
    parse: parseArbitrageParams,
    preview: (params, context) => previewArbitrage(params as ArbitrageParams, context),
  },
  custom: entry(custom, customFields, parseCustomParams, previewCustom),
  dca: entry(dca, dcaFields, parseDcaParams, previewDca),
  grid: entry(grid, gridFields, parseGridParams, previewGrid),
  martin: {
    ...entry(martin, martinFields, parseAnyMartin),
    preview: (params, context) => previewAnyMartin(params as AnyMartinParams, context),
  },
};

/** The kinds that can be created now. */
export const availableKinds = Object.keys(kinds) as readonly BotKind[];

export function isAvailable(kind: string): kind is BotKind {
  return Object.hasOwn(kinds, kind);
}

/** Of a bot that decides for itself, a side of a martingale of two sides included; other legs have engine/leg-machine.ts. */
export function strategyOf(kind: BotKind): Strategy<unknown, unknown> {
  const { strategy } = entryOf(kind);
  if (strategy === null) throw new Error(`a bot of the kind ${kind} has a coordinator and no machine`);
  return strategy;
}

/** Whether a bot has several legs, and with them a coordinator: by its kind, or by the `direction` of its params. */
export function hasLegs(kind: BotKind, direction: unknown): boolean {
  return isArbitrage(kind) || (kind === 'martin' && direction === 'dual');
}

/** Params that a bot is made with for good: its legs, orders and bill are made by them. */
export function fixedFields(kind: BotKind, direction: unknown): readonly string[] {
  if (isArbitrage(kind)) return ['kind', 'via', 'exchange_b'];
  return hasLegs(kind, direction) ? ['direction'] : [];
}

/** Bots over several markets: their legs have no machine of their own. */
export function isArbitrage(kind: BotKind): boolean {
  return entryOf(kind).strategy === null;
}

/** By params as its parser made them; null for a bot without legs. */
export function coordinatorOf(kind: BotKind, params: unknown): Coordinator<unknown, unknown> | null {
  if (isArbitrage(kind)) return arbitrageOf(params as ArbitrageParams);
  // Params and state of a coordinator never leave it, so hiding their types here is safe.
  const isOfTwo = kind === 'martin' && isDual(params as AnyMartinParams);
  return isOfTwo ? (dual as unknown as Coordinator<unknown, unknown>) : null;
}

/** The fields of one category; without a market, those of both. */
export function fieldsOf(kind: BotKind, market?: MarketKind): readonly FieldSpec[] {
  const { fields } = entryOf(kind);
  return market === undefined ? fields : fields.filter((spec) => (spec.market ?? market) === market);
}

/** A starting point of the editor: raw values of fields, under a key that has its words in the web. */
export interface Preset {
  readonly key: string;
  readonly params: RawParams;
}

const presets: Partial<Record<BotKind, (market: MarketKind) => readonly Preset[]>> = {
  arbitrage: arbitragePresets,
  custom: customPresets,
  dca: dcaPresets,
  martin: martinPresets,
};

/** The presets of a category; empty when its kind has none. */
export function presetsOf(kind: BotKind, market: MarketKind): readonly Preset[] {
  return presets[kind]?.(market) ?? [];
}

export function parseParams(kind: BotKind, raw: RawParams, context: ParamsContext): ParamsResult<unknown> {
  return entryOf(kind).parse(raw, context);
}

/** Null where the kind has no preview. */
export function previewOf(kind: BotKind, params: unknown, context: PreviewContext): Preview | null {
  return entryOf(kind).preview?.(params, context) ?? null;
}

function entryOf(kind: BotKind): KindEntry {
  const found = kinds[kind];
  if (found === undefined) throw new Error(`no bot of the kind ${kind} is available`);
  return found;
}
