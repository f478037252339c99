// The error catalogue: looks up a code's row and speaks it in the caller's language. A code that is not in the table
// never reaches a user; it is spoken as 9008.
import { catalogueRows } from './catalogue-rows.ts';
import * as codes from './codes.ts';
import type { Lang } from './envelope.ts';
import { type SuccessKey, successTexts } from './texts.ts';

export type ErrorCode = (typeof catalogueRows)[number]['code'];
export type ErrorKey = (typeof catalogueRows)[number]['key'];

export interface CatalogueRow {
  readonly code: ErrorCode;
  readonly key: ErrorKey;
  readonly zh: string;
  readonly en: string;
  /** The session is over. */
  readonly session?: true;
  /** Raised by the client alone. */
  readonly client?: true;
}

/** The figures of a text: {field} {min} {max} {time} {n} {market}. */
export type TextParams = Readonly<Record<string, string | number>>;

export const catalogue: ReadonlyMap<number, CatalogueRow> = new Map(
  catalogueRows.map((row): [number, CatalogueRow] => [row.code, row]),
);

export function isErrorCode(code: number): code is ErrorCode {
  return catalogue.has(code);
}

/** Fills `{name}` from params; a placeholder without a figure disappears rather than reach the user raw. */
export function fill(template: string, params: TextParams): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = Object.hasOwn(params, name) ? params[name] : undefined;
    return value === undefined ? '' : String(value);
  });
}

/** The text of a code in a language. */
export function textOf(code: number, lang: Lang, params: TextParams = {}): string {
  const row = catalogue.get(code) ?? catalogue.get(codes.server);
  if (row === undefined) throw new Error('the catalogue has no row for a server error');
  return fill(row[lang], params);
}

/** The text of a success in a language. */
export function successTextOf(key: SuccessKey, lang: Lang): string {
  return successTexts[key][lang];
}
