// What is open over all of a user's live bots, and what one position was built from.
import type { PositionWrite } from './runner-writes.ts';

export interface PositionAddRow {
  readonly id: number;
  readonly positionId: number;
  readonly step: number;
  readonly kind: 'open' | 'add' | 'manual_add';
  readonly triggerPrice: string | null;
  readonly price: string;
  readonly qty: string;
  readonly amount: string;
  readonly fee: string;
  readonly callback: string | null;
  readonly cid: string;
  readonly filledMarketMs: number;
}

export interface PositionStore {
  /** Newest first; of bots that are not simulated. */
  open(userId: number): Promise<PositionWrite[]>;
  /** Null for a position that is not the user's. */
  adds(userId: number, positionId: number): Promise<PositionAddRow[] | null>;
}
