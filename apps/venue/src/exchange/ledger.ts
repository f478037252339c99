// The exchange's register: accounts, open orders, running numbers, and what happened since the last commit. Spot and
// contracts write their trades here, each after it has booked the money.
import type { Atoms, Lots, Ticks, TimeMs } from '@cormorant/core/money/units.ts';
import type { MarginAdds } from '../store/margin-adds.ts';
import type { AmendmentRecord, FillRecord, FundingRecord, OrderRecord } from '../store/records.ts';
import type { VenueStore } from '../store/venue-store.ts';
import type { Account } from './account.ts';
import type { ServerClock } from './server-clock.ts';
import type { SymbolDesk } from './symbol-desk.ts';
import { Unsaved } from './unsaved.ts';

type Grown =
  | 'id'
  | 'filledLots'
  | 'spentTickLots'
  | 'preventedBy'
  | 'updatedAtMs'
  | 'workingAtMs'
  | 'status'
  | 'handle';
type Optional = 'form' | 'listId';
export type OrderDraft = Omit<OrderRecord, Grown | Optional> & Partial<Pick<OrderRecord, Optional>>;

export interface Trade {
  readonly priceTicks: Ticks;
  readonly qtyLots: Lots;
  readonly leftLots: Lots;
  readonly feeAtoms: Atoms;
  readonly feeInBase: boolean;
  readonly maker: boolean;
  readonly liquidation: boolean;
  /** Contracts. */
  readonly realisedAtoms?: Atoms;
  /** Of the open book. */
  readonly tradeId?: number;
}

export class Ledger {
  readonly marginAdds: MarginAdds;
  readonly unsaved = new Unsaved();
  fillsOfThisCall: FillRecord[] = [];
  readonly #accounts = new Map<number, Account>();
  readonly #byName = new Map<string, Account>();
  readonly #openOrders = new Map<number, OrderRecord>();
  readonly #clock: ServerClock;
  #lastOrderId: number;
  /** Trades, settlements of funding and amendments share one running number: it says which of two was booked first. */
  #lastEntryId: number;

  constructor(store: VenueStore, clock: ServerClock) {
    this.#clock = clock;
    this.marginAdds = store.marginAdds;
    this.#lastOrderId = store.lastOrderId();
    this.#lastEntryId = Math.max(store.lastFillId(), store.lastFundingId(), store.amendments.lastId());
  }

  get nextOrderId(): number {
    return this.#lastOrderId + 1;
  }

  get accounts(): number {
    return this.#accounts.size;
  }

  /** When what happens now to an account on a symbol has happened, as its owner is told. */
  timeOf({ law }: Pick<Account, 'law'>, { venue }: SymbolDesk): TimeMs {
    return law === 'book' ? this.#clock.notBefore(venue.nowMs) : venue.nowMs;
  }

  /** A request of this account comes in: what it does is done no earlier than now. */
  heard({ law }: Pick<Account, 'law'>): void {
    if (law === 'book') this.#clock.now();
  }

  register(account: Account): void {
    this.#accounts.set(account.id, account);
    this.#byName.set(account.name, account);
  }

  all(): Account[] {
    return [...this.#accounts.values()];
  }

  account(name: string): Account | undefined {
    return this.#byName.get(name);
  }

  accountOf(id: number): Account {
    const account = this.#accounts.get(id);
    if (account === undefined) throw new Error(`no account ${id}`);
    return account;
  }

  /** A new order; its fills of this call are collected from here on. */
  open(account: Account, draft: OrderDraft): OrderRecord {
    const order: OrderRecord = {
      ...{ form: null, listId: null, ...draft, id: ++this.#lastOrderId, status: 'open', handle: -1 },
      workingAtMs: draft.trigger === null ? draft.createdAtMs : null,
      ...{ filledLots: 0, spentTickLots: 0, preventedBy: null, updatedAtMs: draft.createdAtMs },
    };
    this.adopt(order, account);
    this.unsaved.order(order);
    return order;
  }

  /** An open order from disk. */
  adopt(order: OrderRecord, account: Account): void {
    this.#openOrders.set(order.id, order);
    account.openByCid.set(order.cid, order);
  }

  findOpen(id: number): OrderRecord | undefined {
    return this.#openOrders.get(id);
  }

  openOrder(id: number): OrderRecord {
    const order = this.#openOrders.get(id);
    if (order === undefined) throw new Error(`no open order ${id}`);
    return order;
  }

  close(order: OrderRecord, account: Account, desk: SymbolDesk, status: 'filled' | 'cancelled'): void {
    order.status = status;
    order.updatedAtMs = this.timeOf(account, desk);
    account.openByCid.delete(order.cid);
    this.#openOrders.delete(order.id);
    this.unsaved.order(order);
  }

  amend(desk: SymbolDesk, account: Account, order: OrderRecord, newLots: Lots, newCid: string): AmendmentRecord {
    const { cid: oldCid, id: orderId, qtyLots: oldLots } = order;
    const atMs = this.timeOf(account, desk);
    account.openByCid.delete(oldCid);
    Object.assign(order, { cid: newCid, qtyLots: newLots, updatedAtMs: atMs });
    account.openByCid.set(newCid, order);
    const id = ++this.#lastEntryId;
    const amendment = { id, accountId: account.id, orderId, oldCid, newCid, oldLots, newLots, atMs };
    this.unsaved.amendment(amendment);
    this.unsaved.order(order);
    this.unsaved.tell({ type: 'order', account, desk, order: { ...order }, oldCid });
    return amendment;
  }

  fill(desk: SymbolDesk, account: Account, order: OrderRecord, trade: Trade): void {
    const { priceTicks, qtyLots, leftLots, feeAtoms, feeInBase, maker, liquidation, realisedAtoms = 0 } = trade;
    order.filledLots += qtyLots;
    order.spentTickLots += priceTicks * qtyLots;
    const atMs = this.timeOf(account, desk);
    order.updatedAtMs = atMs;
    order.workingAtMs ??= atMs;
    const fill: FillRecord = {
      id: ++this.#lastEntryId,
      tradeId: trade.tradeId ?? null,
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
      atMs,
      positionSide: order.positionSide,
      liquidation,
      realisedAtoms,
    };
    this.unsaved.fill(fill);
    this.unsaved.order(order);
    this.fillsOfThisCall.push(fill);
    if (leftLots === 0) this.close(order, account, desk, 'filled');
    this.unsaved.tell({ type: 'fill', account, desk, fill, order: { ...order } });
  }

  fund(desk: SymbolDesk, account: Account, facts: Omit<FundingRecord, 'id' | 'accountId' | 'symbol'>): void {
    const funding = { ...facts, id: ++this.#lastEntryId, accountId: account.id, symbol: desk.symbol };
    this.unsaved.funding(funding);
    this.unsaved.tell({ type: 'funding', account, desk, funding });
  }

  /** An event keeps the order as it stood then: it may go on changing before the commit. */
  tellOrder(order: OrderRecord, account: Account, desk: SymbolDesk): void {
    this.unsaved.tell({ type: 'order', account, desk, order: { ...order } });
  }
}
