// What charges are counted from and written to, in one transaction. Invariants of whoever decides by it: rows of bots are taken
// before accounts, accounts of everybody concerned in one call, and rows of charges after them.
import type { AccountName } from '@cormorant/core/ledger/chart.ts';
import type { OwedCharge } from '@cormorant/core/ledger/counted-charge.ts';
import type { DueCharge, Mark, Settled, Taken } from '@cormorant/core/ledger/fuel-charge.ts';
import type { Journal, Outcome } from '@cormorant/core/ledger/journal.ts';
import type { ChainLink, Share } from '@cormorant/core/ledger/profit-share.ts';
import type { NoticeText } from './credential-store.ts';
import type { Holdings } from './ledger-store.ts';
import type { UserWrites } from './runner-writes.ts';

export interface ChargedBot {
  readonly id: number;
  readonly userId: number;
  readonly rateBp: number;
  readonly mark: Mark;
  readonly settledId: number;
  readonly isStopped: boolean;
}

export interface ChargedResult extends Settled {
  readonly marketMs: number;
}

export interface NewCharge {
  readonly id: number;
  readonly bot: ChargedBot;
  readonly due: DueCharge;
  readonly taken: Taken;
  readonly chain: readonly ChainLink[];
  readonly capBp: number;
  readonly levels: number;
}

/** A row of the bot's log. */
export interface ChargeAction {
  readonly why: 'fuel_charged' | 'fuel_short';
  readonly data: Readonly<Record<string, string | number>>;
  readonly marketMs: number;
}

/** A share, with the part of the charge that it is one of. Below zero for what is taken back. */
export interface PaidShare extends Share {
  readonly baseE18: bigint;
}

/** A charge that was not taken back. */
export interface MadeCharge {
  readonly userId: number;
  readonly chain: readonly ChainLink[];
  readonly chargedE18: bigint;
  readonly atMs: number;
}

export interface UsedFuel {
  readonly userId: number;
  readonly day: number;
  readonly paidE18: bigint;
  readonly chargedE18: bigint;
}

/** Of an owner, for the mail about fuel that runs low. */
export interface FuelAlarm {
  readonly threshold: string;
  readonly warnedAtMs: number | null;
}

export interface Failed {
  readonly error: Error;
  /** Somebody else holds what is needed. */
  readonly isHeld: boolean;
}

export interface FuelBooks {
  /** These bots, until the transaction ends. */
  holdBots(botIds: readonly number[]): Promise<void>;
  /** Of these bots those that cost fuel: no legs, and nothing of theirs where the money is simulated. Held until the end. */
  takeBots(botIds: readonly number[], free: readonly string[]): Promise<ChargedBot[]>;
  /** Bots that start keep the rate of their start. */
  keepRates(botIds: readonly number[], rateBp: number, free: readonly string[]): Promise<void>;
  /** Their results behind their marks, in the order of their booking; of before a time of the wall clock, or all. */
  resultsSince(bots: readonly ChargedBot[], beforeMs: number | null): Promise<Map<number, ChargedResult[]>>;
  /** The charges of the bot go on behind these. */
  moveMark(bot: ChargedBot, last: DueCharge): Promise<void>;

  /** The payer first, then up to the root, with the rates of now. */
  chainsOf(payerIds: readonly number[]): Promise<Map<number, ChainLink[]>>;
  /** All accounts of these users, until the transaction ends. */
  takeHoldings(userIds: readonly number[]): Promise<Map<number, Holdings>>;
  /** As they are at this moment. */
  holdings(userIds: readonly number[]): Promise<Map<number, Holdings>>;
  /** Paid fuel each has ever consumed; to be asked when their accounts are taken. */
  consumedBy(userIds: readonly number[]): Promise<Map<number, bigint>>;
  addConsumed(used: UsedFuel): Promise<void>;
  post(journals: readonly Journal[], nowMs: number): Promise<Outcome[]>;
  /** Which of these keys are those of journals that were posted. */
  postedKeys(keys: readonly string[]): Promise<Set<string>>;

  reserveChargeIds(count: number): Promise<number[]>;
  writeCharge(charge: NewCharge, nowMs: number): Promise<void>;
  writeShares(chargeId: number, payerId: number, shares: readonly PaidShare[], nowMs: number): Promise<void>;
  logCharge(bot: ChargedBot, action: ChargeAction): Promise<void>;

  /** Everybody in the chains of charges for which this user owes something. */
  sharersOfDebts(userId: number): Promise<number[]>;
  /** What this user owes, the oldest first; held until the end. */
  takeDebts(userId: number): Promise<OwedCharge[]>;
  payDebt(chargeId: number, amountE18: bigint): Promise<void>;

  /** Null: there is no such charge, or it was taken back before. */
  charge(id: number): Promise<MadeCharge | null>;
  /** The same, held until the end. */
  takeCharge(id: number): Promise<MadeCharge | null>;
  chargesOf(userId: number): Promise<number[]>;
  /** What the journals of these charges came to for each account: of points for inviting, or without them. */
  movedBy(chargeIds: readonly number[], what: 'invites' | 'others'): Promise<Map<AccountName, bigint>>;
  /** What each got of a charge, payments of its debt among it. */
  sharesOf(chargeId: number): Promise<PaidShare[]>;
  /** Nothing of it is owed any more, and its results have cost nothing. */
  endCharge(chargeId: number, nowMs: number): Promise<void>;

  /** Who has a bot that costs fuel. */
  payersOfFees(free: readonly string[]): Promise<number[]>;
  alarmOf(userId: number): Promise<FuelAlarm | null>;
  setWarned(userId: number, nowMs: number): Promise<void>;
  /** To the user's verified address, if there is one. */
  queueNotice(userId: number, notice: Readonly<Record<'zh' | 'en', NoticeText>>, nowMs: number): Promise<void>;

  /**
   * Waits no longer than that for what somebody else holds, and undoes what `work` alone has written when it fails. Answers why;
   * null = it is done. Throws what ends the whole transaction.
   */
  attempt(waitMs: number, work: () => Promise<void>): Promise<Failed | null>;
}

/** What the runner's store does in its transaction behind the rows of bots. */
export interface Charging {
  /** Whether anything of these writes may cost fuel, or earn points. */
  concerns(writes: readonly UserWrites[]): boolean;
  /** Before the writes: takes the bots, so that results are numbered in the order in which they are charged. */
  take(books: FuelBooks, writes: readonly UserWrites[]): Promise<void>;
  /** Behind the writes that were written. */
  charge(books: FuelBooks, writes: readonly UserWrites[]): Promise<void>;
}

/** Fuel that comes in pays what is owed first, in the transaction that brings it. */
export interface Repayment {
  /** Whose accounts that takes, besides the user's own: to be taken together with those that the fuel moves. */
  takes(books: FuelBooks, userId: number): Promise<number[]>;
  pay(books: FuelBooks, userId: number, nowMs: number): Promise<void>;
}
