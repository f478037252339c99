// What was amended of orders that stood, by the running number of each change.
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { AmendmentRecord } from './records.ts';

export class Amendments {
  readonly #put: StatementSync;
  readonly #ofOrder: StatementSync;
  readonly #last: StatementSync;

  constructor(db: DatabaseSync) {
    db.exec(`CREATE TABLE IF NOT EXISTS amendment (
      id INTEGER PRIMARY KEY,
      account_id INTEGER NOT NULL REFERENCES account (id),
      order_id INTEGER NOT NULL REFERENCES venue_order (id),
      old_cid TEXT NOT NULL,
      new_cid TEXT NOT NULL,
      old_lots INTEGER NOT NULL,
      new_lots INTEGER NOT NULL CHECK (new_lots < old_lots),
      at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX IF NOT EXISTS amendment_of_order ON amendment (order_id, id);`);
    this.#put = db.prepare(
      'INSERT INTO amendment (id, account_id, order_id, old_cid, new_cid, old_lots, new_lots, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    );
    this.#ofOrder = db.prepare(
      'SELECT * FROM amendment WHERE account_id = ? AND order_id = ? AND id >= ? ORDER BY id LIMIT ?',
    );
    this.#last = db.prepare('SELECT coalesce(max(id), 0) AS id FROM amendment');
  }

  /** Inside the transaction of a save. */
  put({ accountId, atMs, id, newCid, newLots, oldCid, oldLots, orderId }: AmendmentRecord): void {
    this.#put.run(id, accountId, orderId, oldCid, newCid, oldLots, newLots, atMs);
  }

  lastId(): number {
    return Number(this.#last.get()?.id);
  }

  /** Ascending by number. */
  ofOrder(accountId: number, orderId: number, fromId: number, limit: number): AmendmentRecord[] {
    return this.#ofOrder.all(accountId, orderId, fromId, limit).map((row) => ({
      id: Number(row.id),
      accountId: Number(row.account_id),
      orderId: Number(row.order_id),
      oldCid: String(row.old_cid),
      newCid: String(row.new_cid),
      oldLots: Number(row.old_lots),
      newLots: Number(row.new_lots),
      atMs: Number(row.at),
    }));
  }
}
