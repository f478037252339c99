// The exchange itself: accounts and orders around the core's matching, one SimVenue a symbol. All changes collect in
// memory until commit() has saved them; only then may replies and events leave. After a failed commit memory and disk
// disagree, so the process must end and start again from disk.
import { createHash } from 'node:crypto';
import { notionalAtoms } from '@cormorant/core/market/conversions.ts';
import type { MarketKind } from '@cormorant/core/market/instrument.ts';
import type { Atoms, Lots, Ticks } from '@cormorant/core/money/units.ts';
import { Accounts } from '@cormorant/core/venue/accounts.ts';
import type { PositionSide } from '@cormorant/core/venue/margin-account.ts';
import { DEFAULT_SLIPPAGE_PPM, type PortionOf, SimVenue, type VenueLaw } from '@cormorant/core/venue/sim-venue.ts';
import { refusalOf, type VenueSink } from '@cormorant/core/venue/sink.ts';
import { symbolOf } from '../market/listings.ts';
import type { Market } from '../market/market.ts';
import type { Tape } from '../market/tape.ts';
import type { Income, IncomeQuery } from '../store/contract-history.ts';
import type { BackQuery, Page } from '../store/history.ts';
import type { AmendmentRecord, FillRecord, FundingRecord, OrderRecord } from '../store/records.ts';
import type { VenueStore } from '../store/venue-store.ts';
import type { Account } from './account.ts';
import { ApiKeys } from './api-keys.ts';
import { BookClerk } from './book-clerk.ts';
import { ContractClerk } from './contract-clerk.ts';
import { Deposits, FUNDING_ASSET, type Payee } from './deposits.ts';
import { brokenFilter, filtersOf } from './filters.ts';
import { Ledger } from './ledger.ts';
import { type Mischance, NO_MISCHANCE } from './mischance.ts';
import type { Placed, PlacedPair, PlaceRequest } from './place-request.ts';
import { type Refused, refused, refusedByVenue } from './refusals.ts';
import { ServerClock } from './server-clock.ts';
import { isTrading, type SymbolDesk, TRADES_A_PRINT } from './symbol-desk.ts';
import type { ExchangeEvent } from './unsaved.ts';

export const FUNDING_AMOUNT = '10000';

/** 10,000 in atoms of a finer scale would come near 2^53. */
const MAX_FUNDING_SCALE = 11;

/** This market cannot be traded here; the message says why, for the person who chose it. */
export class MarketRefusedError extends Error {}

export type Cancelled = { readonly ok: 1; readonly order: OrderRecord };

export class Exchange {
  readonly desks: readonly SymbolDesk[];
  readonly balances: Accounts;
  readonly contracts: ContractClerk;
  readonly keys: ApiKeys;
  readonly #books: BookClerk;
  readonly #deposits: Deposits;
  readonly #store: VenueStore;
  readonly #ledger: Ledger;
  readonly #mischance: Mischance;
  readonly #desksBySymbol = new Map<string, SymbolDesk>();

  constructor(
    market: Market,
    store: VenueStore,
    mischance: Mischance = NO_MISCHANCE,
    clock: ServerClock = new ServerClock(market, Date.now),
  ) {
    this.#store = store;
    this.#mischance = mischance;
    this.#ledger = new Ledger(store, clock);
    const instruments = market.tapes.map((tape) => tape.instrument);
    this.balances = new Accounts(instruments);
    this.contracts = new ContractClerk(
      instruments.filter(({ contract }) => contract !== null),
      this.#ledger,
      store,
      mischance,
    );
    this.#deposits = new Deposits(this.balances, this.contracts);
    this.keys = new ApiKeys(store.keys);
    this.#books = new BookClerk(this.#ledger, this.balances, store, mischance);
    this.desks = market.tapes.map((tape, index) => this.#openDesk(tape, index));
    for (const desk of this.desks) this.#desksBySymbol.set(desk.symbol, desk);
    this.#checkFunding();
    this.#restore();
  }

  desk(symbol: string): SymbolDesk | undefined {
    return this.#desksBySymbol.get(symbol);
  }

  account(name: string): Account | undefined {
    return this.#ledger.account(name);
  }

  /** Whether openAccount has this one, or has the room to fund it. */
  mayOpen(ref: string): boolean {
    return this.#ledger.account(nameOf(ref)) !== undefined || this.#deposits.fits(this.#next('candle'), FUNDING_AMOUNT);
  }

  /** The account of a client's own reference; opened at the first call, with both its wallets funded. */
  openAccount(ref: string): Account {
    const name = nameOf(ref);
    const known = this.#ledger.account(name);
    if (known !== undefined) return known;
    return this.#register(name, ref, 'candle', 0, FUNDING_AMOUNT);
  }

  /** An account of the exchange's own page, which can have API keys; `amount` of USDT in each wallet. Null: no room for it. */
  makeAccount(title: string, amount: string, nowMs: number): Account | null {
    if (!this.#deposits.fits(this.#next('book'), amount)) return null;
    const name = `user-${this.#ledger.accounts + 1}`;
    // Titles repeat, references may not.
    return this.#register(name, `${name}:${title}`, 'book', nowMs, amount);
  }

  get bookAccounts(): Account[] {
    return this.#ledger.all().filter(({ law }) => law === 'book');
  }

  accountOfKey(key: string): Account | undefined {
    const known = this.keys.get(key);
    return known === undefined ? undefined : this.#ledger.accountOf(known.accountId);
  }

  /** False, and nothing changed, when there is no room for it. */
  deposit(account: Account, amount: string, nowMs: number): boolean {
    if (!this.#deposits.fits(account, amount)) return false;
    const atoms = this.#deposits.pay(account, amount);
    this.#ledger.unsaved.balances(account.id);
    this.#ledger.unsaved.tell({ type: 'deposit', account, asset: FUNDING_ASSET, atoms, atMs: nowMs });
    return true;
  }

  /** Makes free of the other wallet what is free there; false where nothing was. */
  pool(account: Account, wallet: MarketKind): boolean {
    const hasMoved = this.#deposits.move(account, wallet);
    if (hasMoved) this.#ledger.unsaved.balances(account.id);
    return hasMoved;
  }

  /** Whole USDT that the page may still give to an account of its own, or to a new one. */
  roomUsdt(account: Account | null): number {
    return this.#deposits.roomUsdt(account ?? this.#next('book'));
  }

  place(account: Account, desk: SymbolDesk, request: PlaceRequest): Placed | Refused {
    const { cid, side, type, tif, priceTicks, qtyLots } = request;
    this.#ledger.heard(account);
    if (!isTrading(desk)) return refused('MARKET_CLOSED');
    if (account.openByCid.has(cid)) return refused('DUPLICATE_CID');
    const broken = brokenFilter(desk.instrument, desk.filters, request, desk.venue.lastTicks);
    if (broken !== null) return refused(broken);
    const { contract, strangers } = desk;
    if (contract !== null) return this.contracts.place(account, desk, contract, request);
    if (account.law === 'book') return this.#books.place(account, desk, strangers, request);
    const venue = desk.venue as SimVenue;
    const code = venue.refusalFor(account.id, side, type, tif, priceTicks, qtyLots);
    if (code < 0) return refusedByVenue(refusalOf(code));
    const lockTicks = type === 'market' ? venue.marketLimitTicks(side) : priceTicks;
    if (!this.balances.lock(account.id, desk.instrument, side, lockTicks, qtyLots)) {
      return refused('INSUFFICIENT_FUNDS', side === 'buy' ? desk.instrument.quote : desk.instrument.base);
    }
    const ledger = this.#ledger;
    const order = ledger.open(account, {
      ...{ accountId: account.id, cid, symbol: desk.symbol, side, type, tif, priceTicks, qtyLots },
      ...{ lockTicks, createdAtMs: venue.nowMs, positionSide: 'net', reduceOnly: false, trigger: null },
    });
    ledger.fillsOfThisCall = [];
    const handle = venue.place(account.id, order.id, side, type, tif, priceTicks, qtyLots);
    if (handle < 0) throw new Error(`matching refused (${refusalOf(handle)}) what it had just allowed`);
    order.handle = handle;
    ledger.tellOrder(order, account, desk);
    return { ok: 1, order, fills: ledger.fillsOfThisCall };
  }

  /** Of spot, for accounts of the open book: a stop and a limit order of which one ends the other. */
  placePair(account: Account, desk: SymbolDesk, limit: PlaceRequest, stop: PlaceRequest): PlacedPair | Refused {
    this.#ledger.heard(account);
    if (!isTrading(desk)) return refused('MARKET_CLOSED');
    if (limit.cid === stop.cid) return refused('DUPLICATE_CID');
    for (const request of [limit, stop]) {
      if (account.openByCid.has(request.cid)) return refused('DUPLICATE_CID');
      const broken = brokenFilter(desk.instrument, desk.filters, request, desk.venue.lastTicks);
      if (broken !== null) return refused(broken);
    }
    return this.#books.placePair(account, desk, desk.strangers, limit, stop);
  }

  /** Orders of pairs, newest first. */
  pairedOrders(account: Account, limit: number): OrderRecord[] {
    return this.#store.history.paired(account.id, limit).filter(({ id }) => !this.#mischance.hidesOrder(id));
  }

  cancel(account: Account, cid: string): Cancelled | (Refused & { readonly order: OrderRecord | null }) {
    const order = account.openByCid.get(cid);
    if (order === undefined) return { ...refused('ORDER_NOT_OPEN'), order: this.orderByCid(account, cid) };
    this.#ledger.heard(account);
    const desk = this.#deskOf(order);
    if (desk.contract !== null) this.contracts.cancel(account, desk, desk.contract, order);
    else if (account.law === 'book') this.#books.cancel(account, desk, desk.strangers, order);
    else {
      if (!desk.venue.cancel(order.handle)) throw new Error(`open order ${order.id} is not in the book`);
      this.#cancelled(order, account, desk);
      this.#ledger.tellOrder(order, account, desk);
    }
    return { ok: 1, order };
  }

  /** Of spot, for accounts of the open book: an order that stands alone becomes smaller, and keeps its place. */
  amend(account: Account, order: OrderRecord, qtyLots: Lots, cid: string): AmendmentRecord | Refused {
    this.#ledger.heard(account);
    const desk = this.#deskOf(order);
    if (!isTrading(desk)) return refused('MARKET_CLOSED');
    if (cid !== order.cid && account.openByCid.has(cid)) return refused('DUPLICATE_CID');
    const broken = brokenFilter(desk.instrument, desk.filters, { ...order, qtyLots }, desk.venue.lastTicks);
    if (broken !== null) return refused(broken);
    const worth = notionalAtoms(desk.instrument, order.lockTicks, qtyLots);
    if (worth < desk.instrument.minNotionalAtoms) return refused('NOTIONAL_SMALL');
    return this.#books.amend(account, desk, desk.strangers, order, qtyLots, cid);
  }

  amendments(account: Account, orderId: number, fromId: number, limit: number): AmendmentRecord[] {
    return this.#store.amendments.ofOrder(account.id, orderId, fromId, limit);
  }

  /** By its number, open or not; sees what orderByCid sees. */
  orderById(account: Account, id: number): OrderRecord | null {
    const open = this.#ledger.findOpen(id);
    const order = open?.accountId === account.id ? open : this.#store.history.orderById(account.id, id);
    return order === null || this.#mischance.hidesOrder(order.id) ? null : order;
  }

  /** Of one symbol, ascending by number. */
  orders(account: Account, desk: SymbolDesk, page: Page): OrderRecord[] {
    const orders = this.#store.history.orders(account.id, desk.symbol, page);
    return orders.filter(({ id }) => !this.#mischance.hidesOrder(id));
  }

  /** Trades of the open book on one symbol, or of one order, ascending by number. */
  trades(account: Account, desk: SymbolDesk, orderId: number | null, page: Page): FillRecord[] {
    const fills = this.#store.history.trades(account.id, desk.symbol, orderId, page);
    const hidden = fills.findIndex(({ id }) => this.#mischance.hidesFill(id));
    return hidden < 0 ? fills : fills.slice(0, hidden);
  }

  /** Trades of a contract, or of one order of it, ascending by number. */
  contractTrades(account: Account, desk: SymbolDesk, orderId: number | null, page: Page): FillRecord[] {
    const fills = this.#store.contractHistory.trades(account.id, desk.symbol, orderId, page);
    const hidden = fills.findIndex(({ id }) => this.#mischance.hidesFill(id));
    return hidden < 0 ? fills : fills.slice(0, hidden);
  }

  /** Newest first, as the lists of trades and of funding that follow. */
  ordersBack(account: Account, query: BackQuery): OrderRecord[] {
    return this.#store.history.ordersBack(account.id, query).filter(({ id }) => !this.#mischance.hidesOrder(id));
  }

  /** Begins before a trade that cannot be seen yet: whoever has read up to its newest one misses nothing. */
  fillsBack(account: Account, query: BackQuery): FillRecord[] {
    const belowId = Math.min(query.belowId ?? Number.MAX_SAFE_INTEGER, this.#mischance.hiddenFrom());
    return this.#store.history.fillsBack(account.id, { ...query, belowId });
  }

  fundingsBack(account: Account, query: BackQuery): FundingRecord[] {
    return this.#store.history.fundingsBack(account.id, query);
  }

  /** All that were committed, also those that reads do not show yet. */
  fillsOfOrder(account: Account, orderId: number): FillRecord[] {
    return this.#store.history.fillsOfOrder(account.id, orderId);
  }

  /** Takes an order that ends at once, without having rested or traded. */
  endAtOnce(account: Account, desk: SymbolDesk, request: PlaceRequest): OrderRecord {
    const { cid, side, type, tif, priceTicks, qtyLots, form, positionSide = 'net', reduceOnly = false } = request;
    this.#ledger.heard(account);
    const order = this.#ledger.open(account, {
      ...{
        accountId: account.id,
        cid,
        symbol: desk.symbol,
        side,
        type,
        tif,
        priceTicks,
        qtyLots,
        lockTicks: priceTicks,
      },
      ...{ createdAtMs: this.#ledger.timeOf(account, desk), positionSide, reduceOnly, trigger: null },
      ...(form === undefined ? {} : { form }),
    });
    this.#ledger.close(order, account, desk, 'cancelled');
    this.#ledger.tellOrder(order, account, desk);
    return order;
  }

  /** What the futures wallet earned and paid, oldest first. */
  incomes(account: Account, query: IncomeQuery): Income[] {
    return this.#store.contractHistory.incomes(account.id, query);
  }

  /** What a position has realised in all its trades, before fees. */
  realisedAtoms(account: Account, { symbol }: SymbolDesk, positionSide: PositionSide): Atoms {
    return this.#store.contractHistory.realisedAtoms(account.id, symbol, positionSide);
  }

  /** The youngest order under a client id, open or not. Sees only what has been committed, and open orders. */
  orderByCid(account: Account, cid: string): OrderRecord | null {
    const order = account.openByCid.get(cid) ?? this.#store.orderByCid(account.id, cid);
    return order === null || this.#mischance.hidesOrder(order.id) ? null : order;
  }

  /** Oldest first. */
  openOrders(account: Account): OrderRecord[] {
    const orders = [...account.openByCid.values()].filter(({ id }) => !this.#mischance.hidesOrder(id));
    return orders.sort((a, b) => a.id - b.id);
  }

  /** Ends before a fill that cannot be seen yet: whoever reads on from the last one misses nothing. */
  fillsAfter(account: Account, afterId: number, limit: number, symbol: string | null = null): FillRecord[] {
    const fills = this.#store.fillsAfter(account.id, afterId, limit, symbol);
    const hidden = fills.findIndex(({ id }) => this.#mischance.hidesFill(id));
    return hidden < 0 ? fills : fills.slice(0, hidden);
  }

  fundingsAfter(account: Account, afterId: number, limit: number, symbol: string | null = null): FundingRecord[] {
    return this.#store.fundingsAfter(account.id, afterId, limit, symbol);
  }

  /** Takes a symbol off the list, and its open orders with it, or puts it back. */
  setHalted(desk: SymbolDesk, isHalted: boolean): void {
    desk.isHalted = isHalted;
    if (!isHalted) return;
    for (const account of this.#ledger.all())
      for (const { cid, symbol } of [...account.openByCid.values()])
        if (symbol === desk.symbol) this.cancel(account, cid);
  }

  accounts(): Account[] {
    return this.#ledger.all();
  }

  /** Makes the next print of a symbol: resting orders match first, then the print itself is told. */
  print(desk: SymbolDesk): void {
    const { tape, venue, contract, strangers } = desk;
    if (desk.isHalted) {
      tape.advance();
      this.#ledger.unsaved.moved(desk);
      return;
    }
    if (contract !== null) {
      this.contracts.print(desk, contract);
      return;
    }
    const priceTicks = tape.nextTicks;
    const atMs = tape.nextAtMs;
    venue.print(priceTicks, atMs);
    this.#books.print(desk, strangers, priceTicks, atMs);
    tape.advance();
    desk.seq++;
    this.#ledger.unsaved.moved(desk);
    this.#ledger.unsaved.tell({ type: 'print', desk, seq: desk.seq, priceTicks, atMs });
  }

  /** Saves all that happened since the last commit and hands over its events, in order. */
  commit(): ExchangeEvent[] {
    return this.#ledger.unsaved.save(this.#store, this.balances, this.contracts.book);
  }

  #register(name: string, ref: string, law: VenueLaw, madeAtMs: number, amount: string): Account {
    const account: Account = { ...this.#next(law), name, ref, madeAtMs, openByCid: new Map() };
    this.#ledger.register(account);
    this.#deposits.pay(account, amount);
    this.#ledger.unsaved.account(account);
    return account;
  }

  /** The account that would be made now. */
  #next(law: VenueLaw): Payee {
    return { id: this.#ledger.accounts + 1, law };
  }

  #openDesk(tape: Tape, index: number): SymbolDesk {
    const { instrument } = tape;
    if (instrument.contract !== null) return this.contracts.openDesk(tape, index);
    const sink: VenueSink = {
      fill: (_handle, accountId, ref, _side, priceTicks, qtyLots, leftLots, feeAtoms, feeInBase, maker) =>
        this.#book(desk, accountId, ref, priceTicks, qtyLots, leftLots, feeAtoms, feeInBase, maker),
      expired: (_handle, accountId, ref) => {
        this.#cancelled(this.#ledger.openOrder(ref), this.#ledger.accountOf(accountId), desk);
      },
    };
    const portion: PortionOf = (accountId, leftLots) =>
      this.#mischance.portion(this.#ledger.accountOf(accountId), desk, leftLots);
    const venue = new SimVenue(instrument, { law: 'candle', slippagePpm: DEFAULT_SLIPPAGE_PPM, portion }, sink);
    const symbol = symbolOf(instrument);
    const strangers = this.#books.openBook(instrument, symbol, () => desk);
    const desk: SymbolDesk = {
      ...{ index, symbol, tape, instrument, venue, contract: null, strangers, seq: 0 },
      ...{ filters: filtersOf(instrument), isHalted: false },
    };
    return desk;
  }

  #restore(): void {
    for (const { symbol, seq, lastTicks, atMs } of this.#store.positions()) {
      const desk = this.#desksBySymbol.get(symbol);
      if (desk === undefined) continue;
      desk.seq = seq;
      desk.venue.restoreLast(lastTicks, atMs);
      desk.strangers.book.restoreLast(lastTicks, atMs);
      desk.strangers.updateId = (seq + 1) * TRADES_A_PRINT;
    }
    const accounts = this.#store.accounts().map((stored): Account => ({ ...stored, openByCid: new Map() }));
    for (const account of accounts) this.#ledger.register(account);
    for (const row of this.#store.balances()) this.balances.restore(row);
    this.contracts.restore(this.#store, this.desks, accounts, FUNDING_AMOUNT);
    for (const order of this.#store.openOrders()) {
      const account = this.#ledger.accountOf(order.accountId);
      order.handle = this.#restoreOrder(account, this.#deskOf(order), order);
      this.#ledger.adopt(order, account);
    }
  }

  #restoreOrder(account: Account, desk: SymbolDesk, order: OrderRecord): number {
    if (desk.contract !== null) return this.contracts.restoreOrder(desk.contract, order);
    if (account.law === 'book') return this.#books.restoreOrder(desk.strangers, order);
    return (desk.venue as SimVenue).restoreOrder({
      account: order.accountId,
      ref: order.id,
      side: order.side,
      priceTicks: order.priceTicks,
      qtyLots: order.qtyLots,
      leftLots: order.qtyLots - order.filledLots,
    });
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
    const account = this.#ledger.accountOf(accountId);
    const order = this.#ledger.openOrder(orderId);
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
    const trade = { priceTicks, qtyLots, leftLots, feeAtoms, feeInBase, maker, liquidation: false };
    this.#ledger.fill(desk, account, order, trade);
    if (maker) this.#ledger.tellOrder(order, account, desk);
  }

  /** Frees what the order still held. */
  #cancelled(order: OrderRecord, account: Account, desk: SymbolDesk): void {
    const leftLots = order.qtyLots - order.filledLots;
    this.balances.release(account.id, desk.instrument, order.side, order.lockTicks, leftLots);
    this.#ledger.close(order, account, desk, 'cancelled');
  }

  #checkFunding(): void {
    for (const { instrument, hidden } of this.desks.map((desk) => desk.tape)) {
      if (instrument.quote !== FUNDING_ASSET && hidden !== true) {
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

  #deskOf(order: OrderRecord): SymbolDesk {
    const desk = this.#desksBySymbol.get(order.symbol);
    if (desk === undefined) throw new Error(`order ${order.id} is on ${order.symbol}, which this market does not list`);
    return desk;
  }
}

function nameOf(ref: string): string {
  return `acct-${createHash('sha256').update(ref).digest('hex').slice(0, 20)}`;
}
