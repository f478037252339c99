// The one table that describes a bot's parameters: it draws the editor, validates on the server, fills presets, writes
// the docs and generates tests. Limits and defaults are decimal strings (product.md 1.7, `Field`).

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
  | 'interval';

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
  readonly options?: readonly string[];
  /** Shown only when the other field has this value. */
  readonly showIf?: Readonly<Record<string, string>>;
  /** True when it must not change while a position is open (4018). */
  readonly lockedWithPosition?: boolean;
}
