// Service fees of live bots: what results cost is taken in the transaction that books them; what waits, is owed or has run
// out is asked for here. Amounts are decimal strings.
import type { NoticeText } from './credential-store.ts';
import type { FuelBooks } from './fuel-books.ts';

/** What an owner has to run on. `fuel` = paid + bonus − owed. */
export interface FuelStanding {
  readonly fuel: string;
  readonly paid: string;
  readonly bonus: string;
  readonly owed: string;
}

/** What the operator's settings say at the moment of a charge. */
export interface ChargeTerms {
  /** Of bots that start now. */
  readonly startRateBp: number;
  readonly owedMax: string;
  readonly capBp: number;
  readonly levels: number;
  readonly pointsPerFuel: number;
  /** Fuel without which nothing starts; 0 = none is needed. */
  readonly minStart: number;
}

/** To the verified address of who runs low. */
export interface FuelNotices {
  low(fuel: string, threshold: string): Readonly<Record<'zh' | 'en', NoticeText>>;
  readonly empty: Readonly<Record<'zh' | 'en', NoticeText>>;
}

/** That a higher rate counts from a day on. Rates in percent. */
export type RateNotice = (from: string, to: string, atMs: number) => Readonly<Record<'zh' | 'en', NoticeText>>;

/** That a charge was taken back: to who had paid it, and to each whose share of it was taken. */
export interface ReversalNotices {
  payer(back: {
    readonly chargedAtMs: number;
    readonly amount: string;
    /** What came back to the tank, and what is owed no more. */
    readonly fuel: string;
    readonly owed: string;
  }): Readonly<Record<'zh' | 'en', NoticeText>>;
  share(chargedAtMs: number, amount: string): Readonly<Record<'zh' | 'en', NoticeText>>;
}

/** One charge as it was counted, for its owner. */
export interface ChargeStory {
  readonly id: number;
  readonly botId: number;
  readonly botName: string;
  readonly rateBp: number;
  readonly results: {
    readonly count: number;
    readonly gross: string;
    readonly fee: string;
    readonly funding: string;
    readonly net: string;
  };
  readonly cumBefore: string;
  readonly highBefore: string;
  readonly cumAfter: string;
  readonly base: string;
  readonly amount: string;
  readonly bonus: string;
  readonly paid: string;
  readonly owed: string;
  readonly owedLeft: string;
  readonly waived: string;
  readonly shares: readonly {
    readonly depth: number;
    readonly rateBp: number;
    readonly diffBp: number;
    readonly base: string;
    readonly amount: string;
    readonly kind: 'share' | 'self';
  }[];
  readonly atMs: number;
  /** When it was taken back. */
  readonly reversedAtMs: number | null;
}

export interface FuelStore {
  of(userId: number): Promise<FuelStanding>;
  /** Users with a live bot running that costs fuel, and none left for it. */
  outOfFuel(): Promise<number[]>;
  /** Charges the grid pairs that wait; answers how many bots had some. */
  chargeWaiting(): Promise<number>;
  /** Pays what is owed from fuel that is there, the oldest debt first. */
  repay(userId: number): Promise<void>;
  /** Has a service fee that was announced count from its day on; answers whether it does so now. */
  applyRate(nowMs: number): Promise<boolean>;
  /** Users who owe and have fuel. */
  ableToRepay(): Promise<number[]>;
  charge(userId: number, id: number): Promise<ChargeStory | null>;
}

/** What of it is read from rows alone, and the transactions in which features/fees does the rest. */
export interface FuelRows extends Pick<FuelStore, 'of' | 'outOfFuel' | 'ableToRepay' | 'charge'> {
  /** Bots that cost fuel and have results of before then that are not charged. */
  waitingBots(beforeMs: number): Promise<number[]>;
  /**
   * One that met another crosswise is begun again: `work` may run several times. It waits no longer than `waitMs` for each thing
   * that somebody else holds.
   */
  transaction<T>(work: (books: FuelBooks) => Promise<T>, waitMs?: number): Promise<T>;
}
