// What has happened since the last commit: rows to save, and the events that may be told once they are saved. Nothing in
// here is true for the outside until save() has returned.
import type { Atoms } from '@cormorant/core/money/units.ts';
import type { Accounts, BalanceRow } from '@cormorant/core/venue/accounts.ts';
import type { MarginBook } from '@cormorant/core/venue/margin-book.ts';
import type {
  AmendmentRecord,
  FillRecord,
  FundingRecord,
  MarginAddRecord,
  OrderRecord,
  PublicTrade,
} from '../store/records.ts';
import type { StoredPosition, VenueStore } from '../store/venue-store.ts';
import type { Account } from './account.ts';
import type { SymbolDesk } from './symbol-desk.ts';

export type ExchangeEvent =
  | { type: 'fill'; account: Account; desk: SymbolDesk; fill: FillRecord; order: OrderRecord }
  /** `oldCid`: it was amended, and its client called it so before. */
  | { type: 'order'; account: Account; desk: SymbolDesk; order: OrderRecord; oldCid?: string }
  | { type: 'funding'; account: Account; desk: SymbolDesk; funding: FundingRecord }
  | { type: 'mark'; desk: SymbolDesk; markTicks: number; atMs: number }
  | { type: 'deposit'; account: Account; asset: string; atoms: Atoms; atMs: number }
  | { type: 'trade'; desk: SymbolDesk; trade: PublicTrade }
  | { type: 'print'; desk: SymbolDesk; seq: number; priceTicks: number; atMs: number };

export class Unsaved {
  readonly #accounts: Account[] = [];
  readonly #touchedAccounts = new Set<number>();
  readonly #orders = new Set<OrderRecord>();
  readonly #fills: FillRecord[] = [];
  readonly #amendments: AmendmentRecord[] = [];
  readonly #fundings: FundingRecord[] = [];
  readonly #marginAdds: MarginAddRecord[] = [];
  /** Futures wallets and positions that changed. */
  readonly #margins = new Set<number>();
  readonly #desks = new Set<SymbolDesk>();
  #events: ExchangeEvent[] = [];

  account(account: Account): void {
    this.#accounts.push(account);
    this.#touchedAccounts.add(account.id);
  }

  /** Balances changed without an order. */
  balances(accountId: number): void {
    this.#touchedAccounts.add(accountId);
  }

  /** The order or the balances behind it changed. */
  order(order: OrderRecord): void {
    this.#orders.add(order);
    this.#touchedAccounts.add(order.accountId);
  }

  amendment(amendment: AmendmentRecord): void {
    this.#amendments.push(amendment);
  }

  fill(fill: FillRecord): void {
    this.#fills.push(fill);
  }

  funding(funding: FundingRecord): void {
    this.#fundings.push(funding);
    this.#margins.add(funding.accountId);
  }

  marginAdd(add: MarginAddRecord): void {
    this.#marginAdds.push(add);
    this.#margins.add(add.accountId);
  }

  /** Whether this turn has done it already. */
  hasMarginAdd(accountId: number, ref: string): boolean {
    return this.#marginAdds.some((add) => add.accountId === accountId && add.ref === ref);
  }

  margin(accountId: number): void {
    this.#margins.add(accountId);
  }

  moved(desk: SymbolDesk): void {
    this.#desks.add(desk);
  }

  tell(event: ExchangeEvent): void {
    this.#events.push(event);
  }

  /** One transaction; answers the events, in order. Throws when the store fails, and then nothing may be told. */
  save(store: VenueStore, balances: Accounts, book: MarginBook): ExchangeEvent[] {
    const effects = this.#touchedAccounts.size + this.#fills.length + this.#margins.size;
    if (effects > 0 || this.#desks.size > 0) {
      store.save({
        accounts: this.#accounts,
        balances: [...this.#touchedAccounts].flatMap((id): BalanceRow[] => [...balances.rowsOf(id)]),
        orders: this.#orders,
        fills: this.#fills,
        amendments: this.#amendments,
        fundings: this.#fundings,
        marginAdds: this.#marginAdds,
        margins: [...this.#margins].map((id) => book.accountSnapshot(id)),
        house: this.#margins.size > 0 ? book.houseSnapshot() : null,
        positions: [...this.#desks].map(positionOf),
        mustSurvivePowerCut: effects > 0,
      });
    }
    this.#accounts.length = 0;
    this.#touchedAccounts.clear();
    this.#orders.clear();
    this.#fills.length = 0;
    this.#amendments.length = 0;
    this.#fundings.length = 0;
    this.#marginAdds.length = 0;
    this.#margins.clear();
    this.#desks.clear();
    const events = this.#events;
    this.#events = [];
    return events;
  }
}

function positionOf({ symbol, tape, seq }: SymbolDesk): StoredPosition {
  const { position, lastTicks, lastAtMs } = tape;
  return { symbol, position, seq, lastTicks, atMs: lastAtMs };
}
