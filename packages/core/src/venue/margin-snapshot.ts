// A margin book as plain JSON: what a store keeps, and how accounts are read out of the book and put back.
import type { Atoms, Lots, Ticks } from '../money/units.ts';
import type { MarginAccount, MarginMode, PositionMode, PositionSide } from './margin-account.ts';

/** Plain JSON. What open orders hold is not in it: whoever keeps the orders holds them again. */
export interface AccountSnapshot {
  readonly id: number;
  readonly walletAtoms: Atoms;
  readonly positionMode: PositionMode;
  readonly seats: {
    symbol: string;
    leverage: number;
    marginMode: MarginMode;
    positions: { side: PositionSide; qtyLots: Lots; entryAtoms: Atoms; marginAtoms: Atoms }[];
  }[];
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
