// A margin book as plain JSON: what a store keeps, and how accounts are read out of the book and put back.
import type { Atoms, Lots, Ticks } from '../money/units.ts';
import type { MarginAccount, MarginMode, PositionMode, PositionSide, Seat } from './margin-account.ts';

/** What open orders hold is not in it: whoever keeps the orders holds them again. */
export interface SeatSnapshot {
  readonly symbol: string;
  readonly leverage: number;
  readonly marginMode: MarginMode;
  readonly positions: readonly { side: PositionSide; qtyLots: Lots; entryAtoms: Atoms; marginAtoms: Atoms }[];
}

/** Plain JSON. */
export interface AccountSnapshot {
  readonly id: number;
  readonly walletAtoms: Atoms;
  readonly positionMode: PositionMode;
  readonly seats: readonly SeatSnapshot[];
}

export interface HouseSnapshot {
  readonly insuranceAtoms: Atoms;
  readonly feesAtoms: Atoms;
  readonly counterpartyAtoms: Atoms;
  readonly depositsAtoms: Atoms;
  readonly marks: readonly (readonly [symbol: string, markTicks: Ticks])[];
}

export interface BookSnapshot extends HouseSnapshot {
  readonly accounts: readonly AccountSnapshot[];
}

export function snapshotOf({ id, walletAtoms, positionMode, seats }: MarginAccount): AccountSnapshot {
  return {
    id,
    walletAtoms,
    positionMode,
    seats: [...seats].map(([symbol, { leverage, marginMode, positions }]) => ({
      symbol,
      leverage,
      marginMode,
      positions: [...positions.values()].map(({ liquidationTicks: _, ...position }) => position),
    })),
  };
}

/** Into an empty seat. Where its positions are liquidated is for the book to say. */
export function restoreSeat(seat: Seat, { leverage, marginMode, positions }: SeatSnapshot): void {
  seat.leverage = leverage;
  seat.marginMode = marginMode;
  for (const position of positions) seat.positions.set(position.side, { ...position, liquidationTicks: 0 });
}
