// The spot trades of accounts that came by API key: one open book a symbol (decision 35), their balances and their fills
// written into the ledger. Each order is told when it is taken, at each of its trades, and when it ends unfilled.
import type { Instrument } from '@cormorant/core/market/instrument.ts';
import type { Atoms, Lots, Ticks } from '@cormorant/core/money/units.ts';
import type { Side, TimeInForce } from '@cormorant/core/strategy/strategy.ts';
import type { Accounts } from '@cormorant/core/venue/accounts.ts';
import { OpenBook, type OpenBookSink, type Walk } from '@cormorant/core/venue/open-book.ts';
import type { PortionOf } from '@cormorant/core/venue/sim-venue.ts';
import { refusalCode, refusalOf } from '@cormorant/core/venue/sink.ts';
import type { OrderForm, OrderRecord } from '../store/records.ts';
import type { VenueStore } from '../store/venue-store.ts';
import type { Account } from './account.ts';
import { fillsWhole, unmet } from './fill-or-kill.ts';
import type { Ledger } from './ledger.ts';
import type { Mischance } from './mischance.ts';
import type { Placed, PlaceRequest } from './place-request.ts';
import { type Refused, refused, refusedByVenue } from './refusals.ts';
import { tellTrade } from './stranger-trades.ts';
import { type BookDesk, type SymbolDesk, TRADES_A_PRINT } from './symbol-desk.ts';
import { isWaitingStop, keepsFunds, partnerIdOf, WaitingStops } from './waiting-stops.ts';

/** What a request comes to once the book was looked at. */
interface Terms {
  readonly tif: TimeInForce;
  readonly priceTicks: Ticks;
  readonly qtyLots: Lots;
  /** A market buy pays as it goes: what each part costs is known and was found free. Else all is locked at its limit. */
  readonly paysAsItGoes: boolean;
}

export class BookClerk {
  readonly #ledger: Ledger;
  readonly #balances: Accounts;
  readonly #store: VenueStore;
  readonly #mischance: Mischance;
  readonly #waiting = new WaitingStops();
  /** The order that pays as it goes, while it is being placed. */
  #paying = 0;

  constructor(ledger: Ledger, balances: Accounts, store: VenueStore, mischance: Mischance) {
    this.#mischance = mischance;
    this.#ledger = ledger;
    this.#balances = balances;
    this.#store = store;
  }

  openBook(instrument: Instrument, symbol: string, deskOf: () => SymbolDesk): BookDesk {
    const portion: PortionOf = (accountId, leftLots) =>
      this.#mischance.portion(this.#ledger.accountOf(accountId), deskOf(), leftLots);
    const book = new OpenBook(instrument, this.#sink(deskOf), portion);
    return { book, lastTradeId: this.#store.history.lastTradeId(symbol), updateId: 0 };
  }

  place(account: Account, desk: SymbolDesk, strangers: BookDesk, request: PlaceRequest): Placed | Refused {
    const { book } = strangers;
    const form = request.form ?? formOf(request);
    const terms = this.#termsOf(account, desk, book, request, form);
    if ('ok' in terms) return terms;
    const { tif, priceTicks, qtyLots, paysAsItGoes } = terms;
    const { cid, side, type } = request;
    const code =
      desk.venue.nowMs === 0
        ? refusalCode('market_closed')
        : book.refusalFor(account.id, side, tif, priceTicks, qtyLots);
    if (code < 0) return refusedByVenue(refusalOf(code));
    if (!paysAsItGoes && !this.#balances.lock(account.id, desk.instrument, side, priceTicks, qtyLots))
      return short(desk, side);
    const ledger = this.#ledger;
    const trigger = request.trigger ?? null;
    const order = ledger.open(account, {
      ...{ accountId: account.id, cid, symbol: desk.symbol, side, type, tif, qtyLots, form, lockTicks: priceTicks },
      ...{ priceTicks: type === 'market' ? 0 : priceTicks, createdAtMs: ledger.timeOf(account, desk) },
      ...{ positionSide: 'net', reduceOnly: false, trigger },
    });
    ledger.tellOrder(order, account, desk);
    ledger.fillsOfThisCall = [];
    if (trigger !== null) {
      this.#waiting.add(order);
      return { ok: 1, order, fills: [] };
    }
    this.#paying = paysAsItGoes ? order.id : 0;
    order.handle = this.#match(account, desk, strangers, order, form);
    this.#paying = 0;
    // Whom it met were told on their streams.
    return { ok: 1, order, fills: ledger.fillsOfThisCall.filter(({ orderId }) => orderId === order.id) };
  }

  /** A stop and a limit order that takes nothing, one amount for both: where one of them acts, the other ends. */
  placePair(account: Account, desk: SymbolDesk, strangers: BookDesk, limit: PlaceRequest, stop: PlaceRequest) {
    const { book } = strangers;
    const { side } = limit;
    for (const { tif, priceTicks, qtyLots } of [limit, stop]) {
      const code = book.refusalFor(account.id, side, tif, priceTicks, qtyLots);
      if (code < 0) return refusedByVenue(refusalOf(code));
    }
    // What a buy keeps is what the dearer of the two may cost.
    const lockTicks = side === 'buy' ? Math.max(limit.priceTicks, stop.priceTicks) : limit.priceTicks;
    if (!this.#balances.lock(account.id, desk.instrument, side, lockTicks, limit.qtyLots)) return short(desk, side);
    const ledger = this.#ledger;
    const listId = ledger.nextOrderId;
    const [stopOrder, limitOrder] = [stop, limit].map((request) => {
      const { cid, type, tif, priceTicks, qtyLots, form = null, trigger = null } = request;
      const order = ledger.open(account, {
        ...{ accountId: account.id, cid, symbol: desk.symbol, side, type, tif, priceTicks, qtyLots, form, trigger },
        ...{ lockTicks: trigger === null ? lockTicks : priceTicks, createdAtMs: ledger.timeOf(account, desk) },
        ...{ positionSide: 'net', reduceOnly: false, listId },
      });
      ledger.tellOrder(order, account, desk);
      return order;
    }) as [OrderRecord, OrderRecord];
    ledger.fillsOfThisCall = [];
    this.#waiting.add(stopOrder);
    limitOrder.handle = this.#match(account, desk, strangers, limitOrder, limitOrder.form ?? formOf(limit));
    return { ok: 1, stop: stopOrder, limit: limitOrder } as const;
  }

  /** Fewer lots in the same place of the queue; what the others kept is free again. Not of a pair, which keeps one amount. */
  amend(account: Account, desk: SymbolDesk, strangers: BookDesk, order: OrderRecord, qtyLots: Lots, cid: string) {
    const { filledLots, lockTicks, side } = order;
    if (!isWaitingStop(order) && !strangers.book.reduce(order.handle, order.qtyLots - qtyLots))
      throw new Error(`open order ${order.id} cannot be made smaller in the book of ${desk.symbol}`);
    // In one piece: what a part of a lock comes to is rounded by itself.
    this.#balances.release(account.id, desk.instrument, side, lockTicks, order.qtyLots - filledLots);
    if (!this.#balances.lock(account.id, desk.instrument, side, lockTicks, qtyLots - filledLots))
      throw new Error(`order ${order.id} cannot pay less than it kept`);
    strangers.updateId++;
    return this.#ledger.amend(desk, account, order, qtyLots, cid);
  }

  /** Takes an order out of the book, and the other one of its pair; their owner hears of it. */
  cancel(account: Account, desk: SymbolDesk, strangers: BookDesk, order: OrderRecord): void {
    this.#takeOut(desk, strangers, order);
    this.#end(order, account, desk);
    this.#endPartner(account, desk, order, null);
  }

  print(desk: SymbolDesk, strangers: BookDesk, priceTicks: Ticks, atMs: number): void {
    strangers.book.print(priceTicks, atMs);
    for (const order of this.#waiting.reached(desk.symbol, priceTicks))
      if (isWaitingStop(order)) this.#start(desk, strangers, order);
    strangers.updateId = Math.max(strangers.updateId + 1, (desk.seq + 1) * TRADES_A_PRINT);
  }

  restoreOrder({ book }: BookDesk, order: OrderRecord): number {
    if (isWaitingStop(order)) {
      this.#waiting.add(order);
      return -1;
    }
    return book.restoreOrder({
      ...{ account: order.accountId, ref: order.id, side: order.side, priceTicks: order.priceTicks },
      ...{ qtyLots: order.qtyLots, leftLots: order.qtyLots - order.filledLots },
    });
  }

  /** A stop's price was reached: it enters the book. */
  #start(desk: SymbolDesk, strangers: BookDesk, order: OrderRecord): void {
    const account = this.#ledger.accountOf(order.accountId);
    const { side, tif, priceTicks, qtyLots, form } = order;
    this.#waiting.remove(order);
    this.#endPartner(account, desk, order, order.id);
    // What a pair kept has just come free.
    const isCovered = keepsFunds(order) || this.#balances.lock(account.id, desk.instrument, side, priceTicks, qtyLots);
    if (!isCovered) throw new Error(`the stop ${order.id} of a pair cannot pay what the pair kept`);
    order.workingAtMs = this.#ledger.timeOf(account, desk);
    order.updatedAtMs = order.workingAtMs;
    this.#ledger.unsaved.order(order);
    if (order.type === 'market') {
      this.#startAtMarket(desk, strangers, order);
      return;
    }
    if (strangers.book.refusalFor(account.id, side, tif, priceTicks, qtyLots) < 0) {
      this.#end(order, account, desk);
      return;
    }
    this.#ledger.tellOrder(order, account, desk);
    order.handle = this.#match(account, desk, strangers, order, form ?? formOf(order));
  }

  /** As any order at the market: a buy pays as it goes, with all that is free then, or ends unpaid. */
  #startAtMarket(desk: SymbolDesk, strangers: BookDesk, order: OrderRecord): void {
    const account = this.#ledger.accountOf(order.accountId);
    const { side, tif, qtyLots, lockTicks } = order;
    const form = order.form ?? formOf(order);
    if (side === 'buy') {
      this.#balances.release(account.id, desk.instrument, side, lockTicks, qtyLots);
      this.#paying = order.id;
    }
    const terms = this.#marketTerms(account, desk, strangers.book, order, form);
    if ('ok' in terms || strangers.book.refusalFor(account.id, side, tif, terms.priceTicks, qtyLots) < 0)
      this.#end(order, account, desk);
    else {
      this.#ledger.tellOrder(order, account, desk);
      order.handle = this.#match(account, desk, strangers, order, form, terms.priceTicks);
    }
    this.#paying = 0;
  }

  #takeOut(desk: SymbolDesk, { book }: BookDesk, order: OrderRecord): void {
    if (isWaitingStop(order)) this.#waiting.remove(order);
    else if (!book.cancel(order.handle)) throw new Error(`open order ${order.id} is not in the book of ${desk.symbol}`);
  }

  /** `because` of which order of the pair; null = its owner ends both. */
  #endPartner(account: Account, desk: SymbolDesk, order: OrderRecord, because: number | null): void {
    const partnerId = partnerIdOf(order);
    const partner = partnerId === null ? undefined : this.#ledger.findOpen(partnerId);
    if (partner === undefined) return;
    partner.preventedBy = because;
    this.#takeOut(desk, desk.strangers, partner);
    this.#end(partner, account, desk);
  }

  #match(
    account: Account,
    desk: SymbolDesk,
    strangers: BookDesk,
    order: OrderRecord,
    form: OrderForm,
    limitTicks = order.type === 'market' ? order.lockTicks : order.priceTicks,
  ): number {
    const { book } = strangers;
    const { side, tif, qtyLots } = order;
    strangers.updateId++;
    if (form.timeInForce === 'FOK' && !fillsWhole(book, account, order, form)) {
      this.#end(order, account, desk);
      return -1;
    }
    const handle = book.place(account.id, order.id, side, tif, limitTicks, qtyLots, form.prevention);
    if (handle < 0) throw new Error(`the book refused (${refusalOf(handle)}) what it had just allowed`);
    return handle;
  }

  #termsOf(
    account: Account,
    desk: SymbolDesk,
    book: OpenBook,
    request: PlaceRequest,
    form: OrderForm,
  ): Terms | Refused {
    const { type, tif, priceTicks, qtyLots, trigger } = request;
    // It is walked when the price has come; until then it keeps what it comes to at that price.
    if (type === 'market' && trigger !== undefined)
      return { tif, priceTicks: trigger.priceTicks, qtyLots, paysAsItGoes: false };
    if (type !== 'market')
      return { tif: form.timeInForce === 'GTC' ? tif : 'ioc', priceTicks, qtyLots, paysAsItGoes: false };
    return this.#marketTerms(account, desk, book, request, form);
  }

  #marketTerms(
    account: Account,
    desk: SymbolDesk,
    book: OpenBook,
    { qtyLots, side }: Pick<PlaceRequest, 'qtyLots' | 'side'>,
    form: OrderForm,
  ): Terms | Refused {
    const walk = book.walk(side, { qtyLots }, undefined, unmet(account, form));
    if (walk.qtyLots === 0) return refused('MARKET_CLOSED');
    const terms = { tif: 'ioc', priceTicks: walk.worstTicks, qtyLots } as const;
    if (side === 'sell') return { ...terms, paysAsItGoes: false };
    const { freeAtoms } = this.#balances.balance(account.id, desk.instrument.quote);
    if (this.#cost(desk.instrument, walk) > freeAtoms) return refused('INSUFFICIENT_FUNDS', desk.instrument.quote);
    return { ...terms, paysAsItGoes: true };
  }

  #cost(instrument: Instrument, { parts }: Walk): Atoms {
    return parts.reduce(
      (sum, part) => sum + this.#balances.lockAtoms(instrument, 'buy', part.priceTicks, part.qtyLots),
      0,
    );
  }

  #sink(deskOf: () => SymbolDesk): OpenBookSink {
    return {
      trade: (...facts) => tellTrade(this.#ledger, deskOf(), facts),
      fill: (_handle, accountId, ref, side, priceTicks, qtyLots, leftLots, feeAtoms, feeInBase, maker) =>
        this.#book(deskOf(), accountId, ref, side, priceTicks, qtyLots, leftLots, feeAtoms, feeInBase, maker),
      expired: (_handle, accountId, ref, _side, _leftLots, against) => {
        const order = this.#ledger.openOrder(ref);
        order.preventedBy = against;
        const account = this.#ledger.accountOf(accountId);
        this.#end(order, account, deskOf());
        this.#endPartner(account, deskOf(), order, order.id);
      },
    };
  }

  #book(
    desk: SymbolDesk,
    accountId: number,
    orderId: number,
    side: Side,
    priceTicks: Ticks,
    qtyLots: Lots,
    leftLots: Lots,
    feeAtoms: Atoms,
    feeInBase: boolean,
    maker: boolean,
  ): void {
    const { instrument } = desk;
    const order = this.#ledger.openOrder(orderId);
    const balances = this.#balances;
    if (this.#paying === orderId) {
      if (!balances.lock(accountId, instrument, side, priceTicks, qtyLots)) {
        throw new Error(`order ${orderId} cannot pay what its walk had found`);
      }
      balances.fill(accountId, instrument, side, priceTicks, priceTicks, qtyLots, 0, feeAtoms, feeInBase);
    } else {
      balances.fill(accountId, instrument, side, order.lockTicks, priceTicks, qtyLots, leftLots, feeAtoms, feeInBase);
    }
    const tradeId = desk.strangers.lastTradeId;
    const trade = { priceTicks, qtyLots, leftLots, feeAtoms, feeInBase, maker, liquidation: false, tradeId };
    const account = this.#ledger.accountOf(accountId);
    this.#ledger.fill(desk, account, order, trade);
    this.#endPartner(account, desk, order, order.id);
  }

  /** Over without being filled: what it still held is free again. */
  #end(order: OrderRecord, account: Account, desk: SymbolDesk): void {
    const leftLots = order.qtyLots - order.filledLots;
    if (this.#paying !== order.id && keepsFunds(order)) {
      this.#balances.release(account.id, desk.instrument, order.side, order.lockTicks, leftLots);
    }
    desk.strangers.updateId++;
    this.#ledger.close(order, account, desk, 'cancelled');
    this.#ledger.tellOrder(order, account, desk);
  }
}

function short({ instrument }: SymbolDesk, side: Side): Refused {
  return refused('INSUFFICIENT_FUNDS', side === 'buy' ? instrument.quote : instrument.base);
}

/** An order of the own wire, said as an exchange would. */
function formOf({ type, tif }: Pick<PlaceRequest, 'type' | 'tif'>): OrderForm {
  if (type === 'market') return { type: 'MARKET', timeInForce: 'GTC', quoteOrderQty: '' };
  const kind = tif === 'post' ? 'LIMIT_MAKER' : 'LIMIT';
  return { type: kind, timeInForce: tif === 'ioc' ? 'IOC' : 'GTC', quoteOrderQty: '' };
}
