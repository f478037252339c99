// The ledger: posting journals, and what users' accounts hold. A post is durable when it answers. Whoever writes rows of its
// own with a journal does so in an adapter, in one transaction (adapters/postgres/ledger/ledger-post.ts).

import type { UserPart } from '@cormorant/core/ledger/chart.ts';
import type { Journal, Outcome } from '@cormorant/core/ledger/journal.ts';
import type { LogName, LogType } from '@cormorant/core/ledger/log-types.ts';
import type { LedgerSums } from '@cormorant/core/ledger/proof.ts';

/** What a user's accounts hold, at 18 decimals. */
export type Holdings = Readonly<Record<UserPart, bigint>>;

export interface LogRow {
  readonly id: number;
  readonly part: UserPart;
  readonly log: LogType;
  /** On the account's natural side. */
  readonly amountE18: bigint;
  readonly beforeE18: bigint;
  readonly afterE18: bigint;
  readonly refType: string;
  readonly refId: string;
  readonly remark: string;
  readonly createdAtMs: number;
  /** Of a withdrawal: where it has gone, as far as it has. */
  readonly parts: readonly LogPart[];
}

export interface LogPart {
  readonly log: LogType;
  readonly amountE18: bigint;
  readonly createdAtMs: number;
}

export interface LogQuery {
  readonly userId: number;
  readonly name: LogName;
  /** Rows of this kind alone; null = all but those that are parts of others. */
  readonly log: LogType | null;
  readonly page: number;
  readonly pageSize: number;
}

export interface LedgerStore {
  /** Each journal by itself, in their order: one that finds too little does not keep the others. */
  post(journals: readonly Journal[], nowMs: number): Promise<Outcome[]>;
  holdingsOf(userId: number): Promise<{ readonly holdings: Holdings; readonly updatedAtMs: number | null }>;
  logRows(query: LogQuery): Promise<{ readonly rows: LogRow[]; readonly total: number }>;
  /** What profit share has brought a user. */
  shareIncomeOf(userId: number): Promise<bigint>;
  /**
   * Of each user whose accounts moved behind an entry, the newest one; null = only what the newest entry of all is.
   */
  movedSince(entryId: number | null): Promise<{
    readonly moved: readonly { readonly userId: number; readonly entryId: number }[];
    readonly newest: number;
  }>;
  sums(): Promise<LedgerSums>;
}
