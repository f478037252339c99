// The rows that one step of a user writes together, and what the commit answers.
import type { LogAction, OrderType, Purpose, Side, TimeInForce } from '@cormorant/core/strategy/strategy.ts';
import type { Actor, BotWrite, JsonObject } from './bot-record.ts';
import type { PrivateEvent } from './bus.ts';
import type { PositionSide } from './venue.ts';

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
  /** Fraction. Null = the venue told none. */
  readonly rate: string | null;
  readonly mark: string | null;
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
