// The contracts of the exchange: futures wallets and positions in the core's MarginBook, one ContractVenue a symbol, in which
// strangers have a book of their own (decision 35), and their trades, forced trades and funding written into the ledger.
// Nothing here is told before the commit.
import type { Instrument } from '@cormorant/core/market/instrument.ts';
import { parseScaled } from '@cormorant/core/money/decimal-text.ts';
import type { Atoms, TimeMs } from '@cormorant/core/money/units.ts';
import type { ContractOrder } from '@cormorant/core/venue/contract-order.ts';
import { type ContractSink, ContractVenue } from '@cormorant/core/venue/contract-venue.ts';
import type { Liquidation } from '@cormorant/core/venue/liquidation.ts';
import type { MarginMode, PositionMode, PositionSide } from '@cormorant/core/venue/margin-account.ts';
import { MarginBook } from '@cormorant/core/venue/margin-book.ts';
import type { OpenBook } from '@cormorant/core/venue/open-book.ts';
import { DEFAULT_SLIPPAGE_PPM } from '@cormorant/core/venue/sim-venue.ts';
import { refusalOf } from '@cormorant/core/venue/sink.ts';
import { symbolOf } from '../market/listings.ts';
import type { Tape } from '../market/tape.ts';
import type { MarginAddRecord, OrderRecord } from '../store/records.ts';
import type { VenueStore } from '../store/venue-store.ts';
import type { Account } from './account.ts';
import { fillsWhole } from './fill-or-kill.ts';
import { filtersOf } from './filters.ts';
import type { Ledger } from './ledger.ts';
import type { Mischance } from './mischance.ts';
import type { Placed, PlaceRequest } from './place-request.ts';
import { marginAnswer, type Refused, refused, refusedByVenue } from './refusals.ts';
import { tellTrade } from './stranger-trades.ts';
import { type ContractDesk, type SymbolDesk, TRADES_A_PRINT } from './symbol-desk.ts';

const PLAIN_SCALE = 8;

export class ContractClerk {
  readonly book: MarginBook;
  /** Decimals of the futures wallets' atoms. */
  readonly scale: number;
  readonly #ledger: Ledger;
  readonly #mischance: Mischance;
  readonly #store: VenueStore;
  #settleMs: TimeMs = 0;

  constructor(instruments: readonly Instrument[], ledger: Ledger, store: VenueStore, mischance: Mischance) {
    this.#store = store;
    this.book = new MarginBook(instruments);
    this.scale = instruments[0]?.quoteScale ?? PLAIN_SCALE;
    this.#ledger = ledger;
    this.#mischance = mischance;
  }

  openDesk(tape: Tape, index: number): SymbolDesk {
    const { instrument, feed } = tape;
    if (feed === undefined) throw new Error(`${instrument.symbol}: a contract without marks`);
    const venue = new ContractVenue(
      instrument,
      this.book,
      {
        slippagePpm: DEFAULT_SLIPPAGE_PPM,
        portion: (account, leftLots) => this.#mischance.portion(this.#ledger.accountOf(account), desk, leftLots),
        isStranger: (account) => this.#ledger.accountOf(account).law === 'book',
      },
      this.#sink(() => desk),
    );
    const symbol = symbolOf(instrument);
    const book = venue.openBook as OpenBook;
    const strangers = { book, lastTradeId: this.#store.history.lastTradeId(symbol), updateId: 0 };
    const desk: SymbolDesk = {
      ...{ index, symbol, tape, instrument, venue, contract: { venue, feed }, strangers, seq: 0 },
      ...{ filters: filtersOf(instrument), isHalted: false },
    };
    return desk;
  }

  deposit(account: Account, amount: string): void {
    this.book.deposit(account.id, parseScaled(amount, this.scale));
    this.#ledger.unsaved.margin(account.id);
  }

  /** Answers the atoms. */
  withdraw(account: Account, amount: string): Atoms {
    const atoms = parseScaled(amount, this.scale);
    this.book.withdraw(account.id, atoms);
    this.#ledger.unsaved.margin(account.id);
    return atoms;
  }

  place(account: Account, desk: SymbolDesk, { venue }: ContractDesk, request: PlaceRequest): Placed | Refused {
    const { cid, side, type, tif, priceTicks, qtyLots, positionSide = 'net', reduceOnly = false, trigger } = request;
    if (!this.book.fitsMode(account.id, positionSide)) return refused('POSITION_SIDE');
    const order: ContractOrder = {
      ...{ side, type, tif, priceTicks, qtyLots, positionSide, reduceOnly },
      ...(trigger === undefined ? {} : { trigger }),
      ...(request.form?.prevention === undefined ? {} : { prevention: request.form.prevention }),
    };
    const code = venue.refusalFor(account.id, order);
    if (code < 0) return refusedByVenue(refusalOf(code));
    const ledger = this.#ledger;
    const record = ledger.open(account, {
      ...{ accountId: account.id, cid, symbol: desk.symbol, side, type, tif, priceTicks, qtyLots },
      ...{ positionSide, reduceOnly, trigger: trigger ?? null, createdAtMs: ledger.timeOf(account, desk) },
      ...(request.form === undefined ? {} : { form: request.form }),
      lockTicks: venue.worstTicks(account.id, order),
    });
    ledger.unsaved.margin(account.id);
    ledger.fillsOfThisCall = [];
    desk.strangers.updateId++;
    if (isMissed(account, desk, record)) ledger.close(record, account, desk, 'cancelled');
    else {
      const handle = venue.place(account.id, record.id, order);
      if (handle < 0) throw new Error(`matching refused (${refusalOf(handle)}) what it had just allowed`);
      record.handle = handle;
    }
    ledger.tellOrder(record, account, desk);
    // Whom it met were told on their streams.
    return { ok: 1, order: record, fills: ledger.fillsOfThisCall.filter(({ orderId }) => orderId === record.id) };
  }

  cancel(account: Account, desk: SymbolDesk, { venue }: ContractDesk, order: OrderRecord): void {
    if (!venue.cancel(order.handle)) throw new Error(`open order ${order.id} is not in the book`);
    desk.strangers.updateId++;
    this.#ledger.close(order, account, desk, 'cancelled');
    this.#ledger.unsaved.margin(account.id);
    this.#ledger.tellOrder(order, account, desk);
  }

  /** A print with the mark and the settlements that came with it. */
  print(desk: SymbolDesk, { venue, feed }: ContractDesk): void {
    const { tape } = desk;
    const beforeMs = desk.seq > 0 ? tape.lastAtMs : tape.nextAtMs;
    const { nextTicks: priceTicks, nextAtMs: atMs } = tape;
    venue.print(priceTicks, atMs);
    tape.advance();
    desk.seq++;
    desk.strangers.updateId = Math.max(desk.strangers.updateId + 1, desk.seq * TRADES_A_PRINT);
    const markTicks = feed.markTicks(atMs, priceTicks);
    const moved = markTicks !== venue.markTicks || desk.seq === 1;
    // Also where it has not moved: what this print's trades opened may be beyond it already.
    venue.mark(markTicks, atMs);
    for (const settleMs of feed.settlements(beforeMs, atMs)) {
      const rateE8 = feed.rateE8(settleMs, settleMs);
      this.#settleMs = settleMs;
      if (rateE8 !== null) venue.fund(rateE8, settleMs);
    }
    const { unsaved } = this.#ledger;
    unsaved.moved(desk);
    // Who takes the print as the end of the moment has then seen all of it.
    if (moved) unsaved.tell({ type: 'mark', desk, markTicks, atMs });
    unsaved.tell({ type: 'print', desk, seq: desk.seq, priceTicks, atMs });
  }

  /** Closes what an account holds of a contract as if its mark had reached it. */
  liquidate(account: Account, desk: SymbolDesk): void {
    this.book.liquidateNow(account.id, desk.instrument.symbol);
  }

  setPositionMode(account: Account, mode: PositionMode) {
    return this.#changed(account, this.book.setPositionMode(account.id, mode));
  }

  setLeverage(account: Account, desk: SymbolDesk, leverage: number, mode: MarginMode) {
    return this.#changed(account, this.book.setLeverage(account.id, desk.instrument.symbol, leverage, mode));
  }

  /** Also while positions and orders stand, as far as their margin allows. */
  changeLeverage(account: Account, desk: SymbolDesk, leverage: number) {
    return this.#changed(account, this.book.changeLeverage(account.id, desk.instrument.symbol, leverage));
  }

  /** One with an id that was done before is done, and nothing moves again. */
  addMargin(account: Account, desk: SymbolDesk, side: PositionSide, amountAtoms: number, ref: string | null = null) {
    const { marginAdds, unsaved } = this.#ledger;
    this.#ledger.heard(account);
    const isDone = ref !== null && (unsaved.hasMarginAdd(account.id, ref) || marginAdds.knows(account.id, ref));
    if (isDone) return marginAnswer(null);
    const refusal = this.book.addMargin(account.id, desk.instrument.symbol, side, amountAtoms);
    if (refusal === null) {
      const atMs = this.#ledger.timeOf(account, desk);
      unsaved.marginAdd({
        ...{ accountId: account.id, ref, symbol: desk.symbol, positionSide: side, amountAtoms, atMs },
      });
    }
    return this.#changed(account, refusal);
  }

  marginAddsSince(account: Account, { symbol }: SymbolDesk, sinceMs: TimeMs): MarginAddRecord[] {
    return this.#ledger.marginAdds.since(account.id, symbol, sinceMs);
  }

  /** Wallets as they were stored; an account from before there were contracts gets `amount`. */
  restore(store: VenueStore, desks: readonly SymbolDesk[], accounts: readonly Account[], amount: string): void {
    const marks = desks
      .filter(({ seq, contract }) => contract !== null && seq > 0)
      .map(({ instrument, contract, tape }) => {
        const markTicks = (contract as ContractDesk).feed.markTicks(tape.lastAtMs, tape.lastTicks);
        return [instrument.symbol, markTicks] as const;
      });
    const house = store.marginHouse() ?? { insuranceAtoms: 0, feesAtoms: 0, counterpartyAtoms: 0, depositsAtoms: 0 };
    const known = store.marginAccounts();
    this.book.restore({ ...house, marks, accounts: known });
    const ids = new Set(known.map(({ id }) => id));
    for (const account of accounts) if (!ids.has(account.id)) this.deposit(account, amount);
  }

  restoreOrder({ venue }: ContractDesk, order: OrderRecord): number {
    const { form, side, type, tif, priceTicks, qtyLots, positionSide, reduceOnly, trigger } = order;
    return venue.restoreOrder({
      account: order.accountId,
      ref: order.id,
      order: {
        ...{ side, type, tif, priceTicks, qtyLots, positionSide, reduceOnly },
        ...(trigger === null ? {} : { trigger }),
        ...(form?.prevention === undefined ? {} : { prevention: form.prevention }),
      },
      leftLots: qtyLots - order.filledLots,
      worstTicks: order.lockTicks,
    });
  }

  #changed(account: Account, refusal: ReturnType<MarginBook['setPositionMode']>) {
    if (refusal === null) this.#ledger.unsaved.margin(account.id);
    return marginAnswer(refusal);
  }

  #sink(deskOf: () => SymbolDesk): ContractSink {
    const ledger = this.#ledger;
    return {
      fill: (
        _handle,
        accountId,
        ref,
        _side,
        priceTicks,
        qtyLots,
        leftLots,
        feeAtoms,
        _inBase,
        maker,
        realisedAtoms,
      ) => {
        const account = ledger.accountOf(accountId);
        const order = ledger.openOrder(ref);
        const booked = { priceTicks, qtyLots, leftLots, feeAtoms, feeInBase: false, maker };
        const trade = { ...booked, liquidation: false, realisedAtoms };
        ledger.fill(deskOf(), account, order, trade);
        ledger.unsaved.margin(accountId);
        // A placement's own answer tells of its order; what rested or waited is told here.
        if (order.handle >= 0) ledger.tellOrder(order, account, deskOf());
      },
      trade: (...facts) => tellTrade(ledger, deskOf(), facts),
      expired: (_handle, accountId, ref, _side, _leftLots, against) => {
        const account = ledger.accountOf(accountId);
        const order = ledger.openOrder(ref);
        order.preventedBy = against;
        deskOf().strangers.updateId++;
        ledger.close(order, account, deskOf(), 'cancelled');
        ledger.unsaved.margin(accountId);
        if (order.handle >= 0) ledger.tellOrder(order, account, deskOf());
      },
      liquidated: (liquidation) => this.#liquidated(deskOf(), liquidation),
      funded: ({ account, positionSide, rateE8, markTicks, amountAtoms }) => {
        const facts = { positionSide, rateE8, markTicks, amountAtoms, atMs: this.#settleMs };
        ledger.fund(deskOf(), ledger.accountOf(account), facts);
      },
    };
  }

  /** The forced trade has an order of its own, named by the venue. */
  #liquidated(desk: SymbolDesk, liquidation: Liquidation): void {
    const ledger = this.#ledger;
    const account = ledger.accountOf(liquidation.account);
    const { side, priceTicks, qtyLots, feeAtoms, realisedAtoms, positionSide } = liquidation;
    const order = ledger.open(account, {
      ...{ accountId: account.id, cid: `autoclose-${ledger.nextOrderId}`, symbol: desk.symbol, side },
      ...{ type: 'market', tif: 'ioc', priceTicks, qtyLots, positionSide, reduceOnly: true, trigger: null },
      ...{ lockTicks: priceTicks, createdAtMs: ledger.timeOf(account, desk) },
    });
    const booked = { priceTicks, qtyLots, leftLots: 0, feeAtoms, feeInBase: false, maker: false };
    const trade = { ...booked, liquidation: true, realisedAtoms };
    ledger.fill(desk, account, order, trade);
    ledger.tellOrder(order, account, desk);
    ledger.unsaved.margin(account.id);
  }
}

/** It was to trade in full at once, and cannot. */
function isMissed(account: Account, { strangers }: SymbolDesk, order: OrderRecord): boolean {
  if (account.law !== 'book' || order.form?.timeInForce !== 'FOK') return false;
  return !fillsWhole(strangers.book, account, order, order.form);
}
