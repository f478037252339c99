// Conversions and transfers: each is judged by what its accounts hold at that moment, and kept with its posting, all in one
// transaction. The same request of a user is done once.
import type { Journal } from '@cormorant/core/ledger/journal.ts';
import type { Holdings } from './ledger-store.ts';

export type ChangeAccount = 'balance' | 'fuel' | 'points';

export interface NewChange {
  readonly userId: number;
  readonly requestId: string;
  readonly kind: 'convert' | 'transfer';
  readonly from: ChangeAccount;
  readonly to: ChangeAccount;
  readonly toUserId: number | null;
  readonly amountE18: bigint;
  readonly rate: string;
  readonly receiveE18: bigint;
  readonly remark: string;
  readonly nowMs: number;
}

export interface DoneChange extends Omit<NewChange, 'nowMs'> {
  readonly id: number;
  readonly createdAtMs: number;
}

/** What a user has done since a time, at 18 decimals: transfers of balance and fuel together, points made into fuel. */
export interface ChangeUse {
  readonly transferredE18: bigint;
  readonly pointsE18: bigint;
}

export interface ChangeView {
  readonly holdings: Holdings;
  readonly used: ChangeUse;
  /** A bot that is charged has not stopped, or has results that are still to be charged. */
  readonly liveBotRuns: boolean;
  /** Nothing may leave this user. */
  readonly stopped: boolean;
  /** Null: no security hold was set. */
  readonly holdUntilMs: number | null;
}

/** Nothing stood against the change, and the books did not take it. */
export class ChangeNotBooked extends Error {}

export interface ChangeStore {
  /**
   * `judge` throws what stands in the way; it may be asked several times. Answers the earlier change where the request was
   * done before; null where another one was done under its id. Throws ChangeNotBooked.
   */
  make(
    change: NewChange,
    dayStartMs: number,
    judge: (view: ChangeView) => void,
    journalOf: (changeId: number) => Journal,
  ): Promise<DoneChange | null>;
  view(userId: number, dayStartMs: number): Promise<ChangeView>;
}
