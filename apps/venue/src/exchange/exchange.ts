// The exchange itself: accounts and orders around the core's matching, one SimVenue a symbol. All changes collect in
// memory until commit() has saved them; only then may replies and events leave. After a failed commit memory and disk
// disagree, so the process must end and start again from disk.
import { createHash } from 'node:crypto';
import type { Atoms, Lots, Ticks } from '@cormorant/core/money/units.ts';
import type { OrderType, Side, TimeInForce } from '@cormorant/core/strategy/strategy.ts';
import { Accounts } from '@cormorant/core/venue/accounts.ts';
import { DEFAULT_SLIPPAGE_PPM, SimVenue } from '@cormorant/core/venue/sim-venue.ts';
import { refusalOf, type VenueSink } from '@cormorant/core/venue/sink.ts';
import type { Market } from '../market/market.ts';
import type { Tape } from '../market/tape.ts';
import type { VenueStore } from '../store/venue-store.ts';
import type { Account } from './account.ts';
import type { FillRecord, OrderRecord } from './records.ts';
import { type Refused, refused, refusedByVenue } from './refusals.ts';
import { isOver, type SymbolDesk } from './symbol-desk.ts';
import { type ExchangeEvent, Unsaved } from './unsaved.ts';

export const FUNDING_ASSET = 'USDT';
export const FUNDING_AMOUNT = '10000';

/** 10,000 in atoms of a finer scale would come near 2^53. */
const MAX_FUNDING_SCALE = 11;

/** This market cannot be traded here; the message says why, for the person who chose it. */
export class MarketRefusedError extends Error {}

export interface PlaceRequest {
  readonly cid: string;
  readonly side: Side;
  readonly type: OrderType;
  readonly tif: TimeInForce;
  readonly priceTicks: Ticks;
  readonly qtyLots: Lots;
}

export type Placed = { readonly ok: 1; readonly order: OrderRecord; readonly fills: readonly FillRecord[] };
export type Cancelled = { readonly ok: 1; readonly order: OrderRecord };

export class Exchange {
  readonly desks: readonly SymbolDesk[];
  readonly balances: Accounts;
  readonly #store: VenueStore;
  readonly #accounts = new Map<number, Account>();
  readonly #accountsByName = new Map<string, Account>();
  readonly #desksBySymbol = new Map<string, SymbolDesk>();
  readonly #openOrders = new Map<number, OrderRecord>();
  #lastOrderId: number;
  #lastFillId: number;
  #fillsOfThisCall: FillRecord[] = [];
  readonly #unsaved = new Unsaved();

  constructor(market: Market, store: VenueStore) {
    this.#store = store;
    this.#lastOrderId = store.lastOrderId();
    this.#lastFillId = store.lastFillId();
    this.balances = new Accounts(market.tapes.map((tape) => tape.instrument));
    this.desks = market.tapes.map((tape, index) => this.#openDesk(tape, index));
    this.#checkFunding();
    this.#restore();
  }

  desk(symbol: string): SymbolDesk | undefined {
    return this.#desksBySymbol.get(symbol);
  }

  account(name: string): Account | undefined {
    return this.#accountsByName.get(name);
  }

  /** The account of a client's own reference; opened and funded at the first call. */
  openAccount(ref: string): Account {
    const name = `acct-${createHash('sha256').update(ref).digest('hex').slice(0, 20)}`;
    const known = this.#accountsByName.get(name);
    if (known !== undefined) return known;
    const account: Account = { id: this.#accounts.size + 1, name, ref, openByCid: new Map() };
    this.#register(account);
    this.balances.credit(account.id, FUNDING_ASSET, this.balances.parse(FUNDING_ASSET, FUNDING_AMOUNT));
    this.#unsaved.account(account);
    return account;
  }

  place(account: Account, desk: SymbolDesk, request: PlaceRequest): Placed | Refused {
    const { cid, side, type, tif, priceTicks, qtyLots } = request;
    if (isOver(desk)) return refused('MARKET_CLOSED');
    if (account.openByCid.has(cid)) return refused('DUPLICATE_CID');
    const code = desk.venue.refusalFor(account.id, side, type, tif, priceTicks, qtyLots);
    if (code < 0) return refusedByVenue(refusalOf(code));
    const lockTicks = type === 'market' ? desk.venue.marketLimitTicks(side) : priceTicks;
    if (!this.balances.lock(account.id, desk.instrument, side, lockTicks, qtyLots)) {
      return refused('INSUFFICIENT_FUNDS', side === 'buy' ? desk.instrument.quote : desk.instrument.base);
    }
    const order: OrderRecord = {
      id: ++this.#lastOrderId,
      accountId: account.id,
      cid,
      symbol: desk.instrument.symbol,
      side,
      type,
      tif,
      priceTicks,
      qtyLots,
      filledLots: 0,
      lockTicks,
      status: 'open',
      createdAtMs: desk.venue.nowMs,
      handle: -1,
    };
    this.#openOrders.set(order.id, order);
    account.openByCid.set(cid, order);
    this.#unsaved.order(order);
    this.#fillsOfThisCall = [];
    const handle = desk.venue.place(account.id, order.id, side, type, tif, priceTicks, qtyLots);
    if (handle < 0) throw new Error(`matching refused (${refusalOf(handle)}) what it had just allowed`);
    order.handle = handle;
    this.#tellOrder(order, account, desk);
    return { ok: 1, order, fills: this.#fillsOfThisCall };
  }

  cancel(account: Account, cid: string): Cancelled | (Refused & { readonly order: OrderRecord | null }) {
    const order = account.openByCid.get(cid);
    if (order === undefined) return { ...refused('ORDER_NOT_OPEN'), order: this.orderByCid(account, cid) };
    const desk = this.#deskOf(order);
    if (!desk.venue.cancel(order.handle)) throw new Error(`open order ${order.id} is not in the book`);
    this.#cancelled(order, account, desk);
    this.#tellOrder(order, account, desk);
    return { ok: 1, order };
  }

  /** The youngest order under a client id, open or not. Sees only what has been committed, and open orders. */
  orderByCid(account: Account, cid: string): OrderRecord | null {
    return account.openByCid.get(cid) ?? this.#store.orderByCid(account.id, cid);
  }

  fillsAfter(account: Account, afterId: number, limit: number): FillRecord[] {
    return this.#store.fillsAfter(account.id, afterId, limit);
  }

  /** Makes the next print of a symbol: resting orders match first, then the print itself is told. */
  print(desk: SymbolDesk): void {
    const { tape, venue } = desk;
    const priceTicks = tape.nextTicks;
    const atMs = tape.nextAtMs;
    venue.print(priceTicks, atMs);
    tape.advance();
    desk.seq++;
    this.#unsaved.moved(desk);
    this.#unsaved.tell({ type: 'print', desk, seq: desk.seq, priceTicks, atMs });
  }

  /** Saves all that happened since the last commit and hands over its events, in order. */
  commit(): ExchangeEvent[] {
    return this.#unsaved.save(this.#store, this.balances);
  }

  #openDesk(tape: Tape, index: number): SymbolDesk {
    const { instrument } = tape;
    const sink: VenueSink = {
      fill: (_handle, accountId, ref, _side, priceTicks, qtyLots, leftLots, feeAtoms, feeInBase, maker) =>
        this.#book(desk, accountId, ref, priceTicks, qtyLots, leftLots, feeAtoms, feeInBase, maker),
      expired: (_handle, accountId, ref) => {
        this.#cancelled(this.#openOrder(ref), this.#accountOf(accountId), desk);
      },
    };
    const venue = new SimVenue(instrument, { law: 'candle', slippagePpm: DEFAULT_SLIPPAGE_PPM }, sink);
    const desk: SymbolDesk = { index, tape, instrument, venue, seq: 0 };
    this.#desksBySymbol.set(instrument.symbol, desk);
    return desk;
  }

  #restore(): void {
    for (const { symbol, seq, lastTicks, atMs } of this.#store.positions()) {
      const desk = this.#desksBySymbol.get(symbol);
      if (desk === undefined) continue;
      desk.seq = seq;
      desk.venue.lastTicks = lastTicks;
      desk.venue.nowMs = atMs;
    }
    for (const stored of this.#store.accounts()) this.#register({ ...stored, openByCid: new Map() });
    for (const row of this.#store.balances()) this.balances.restore(row);
    for (const order of this.#store.openOrders()) {
      const account = this.#accountOf(order.accountId);
      order.handle = this.#deskOf(order).venue.restoreOrder({
        account: account.id,
        ref: order.id,
        side: order.side,
        priceTicks: order.priceTicks,
        qtyLots: order.qtyLots,
        leftLots: order.qtyLots - order.filledLots,
      });
      account.openByCid.set(order.cid, order);
      this.#openOrders.set(order.id, order);
    }
  }

  #book(
    desk: SymbolDesk,
    accountId: number,
    orderId: number,
    priceTicks: Ticks,
    qtyLots: Lots,
    leftLots: Lots,
    feeAtoms: Atoms,
    feeInBase: boolean,
    maker: boolean,
  ): void {
    const { instrument } = desk;
    const account = this.#accountOf(accountId);
    const order = this.#openOrder(orderId);
    this.balances.fill(
      accountId,
      instrument,
      order.side,
      order.lockTicks,
      priceTicks,
      qtyLots,
      leftLots,
      feeAtoms,
      feeInBase,
    );
    order.filledLots += qtyLots;
    const fill: FillRecord = {
      id: ++this.#lastFillId,
      orderId,
      accountId,
      cid: order.cid,
      symbol: instrument.symbol,
      side: order.side,
      priceTicks,
      qtyLots,
      feeAtoms,
      feeInBase,
      maker,
      lastTicks: desk.venue.lastTicks,
      atMs: desk.venue.nowMs,
    };
    this.#unsaved.fill(fill);
    this.#unsaved.order(order);
    this.#fillsOfThisCall.push(fill);
    this.#unsaved.tell({ type: 'fill', account, desk, fill });
    if (leftLots === 0) this.#close(order, account, 'filled');
    if (maker) this.#tellOrder(order, account, desk);
  }

  /** Frees what the order still held. */
  #cancelled(order: OrderRecord, account: Account, desk: SymbolDesk): void {
    const leftLots = order.qtyLots - order.filledLots;
    this.balances.release(account.id, desk.instrument, order.side, order.lockTicks, leftLots);
    this.#close(order, account, 'cancelled');
  }

  #close(order: OrderRecord, account: Account, status: 'filled' | 'cancelled'): void {
    order.status = status;
    account.openByCid.delete(order.cid);
    this.#openOrders.delete(order.id);
    this.#unsaved.order(order);
  }

  /** An event keeps the order as it stood then: it may go on changing before the commit. */
  #tellOrder(order: OrderRecord, account: Account, desk: SymbolDesk): void {
    this.#unsaved.tell({ type: 'order', account, desk, order: { ...order } });
  }

  #checkFunding(): void {
    for (const { instrument } of this.desks.map((desk) => desk.tape)) {
      if (instrument.quote !== FUNDING_ASSET) {
        throw new MarketRefusedError(
          `${instrument.symbol}: this exchange lists symbols quoted in ${FUNDING_ASSET} only`,
        );
      }
    }
    if (this.balances.scaleOf(FUNDING_ASSET) > MAX_FUNDING_SCALE) {
      throw new MarketRefusedError(
        'tick and step of a symbol are too fine together: give coarser ones (?tick=…&step=…)',
      );
    }
  }

  #register(account: Account): void {
    this.#accounts.set(account.id, account);
    this.#accountsByName.set(account.name, account);
  }

  #accountOf(id: number): Account {
    const account = this.#accounts.get(id);
    if (account === undefined) throw new Error(`no account ${id}`);
    return account;
  }

  #openOrder(id: number): OrderRecord {
    const order = this.#openOrders.get(id);
    if (order === undefined) throw new Error(`no open order ${id}`);
    return order;
  }

  #deskOf(order: OrderRecord): SymbolDesk {
    const desk = this.#desksBySymbol.get(order.symbol);
    if (desk === undefined) throw new Error(`order ${order.id} is on ${order.symbol}, which this market does not list`);
    return desk;
  }
}
