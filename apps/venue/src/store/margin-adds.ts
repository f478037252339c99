// What clients put behind isolated positions, or took from them, by their own ids: the same id is done once.
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { MarginAddRecord } from './records.ts';

export class MarginAdds {
  readonly #put: StatementSync;
  readonly #byRef: StatementSync;
  readonly #since: StatementSync;

  constructor(db: DatabaseSync) {
    db.exec(`CREATE TABLE IF NOT EXISTS margin_add (
      id INTEGER PRIMARY KEY,
      account_id INTEGER NOT NULL REFERENCES account (id),
      ref TEXT,
      symbol TEXT NOT NULL,
      position_side TEXT NOT NULL,
      amount_atoms INTEGER NOT NULL,
      at INTEGER NOT NULL,
      UNIQUE (account_id, ref)
    ) STRICT;
    CREATE INDEX IF NOT EXISTS margin_add_of_symbol ON margin_add (account_id, symbol, at);`);
    this.#put = db.prepare(
      'INSERT INTO margin_add (account_id, ref, symbol, position_side, amount_atoms, at) VALUES (?, ?, ?, ?, ?, ?)',
    );
    this.#byRef = db.prepare('SELECT 1 AS known FROM margin_add WHERE account_id = ? AND ref = ?');
    this.#since = db.prepare('SELECT * FROM margin_add WHERE account_id = ? AND symbol = ? AND at >= ? ORDER BY id');
  }

  /** Inside the transaction of a save. */
  put({ accountId, amountAtoms, atMs, positionSide, ref, symbol }: MarginAddRecord): void {
    this.#put.run(accountId, ref, symbol, positionSide, amountAtoms, atMs);
  }

  knows(accountId: number, ref: string): boolean {
    return this.#byRef.get(accountId, ref) !== undefined;
  }

  since(accountId: number, symbol: string, sinceMs: number): MarginAddRecord[] {
    return this.#since.all(accountId, symbol, sinceMs).map((row) => ({
      accountId: Number(row.account_id),
      ref: row.ref === null ? null : String(row.ref),
      symbol: String(row.symbol),
      positionSide: row.position_side as MarginAddRecord['positionSide'],
      amountAtoms: Number(row.amount_atoms),
      atMs: Number(row.at),
    }));
  }
}
