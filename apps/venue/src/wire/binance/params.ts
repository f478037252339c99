// The parameters of one request: what was sent, and readers that refuse in Binance's words. Text stays text until the
// instrument's own steps are known; nothing here becomes a float.
import { words } from './errors.ts';

const DECIMAL = /^\d{1,20}(\.\d{1,20})?$/;
const DECIMAL_RANGE = '^([0-9]{1,20})(\\.[0-9]{1,20})?$';
const INTEGER = /^\d{1,20}$/;
const INTEGER_RANGE = '^[0-9]{1,20}$';

export class Params {
  readonly #values: ReadonlyMap<string, string>;

  constructor(values: Iterable<readonly [string, string]>) {
    // The first of two equal names counts: the query stands before the body.
    const map = new Map<string, string>();
    for (const [name, value] of values) if (!map.has(name)) map.set(name, value);
    this.#values = map;
  }

  static ofUrlencoded(query: string, body: string): Params {
    return new Params([...new URLSearchParams(query), ...new URLSearchParams(body)]);
  }

  has(name: string): boolean {
    return this.#values.has(name);
  }

  /** Absent is null; present and empty is refused. */
  text(name: string): string | null {
    const value = this.#values.get(name);
    if (value === '') throw words.empty(name);
    return value ?? null;
  }

  needText(name: string): string {
    const value = this.#values.get(name);
    if (value === undefined || value === '') throw words.missing(name);
    return value;
  }

  decimal(name: string): string | null {
    const value = this.text(name);
    if (value !== null && !DECIMAL.test(value)) throw words.illegal(name, DECIMAL_RANGE);
    return value;
  }

  needDecimal(name: string): string {
    if (!this.has(name)) throw words.missing(name);
    return this.decimal(name) as string;
  }

  /** What is beyond the exact range is its end: no number of anything here. */
  integer(name: string): number | null {
    const value = this.text(name);
    if (value !== null && !INTEGER.test(value)) throw words.illegal(name, INTEGER_RANGE);
    return value === null ? null : Math.min(Number(value), Number.MAX_SAFE_INTEGER);
  }

  needInteger(name: string): number {
    if (!this.has(name)) throw words.missing(name);
    return this.integer(name) as number;
  }

  /** How many rows: at least one, at most `most` (more is cut, as there). */
  limit(standard: number, most: number): number {
    const asked = this.integer('limit') ?? standard;
    if (asked === 0) throw words.value('limit');
    return Math.min(asked, most);
  }

  oneOf<T extends string>(name: string, allowed: readonly T[], refusal: () => Error): T {
    const value = this.needText(name);
    if (!(allowed as readonly string[]).includes(value)) throw refusal();
    return value as T;
  }

  /** Names sent, for who must refuse what does not belong. */
  refuse(...names: readonly string[]): void {
    for (const name of names) if (this.has(name)) throw words.notRequired(name);
  }
}
