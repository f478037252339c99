// What a runner reads and writes. All writes of one user carry the fencing token of his lease, and everything that
import type { BotOrigin, BotRecord, BotSetup, JsonObject, LegSetup } from './bot-record.ts';
import type {
  AccountPlace,
  ActionWrite,
  CommitResult,
  EquityWrite,
  MarginAddWrite,
  OrderWrite,
  OutboxRow,
  PositionAddWrite,
  PositionWrite,
  ReadCursor,
  UserWrites,
} from './runner-writes.ts';

/** The newest round of a bot, open or closed. */
export interface LastRound {
  readonly id: number;
  readonly botId: number;
  readonly round: number;
  readonly side: PositionWrite['side'];
  readonly status: PositionWrite['status'];
  readonly realized: string;
  readonly fee: string;
  readonly funding: string;
  readonly openedMarketMs: number;
}

export interface LoadedUser {
  readonly bots: BotRecord[];
  /** Orders that were not final when they were last written. */
  readonly liveOrders: OrderWrite[];
  readonly lastRounds: LastRound[];
  /** Orders of the rounds that are open. */
  readonly adds: PositionAddWrite[];
  /** The last of each bot. */
  readonly marginAdds: MarginAddWrite[];
  /** Market times of the last stop losses of each bot, oldest first. */
  readonly stopLosses: { botId: number; marketMs: number }[];
  readonly equity: EquityWrite[];
  readonly cursors: ReadCursor[];
}

export interface RunnerStore {
  /** Marks the orders of this installation; the first one drawn stays. */
  salt(drawn: number): Promise<number>;
  /** A new runner's number; the runner is taken for alive while the returned connection is open. */
  enlist(onLost: () => void): Promise<{ runnerId: number; leave(): Promise<void> }>;
  /** Users who own a bot that is not stopped, or an order that is not final, in one of these sets of books. */
  usersWithLiveBots(places: readonly { exchange: string; books: string }[]): Promise<number[]>;
  /** The fencing token, or null while another runner that is alive holds the user. */
  takeLease(userId: number, runnerId: number, ttlMs: number): Promise<number | null>;
  /** Users that are still ours. */
  renewLeases(runnerId: number, ttlMs: number): Promise<number[]>;
  /** Puts what lies under these numbers of one runner under its new one, tokens and all; answers its users. */
  moveLeases(from: readonly number[], to: number, ttlMs: number): Promise<number[]>;
  releaseLeases(runnerId: number): Promise<void>;
  /** Live bots of the user that are to be halted when they are read next; answers which. Fenced like any write. */
  askHalt(userId: number, token: number, except: readonly number[]): Promise<number[]>;
  /** The bots of these accounts and books, with what they had under way. */
  load(userId: number, places: readonly AccountPlace[]): Promise<LoadedUser>;
  /** The id, or the id that an earlier run of the same request was given. A bot and its legs are made together. */
  insertBot(
    origin: BotOrigin,
    setup: BotSetup,
    token: number,
    created: Omit<ActionWrite, 'botId'>,
    legs?: readonly LegSetup[],
    /** The snapshot of a bot of several legs; null = it has none before its first start. */
    engine?: unknown,
  ): Promise<{ id: number; again: boolean } | 'fenced'>;
  /** Of these fills of the account, those already booked. */
  booked(accountId: number, books: string, venueFillIds: readonly string[]): Promise<Set<string>>;
  /** Of these settlements of funding, those already booked. */
  bookedFundings(accountId: number, books: string, venueFundingIds: readonly string[]): Promise<Set<string>>;
  /** Fresh ids for rows that are announced before they are written. */
  reserveIds(table: 'bot_actions' | 'positions', count: number): Promise<number[]>;
  commit(writes: readonly UserWrites[], sentOutboxIds: readonly number[]): Promise<CommitResult>;
  /** Rejects as commit would, and writes nothing. */
  rehearse(writes: UserWrites): Promise<void>;
  /** Live events a former process left behind. */
  leftOutbox(): Promise<OutboxRow[]>;
  /** Answers those that were not set aside before. */
  setAside(aside: BotsAside): Promise<number[]>;
}

/** Bots that nobody has in memory, and what their rows and their owners are told: never more than once. */
export interface BotsAside {
  /** Of bots as their owners know them; their legs go with them. */
  readonly ids: readonly number[];
  /** Why those that ran are paused now; null = they are not, as they stand still by themselves. */
  readonly reason: 'exchange' | null;
  /** Null = as it was. */
  readonly phase: 'error' | null;
  readonly why: string;
  readonly data: JsonObject;
  /** Of the user's lease; null = nobody holds him, or he is held here. */
  readonly token: number | null;
}
