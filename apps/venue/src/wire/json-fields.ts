// The fields of one request or of one order in it: what was sent in the query or as JSON, and readers that refuse in the words of
// their wire. Figures stay text until the instrument's own steps are known; nothing here becomes a float.
import type { WireRefusal } from './wire-refusal.ts';

/** What is said of a field that does not fit. */
export interface FieldWords {
  malformed(): WireRefusal;
  empty(name: string): WireRefusal;
  parameter(name: string): WireRefusal;
}

const DECIMAL = /^\d{1,20}(\.\d{1,20})?$/;
/** Ids of the exchanges themselves are longer than ours. */
const INTEGER = /^\d{1,40}$/;

export class JsonFields {
  readonly #words: FieldWords;
  readonly #values: Readonly<Record<string, unknown>>;
  /** A body that is a list, each of its rows. */
  readonly rows: readonly JsonFields[] | null;

  constructor(value: unknown, words: FieldWords) {
    this.#words = words;
    const isList = Array.isArray(value);
    if (!isList && (typeof value !== 'object' || value === null)) throw words.malformed();
    this.#values = isList ? {} : (value as Readonly<Record<string, unknown>>);
    this.rows = isList ? value.map((row) => new JsonFields(row, words)) : null;
  }

  static of(query: string, body: string, words: FieldWords): JsonFields {
    if (body === '') return new JsonFields(Object.fromEntries(new URLSearchParams(query)), words);
    let value: unknown;
    try {
      value = JSON.parse(body);
    } catch {
      throw words.malformed();
    }
    return new JsonFields(value, words);
  }

  /** Absent and empty are the same. */
  text(name: string): string | null {
    if (!Object.hasOwn(this.#values, name)) return null;
    const value = this.#values[name];
    if (typeof value === 'number' || typeof value === 'boolean') return String(value);
    if (value === undefined || value === null || value === '') return null;
    if (typeof value !== 'string') throw this.#words.parameter(name);
    return value;
  }

  needText(name: string): string {
    const text = this.text(name);
    if (text === null) throw this.#words.empty(name);
    return text;
  }

  needDecimal(name: string): string {
    const text = this.needText(name);
    if (!DECIMAL.test(text)) throw this.#words.parameter(name);
    return text;
  }

  /** What is beyond the exact range is its end: no number of anything here. */
  integer(name: string): number | null {
    const text = this.text(name);
    if (text !== null && !INTEGER.test(text)) throw this.#words.parameter(name);
    return text === null ? null : Math.min(Number(text), Number.MAX_SAFE_INTEGER);
  }

  flag(name: string): boolean {
    const text = this.text(name);
    if (text !== null && text !== 'true' && text !== 'false') throw this.#words.parameter(name);
    return text === 'true';
  }

  limit(standard: number, most: number): number {
    const asked = this.integer('limit') ?? standard;
    if (asked === 0) throw this.#words.parameter('limit');
    return Math.min(asked, most);
  }

  oneOf<T extends string>(name: string, allowed: readonly T[], standard?: T): T {
    const text = this.text(name) ?? standard ?? this.needText(name);
    if (!(allowed as readonly string[]).includes(text)) throw this.#words.parameter(name);
    return text as T;
  }
}
