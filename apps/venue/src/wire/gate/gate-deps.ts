// What the signed calls stand on, and how a page of a list is asked for.
import type { Exchange } from '../../exchange/exchange.ts';
import type { TradingFloor } from '../../exchange/trading-floor.ts';
import type { BackQuery } from '../../store/history.ts';
import type { JsonFields } from '../json-fields.ts';
import { words } from './errors.ts';
import type { Pairs } from './pairs.ts';

export interface GateDeps {
  readonly exchange: Exchange;
  readonly floor: TradingFloor;
  readonly pairs: Pairs;
  /** The wall clock as clients are shown it. */
  readonly wallNow: () => number;
}

export const MAX_ORDERS = 100;
export const MAX_TRADES = 1_000;
const SECOND_MS = 1_000;

/** By `page` from 1, or by `offset` from 0: where it begins in the whole list, newest first. */
export interface PageAsked {
  readonly from: number;
  readonly limit: number;
}

export function pageOf(fields: JsonFields, most: number): PageAsked {
  const limit = fields.limit(MAX_ORDERS, most);
  const page = fields.integer('page');
  if (page === 0) throw words.parameter('page');
  return { from: page === null ? (fields.integer('offset') ?? 0) : (page - 1) * limit, limit };
}

/** Times are seconds there; a second is told whole. */
export function spanOf(fields: JsonFields): { readonly startMs: number | null; readonly endMs: number | null } {
  const [from, to] = [fields.integer('from'), fields.integer('to')];
  return {
    startMs: from === null ? null : from * SECOND_MS,
    endMs: to === null ? null : to * SECOND_MS + SECOND_MS - 1,
  };
}

export function backQuery(symbols: readonly string[], fields: JsonFields, { from, limit }: PageAsked): BackQuery {
  return { symbols, belowId: null, aboveId: null, ...spanOf(fields), limit: from + limit };
}

export function paged<Row>(rows: readonly Row[], { from, limit }: PageAsked): Row[] {
  return rows.slice(from, from + limit);
}
