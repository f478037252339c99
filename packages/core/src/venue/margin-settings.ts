// How an account of contracts is set: position mode, leverage, margin mode, and the margin moved by hand behind a position.
// A refusal changes nothing.
import { initialMarginAtoms, maxLeverageFor, termsOf } from '../market/margin.ts';
import { assertSafe } from '../money/safe-integer.ts';
import type { Atoms } from '../money/units.ts';
import { largestNotional } from './held-orders.ts';
import {
  availableAtoms,
  type ContractPosition,
  type MarginAccount,
  type MarginMode,
  type PositionMode,
  type Seat,
  unrealisedOf,
} from './margin-account.ts';

export type MarginRefusal = 'position_open' | 'leverage' | 'no_position' | 'cross_margin' | 'funds';

export function setPositionMode(owner: MarginAccount, mode: PositionMode): MarginRefusal | null {
  if (mode === owner.positionMode) return null;
  for (const seat of owner.seats.values()) if (isUsed(seat)) return 'position_open';
  owner.positionMode = mode;
  return null;
}

/** Only while nothing of the symbol is open. */
export function setLeverage(seat: Seat, leverage: number, mode: MarginMode): MarginRefusal | null {
  if (seat.leverage === leverage && seat.marginMode === mode) return null;
  const most = termsOf(seat.instrument).brackets[0]?.maxLeverage ?? 1;
  if (!isLeverage(leverage, most)) return 'leverage';
  if (isUsed(seat)) return 'position_open';
  seat.leverage = leverage;
  seat.marginMode = mode;
  return null;
}

/**
 * Another leverage while positions and orders stand: what is then to be held must be there, the notional must be allowed
 * at it, and an isolated position cannot have less of it, for its margin would not be enough.
 */
export function changeLeverage(owner: MarginAccount, seat: Seat, leverage: number): MarginRefusal | null {
  const before = seat.leverage;
  if (!isLeverage(leverage, maxLeverageFor(termsOf(seat.instrument), largestNotional(seat)))) return 'leverage';
  if (seat.marginMode === 'isolated' && seat.positions.size > 0 && leverage < before) return 'position_open';
  seat.leverage = leverage;
  if (leverage >= before || availableAtoms(owner) >= 0) return null;
  seat.leverage = before;
  return 'funds';
}

/** Moves cash of the wallet behind an isolated position; negative takes it out, down to the initial margin. */
export function addMargin(
  owner: MarginAccount,
  seat: Seat,
  position: ContractPosition,
  atoms: Atoms,
): MarginRefusal | null {
  if (seat.marginMode === 'cross') return 'cross_margin';
  if (atoms > 0 && availableAtoms(owner) < atoms) return 'funds';
  const left = assertSafe(position.marginAtoms + atoms, 'margin');
  const initial = initialMarginAtoms(position.entryAtoms, seat.leverage);
  if (atoms < 0 && Math.min(left, left + unrealisedOf(seat, position)) < initial) return 'funds';
  position.marginAtoms = left;
  return null;
}

function isLeverage(leverage: number, most: number): boolean {
  return Number.isSafeInteger(leverage) && leverage >= 1 && leverage <= most;
}

function isUsed(seat: Seat): boolean {
  return seat.openOrders > 0 || seat.positions.size > 0;
}
