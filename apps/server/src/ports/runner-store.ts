// What a runner reads and writes. All writes of one user carry the fencing token of his lease, and everything that
// belongs together (intents, facts, snapshot, log, live events) is one transaction. Amounts are decimal strings.
import type {
  BotKind,
  BotStatus,
  HaltedFrom,
  LogAction,
  OrderType,
  PauseReason,
  Phase,
  Purpose,
  Side,
  StopReason,
  TimeInForce,
} from '@cormorant/core/strategy/strategy.ts';
import type { PrivateEvent } from './bus.ts';
import type { PositionSide, VenueFill, VenueSymbol } from './venue.ts';

export type Actor = 'user' | 'system' | 'ai' | 'operator' | 'webhook';
export type JsonObject = Readonly<Record<string, unknown>>;

export interface LastError {
  readonly code: number;
  readonly detail: string;
  readonly atMs: number;
}

/** What books and exchange were found to agree on. Amounts are decimal strings. */
export interface ComparedHolding {
  /** A coin on spot, a contract on futures. */
  readonly asset: string;
  /** The bot's own, what all bots of the account hold together, and what the exchange has. */
  readonly own: string;
  readonly booked: string;
  readonly found: string;
}

/** A look at the exchange that found nothing to say about the bot. */
export interface Agreement {
  /** Wall time. */
  readonly atMs: number;
  readonly marketMs: number;
  /** Orders that rest there, and trades booked so far. */
  readonly orders: number;
  readonly trades: number;
  readonly holdings: readonly ComparedHolding[];
}

/** A trade on the account that nobody here asked for. */
export interface DriftTrade {
  readonly id: string;
  readonly side: Side;
  readonly price: string;
  readonly qty: string;
  readonly atMs: number;
  /** Whole, as the exchange told it; not in notices of older versions. */
  readonly fill?: VenueFill;
}

/** What was done by hand beside a bot, until its owner has answered for it. */
export interface Drift {
  /** shortage: the exchange has not what the books say · trade: somebody traded in a market of the bot. */
  readonly kind: 'shortage' | 'trade';
  /** The account, and the coin, contract or market it is about; bots with the same key share one matter. */
  readonly key: string;
  readonly asset: string;
  /** Of a shortage: what all bots of the account book together, and what the exchange has. */
  readonly booked: string | null;
  readonly found: string | null;
  /** The newest, and how many there were. */
  readonly trades: readonly DriftTrade[];
  readonly count: number;
  /** Market time. */
  readonly atMs: number;
}

/** What never changes after the bot was made. */
export interface BotOrigin {
  readonly userId: number;
  readonly requestId: string | null;
  readonly accountId: number;
  /** The venue's set of books the bot trades in. */
  readonly books: string;
  readonly exchange: string;
  readonly market: 'spot' | 'futures';
  readonly symbol: string;
  readonly typeId: number;
  readonly kind: BotKind;
  readonly simulate: boolean;
  readonly sourceId: number | null;
  readonly createdMarketMs: number;
}

/** Where a bot stands among bots of several legs. */
export interface BotPlace {
  /** Of a leg: the bot it belongs to, and its place there, from 0. Null = a bot of its own. */
  readonly parentId: number | null;
  readonly leg: number | null;
  /** How many legs it has; 0 = it trades by itself. */
  readonly legs: number;
}

/** One leg of a bot that is made: an ordinary bot in a market of its own. */
export interface LegSetup extends Pick<BotOrigin, 'accountId' | 'books' | 'exchange' | 'market' | 'symbol'> {
  /** Which way it goes. */
  readonly direction: 'long' | 'short';
  /** long and short where both sides of one contract are legs; net where the leg is alone there. */
  readonly positionSide: PositionSide;
  /** Its share. */
  readonly investment: string;
  readonly symbolRules: VenueSymbol;
}

/** What an edit may change. */
export interface BotSetup {
  readonly name: string;
  /** Only a bot without a position changes it. */
  readonly direction: string;
  readonly params: JsonObject;
  readonly investment: string;
  readonly isPublic: boolean;
  readonly version: number;
  /** The venue's filters the bot's ticks and lots count in; refreshed at each start. */
  readonly symbolRules: VenueSymbol;
}

/** What running changes. */
export interface BotProgress {
  readonly status: BotStatus;
  readonly phase: Phase;
  readonly pauseReason: PauseReason;
  readonly stopReason: StopReason;
  /** Stopped without selling: coin stayed on the exchange and nobody guards it. */
  readonly kept: boolean;
  /** The engine's snapshot; null before the first start. */
  readonly engine: unknown;
  /** Number of the print after which the machine started. */
  readonly startSeq: number | null;
  /** The bot's own cash and coin, and what it earned; all in whole coins. */
  readonly quote: string;
  readonly base: string;
  readonly realized: string;
  readonly fees: string;
  readonly addsUsed: number;
  readonly rounds: number;
  readonly winRounds: number;
  readonly peakEquity: string;
  /** Percent. */
  readonly maxDrawdown: string;
  /** All funding so far and the part that no settlement was given yet; negative = paid. Contracts only. */
  readonly funding: string;
  readonly pendingFunding: string;
  /** Which position of the account it trades: 'net' unless the account is in hedge mode. Set at each start. */
  readonly positionSide: PositionSide;
  /** Margin that was put behind the position beyond what its orders brought. */
  readonly reserveAdded: string;
  readonly lastError: LastError | null;
  /** Null = its exchange has not been compared with it yet. */
  readonly agreed: Agreement | null;
  /** Null = nothing waits for an answer. */
  readonly drift: Drift | null;
  /** By panic; '' = it is not. */
  readonly halted: HaltedFrom;
  /** Panic has asked for it while nobody had it in memory: it is halted before anything else happens to it. */
  readonly haltAsked: boolean;
  readonly startedMarketMs: number | null;
  readonly stoppedMarketMs: number | null;
}

export interface BotRecord extends BotOrigin, BotPlace, BotSetup, BotProgress {
  readonly id: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

export interface BotWrite extends BotSetup, BotProgress {
  readonly id: number;
  readonly deleted: boolean;
}

/** Also of a forced trade of the venue. */
export type TradePurpose = Purpose | 'liquidation';
export type OrderStatus = 'intended' | 'open' | 'filled' | 'cancelled' | 'refused' | 'unknown';

export interface OrderWrite {
  readonly cid: string;
  readonly botId: number;
  readonly slot: number;
  readonly cycle: number;
  readonly attempt: number;
  readonly purpose: TradePurpose;
  readonly side: Side;
  readonly type: OrderType;
  readonly tif: TimeInForce;
  readonly reduceOnly: boolean;
  readonly price: string;
  readonly qty: string;
  readonly filled: string;
  readonly status: OrderStatus;
  readonly reason: string;
  readonly marketMs: number;
}

/** Under which account and set of books the venue's ids count. */
export interface AccountPlace {
  readonly accountId: number;
  readonly books: string;
}

export interface FillWrite extends AccountPlace {
  readonly venueFillId: string;
  readonly botId: number;
  readonly cid: string;
  readonly symbol: string;
  readonly side: Side;
  readonly purpose: TradePurpose;
  readonly price: string;
  readonly qty: string;
  readonly fee: string;
  readonly feeAsset: string;
  /** What the fee was booked at in quote, where it was paid in another coin than the trade's own. */
  readonly feeWorth?: string;
  readonly maker: boolean;
  readonly last: string;
  readonly marketMs: number;
}

export interface SettlementWrite {
  readonly botId: number;
  readonly exchange: string;
  readonly market: string;
  readonly symbol: string;
  readonly simulate: boolean;
  readonly purpose: TradePurpose;
  readonly pairId: number;
  readonly qty: string;
  readonly gross: string;
  readonly fee: string;
  readonly funding: string;
  readonly net: string;
  /** How many trades of the bot had been booked, the one that settled it included. */
  readonly fillNo: number;
  /** Of the order whose event settled it; -1 = of none. */
  readonly slot: number;
  /** Of a bot of several legs: whose result it is; `fillNo` and `slot` are that leg's. */
  readonly leg: number | null;
  readonly marketMs: number;
}

export interface ActionWrite {
  readonly id: number;
  readonly botId: number;
  readonly action: LogAction;
  readonly actor: Actor;
  /** A text key of the contract, and the figures of that text. */
  readonly why: string;
  readonly data: JsonObject;
  readonly code: number | null;
  readonly side: Side | null;
  readonly price: string | null;
  readonly qty: string | null;
  readonly amount: string | null;
  readonly profit: string | null;
  readonly round: number | null;
  readonly marketMs: number;
}

/** Quantity and cost are never negative: `side` says which way they count. */
export interface PositionWrite {
  readonly id: number;
  readonly botId: number;
  readonly round: number;
  readonly side: 'long' | 'short';
  readonly status: 'open' | 'closing' | 'closed';
  readonly qty: string;
  readonly avgPrice: string;
  /** Of a short: what selling it brought, fees taken off. */
  readonly cost: string;
  readonly realized: string;
  readonly fee: string;
  /** Of the round, settled or not; negative = paid. */
  readonly funding: string;
  readonly leverage: number;
  /** Contracts: what stands behind it. Null on spot. */
  readonly margin: string | null;
  readonly liqPrice: string | null;
  readonly adds: number;
  readonly maxAdds: number;
  readonly nextAddPrice: string | null;
  readonly tpPrice: string | null;
  readonly slPrice: string | null;
  readonly openedMarketMs: number;
  readonly closedMarketMs: number | null;
  readonly closeReason: string | null;
  readonly closePrice: string | null;
}

/** An order that made a round larger, with what of it has filled. */
export interface PositionAddWrite {
  readonly positionId: number;
  readonly botId: number;
  readonly round: number;
  readonly cid: string;
  /** 0 = the order that opened the round. */
  readonly step: number;
  readonly kind: 'open' | 'add' | 'manual_add';
  readonly triggerPrice: string | null;
  readonly price: string;
  readonly qty: string;
  readonly amount: string;
  /** In quote. */
  readonly fee: string;
  readonly callback: string | null;
  readonly marketMs: number;
}

/** A settlement of funding on the position of a bot. */
export interface FundingWrite extends AccountPlace {
  readonly venueFundingId: string;
  readonly botId: number;
  readonly symbol: string;
  /** Fraction. */
  readonly rate: string;
  readonly mark: string;
  readonly amount: string;
  readonly marketMs: number;
}

/** Margin put behind a bot's position besides its orders': an intent until the venue has done or refused it. */
export interface MarginAddWrite {
  /** The same for the same bot, round and attempt; the attempt rises with a proven refusal. */
  readonly ref: string;
  readonly botId: number;
  readonly round: number;
  readonly attempt: number;
  readonly symbol: string;
  readonly positionSide: PositionSide;
  readonly amount: string;
  readonly status: 'intended' | 'done' | 'refused';
  readonly reason: string;
  readonly marketMs: number;
}

export interface EquityWrite {
  readonly botId: number;
  readonly marketMs: number;
  readonly equity: string;
}

/** The market of an account whose trades and funding are read by polling; the symbol is the venue's. */
export interface ReadPlace extends AccountPlace {
  readonly symbol: string;
}

/** All up to these ids has been booked; '' = nothing has been read yet. */
export interface ReadCursor extends ReadPlace {
  readonly fillId: string;
  readonly fundingId: string;
}

/** Null = it stays where it is. */
export interface CursorWrite extends ReadPlace {
  readonly fillId: string | null;
  readonly fundingId: string | null;
}

/** Everything one user's actor wants durable at once. */
export interface UserWrites {
  readonly userId: number;
  readonly token: number;
  readonly bots: BotWrite[];
  readonly orders: OrderWrite[];
  readonly fills: FillWrite[];
  readonly settlements: SettlementWrite[];
  readonly actions: ActionWrite[];
  readonly positions: PositionWrite[];
  readonly adds: PositionAddWrite[];
  readonly fundings: FundingWrite[];
  readonly marginAdds: MarginAddWrite[];
  readonly equity: EquityWrite[];
  /** Samples thinned out of a long curve. */
  readonly equityDrops: { botId: number; marketMs: number }[];
  readonly pushes: { channel: PrivateEvent['channel']; data: unknown }[];
  readonly cursors: CursorWrite[];
}

export interface OutboxRow extends PrivateEvent {
  readonly id: number;
}

export interface CommitResult {
  /** Users whose lease was no longer ours: nothing of theirs was written. */
  readonly fenced: ReadonlySet<number>;
  /** The live events that are now due, in order. */
  readonly outbox: OutboxRow[];
}

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
