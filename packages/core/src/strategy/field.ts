// The one table that describes a bot's parameters: it draws the editor, validates on the server, fills presets, writes
// the docs and generates tests. Limits and defaults are decimal strings (product.md 1.7, `Field`).

import type { Instrument, MarketKind } from '../market/instrument.ts';
import type { Atoms, Ticks } from '../money/units.ts';

export type FieldGroup = 'base' | 'open' | 'add' | 'profit' | 'risk' | 'advanced';
export type FieldKind =
  | 'number'
  | 'percent'
  | 'price'
  | 'int'
  | 'enum'
  | 'switch'
  | 'steps'
  | 'conditions'
  | 'symbol'
  | 'interval'
  /** 'HH:mm' in UTC+8. */
  | 'time'
  /** One of the user's other exchanges. */
  | 'exchange'
  /** Several coins. */
  | 'assets';

export interface FieldSpec {
  /** The key on the wire, in `params` or among the mirrored top-level names. */
  readonly key: string;
  readonly group: FieldGroup;
  readonly kind: FieldKind;
  /** '%', 'quote' (the quote coin), 'lines', 's' … '' for none. */
  readonly unit: string;
  readonly default: string | null;
  readonly min?: string;
  readonly max?: string;
  readonly step?: string;
  readonly required: boolean;
  /** 0 is taken although the range begins above it, and means what nothing entered means: off. */
  readonly zeroIsOff?: boolean;
  readonly options?: readonly string[];
  /** Only in this market's category of the kind; absent = in both. */
  readonly market?: MarketKind;
  /** Shown only when the other fields have these values. */
  readonly showIf?: Readonly<Record<string, string>>;
  /** True when it must not change while a position is open (4018). */
  readonly lockedWithPosition?: boolean;
}

/** Whether the other choices, or their defaults, leave room for this field. */
export function isShown({ showIf = {} }: FieldSpec, specs: readonly FieldSpec[], chosen: RawParams): boolean {
  const choice = (key: string) => chosen[key] ?? specs.find((spec) => spec.key === key)?.default ?? '';
  return Object.entries(showIf).every(([key, wanted]) => wanted.split('|').includes(String(choice(key))));
}

/** `untradable`: no amount is both large enough for the venue and small enough to be counted and sent as one order. */
export type FieldRule = 'required' | 'format' | 'option' | 'range' | 'untradable';

/** What is wrong with one field. min and max are its allowed range as decimal strings, given what else was entered. */
export interface FieldIssue {
  readonly field: string;
  readonly rule: FieldRule;
  /** Where inside a field of several parts: 'items[1].left.args[0]'. */
  readonly at?: string;
  readonly min?: string;
  readonly max?: string;
  /** What an `option` may be. */
  readonly options?: readonly string[];
}

/** What the limits of a bot's parameters depend on besides themselves. */
export interface ParamsContext {
  readonly instrument: Instrument;
  /** The market's last price; 0 when unknown: rules that need it are then left to the start. */
  readonly lastTicks: Ticks;
  readonly investmentAtoms: Atoms;
  /** `cfg.max_leverage`; absent = 10. */
  readonly maxLeverage?: number;
}

export type ParamsResult<Params> = { ok: true; params: Params } | { ok: false; issues: FieldIssue[] };

/** Parameters as they come over the wire: decimal strings, or JSON numbers where somebody wrote them by hand. */
export type RawParams = Readonly<Record<string, unknown>>;
