// The accounts of a venue of contracts settled in one quote asset: wallets, positions, margin, fees, funding, liquidation
// by mark price, and the insurance fund. To the atom, at every moment:
//   wallets + insurance + fees + counterparty = deposits
// where the counterparty is the market the accounts trade with, and its open results mirror theirs.

import { notionalAtoms } from '../market/conversions.ts';
import type { Instrument } from '../market/instrument.ts';
import { initialMarginAtoms, liquidationTicks, maxLeverageFor, termsOf } from '../market/margin.ts';
import { mulDiv } from '../money/mul-div.ts';
import { assertSafe } from '../money/safe-integer.ts';
import type { Atoms, Lots, Ticks } from '../money/units.ts';
import type { Side } from '../strategy/strategy.ts';
import { changeHeld, holdRefusal, largestNotional, type MarginOrder } from './held-orders.ts';
import { crossLiquidation, crossLiquidationTicks, forcedClose, type Liquidation } from './liquidation.ts';
import {
  availableAtoms,
  type ContractPosition,
  closableLots,
  crossPositions,
  equityAtoms,
  heldAtoms,
  isolatedAtoms,
  type MarginAccount,
  type MarginMode,
  mayOpen,
  openSeat,
  type PositionMode,
  type PositionSide,
  type Seat,
  unrealisedOf,
} from './margin-account.ts';
import { type AccountSnapshot, type BookSnapshot, type HouseSnapshot, snapshotOf } from './margin-snapshot.ts';

export type MarginRefusal = 'position_open' | 'leverage' | 'no_position' | 'cross_margin' | 'funds';

export interface FundingPayment {
  readonly account: number;
  readonly symbol: string;
  readonly positionSide: PositionSide;
  readonly rateE8: number;
  readonly markTicks: Ticks;
  /** What came (positive) or went. */
  readonly amountAtoms: Atoms;
}

export interface MarginFill {
  readonly symbol: string;
  readonly positionSide: PositionSide;
  readonly side: Side;
  readonly priceTicks: Ticks;
  readonly qtyLots: Lots;
  readonly feeAtoms: Atoms;
}

/** What a book tells the market of a symbol when it liquidates there. */
export interface LiquidationDesk {
  /** The account's orders of this symbol go, before its position does. */
  expireOrders(account: number): void;
  liquidated(liquidation: Liquidation): void;
}

const E8 = 100_000_000;

export class MarginBook {
  /** May fall below zero: then the house has paid what liquidated accounts could not. */
  insuranceAtoms: Atoms = 0;
  feesAtoms: Atoms = 0;
  /** What the market won from the accounts: the negative of all realised results and of all funding. */
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
    const owner = this.account(account);
    if (mode === owner.positionMode) return null;
    for (const seat of owner.seats.values()) if (isUsed(seat)) return 'position_open';
    owner.positionMode = mode;
    return null;
  }

  setLeverage(account: number, symbol: string, leverage: number, mode: MarginMode): MarginRefusal | null {
    const seat = this.seat(account, symbol);
    if (seat.leverage === leverage && seat.marginMode === mode) return null;
    const most = termsOf(seat.instrument).brackets[0]?.maxLeverage ?? 1;
    if (!Number.isSafeInteger(leverage) || leverage < 1 || leverage > most) return 'leverage';
    if (isUsed(seat)) return 'position_open';
    seat.leverage = leverage;
    seat.marginMode = mode;
    return null;
  }

  /**
   * Another leverage while positions and orders stand: what is then to be held must be there, the notional must be allowed
   * at it, and an isolated position cannot have less of it, for its margin would not be enough.
   */
  changeLeverage(account: number, symbol: string, leverage: number): MarginRefusal | null {
    const owner = this.account(account);
    const seat = this.seat(account, symbol);
    const before = seat.leverage;
    const most = maxLeverageFor(termsOf(seat.instrument), largestNotional(seat));
    if (!Number.isSafeInteger(leverage) || leverage < 1 || leverage > most) return 'leverage';
    if (seat.marginMode === 'isolated' && seat.positions.size > 0 && leverage < before) return 'position_open';
    seat.leverage = leverage;
    if (leverage >= before || availableAtoms(owner) >= 0) return null;
    seat.leverage = before;
    return 'funds';
  }

  /** Moves cash of the wallet behind an isolated position; negative takes it out, down to the initial margin. */
  addMargin(account: number, symbol: string, side: PositionSide, atoms: Atoms): MarginRefusal | null {
    const owner = this.account(account);
    const seat = this.seat(account, symbol);
    const position = seat.positions.get(side);
    if (position === undefined) return 'no_position';
    if (seat.marginMode === 'cross') return 'cross_margin';
    if (atoms > 0 && availableAtoms(owner) < atoms) return 'funds';
    const left = assertSafe(position.marginAtoms + atoms, 'margin');
    const initial = initialMarginAtoms(position.entryAtoms, seat.leverage);
    if (atoms < 0 && Math.min(left, left + unrealisedOf(seat, position)) < initial) return 'funds';
    position.marginAtoms = left;
    this.changed(owner, seat, position);
    return null;
  }

  /** Holds what an order may come to need; a refusal changes nothing. */
  hold(account: number, order: MarginOrder, qtyLots: Lots): 'funds' | 'qty_large' | null {
    const owner = this.account(account);
    const seat = this.seat(account, order.symbol);
    if (!mayOpen(order.positionSide, order.side, order.reduceOnly)) {
      seat.openOrders++;
      return null;
    }
    const before = heldAtoms(seat);
    changeHeld(seat, order, qtyLots, 1);
    const refused = holdRefusal(owner, seat, order, before);
    if (refused !== null) changeHeld(seat, order, qtyLots, -1);
    else seat.openOrders++;
    return refused;
  }

  /** Puts a stored order's hold back without asking. */
  restoreHold(account: number, order: MarginOrder, leftLots: Lots): void {
    const seat = this.seat(account, order.symbol);
    if (mayOpen(order.positionSide, order.side, order.reduceOnly)) changeHeld(seat, order, leftLots, 1);
    seat.openOrders++;
  }

  /** An order has ended, or `qtyLots` of it traded (then it is not `ended` unless nothing is left). */
  release(account: number, order: MarginOrder, qtyLots: Lots, leftLots: Lots): void {
    const seat = this.seat(account, order.symbol);
    if (mayOpen(order.positionSide, order.side, order.reduceOnly)) {
      changeHeld(seat, order, qtyLots + leftLots, -1);
      if (leftLots > 0) changeHeld(seat, order, leftLots, 1);
    }
    if (leftLots === 0) seat.openOrders--;
  }

  closableLots(account: number, symbol: string, positionSide: PositionSide, side: Side): Lots {
    return closableLots(this.account(account).seats.get(symbol), positionSide, side);
  }

  /** Books a trade; answers what it realised (before the fee). */
  fill(account: number, fill: MarginFill): Atoms {
    const owner = this.account(account);
    const seat = this.seat(account, fill.symbol);
    const position = seat.positions.get(fill.positionSide) ?? {
      ...{ side: fill.positionSide, qtyLots: 0, entryAtoms: 0, marginAtoms: 0, liquidationTicks: 0 },
    };
    seat.positions.set(fill.positionSide, position);
    const direction = fill.side === 'buy' ? 1 : -1;
    const closing = position.qtyLots * direction < 0 ? Math.min(fill.qtyLots, Math.abs(position.qtyLots)) : 0;
    owner.walletAtoms = assertSafe(owner.walletAtoms - fill.feeAtoms, 'wallet');
    this.feesAtoms = assertSafe(this.feesAtoms + fill.feeAtoms, 'fees');
    const realised = closing === 0 ? 0 : this.reduce(owner, seat, position, fill.priceTicks, closing);
    this.counterpartyAtoms = assertSafe(this.counterpartyAtoms - realised, 'counterparty');
    if (closing < fill.qtyLots) grow(owner, seat, position, direction, fill.priceTicks, fill.qtyLots - closing);
    this.cover(owner, position);
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
        if (isReached(position, markTicks)) done.push(...this.liquidate(owner, [{ seat, position }]));
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

  /** One settlement of funding: longs pay a positive rate. What is paid is rounded up, what is received down. */
  fund(symbol: string, rateE8: number, markTicks: Ticks): readonly FundingPayment[] {
    const payments: FundingPayment[] = [];
    for (const owner of [...(this.holders.get(symbol) ?? [])]) {
      const seat = owner.seats.get(symbol) as Seat;
      for (const position of [...seat.positions.values()]) {
        const notional = notionalAtoms(seat.instrument, markTicks, Math.abs(position.qtyLots));
        const amountAtoms = mulDiv(position.qtyLots > 0 ? -notional : notional, rateE8, E8, 'floor');
        owner.walletAtoms = assertSafe(owner.walletAtoms + amountAtoms, 'wallet');
        this.counterpartyAtoms = assertSafe(this.counterpartyAtoms - amountAtoms, 'counterparty');
        this.cover(owner, position);
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
      for (const { symbol, leverage, marginMode, positions } of seats) {
        const seat = this.seat(id, symbol);
        seat.leverage = leverage;
        seat.marginMode = marginMode;
        for (const row of positions) {
          const position = { ...row, liquidationTicks: 0 };
          seat.positions.set(row.side, position);
          this.changed(owner, seat, position);
        }
      }
    }
  }

  /** Closes part or all of a position at a price; the rest keeps what a proportional part cannot share out. */
  private reduce(owner: MarginAccount, seat: Seat, position: ContractPosition, ticks: Ticks, closing: Lots): Atoms {
    const held = Math.abs(position.qtyLots);
    const entry = mulDiv(position.entryAtoms, closing, held, 'floor');
    const notional = notionalAtoms(seat.instrument, ticks, closing);
    const realised = position.qtyLots > 0 ? notional - entry : entry - notional;
    position.marginAtoms -= mulDiv(position.marginAtoms, closing, held, 'floor');
    position.entryAtoms -= entry;
    position.qtyLots -= Math.sign(position.qtyLots) * closing;
    owner.walletAtoms = assertSafe(owner.walletAtoms + realised, 'wallet');
    return realised;
  }

  /** What the free wallet lacks comes from this position's own margin, then from the insurance fund. */
  private cover(owner: MarginAccount, position: ContractPosition): void {
    let lacking = isolatedAtoms(owner) - owner.walletAtoms;
    if (lacking <= 0) return;
    const own = Math.min(lacking, position.marginAtoms);
    position.marginAtoms -= own;
    lacking -= own;
    if (lacking === 0 || crossPositions(owner).some((cross) => cross.position.qtyLots !== 0)) return;
    owner.walletAtoms += lacking;
    this.insuranceAtoms -= lacking;
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
      const { liquidation, atMarkAtoms } = closes[at] as (typeof closes)[number];
      const { realisedAtoms } = liquidation;
      owner.walletAtoms = assertSafe(owner.walletAtoms + realisedAtoms - liquidation.feeAtoms, 'wallet');
      this.counterpartyAtoms = assertSafe(this.counterpartyAtoms - atMarkAtoms, 'counterparty');
      this.insuranceAtoms = assertSafe(
        this.insuranceAtoms + atMarkAtoms - realisedAtoms + liquidation.feeAtoms,
        'fund',
      );
      Object.assign(position, { qtyLots: 0, entryAtoms: 0, marginAtoms: 0 });
      this.changed(owner, seat, position);
    }
    for (const { position } of positions) this.cover(owner, position);
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

function isUsed(seat: Seat): boolean {
  return seat.openOrders > 0 || seat.positions.size > 0;
}

function isReached({ qtyLots, liquidationTicks: at }: ContractPosition, markTicks: Ticks): boolean {
  return at > 0 && (qtyLots > 0 ? markTicks <= at : markTicks >= at);
}

/** Puts the initial margin behind it as far as the wallet has it. */
function grow(
  owner: MarginAccount,
  seat: Seat,
  position: ContractPosition,
  direction: 1 | -1,
  ticks: Ticks,
  qtyLots: Lots,
): void {
  const notional = notionalAtoms(seat.instrument, ticks, qtyLots);
  if (seat.marginMode === 'isolated') {
    const free = Math.max(0, owner.walletAtoms - isolatedAtoms(owner));
    position.marginAtoms += Math.min(Math.floor(notional / seat.leverage), free);
  }
  position.entryAtoms = assertSafe(position.entryAtoms + notional, 'entry');
  position.qtyLots += direction * qtyLots;
}
