// What the exchange owes its clients, on disk: one SQLite file held exclusively by one process. A save is one
// transaction; what a reply or an event says has been saved before it is said, so kill -9 loses nothing acknowledged.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { BalanceRow } from '@cormorant/core/venue/accounts.ts';
import type { AccountSnapshot, HouseSnapshot } from '@cormorant/core/venue/margin-snapshot.ts';
import type { VenueLaw } from '@cormorant/core/venue/sim-venue.ts';
import { Amendments } from './amendments.ts';
import { ContractHistory } from './contract-history.ts';
import { History } from './history.ts';
import { KeyTable } from './key-table.ts';
import { MarginAdds } from './margin-adds.ts';
import type { AmendmentRecord, FillRecord, FundingRecord, MarginAddRecord, OrderRecord } from './records.ts';
import { fillOf, fundingOf, orderOf } from './rows.ts';
import { MIGRATIONS, SCHEMA } from './schema.ts';

export interface StoredAccount {
  id: number;
  name: string;
  ref: string;
  law: VenueLaw;
  madeAtMs: number;
}

export interface StoredPosition {
  symbol: string;
  position: number;
  seq: number;
  lastTicks: number;
  atMs: number;
}

export interface Changes {
  accounts: Iterable<StoredAccount>;
  balances: Iterable<BalanceRow>;
  orders: Iterable<OrderRecord>;
  fills: Iterable<FillRecord>;
  amendments: Iterable<AmendmentRecord>;
  fundings: Iterable<FundingRecord>;
  marginAdds: Iterable<MarginAddRecord>;
  /** Futures wallets with settings and positions. */
  margins: Iterable<AccountSnapshot>;
  house: HouseSnapshot | null;
  positions: Iterable<StoredPosition>;
  /** False when nothing but positions moved: then losing them to a power cut repeats prints that had no effect. */
  mustSurvivePowerCut: boolean;
}

export class DataFolderBusyError extends Error {}

const FILE = 'venue.db';

export class VenueStore {
  readonly marginAdds: MarginAdds;
  readonly amendments: Amendments;
  readonly keys: KeyTable;
  readonly history: History;
  readonly contractHistory: ContractHistory;
  readonly #db: DatabaseSync;
  readonly #putAccount: StatementSync;
  readonly #putBalance: StatementSync;
  readonly #isOnDisk: boolean;
  readonly #begin: StatementSync;
  readonly #commit: StatementSync;
  readonly #putOrder: StatementSync;
  readonly #putFill: StatementSync;
  readonly #putPosition: StatementSync;
  readonly #putFunding: StatementSync;
  readonly #putMargin: StatementSync;
  readonly #putHouse: StatementSync;
  readonly #fundingsAfter: StatementSync;
  readonly #orderByCid: StatementSync;
  readonly #fillsAfter: StatementSync;

  /** A null folder keeps everything in memory. */
  constructor(folder: string | null) {
    if (folder !== null) mkdirSync(folder, { recursive: true });
    this.#db = openExclusively(folder === null ? ':memory:' : join(folder, FILE));
    this.#isOnDisk = folder !== null;
    this.#begin = this.#db.prepare('BEGIN IMMEDIATE');
    this.#commit = this.#db.prepare('COMMIT');
    this.keys = new KeyTable(this.#db);
    this.history = new History(this.#db);
    this.contractHistory = new ContractHistory(this.#db);
    this.marginAdds = new MarginAdds(this.#db);
    this.amendments = new Amendments(this.#db);
    this.#putAccount = this.#db.prepare('INSERT INTO account (id, name, ref, law, made_at) VALUES (?, ?, ?, ?, ?)');
    this.#putBalance = this.#db.prepare(
      'INSERT INTO balance (account_id, asset, free_atoms, locked_atoms) VALUES (?, ?, ?, ?) ' +
        'ON CONFLICT DO UPDATE SET free_atoms = excluded.free_atoms, locked_atoms = excluded.locked_atoms',
    );
    this.#putOrder = this.#db.prepare(
      'INSERT INTO venue_order (id, account_id, cid, symbol, side, type, tif, price_ticks, qty_lots, filled_lots, ' +
        'status, created_at, position_side, reduce_only, trigger_kind, trigger_by, trigger_ticks, lock_ticks, form, ' +
        'spent_tick_lots, updated_at, prevented_by, working_at, list_id) ' +
        'VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ' +
        'ON CONFLICT DO UPDATE SET cid = excluded.cid, qty_lots = excluded.qty_lots, ' +
        'filled_lots = excluded.filled_lots, status = excluded.status, ' +
        'spent_tick_lots = excluded.spent_tick_lots, updated_at = excluded.updated_at, prevented_by = excluded.prevented_by, ' +
        'working_at = excluded.working_at',
    );
    this.#putFill = this.#db.prepare(
      'INSERT INTO fill (id, order_id, account_id, cid, symbol, side, price_ticks, qty_lots, fee_atoms, fee_in_base, ' +
        'maker, last_ticks, at, position_side, liquidation, trade_id, realised_atoms) ' +
        'VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
    );
    this.#putFunding = this.#db.prepare(
      'INSERT INTO funding (id, account_id, symbol, position_side, rate_e8, mark_ticks, amount_atoms, at) ' +
        'VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    );
    this.#putMargin = this.#db.prepare(
      'INSERT INTO margin_account (account_id, state) VALUES (?, ?) ON CONFLICT DO UPDATE SET state = excluded.state',
    );
    this.#putHouse = this.#db.prepare(
      'INSERT INTO margin_house (one, state) VALUES (1, ?) ON CONFLICT DO UPDATE SET state = excluded.state',
    );
    this.#fundingsAfter = this.#db.prepare(
      'SELECT * FROM funding WHERE account_id = ? AND id > ? AND symbol = coalesce(?, symbol) ORDER BY id LIMIT ?',
    );
    this.#putPosition = this.#db.prepare(
      'INSERT INTO tape (symbol, position, seq, last_ticks, at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET ' +
        'position = excluded.position, seq = excluded.seq, last_ticks = excluded.last_ticks, at = excluded.at',
    );
    this.#orderByCid = this.#db.prepare(
      'SELECT * FROM venue_order WHERE account_id = ? AND cid = ? ORDER BY id DESC LIMIT 1',
    );
    this.#fillsAfter = this.#db.prepare(
      'SELECT * FROM fill WHERE account_id = ? AND id > ? AND symbol = coalesce(?, symbol) ORDER BY id LIMIT ?',
    );
  }

  /** The value first given for a key, for ever after. */
  fixed(key: string, value: string): string {
    this.#db.prepare('INSERT INTO fact (key, value) VALUES (?, ?) ON CONFLICT DO NOTHING').run(key, value);
    return String(this.#db.prepare('SELECT value FROM fact WHERE key = ?').get(key)?.value);
  }

  save(changes: Changes): void {
    const isHasty = this.#isOnDisk && !changes.mustSurvivePowerCut;
    if (isHasty) this.#db.exec('PRAGMA synchronous = NORMAL');
    this.#begin.run();
    for (const a of changes.accounts) this.#putAccount.run(a.id, a.name, a.ref, a.law, a.madeAtMs);
    for (const b of changes.balances) this.#putBalance.run(b.account, b.asset, b.freeAtoms, b.lockedAtoms);
    for (const o of changes.orders) this.#saveOrder(o);
    for (const amendment of changes.amendments) this.amendments.put(amendment);
    for (const f of changes.fills) this.#saveFill(f);
    for (const f of changes.fundings)
      this.#putFunding.run(f.id, f.accountId, f.symbol, f.positionSide, f.rateE8, f.markTicks, f.amountAtoms, f.atMs);
    for (const add of changes.marginAdds) this.marginAdds.put(add);
    for (const margin of changes.margins) this.#putMargin.run(margin.id, JSON.stringify(margin));
    if (changes.house !== null) this.#putHouse.run(JSON.stringify(changes.house));
    for (const p of changes.positions) this.#putPosition.run(p.symbol, p.position, p.seq, p.lastTicks, p.atMs);
    this.#commit.run();
    if (isHasty) this.#db.exec('PRAGMA synchronous = FULL');
  }

  accounts(): StoredAccount[] {
    const sql = 'SELECT id, name, ref, law, made_at AS madeAtMs FROM account ORDER BY id';
    return this.#db.prepare(sql).all() as unknown as StoredAccount[];
  }

  balances(): BalanceRow[] {
    const sql =
      'SELECT account_id AS account, asset, free_atoms AS freeAtoms, locked_atoms AS lockedAtoms FROM balance';
    return this.#db.prepare(sql).all() as unknown as BalanceRow[];
  }

  positions(): StoredPosition[] {
    const sql = 'SELECT symbol, position, seq, last_ticks AS lastTicks, at AS atMs FROM tape';
    return this.#db.prepare(sql).all() as unknown as StoredPosition[];
  }

  marginAccounts(): AccountSnapshot[] {
    const rows = this.#db.prepare('SELECT state FROM margin_account ORDER BY account_id').all();
    return rows.map((row) => JSON.parse(String(row.state)) as AccountSnapshot);
  }

  marginHouse(): HouseSnapshot | null {
    const row = this.#db.prepare('SELECT state FROM margin_house').get();
    return row === undefined ? null : (JSON.parse(String(row.state)) as HouseSnapshot);
  }

  lastFundingId(): number {
    return Number(this.#db.prepare('SELECT coalesce(max(id), 0) AS id FROM funding').get()?.id);
  }

  fundingsAfter(accountId: number, afterId: number, limit: number, symbol: string | null = null): FundingRecord[] {
    return this.#fundingsAfter.all(accountId, afterId, symbol, limit).map(fundingOf);
  }

  /** Oldest first: their age is their priority. */
  openOrders(): OrderRecord[] {
    return this.#db.prepare("SELECT * FROM venue_order WHERE status = 'open' ORDER BY id").all().map(orderOf);
  }

  lastOrderId(): number {
    return Number(this.#db.prepare('SELECT coalesce(max(id), 0) AS id FROM venue_order').get()?.id);
  }

  lastFillId(): number {
    return Number(this.#db.prepare('SELECT coalesce(max(id), 0) AS id FROM fill').get()?.id);
  }

  /** The youngest order of an account under this client id. */
  orderByCid(accountId: number, cid: string): OrderRecord | null {
    const row = this.#orderByCid.get(accountId, cid);
    return row === undefined ? null : orderOf(row);
  }

  /** Of one symbol, or of all. */
  fillsAfter(accountId: number, afterId: number, limit: number, symbol: string | null = null): FillRecord[] {
    return this.#fillsAfter.all(accountId, afterId, symbol, limit).map(fillOf);
  }

  close(): void {
    this.#db.close();
  }

  #saveOrder(o: OrderRecord): void {
    this.#putOrder.run(
      o.id,
      o.accountId,
      o.cid,
      o.symbol,
      o.side,
      o.type,
      o.tif,
      o.priceTicks,
      o.qtyLots,
      o.filledLots,
      o.status,
      o.createdAtMs,
      o.positionSide,
      o.reduceOnly ? 1 : 0,
      o.trigger?.kind ?? null,
      o.trigger?.by ?? null,
      o.trigger?.priceTicks ?? null,
      o.lockTicks,
      o.form === null ? null : JSON.stringify(o.form),
      o.spentTickLots,
      o.updatedAtMs,
      o.preventedBy,
      o.workingAtMs,
      o.listId,
    );
  }

  #saveFill(f: FillRecord): void {
    this.#putFill.run(
      f.id,
      f.orderId,
      f.accountId,
      f.cid,
      f.symbol,
      f.side,
      f.priceTicks,
      f.qtyLots,
      f.feeAtoms,
      f.feeInBase ? 1 : 0,
      f.maker ? 1 : 0,
      f.lastTicks,
      f.atMs,
      f.positionSide,
      f.liquidation ? 1 : 0,
      f.tradeId,
      f.realisedAtoms,
    );
  }
}

function openExclusively(path: string): DatabaseSync {
  const db = new DatabaseSync(path);
  try {
    db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
    db.exec(SCHEMA);
    migrate(db);
  } catch (error) {
    db.close();
    if (!/locked|busy/i.test(String(error))) throw error;
    throw new DataFolderBusyError(`another exchange process holds ${path}; stop it or choose another --data folder`);
  }
  return db;
}

function migrate(db: DatabaseSync): void {
  const seen = Number(db.prepare('PRAGMA user_version').get()?.user_version);
  for (const [at, statements] of MIGRATIONS.entries()) {
    if (at < seen) continue;
    db.exec(`BEGIN IMMEDIATE; ${statements} PRAGMA user_version = ${at + 1}; COMMIT;`);
  }
}
