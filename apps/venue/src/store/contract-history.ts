// The past of one account on contracts: its trades by their number, and what its wallet earned and paid, by time.
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { PositionSide } from '@cormorant/core/venue/margin-account.ts';
import type { Page } from './history.ts';
import type { FillRecord } from './records.ts';
import { fillOf } from './rows.ts';

export const INCOME_KINDS = ['REALIZED_PNL', 'COMMISSION', 'FUNDING_FEE'] as const;
export type IncomeKind = (typeof INCOME_KINDS)[number];

export interface Income {
  readonly symbol: string;
  readonly kind: IncomeKind;
  /** What came (positive) or went. */
  readonly atoms: number;
  readonly atMs: number;
  /** Of the trade or the settlement it comes from. */
  readonly sourceId: number;
}

export interface IncomeQuery {
  readonly symbol: string | null;
  readonly kind: IncomeKind | null;
  readonly startMs: number;
  readonly endMs: number;
  readonly limit: number;
  readonly offset: number;
}

const OF_FILLS = "FROM fill WHERE account_id = :account AND symbol LIKE '%:%'";
const SOURCES: Readonly<Record<IncomeKind, string>> = {
  REALIZED_PNL: `SELECT symbol, 'REALIZED_PNL' AS kind, realised_atoms AS atoms, at, id ${OF_FILLS} AND realised_atoms <> 0`,
  COMMISSION: `SELECT symbol, 'COMMISSION' AS kind, -fee_atoms AS atoms, at, id ${OF_FILLS} AND fee_atoms <> 0`,
  FUNDING_FEE:
    "SELECT symbol, 'FUNDING_FEE' AS kind, amount_atoms AS atoms, at, id FROM funding WHERE account_id = :account",
};

export class ContractHistory {
  readonly #db: DatabaseSync;
  readonly #realisedAfter: StatementSync;
  /** What was summed up so far, and to which trade. */
  readonly #realised = new Map<string, { atoms: number; toId: number }>();

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#realisedAfter = db.prepare(
      'SELECT coalesce(sum(CASE WHEN symbol = ? AND position_side = ? THEN realised_atoms ELSE 0 END), 0) AS atoms, ' +
        'coalesce(max(id), 0) AS id FROM fill WHERE account_id = ? AND id > ?',
    );
  }

  /** What all trades of one position have realised, before fees. */
  realisedAtoms(accountId: number, symbol: string, positionSide: PositionSide): number {
    const key = `${accountId} ${symbol} ${positionSide}`;
    const { atoms, toId } = this.#realised.get(key) ?? { atoms: 0, toId: 0 };
    const row = this.#realisedAfter.get(symbol, positionSide, accountId, toId);
    const known = { atoms: atoms + Number(row?.atoms), toId: Math.max(toId, Number(row?.id)) };
    this.#realised.set(key, known);
    return known.atoms;
  }

  /** Ascending by number: with a beginning the first `limit` from there, without one the last. */
  trades(accountId: number, symbol: string, orderId: number | null, page: Page): FillRecord[] {
    const terms = ['account_id = ?', 'symbol = ?'];
    const values: SQLInputValue[] = [accountId, symbol];
    const bound = (term: string, value: number | null) => {
      if (value === null) return;
      terms.push(term);
      values.push(value);
    };
    bound('order_id = ?', orderId);
    bound('id >= ?', page.fromId);
    bound('at >= ?', page.startMs);
    bound('at <= ?', page.endMs);
    const forward = page.fromId !== null || page.startMs !== null;
    const sql = `SELECT * FROM fill WHERE ${terms.join(' AND ')} ORDER BY id ${forward ? 'ASC' : 'DESC'} LIMIT ?`;
    const rows = this.#db
      .prepare(sql)
      .all(...values, page.limit)
      .map(fillOf);
    return forward ? rows : rows.reverse();
  }

  /** Oldest first. */
  incomes(accountId: number, query: IncomeQuery): Income[] {
    const kinds = query.kind === null ? INCOME_KINDS : [query.kind];
    const union = kinds.map((kind) => SOURCES[kind]).join(' UNION ALL ');
    const ofSymbol = query.symbol === null ? '' : 'AND symbol = :symbol';
    const sql =
      `SELECT * FROM (${union}) WHERE at BETWEEN :start AND :end ${ofSymbol} ` +
      'ORDER BY at, id, kind LIMIT :limit OFFSET :offset';
    const { symbol, startMs: start, endMs: end, limit, offset } = query;
    const values = { account: accountId, start, end, limit, offset, ...(symbol === null ? {} : { symbol }) };
    return this.#db.prepare(sql).all(values).map(incomeOf);
  }
}

function incomeOf(row: Record<string, unknown>): Income {
  return {
    symbol: String(row.symbol),
    kind: row.kind as IncomeKind,
    atoms: Number(row.atoms),
    atMs: Number(row.at),
    sourceId: Number(row.id),
  };
}
