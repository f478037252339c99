// The people who work an installation by hand: named, with roles and a token of their own, and everything they change is
// written down with its reason. What they may do is decided in features/operators, inside one transaction: `OperatorWork` is
// what such a transaction reads and writes.
import type { WithdrawalEvent } from '@cormorant/core/custody/withdrawal.ts';
import type { AdjustPart } from '@cormorant/core/ledger/change-journals.ts';
import type { NoticeText } from './credential-store.ts';
import type { FuelBooks } from './fuel-books.ts';
import type { HelpRows } from './help-store.ts';
import type { GiverRow } from './team-store.ts';
import type { Transactions } from './transactions.ts';
import type { WithdrawalRow } from './withdrawal-store.ts';

export const roles = ['viewer', 'support', 'content', 'finance', 'finance_lead', 'risk', 'admin'] as const;
export type Role = (typeof roles)[number];

export interface Operator {
  readonly name: string;
  readonly roles: readonly Role[];
}

/** Who does it, and why. */
export interface Doing {
  readonly by: string;
  readonly reason: string;
  readonly nowMs: number;
}

/** Something an operator changed, as the log keeps it. */
export interface Deed {
  readonly operator: string;
  readonly action: string;
  readonly subject: string;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly reason: string;
}

export interface LoggedDeed extends Deed {
  readonly id: number;
  readonly atMs: number;
}

export interface Adjustment {
  readonly id: number;
  readonly userId: number;
  readonly part: AdjustPart;
  readonly amountE18: bigint;
  readonly reason: string;
  readonly askedBy: string;
  readonly state: 'asked' | 'done' | 'rejected';
}

export type RequestKind = 'setting' | 'reverse_charge' | 'cold_send' | 'settle';

export interface OperatorRequest {
  readonly id: number;
  readonly kind: RequestKind;
  /** The setting's name; the charge's number; the address of cold storage; `send:1` or `move:1`. */
  readonly subject: string;
  /** What the setting becomes; how much is moved. */
  readonly value: string;
  readonly reason: string;
  readonly askedBy: string;
  readonly state: 'asked' | 'done' | 'rejected';
}

/** same_operator: who asked cannot decide; not_independent: nor can who is too new or the same person's. */
export type RequestDecision = 'done' | 'rejected' | 'missing' | 'decided' | 'same_operator' | 'not_independent';

/** short: the account holds less than is to be taken. */
export type AdjustDecision = RequestDecision | 'short';

/** An operator as it is kept. */
export interface OperatorRow extends Operator {
  /** The name of the person as whose hand it counts. */
  readonly person: string;
  readonly tokenHash: Uint8Array;
  /** Who has seen the token besides itself; null = nobody. */
  readonly tokenSeenBy: string | null;
  readonly isActive: boolean;
}

export type NewOperator = Omit<OperatorRow, 'isActive'>;

/** What the rule of two persons goes by. */
export interface Standing {
  readonly name: string;
  readonly person: string;
  readonly createdAtMs: number;
  /** Nobody else has seen the token of the person as whose hand the name counts. */
  readonly personHasOwnToken: boolean;
}

/** One of all there ever were, the first first. */
export interface KnownOperator {
  readonly name: string;
  readonly person: string;
  readonly isActive: boolean;
  readonly addedItself: boolean;
}

export interface OperatorRows {
  /** The very first one, held against changes. */
  first(): Promise<OperatorRow | null>;
  /** Held until the transaction ends: `share` against changes, `update` against everybody. */
  take(name: string, hold: 'share' | 'update'): Promise<OperatorRow | null>;
  /** Of these names, those that are there. */
  standings(names: readonly string[]): Promise<Standing[]>;
  /** Who added that name, the newest time. */
  adderOf(name: string): Promise<string | null>;
  add(operator: NewOperator, nowMs: number): Promise<void>;
  /** A token that nobody else has seen. */
  setOwnToken(name: string, tokenHash: Uint8Array): Promise<void>;
  setPerson(name: string, person: string): Promise<void>;
  disable(name: string, nowMs: number): Promise<void>;
}

/** What was decided over something that was asked for. */
export interface Decided {
  readonly id: number;
  readonly state: 'done' | 'rejected';
  readonly by: string;
  readonly nowMs: number;
}

export interface NewRequest {
  readonly kind: RequestKind;
  readonly subject: string;
  readonly value: string;
}

export interface RequestRows {
  add(wanted: NewRequest, doing: Doing): Promise<number>;
  /** Held until the transaction ends. */
  take(id: number): Promise<OperatorRequest | null>;
  decide(decided: Decided): Promise<void>;
}

export interface NewAdjustment {
  readonly sn: string;
  readonly part: AdjustPart;
  readonly amountE18: bigint;
}

export interface AdjustmentRows {
  /** Null for a user who is not there. */
  add(wanted: NewAdjustment, doing: Doing): Promise<number | null>;
  /** Held until the transaction ends. */
  take(id: number): Promise<Adjustment | null>;
  decide(decided: Decided): Promise<void>;
}

export interface HandledUser {
  readonly id: number;
  readonly status: string;
  readonly isPartner: boolean;
  readonly alias: string | null;
  /** '' = they may withdraw; otherwise why not. */
  readonly withdrawStop: string;
}

export interface RatedUser {
  readonly id: number;
  readonly rateBp: number;
  readonly referrerId: number | null;
  /** The highest rate that the user has given away. */
  readonly givenBp: number;
}

export interface HandledUsers {
  /** Held until the transaction ends; `key`: also against rows that come to refer to the user. */
  take(sn: string, hold: 'row' | 'key'): Promise<HandledUser | null>;
  setStatus(id: number, status: 'active' | 'locked', nowMs: number): Promise<void>;
  /** False when somebody else has that alias: the transaction can only be given up then. */
  setAlias(id: number, alias: string | null, nowMs: number): Promise<boolean>;
  allowWithdrawals(id: number, nowMs: number): Promise<void>;
  /** Every session, as ended by an operator. */
  endSessions(id: number, nowMs: number): Promise<void>;
  /** Held with who referred the user, in the order of their ids. */
  takeRated(sn: string): Promise<RatedUser | null>;
  giver(id: number): Promise<GiverRow>;
  /** A change of the user's rate that waits for its day is given up. */
  dropWaitingRate(id: number, nowMs: number): Promise<void>;
  setRate(id: number, rateBp: number, nowMs: number): Promise<void>;
}

export interface ReviewStep {
  /** Held by this transaction. */
  readonly row: WithdrawalRow;
  readonly event: WithdrawalEvent;
  readonly by: string;
  readonly reason: string;
  readonly notice: Readonly<Record<'zh' | 'en', NoticeText>> | null;
}

/** A withdrawal that an operator looks at, and what operators have said of it. */
export interface ReviewedWithdrawals {
  idOf(sn: string): Promise<number | null>;
  /** Why its owner may not be paid now; null = they may, until the transaction ends. To be asked before the row is taken. */
  barOf(id: number, nowMs: number): Promise<'stopped' | 'held' | null>;
  take(id: number): Promise<WithdrawalRow>;
  approvers(id: number): Promise<string[]>;
  /** False when that operator has said something of it before. */
  addReview(id: number, decision: 'approve' | 'reject' | 'cancel', doing: Doing): Promise<boolean>;
  /** Null when the event does not belong to the row's state: then nothing was done. */
  step(step: ReviewStep, nowMs: number): Promise<WithdrawalRow | null>;
}

export interface ColdSends {
  add(
    send: { readonly requestId: number; readonly target: string; readonly amountE18: bigint },
    nowMs: number,
  ): Promise<void>;
  /** True when it had no nonce yet: nothing of it leaves. */
  cancel(id: number, nowMs: number): Promise<boolean>;
  /** True when it had its nonce, and is to be replaced by a transaction that pays nobody. */
  withdraw(id: number): Promise<boolean>;
}

/** What the books take over as the chain has it: how a send of the outbox ended, a move, a used nonce, gas that is lacking. */
export type Settlement =
  | { readonly kind: 'send' | 'move' | 'used'; readonly id: number }
  | { readonly kind: 'gas'; readonly wei: bigint };

/** What was asked for can be done no more; the message says why. Thrown to have nothing of its decision done. */
export class NotCarriedOut extends Error {}

/** Settings as operators and schedules change them. */
export interface AuditedSettings {
  /** As it is kept, held until the transaction ends; null = it was never changed. */
  take(key: string): Promise<string | null>;
  /** With its row of the log. */
  write(key: string, value: string, doing: Doing): Promise<void>;
}

/** Everything that one transaction of an operator may read and write. */
export interface OperatorWork {
  readonly operators: OperatorRows;
  readonly requests: RequestRows;
  readonly adjustments: AdjustmentRows;
  readonly users: HandledUsers;
  readonly withdrawals: ReviewedWithdrawals;
  readonly cold: ColdSends;
  readonly settings: AuditedSettings;
  readonly help: HelpRows;
  readonly books: FuelBooks;
  /** One more row of the log, chained to the one before. */
  note(deed: Deed, nowMs: number): Promise<void>;
  /** False when there is nothing of it to settle. Throws NotCarriedOut. */
  settle(what: Settlement, nowMs: number): Promise<boolean>;
}

export interface ShownUser {
  readonly id: number;
  readonly sn: string;
  readonly nickname: string;
  /** The account, or the address of the wallet. */
  readonly name: string;
  readonly status: string;
  readonly rateBp: number;
  readonly referrerSn: string | null;
  readonly alias: string | null;
}

export interface OperatorStore extends Transactions<OperatorWork> {
  operator(name: string): Promise<OperatorRow | null>;
  /** All there ever were, in the order in which they came. */
  operators(): Promise<KnownOperator[]>;
  waitingRequests(): Promise<OperatorRequest[]>;
  waitingAdjustments(): Promise<Adjustment[]>;
  user(sn: string): Promise<ShownUser | null>;
  /** The user at the root of all teams, once. */
  keepRootUser(passwordHash: string): Promise<void>;
  newestDeeds(most: number): Promise<LoggedDeed[]>;
  /** How many rows the log has, the newest hash, and the first row that does not follow from the one before; null = all do. */
  verifyLog(): Promise<{ readonly rows: number; readonly head: string; readonly brokenAt: number | null }>;
}
