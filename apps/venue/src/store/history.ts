// The past of one account on one symbol, paged as exchanges do: orders by their number, trades by theirs.
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { FillRecord, FundingRecord, OrderRecord } from './records.ts';
import { fillOf, fundingOf, orderOf, type Row } from './rows.ts';

export interface Page {
  /** The first number wanted; null = the newest `limit`. */
  readonly fromId: number | null;
  readonly startMs: number | null;
  readonly endMs: number | null;
  readonly limit: number;
}

/** Backwards from the newest, as some exchanges page. */
export interface BackQuery {
  readonly symbols: readonly string[];
  readonly belowId: number | null;
  readonly aboveId: number | null;
  readonly startMs: number | null;
  readonly endMs: number | null;
  readonly limit: number;
  /** Trades of this order only. */
  readonly orderId?: number | null;
  /** Orders that stand no more. */
  readonly endedOnly?: true;
}

export class History {
  readonly #db: DatabaseSync;
  readonly #orderById: StatementSync;
  readonly #lastTradeId: StatementSync;
  readonly #fillsOfOrder: StatementSync;
  readonly #paired: StatementSync;

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#orderById = db.prepare('SELECT * FROM venue_order WHERE account_id = ? AND id = ?');
    this.#fillsOfOrder = db.prepare('SELECT * FROM fill WHERE order_id = ? AND account_id = ? ORDER BY id');
    this.#paired = db.prepare(
      'SELECT * FROM venue_order WHERE account_id = ? AND list_id IS NOT NULL ORDER BY id DESC LIMIT ?',
    );
    this.#lastTradeId = db.prepare(
      'SELECT coalesce(max(trade_id), 0) AS id FROM fill WHERE symbol = ? AND trade_id IS NOT NULL',
    );
  }

  orderById(accountId: number, id: number): OrderRecord | null {
    const row = this.#orderById.get(accountId, id);
    return row === undefined ? null : orderOf(row);
  }

  /** Orders of pairs, newest first. */
  paired(accountId: number, limit: number): OrderRecord[] {
    return this.#paired.all(accountId, limit).map(orderOf);
  }

  lastTradeId(symbol: string): number {
    return Number(this.#lastTradeId.get(symbol)?.id);
  }

  /** Ascending by number. */
  orders(accountId: number, symbol: string, page: Page): OrderRecord[] {
    return this.#page(
      'venue_order',
      'id',
      'created_at',
      [
        ['account_id', accountId],
        ['symbol', symbol],
      ],
      page,
    ).map(orderOf);
  }

  /** Ascending by number; only trades that have one. */
  trades(accountId: number, symbol: string, orderId: number | null, page: Page): FillRecord[] {
    const where: [string, SQLInputValue][] = [
      ['account_id', accountId],
      ['symbol', symbol],
    ];
    if (orderId !== null) where.push(['order_id', orderId]);
    return this.#page('fill', 'trade_id', 'at', where, page).map(fillOf);
  }

  /** Newest first. */
  ordersBack(accountId: number, query: BackQuery): OrderRecord[] {
    return this.#back('venue_order', 'created_at', accountId, query).map(orderOf);
  }

  fillsBack(accountId: number, query: BackQuery): FillRecord[] {
    return this.#back('fill', 'at', accountId, query).map(fillOf);
  }

  fundingsBack(accountId: number, query: BackQuery): FundingRecord[] {
    return this.#back('funding', 'at', accountId, query).map(fundingOf);
  }

  fillsOfOrder(accountId: number, orderId: number): FillRecord[] {
    return this.#fillsOfOrder.all(orderId, accountId).map(fillOf);
  }

  #back(table: 'venue_order' | 'fill' | 'funding', time: string, accountId: number, query: BackQuery): Row[] {
    const terms = ['account_id = ?', `symbol IN (${query.symbols.map(() => '?').join(', ')})`];
    const values: SQLInputValue[] = [accountId, ...query.symbols];
    const bound = (term: string, value: number | null | undefined) => {
      if (value === null || value === undefined) return;
      terms.push(term);
      values.push(value);
    };
    bound('id < ?', query.belowId);
    bound('id > ?', query.aboveId);
    bound(`${time} >= ?`, query.startMs);
    bound(`${time} <= ?`, query.endMs);
    bound('order_id = ?', query.orderId);
    if (query.endedOnly === true) terms.push("status <> 'open'");
    const sql = `SELECT * FROM ${table} WHERE ${terms.join(' AND ')} ORDER BY id DESC LIMIT ?`;
    return this.#db.prepare(sql).all(...values, query.limit);
  }

  /** With a beginning the first `limit` from there, without one the last. */
  #page(table: string, id: string, time: string, where: readonly [string, SQLInputValue][], page: Page) {
    const terms = [...where.map(([column]) => `${column} = ?`), `${id} IS NOT NULL`];
    const values = where.map(([, value]) => value);
    const bound = (term: string, value: number | null) => {
      if (value === null) return;
      terms.push(term);
      values.push(value);
    };
    bound(`${id} >= ?`, page.fromId);
    bound(`${time} >= ?`, page.startMs);
    bound(`${time} <= ?`, page.endMs);
    const forward = page.fromId !== null || page.startMs !== null;
    const sql = `SELECT * FROM ${table} WHERE ${terms.join(' AND ')} ORDER BY ${id} ${forward ? 'ASC' : 'DESC'} LIMIT ?`;
    const rows = this.#db.prepare(sql).all(...values, page.limit);
    return forward ? rows : rows.reverse();
  }
}
