// The accounts of a venue of contracts settled in one quote asset: wallets, positions, margin, fees, funding, liquidation
// by mark price, and the insurance fund. To the atom, at every moment:
//   wallets + insurance + fees + counterparty = deposits
// where the counterparty is the market the accounts trade with, and its open results mirror theirs.

import type { Instrument } from '../market/instrument.ts';
import { liquidationTicks, termsOf } from '../market/margin.ts';
import { assertSafe } from '../money/safe-integer.ts';
import type { Atoms, Lots, Ticks } from '../money/units.ts';
import type { Side } from '../strategy/strategy.ts';
import { holdOrder, type MarginOrder, releaseOrder, restoreOrder } from './held-orders.ts';
import {
  crossLiquidation,
  crossLiquidationTicks,
  type ForcedClose,
  forcedClose,
  isolatedLiquidation,
  type Liquidation,
  type LiquidationDesk,
} from './liquidation.ts';
import {
  availableAtoms,
  type ContractPosition,
  closableLots,
  crossPositions,
  equityAtoms,
  type MarginAccount,
  type MarginMode,
  openSeat,
  type PositionMode,
  type PositionSide,
  positionOf,
  type Seat,
} from './margin-account.ts';
import {
  bookFill,
  bookForcedClose,
  bookFunding,
  cover,
  type MarginFill,
  type ServerContext,
} from './margin-booking.ts';
import { addMargin, changeLeverage, type MarginRefusal, setLeverage, setPositionMode } from './margin-settings.ts';
import {
  type AccountSnapshot,
  type BookSnapshot,
  type HouseSnapshot,
  restoreSeat,
  snapshotOf,
} from './margin-snapshot.ts';

export interface FundingPayment {
  readonly account: number;
  readonly symbol: string;
  readonly positionSide: PositionSide;
  readonly rateE8: number;
  readonly markTicks: Ticks;
  /** What came (positive) or went. */
  readonly amountAtoms: Atoms;
}

export class MarginBook implements ServerContext {
  insuranceAtoms: Atoms = 0;
  feesAtoms: Atoms = 0;
  counterpartyAtoms: Atoms = 0;
  depositsAtoms: Atoms = 0;
  private readonly instruments = new Map<string, Instrument>();
  private readonly marks = new Map<string, Ticks>();
  private readonly accounts = new Map<number, MarginAccount>();
  private readonly desks = new Map<string, LiquidationDesk>();
  /** Accounts with a position, by symbol. */
  private readonly holders = new Map<string, Set<MarginAccount>>();

  constructor(contracts: readonly Instrument[]) {
    for (const instrument of contracts) {
      termsOf(instrument);
      const { quote, quoteScale } = contracts[0] as Instrument;
      if (instrument.quote !== quote || instrument.quoteScale !== quoteScale)
        throw new RangeError(`${instrument.symbol}: contracts of one book share one quote and one scale`);
      this.instruments.set(instrument.symbol, instrument);
      this.holders.set(instrument.symbol, new Set());
    }
  }

  attach(symbol: string, desk: LiquidationDesk): void {
    this.desks.set(symbol, desk);
  }

  deposit(account: number, atoms: Atoms): void {
    const owner = this.account(account);
    owner.walletAtoms = assertSafe(owner.walletAtoms + atoms, 'wallet');
    this.depositsAtoms = assertSafe(this.depositsAtoms + atoms, 'deposits');
  }

  /** Cash that may leave: what is available and no open result. */
  withdrawableAtoms(account: number): Atoms {
    return Math.max(0, Math.min(this.walletAtoms(account), this.availableAtoms(account)));
  }

  /** Throws RangeError where it is more than may leave. */
  withdraw(account: number, atoms: Atoms): void {
    if (atoms < 0 || atoms > this.withdrawableAtoms(account))
      throw new RangeError(`account ${account}: ${atoms} cannot leave`);
    this.account(account).walletAtoms -= atoms;
    this.depositsAtoms -= atoms;
  }

  /** How much a deposit may be when neither this wallet nor the sum of all deposits shall exceed `mostAtoms`. */
  roomAtoms(account: number, mostAtoms: Atoms): Atoms {
    return mostAtoms - Math.max(this.accounts.get(account)?.walletAtoms ?? 0, this.depositsAtoms);
  }

  walletAtoms(account: number): Atoms {
    return this.account(account).walletAtoms;
  }

  /** Never below zero for the reader: cross losses may have eaten more than all of it. */
  availableAtoms(account: number): Atoms {
    return Math.max(0, availableAtoms(this.account(account)));
  }

  /** All of the equity that is not available. */
  lockedAtoms(account: number): Atoms {
    return Math.max(0, this.equityAtoms(account) - this.availableAtoms(account));
  }

  equityAtoms(account: number): Atoms {
    return equityAtoms(this.account(account));
  }

  positionMode(account: number): PositionMode {
    return this.account(account).positionMode;
  }

  /** Whether an order for this side of a position fits the account's mode. */
  fitsMode(account: number, side: PositionSide): boolean {
    return (side === 'net') === (this.positionMode(account) === 'one_way');
  }

  setPositionMode(account: number, mode: PositionMode): MarginRefusal | null {
    return setPositionMode(this.account(account), mode);
  }

  setLeverage(account: number, symbol: string, leverage: number, mode: MarginMode): MarginRefusal | null {
    return setLeverage(this.seat(account, symbol), leverage, mode);
  }

  changeLeverage(account: number, symbol: string, leverage: number): MarginRefusal | null {
    return changeLeverage(this.account(account), this.seat(account, symbol), leverage);
  }

  addMargin(account: number, symbol: string, side: PositionSide, atoms: Atoms): MarginRefusal | null {
    const owner = this.account(account);
    const seat = this.seat(account, symbol);
    const position = seat.positions.get(side);
    if (position === undefined) return 'no_position';
    const refused = addMargin(owner, seat, position, atoms);
    if (refused === null) this.changed(owner, seat, position);
    return refused;
  }

  /** Holds what an order may come to need; a refusal changes nothing. */
  hold(account: number, order: MarginOrder, qtyLots: Lots): 'funds' | 'qty_large' | null {
    return holdOrder(this.account(account), this.seat(account, order.symbol), order, qtyLots);
  }

  /** Puts a stored order's hold back without asking. */
  restoreHold(account: number, order: MarginOrder, leftLots: Lots): void {
    restoreOrder(this.seat(account, order.symbol), order, leftLots);
  }

  /** An order has ended, or `qtyLots` of it traded (then it is not `ended` unless nothing is left). */
  release(account: number, order: MarginOrder, qtyLots: Lots, leftLots: Lots): void {
    releaseOrder(this.seat(account, order.symbol), order, qtyLots, leftLots);
  }

  closableLots(account: number, symbol: string, positionSide: PositionSide, side: Side): Lots {
    return closableLots(this.account(account).seats.get(symbol), positionSide, side);
  }

  /** Books a trade; answers what it realised (before the fee). */
  fill(account: number, fill: MarginFill): Atoms {
    const owner = this.account(account);
    const seat = this.seat(account, fill.symbol);
    const position = positionOf(seat, fill.positionSide);
    const realised = bookFill(this, owner, seat, position, fill);
    this.changed(owner, seat, position);
    return realised;
  }

  position(account: number, symbol: string, side: PositionSide): ContractPosition | undefined {
    return this.account(account).seats.get(symbol)?.positions.get(side);
  }

  /** The account's seats that were ever used: settings and positions. */
  seatsOf(account: number): Iterable<Seat> {
    return this.account(account).seats.values();
  }

  seatOf(account: number, symbol: string): Seat {
    return this.seat(account, symbol);
  }

  /** The mark at which this position is liquidated, 0 = none; of a cross position while all other marks stand still. */
  liquidationTicksOf(account: number, symbol: string, side: PositionSide): Ticks {
    const owner = this.account(account);
    const seat = owner.seats.get(symbol);
    const position = seat?.positions.get(side);
    if (seat === undefined || position === undefined) return 0;
    return seat.marginMode === 'isolated' ? position.liquidationTicks : crossLiquidationTicks(owner, seat, position);
  }

  markTicksOf(symbol: string): Ticks {
    return this.marks.get(symbol) ?? 0;
  }

  /** A new mark price: whatever it liquidates is closed before this returns, and each symbol's desk is told. */
  mark(symbol: string, markTicks: Ticks): readonly Liquidation[] {
    this.marks.set(symbol, markTicks);
    const holders = this.holders.get(symbol);
    if (holders === undefined || holders.size === 0) return NOTHING;
    const done: Liquidation[] = [];
    for (const owner of [...holders]) {
      const seat = owner.seats.get(symbol) as Seat;
      seat.markTicks = markTicks;
      if (seat.marginMode === 'cross') {
        if (crossLiquidation(owner)) done.push(...this.liquidate(owner, crossPositions(owner)));
        continue;
      }
      for (const position of [...seat.positions.values()])
        if (isolatedLiquidation(position, markTicks)) done.push(...this.liquidate(owner, [{ seat, position }]));
    }
    return done;
  }

  /** Closes what the account holds of a symbol as if the mark had reached it; cross: all its cross positions. */
  liquidateNow(account: number, symbol: string): readonly Liquidation[] {
    const owner = this.account(account);
    const seat = owner.seats.get(symbol);
    if (seat === undefined || seat.positions.size === 0) return NOTHING;
    if (seat.marginMode === 'cross') return this.liquidate(owner, crossPositions(owner));
    return [...seat.positions.values()].flatMap((position) => this.liquidate(owner, [{ seat, position }]));
  }

  /** One settlement of funding. */
  fund(symbol: string, rateE8: number, markTicks: Ticks): readonly FundingPayment[] {
    const payments: FundingPayment[] = [];
    for (const owner of [...(this.holders.get(symbol) ?? [])]) {
      const seat = owner.seats.get(symbol) as Seat;
      for (const position of [...seat.positions.values()]) {
        const amountAtoms = bookFunding(this, owner, seat, position, rateE8, markTicks);
        this.changed(owner, seat, position);
        payments.push({ account: owner.id, symbol, positionSide: position.side, rateE8, markTicks, amountAtoms });
      }
    }
    return payments;
  }

  snapshot(): BookSnapshot {
    return { ...this.houseSnapshot(), accounts: [...this.accounts.keys()].map((id) => this.accountSnapshot(id)) };
  }

  houseSnapshot(): HouseSnapshot {
    const { insuranceAtoms, feesAtoms, counterpartyAtoms, depositsAtoms } = this;
    return { insuranceAtoms, feesAtoms, counterpartyAtoms, depositsAtoms, marks: [...this.marks] };
  }

  accountSnapshot(id: number): AccountSnapshot {
    return snapshotOf(this.account(id));
  }

  /** Into an empty book; the holds of open orders follow by restoreHold. */
  restore({ accounts, ...house }: BookSnapshot): void {
    if (this.accounts.size > 0) throw new Error('restore needs an empty book');
    this.insuranceAtoms = house.insuranceAtoms;
    this.feesAtoms = house.feesAtoms;
    this.counterpartyAtoms = house.counterpartyAtoms;
    this.depositsAtoms = house.depositsAtoms;
    for (const [symbol, ticks] of house.marks) this.marks.set(symbol, ticks);
    for (const { id, walletAtoms, positionMode, seats } of accounts) {
      const owner = this.account(id);
      owner.walletAtoms = walletAtoms;
      owner.positionMode = positionMode;
      for (const kept of seats) {
        const seat = this.seat(id, kept.symbol);
        restoreSeat(seat, kept);
        for (const position of seat.positions.values()) this.changed(owner, seat, position);
      }
    }
  }

  private changed(owner: MarginAccount, seat: Seat, position: ContractPosition): void {
    if (position.qtyLots === 0) seat.positions.delete(position.side);
    else if (seat.marginMode === 'isolated') position.liquidationTicks = liquidationTicks(seat.instrument, position);
    const holders = this.holders.get(seat.instrument.symbol) as Set<MarginAccount>;
    if (seat.positions.size > 0) {
      seat.markTicks = this.markTicksOf(seat.instrument.symbol);
      holders.add(owner);
    } else holders.delete(owner);
  }

  private liquidate(
    owner: MarginAccount,
    positions: readonly { seat: Seat; position: ContractPosition }[],
  ): Liquidation[] {
    for (const symbol of new Set(positions.map(({ seat }) => seat.instrument.symbol)))
      this.desks.get(symbol)?.expireOrders(owner.id);
    const closes = forcedClose(owner, positions);
    for (const [at, { seat, position }] of positions.entries()) {
      bookForcedClose(this, owner, position, closes[at] as ForcedClose);
      this.changed(owner, seat, position);
    }
    for (const { position } of positions) cover(this, owner, position);
    for (const { liquidation } of closes) this.desks.get(liquidation.symbol)?.liquidated(liquidation);
    return closes.map(({ liquidation }) => liquidation);
  }

  private account(id: number): MarginAccount {
    let account = this.accounts.get(id);
    if (account === undefined) {
      account = { id, walletAtoms: 0, positionMode: 'one_way', seats: new Map() };
      this.accounts.set(id, account);
    }
    return account;
  }

  private seat(account: number, symbol: string): Seat {
    const { seats } = this.account(account);
    let seat = seats.get(symbol);
    if (seat === undefined) {
      const instrument = this.instruments.get(symbol);
      if (instrument === undefined) throw new RangeError(`no contract ${symbol} in this book`);
      seat = openSeat(instrument, this.markTicksOf(symbol));
      seats.set(symbol, seat);
    }
    return seat;
  }
}

const NOTHING: readonly Liquidation[] = [];
