// What features may ask of the runner that owns a user's bots. It answers `refused` with a code of the catalogue where
// the state of the bot, its account or its venue forbids the request; nothing was changed then.
import type { BotStatus, Phase, Purpose, Side, SignalAction, StopReason } from '@cormorant/core/strategy/strategy.ts';
import type { BotOrigin, BotSetup, JsonObject } from './bot-record.ts';

export type RunnerAnswer<T> =
  | { outcome: 'done'; value: T }
  | { outcome: 'refused'; code: number; params?: Readonly<Record<string, string | number>>; data?: JsonObject };

export interface BotState {
  readonly id: number;
  readonly status: BotStatus;
  readonly phase: Phase;
}

/** Checked by the feature; the runner adds what only it knows (account, time, ids). */
export type BotDraft = Omit<BotOrigin, 'accountId' | 'books' | 'createdMarketMs'> & Omit<BotSetup, 'version'>;

export type RunnerOperation =
  | { name: 'start' | 'resume' | 'pause' | 'close' | 'delete' }
  /** Of a bot that was paused before a panic: its exits return. */
  | { name: 'release' }
  | { name: 'stop'; close: boolean; reason: StopReason }
  /** Null = the next size of the bot's own ladder. In quote. `side` is asked of a bot of two sides only. */
  | { name: 'add'; amount: string | null; side?: 'long' | 'short' };

/** A wish from outside (a webhook), whose id was never seen before. */
export interface BotSignal {
  readonly id: string;
  readonly action: SignalAction;
  readonly side: Side | '';
  /** Null = the bot's own size. In quote. */
  readonly amount: string | null;
}

export interface SignalTaken extends BotState {
  /** What its amount was rounded down to; null when it had none, or none had to be. In quote. */
  readonly floored: string | null;
}

/** A signal that was refused before it came to its bot: the key of the row that tells it, and its figures. */
export interface SignalRefusal {
  readonly why: 'hook_late' | 'hook_maintenance' | 'hook_repeated' | 'hook_unread';
  readonly code: number;
  readonly data: JsonObject;
}

export interface BotChange {
  /** The version the change was made from. */
  readonly version: number;
  readonly name: string;
  readonly params: JsonObject;
  readonly investment: string;
  readonly direction: string;
  /** Values before and after by field key, for the log. */
  readonly differences: JsonObject;
}

export interface MarketSide {
  readonly exchange: string;
  readonly market: 'spot' | 'futures';
  readonly symbol: string;
  readonly direction: string;
  readonly quote: string;
  /** 1 on spot. */
  readonly leverage: number;
}

export interface Standing {
  /** Free at the exchange less what live bots may yet spend. Decimal, in quote. */
  readonly free: string;
  /** A live bot of the same market that this side may not stand beside, and why not; or null. */
  readonly twin: { readonly id: number; readonly reason: string } | null;
}

/** Of an order that a change would cancel or place. */
export interface PlannedOrder {
  readonly side: Side;
  /** '0' = at market. */
  readonly price: string;
  readonly qty: string;
  readonly purpose: Purpose;
  readonly reduceOnly: boolean;
}

/** Prices of a bot's position and its ends; null where there is none. */
export interface PlanLines {
  readonly takeProfit: string | null;
  readonly stopLoss: string | null;
  readonly liquidation: string | null;
  /** Where closing what is held brings back what it cost, fees included. */
  readonly breakEven: string | null;
}

/** What resuming with other params would do at the present price. */
export interface ChangePlan {
  readonly price: string;
  readonly cancel: readonly PlannedOrder[];
  readonly place: readonly PlannedOrder[];
  /** Those among `place` that risk or the venue's filters would refuse, each with its reason. */
  readonly refused: readonly (PlannedOrder & { readonly reason: string })[];
  /** Of what would trade at once, in quote. */
  readonly fees: string;
  readonly before: PlanLines;
  readonly after: PlanLines;
}

/** take: the trades become an add of the bot's open round. */
export type DriftAnswer = 'mine' | 'take' | 'check';

export interface BotRunner {
  /** Saves a stopped bot. A repeat of the same request finds the bot it made. */
  create(draft: BotDraft): Promise<RunnerAnswer<{ id: number; again: boolean }>>;
  /**
   * Panic: every live bot of the user is paused and all its orders are cancelled, exits included. Waits for none of his
   * other requests and for no exchange: cancels that cannot reach theirs now follow when it is back. Answers whose bots
   * are at rest.
   */
  haltAll(userId: number): Promise<RunnerAnswer<readonly number[]>>;
  /** Orders of a bot whose end is not known yet; null = nobody here has the bot. */
  ordersLeft(userId: number, botId: number): Promise<number | null>;
  /**
   * What was done by hand beside a bot is answered for; `seen`: how many trades the answer is about, 4023 when there are others.
   * True = something still waits for an answer.
   */
  answerDrift(userId: number, botId: number, answer: DriftAnswer, seen?: number): Promise<RunnerAnswer<boolean>>;
  operate(userId: number, botId: number, operation: RunnerOperation): Promise<RunnerAnswer<BotState>>;
  edit(userId: number, botId: number, change: BotChange): Promise<RunnerAnswer<BotState>>;
  /** A dry run of the edit and the start that follows it: nothing is changed. */
  plan(userId: number, botId: number, change: Omit<BotChange, 'differences'>): Promise<RunnerAnswer<ChangePlan>>;
  /** One that its bot does not follow is refused with the reason, and stands in the bot's log. */
  signal(userId: number, botId: number, signal: BotSignal): Promise<RunnerAnswer<SignalTaken>>;
  /** Writes into the bot's log why a signal never came to it. */
  refuseSignal(userId: number, botId: number, refusal: SignalRefusal): Promise<RunnerAnswer<BotState>>;
  setPublic(userId: number, botId: number, isPublic: boolean): Promise<RunnerAnswer<BotState>>;
  /** What decides whether another bot may start in this market. */
  standing(userId: number, market: MarketSide): Promise<RunnerAnswer<Standing>>;
}
