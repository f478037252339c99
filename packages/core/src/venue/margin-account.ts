// One account of contracts: its wallet, and for each symbol its leverage, positions and what its open orders may come to
// need. Here are the sums over them; what changes them is asked of MarginBook.

import type { Instrument } from '../market/instrument.ts';
import { initialMarginAtoms, maintenanceAtoms, termsOf, unrealisedAtoms } from '../market/margin.ts';
import { heldBesideAtoms, type OpeningOrders } from '../market/order-margin.ts';
import type { Atoms, Lots, Ticks } from '../money/units.ts';
import type { Side } from '../strategy/strategy.ts';

export type PositionSide = 'net' | 'long' | 'short';
export type MarginMode = 'isolated' | 'cross';
export type PositionMode = 'one_way' | 'hedge';

export interface ContractPosition {
  readonly side: PositionSide;
  /** Signed: negative = short. */
  qtyLots: Lots;
  /** What it cost (long) or brought (short), without fees; never negative. */
  entryAtoms: Atoms;
  /** Isolated: the part of the wallet behind it; cross: 0. */
  marginAtoms: Atoms;
  /** Isolated: the mark that liquidates, 0 = none; kept current by MarginBook. */
  liquidationTicks: Ticks;
}

/** Open orders of one direction that may open a position, added up. */
export interface HeldOrders {
  readonly qtyLots: Lots;
  readonly notionalAtoms: Atoms;
  readonly feeAtoms: Atoms;
}

/** One symbol of one account. */
export interface Seat {
  readonly instrument: Instrument;
  leverage: number;
  marginMode: MarginMode;
  readonly positions: Map<PositionSide, ContractPosition>;
  /** By position side and order side, 'net:buy'; reduce-only orders are not in it. */
  readonly held: Map<string, HeldOrders>;
  /** All open orders, reduce-only ones too. */
  openOrders: number;
  /** The symbol's last mark; 0 before the first. */
  markTicks: Ticks;
}

export interface MarginAccount {
  readonly id: number;
  /** Cash, the margin of isolated positions included; without unrealised results. */
  walletAtoms: Atoms;
  positionMode: PositionMode;
  readonly seats: Map<string, Seat>;
}

export const DEFAULT_LEVERAGE = 20;

export function openSeat(instrument: Instrument, markTicks: Ticks): Seat {
  const most = termsOf(instrument).brackets[0]?.maxLeverage ?? 1;
  return {
    instrument,
    leverage: Math.min(DEFAULT_LEVERAGE, most),
    marginMode: 'isolated',
    positions: new Map(),
    held: new Map(),
    openOrders: 0,
    markTicks,
  };
}

/** An empty one is put there when there is none. */
export function positionOf(seat: Seat, side: PositionSide): ContractPosition {
  const position = seat.positions.get(side) ?? { side, qtyLots: 0, entryAtoms: 0, marginAtoms: 0, liquidationTicks: 0 };
  seat.positions.set(side, position);
  return position;
}

/** Result of the position at the last mark; 0 before there is one. */
export function unrealisedOf({ instrument, markTicks }: Seat, position: ContractPosition): Atoms {
  return markTicks === 0 ? 0 : unrealisedAtoms(instrument, position, markTicks);
}

export function maintenanceOf({ instrument, markTicks }: Seat, { qtyLots }: ContractPosition): Atoms {
  const notional = markTicks * Math.abs(qtyLots) * instrument.quoteAtomsPerTickLot;
  return maintenanceAtoms(termsOf(instrument), notional);
}

/** What stands behind isolated positions. */
export function isolatedAtoms(account: MarginAccount): Atoms {
  let sum = 0;
  for (const seat of account.seats.values()) for (const { marginAtoms } of seat.positions.values()) sum += marginAtoms;
  return sum;
}

/** All cross positions, each with its seat. */
export function crossPositions(account: MarginAccount): { seat: Seat; position: ContractPosition }[] {
  const found: { seat: Seat; position: ContractPosition }[] = [];
  for (const seat of account.seats.values()) {
    if (seat.marginMode !== 'cross') continue;
    for (const position of seat.positions.values()) found.push({ seat, position });
  }
  return found;
}

/** What stands behind all cross positions together, at the last marks. */
export function crossEquityAtoms(account: MarginAccount): Atoms {
  let equity = account.walletAtoms - isolatedAtoms(account);
  for (const { seat, position } of crossPositions(account)) equity += unrealisedOf(seat, position);
  return equity;
}

export function equityAtoms(account: MarginAccount): Atoms {
  let equity = account.walletAtoms;
  for (const seat of account.seats.values())
    for (const position of seat.positions.values()) equity += unrealisedOf(seat, position);
  return equity;
}

/** What new orders, added margin and withdrawals may take. Below zero when cross positions have lost it. */
export function availableAtoms(account: MarginAccount): Atoms {
  let available = crossEquityAtoms(account);
  for (const { seat, position } of crossPositions(account))
    available -= Math.floor(position.entryAtoms / seat.leverage);
  for (const seat of account.seats.values()) available -= heldAtoms(seat);
  return available;
}

/** Margin and fees that the seat's open orders keep: those of the net position, and in hedge mode those of each side. */
export function heldAtoms(seat: Seat): Atoms {
  if (seat.held.size === 0) return 0;
  const netLots = seat.positions.get('net')?.qtyLots ?? 0;
  const net = heldBesideAtoms(netLots, openingOf(seat, 'net:buy'), openingOf(seat, 'net:sell'));
  return net + heldBesideAtoms(0, openingOf(seat, 'long:buy')) + heldBesideAtoms(0, openingOf(seat, 'short:sell'));
}

function openingOf({ held, leverage }: Seat, key: string): OpeningOrders | undefined {
  const orders = held.get(key);
  if (orders === undefined) return undefined;
  const { feeAtoms, notionalAtoms, qtyLots } = orders;
  return { qtyLots, marginAtoms: initialMarginAtoms(notionalAtoms, leverage), feeAtoms };
}

/** False when the order can only make its position smaller: reduce-only ones, and the closing side in hedge mode. */
export function mayOpen(positionSide: PositionSide, side: Side, reduceOnly: boolean): boolean {
  if (reduceOnly) return false;
  return positionSide === 'net' || (positionSide === 'long') === (side === 'buy');
}

/** How much of its position an order of this side can close. */
export function closableLots(seat: Seat | undefined, positionSide: PositionSide, side: Side): Lots {
  const qtyLots = seat?.positions.get(positionSide)?.qtyLots ?? 0;
  return side === 'sell' ? Math.max(0, qtyLots) : Math.max(0, -qtyLots);
}
