// The exchange's register: accounts, open orders, running numbers, and what happened since the last commit. Spot and
// contracts write their trades here, each after it has booked the money.
import type { Atoms, Lots, Ticks } from '@cormorant/core/money/units.ts';
import type { VenueStore } from '../store/venue-store.ts';
import type { Account } from './account.ts';
import type { FillRecord, FundingRecord, OrderRecord } from './records.ts';
import type { SymbolDesk } from './symbol-desk.ts';
import { Unsaved } from './unsaved.ts';

export type OrderDraft = Omit<OrderRecord, 'id' | 'filledLots' | 'status' | 'handle'>;

export interface Trade {
  readonly priceTicks: Ticks;
  readonly qtyLots: Lots;
  readonly leftLots: Lots;
  readonly feeAtoms: Atoms;
  readonly feeInBase: boolean;
  readonly maker: boolean;
  readonly liquidation: boolean;
}

export class Ledger {
  readonly unsaved = new Unsaved();
  fillsOfThisCall: FillRecord[] = [];
  readonly #accounts = new Map<number, Account>();
  readonly #byName = new Map<string, Account>();
  readonly #openOrders = new Map<number, OrderRecord>();
  #lastOrderId: number;
  #lastFillId: number;
  #lastFundingId: number;

  constructor(store: VenueStore) {
    this.#lastOrderId = store.lastOrderId();
    this.#lastFillId = store.lastFillId();
    this.#lastFundingId = store.lastFundingId();
  }

  get nextOrderId(): number {
    return this.#lastOrderId + 1;
  }

  get accounts(): number {
    return this.#accounts.size;
  }

  register(account: Account): void {
    this.#accounts.set(account.id, account);
    this.#byName.set(account.name, account);
  }

  account(name: string): Account | undefined {
    return this.#byName.get(name);
  }

  all(): Account[] {
    return [...this.#accounts.values()];
  }

  accountOf(id: number): Account {
    const account = this.#accounts.get(id);
    if (account === undefined) throw new Error(`no account ${id}`);
    return account;
  }

  /** A new order; its fills of this call are collected from here on. */
  open(account: Account, draft: OrderDraft): OrderRecord {
    const order: OrderRecord = { ...draft, id: ++this.#lastOrderId, filledLots: 0, status: 'open', handle: -1 };
    this.adopt(order, account);
    this.unsaved.order(order);
    return order;
  }

  /** An open order from disk. */
  adopt(order: OrderRecord, account: Account): void {
    this.#openOrders.set(order.id, order);
    account.openByCid.set(order.cid, order);
  }

  openOrder(id: number): OrderRecord {
    const order = this.#openOrders.get(id);
    if (order === undefined) throw new Error(`no open order ${id}`);
    return order;
  }

  close(order: OrderRecord, account: Account, status: 'filled' | 'cancelled'): void {
    order.status = status;
    account.openByCid.delete(order.cid);
    this.#openOrders.delete(order.id);
    this.unsaved.order(order);
  }

  fill(desk: SymbolDesk, account: Account, order: OrderRecord, trade: Trade): void {
    const { priceTicks, qtyLots, leftLots, feeAtoms, feeInBase, maker, liquidation } = trade;
    order.filledLots += qtyLots;
    const fill: FillRecord = {
      id: ++this.#lastFillId,
      orderId: order.id,
      accountId: account.id,
      cid: order.cid,
      symbol: desk.symbol,
      side: order.side,
      priceTicks,
      qtyLots,
      feeAtoms,
      feeInBase,
      maker,
      lastTicks: desk.venue.lastTicks,
      atMs: desk.venue.nowMs,
      positionSide: order.positionSide,
      liquidation,
    };
    this.unsaved.fill(fill);
    this.unsaved.order(order);
    this.fillsOfThisCall.push(fill);
    this.unsaved.tell({ type: 'fill', account, desk, fill });
    if (leftLots === 0) this.close(order, account, 'filled');
  }

  fund(desk: SymbolDesk, account: Account, facts: Omit<FundingRecord, 'id' | 'accountId' | 'symbol'>): void {
    const funding = { ...facts, id: ++this.#lastFundingId, accountId: account.id, symbol: desk.symbol };
    this.unsaved.funding(funding);
    this.unsaved.tell({ type: 'funding', account, desk, funding });
  }

  /** An event keeps the order as it stood then: it may go on changing before the commit. */
  tellOrder(order: OrderRecord, account: Account, desk: SymbolDesk): void {
    this.unsaved.tell({ type: 'order', account, desk, order: { ...order } });
  }
}
