// A bot as it is kept: what it was made with, where it trades, how it is set and how far it has come.
import type {
  BotKind,
  BotStatus,
  HaltedFrom,
  PauseReason,
  Phase,
  Side,
  StopReason,
} from '@cormorant/core/strategy/strategy.ts';
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
