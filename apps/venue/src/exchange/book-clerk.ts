// The spot trades of accounts that came by API key: one open book a symbol (decision 35), their balances and their fills
// written into the ledger. Each order is told when it is taken, at each of its trades, and when it ends unfilled.
import type { Instrument } from '@cormorant/core/market/instrument.ts';
import type { Atoms, Lots, Ticks } from '@cormorant/core/money/units.ts';
import type { Side, TimeInForce } from '@cormorant/core/strategy/strategy.ts';
import type { Accounts } from '@cormorant/core/venue/accounts.ts';
import { OpenBook, type OpenBookSink, type Walk } from '@cormorant/core/venue/open-book.ts';
import type { PortionOf } from '@cormorant/core/venue/sim-venue.ts';
import { refusalCode, refusalOf } from '@cormorant/core/venue/sink.ts';
import type { VenueStore } from '../store/venue-store.ts';
import type { Account } from './account.ts';
import { fillsWhole, unmet } from './fill-or-kill.ts';
import type { Ledger } from './ledger.ts';
import type { Mischance } from './mischance.ts';
import type { Placed, PlaceRequest } from './place-request.ts';
import type { OrderForm, OrderRecord } from './records.ts';
import { type Refused, refused, refusedByVenue } from './refusals.ts';
import { tellTrade } from './stranger-trades.ts';
import { type BookDesk, type SymbolDesk, TRADES_A_PRINT } from './symbol-desk.ts';

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
    if (!paysAsItGoes && !this.#balances.lock(account.id, desk.instrument, side, priceTicks, qtyLots)) {
      return refused('INSUFFICIENT_FUNDS', side === 'buy' ? desk.instrument.quote : desk.instrument.base);
    }
    const ledger = this.#ledger;
    const order = ledger.open(account, {
      ...{ accountId: account.id, cid, symbol: desk.symbol, side, type, tif, qtyLots, form, lockTicks: priceTicks },
      ...{ priceTicks: type === 'market' ? 0 : priceTicks, createdAtMs: desk.venue.nowMs },
      ...{ positionSide: 'net', reduceOnly: false, trigger: null },
    });
    ledger.tellOrder(order, account, desk);
    ledger.fillsOfThisCall = [];
    this.#paying = paysAsItGoes ? order.id : 0;
    order.handle = this.#match(account, desk, strangers, order, form);
    this.#paying = 0;
    // Whom it met were told on their streams.
    return { ok: 1, order, fills: ledger.fillsOfThisCall.filter(({ orderId }) => orderId === order.id) };
  }

  /** Takes an order out of the book; its owner hears of it. */
  cancel(account: Account, desk: SymbolDesk, { book }: BookDesk, order: OrderRecord): void {
    if (!book.cancel(order.handle)) throw new Error(`open order ${order.id} is not in the open book`);
    this.#end(order, account, desk);
  }

  print(desk: SymbolDesk, strangers: BookDesk, priceTicks: Ticks, atMs: number): void {
    strangers.book.print(priceTicks, atMs);
    strangers.updateId = Math.max(strangers.updateId + 1, (desk.seq + 1) * TRADES_A_PRINT);
  }

  restoreOrder({ book }: BookDesk, order: OrderRecord): number {
    return book.restoreOrder({
      ...{ account: order.accountId, ref: order.id, side: order.side, priceTicks: order.priceTicks },
      ...{ qtyLots: order.qtyLots, leftLots: order.qtyLots - order.filledLots },
    });
  }

  #match(account: Account, desk: SymbolDesk, strangers: BookDesk, order: OrderRecord, form: OrderForm): number {
    const { book } = strangers;
    const { side, tif, lockTicks, qtyLots } = order;
    strangers.updateId++;
    if (form.timeInForce === 'FOK' && !fillsWhole(book, account, order, form)) {
      this.#end(order, account, desk);
      return -1;
    }
    const handle = book.place(account.id, order.id, side, tif, lockTicks, qtyLots, form.prevention);
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
    const { side, type, tif, priceTicks, qtyLots } = request;
    if (type !== 'market')
      return { tif: form.timeInForce === 'GTC' ? tif : 'ioc', priceTicks, qtyLots, paysAsItGoes: false };
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
        this.#end(order, this.#ledger.accountOf(accountId), deskOf());
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
    this.#ledger.fill(desk, this.#ledger.accountOf(accountId), order, trade);
  }

  /** Over without being filled: what it still held is free again. */
  #end(order: OrderRecord, account: Account, desk: SymbolDesk): void {
    const leftLots = order.qtyLots - order.filledLots;
    if (this.#paying !== order.id) {
      this.#balances.release(account.id, desk.instrument, order.side, order.lockTicks, leftLots);
    }
    order.updatedAtMs = desk.venue.nowMs;
    desk.strangers.updateId++;
    this.#ledger.close(order, account, 'cancelled');
    this.#ledger.tellOrder(order, account, desk);
  }
}

/** An order of the own wire, said as an exchange would. */
function formOf({ type, tif }: PlaceRequest): OrderForm {
  if (type === 'market') return { type: 'MARKET', timeInForce: 'GTC', quoteOrderQty: '' };
  const kind = tif === 'post' ? 'LIMIT_MAKER' : 'LIMIT';
  return { type: kind, timeInForce: tif === 'ioc' ? 'IOC' : 'GTC', quoteOrderQty: '' };
}
