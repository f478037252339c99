// Withdrawals as their owners and operators see them; what operators decide of one is in features/operators. Invariant: each change of state is one transaction with the journal
// it calls for (`core/custody/withdrawal.ts`); amounts are USDT of 1e-18 and include the fee.
import type { FamiliarAddress } from '@cormorant/core/custody/similar-address.ts';
import type { WithdrawalState } from '@cormorant/core/custody/withdrawal.ts';
import type { NoticeText } from './credential-store.ts';

export interface WithdrawalRow {
  readonly id: number;
  readonly sn: string;
  readonly userId: number;
  readonly network: string;
  /** Lower case. */
  readonly address: string;
  readonly amountE18: bigint;
  readonly feeE18: bigint;
  readonly status: WithdrawalState;
  readonly risk: readonly RiskFact[];
  readonly reason: string;
  readonly nonce: number | null;
  readonly waits: WithdrawalWait | '';
  readonly txid: string | null;
  readonly reviewBy: string | null;
  readonly createdAtMs: number;
  readonly reviewedAtMs: number | null;
  readonly broadcastAtMs: number | null;
  readonly confirmedAtMs: number | null;
}

/** Why an approved one has no nonce yet: withdrawals are closed, or the hot wallet lacks coin or gas. */
export type WithdrawalWait = 'closed' | 'coin' | 'gas';

/** Why a person has to look: see product.md 3.3. */
export type RiskFact = 'new_address' | 'similar_address' | 'unsettled_deposits' | 'security_hold' | 'above_automatic';

export interface NewWithdrawal {
  readonly sn: string;
  /** One withdrawal of a user comes of one request. */
  readonly requestId: string;
  readonly userId: number;
  readonly network: string;
  readonly address: string;
  readonly label: string | null;
  readonly amountE18: bigint;
  readonly feeE18: bigint;
  /** For the day that began at `dayStartMs`. */
  readonly dailyE18: bigint;
  readonly dayStartMs: number;
  readonly nowMs: number;
}

export type SubmitOutcome =
  | { readonly state: 'done'; readonly row: WithdrawalRow }
  /** The request was done before, with this content or another. */
  | { readonly state: 'before'; readonly row: WithdrawalRow }
  | { readonly state: 'stopped' | 'daily' | 'in_progress' | 'short' | 'sn_taken' }
  | { readonly state: 'held'; readonly untilMs: number };

/** The facts that the automatic look at a withdrawal goes by. */
export interface RiskGround {
  readonly addressPaidBefore: boolean;
  /** It may be taken for another one that its owner knows. */
  readonly addressLooksKnown: boolean;
  readonly unsettledE18: bigint;
  readonly creditedE18: bigint;
  readonly holdUntilMs: number | null;
  /** Or not active. */
  readonly stopped: boolean;
}

export type Decision = 'approve' | 'reject' | 'cancel';
export type ReviewOutcome =
  | { readonly state: 'done'; readonly row: WithdrawalRow }
  /** Approved, and another operator has to. */
  | { readonly state: 'waits'; readonly row: WithdrawalRow }
  /** No such withdrawal; it waits for no decision; this operator has decided already. */
  | { readonly state: 'missing' | 'not_waiting' | 'same_operator' | 'not_independent' }
  /** Its owner may not be paid now: stopped or not active; after a change of what guards the account. */
  | { readonly state: 'stopped' | 'held' };

export interface Review {
  readonly sn: string;
  readonly operator: string;
  readonly decision: Decision;
  readonly reason: string;
  /** More than this needs two operators. */
  readonly twoPersonE18: bigint;
  readonly notice: Readonly<Record<'zh' | 'en', NoticeText>> | null;
  readonly nowMs: number;
}

export interface KnownAddress {
  readonly address: string;
  readonly label: string;
  readonly lastUsedAtMs: number;
}

export interface NamedAddress extends FamiliarAddress {
  /** '' where it has none. */
  readonly label: string;
  /** Null where nothing was paid to it. */
  readonly lastUsedAtMs: number | null;
}

export interface WithdrawalStore {
  submit(withdrawal: NewWithdrawal): Promise<SubmitOutcome>;
  /** What came of a request of a user; null = nothing so far. */
  ofRequest(userId: number, requestId: string): Promise<WithdrawalRow | null>;
  /** Of withdrawals since then that were not given back. */
  usedSince(userId: number, sinceMs: number): Promise<bigint>;
  /** '' = they may; otherwise why not. */
  stopOf(userId: number): Promise<string>;
  /** Those to which something went or is on its way, the last used first. */
  addressesOf(userId: number): Promise<KnownAddress[]>;
  /** Every address that this user has to do with, lower case; one may stand here by several sources. */
  familiarOf(userId: number): Promise<NamedAddress[]>;
  /** The newest first. */
  listOf(userId: number, most: number): Promise<WithdrawalRow[]>;
  /** In the order in which they were asked for. */
  inState(status: WithdrawalState): Promise<WithdrawalRow[]>;
  bySn(sn: string): Promise<WithdrawalRow | null>;
  byId(id: number): Promise<WithdrawalRow | null>;
  riskGround(row: WithdrawalRow): Promise<RiskGround>;
  /** Null when it was judged before. */
  judge(row: WithdrawalRow, risk: readonly RiskFact[], nowMs: number): Promise<WithdrawalRow | null>;
  /** True when that is new. */
  setWaits(id: number, waits: WithdrawalWait): Promise<boolean>;
}
