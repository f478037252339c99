// An exchange as the server sees it. Prices, quantities and amounts are decimal strings here, as on the wire; the
// runner turns them into ticks, lots and atoms. Every placement has three outcomes, and `unknown` is never read as
// `refused` (reliability.md, rule 3).
import type { MarketKind } from '@cormorant/core/market/instrument.ts';
import type { RefusalReason } from '@cormorant/core/strategy/strategy.ts';

/** `refused` is proof that nothing was done: a code of the catalogue, the core's word for it and the venue's own. */
export type Outcome<T> =
  | { outcome: 'accepted'; value: T }
  | { outcome: 'refused'; code: number; reason: RefusalReason; detail: string }
  | { outcome: 'unknown'; detail: string };

/** A venue's own name of a market: 'BTC/USDT' for spot, 'BTC/USDT:USDT' for the perpetual settled in USDT. */
export interface VenueSymbol {
  symbol: string;
  market: MarketKind;
  base: string;
  quote: string;
  tick: string;
  step: string;
  /** Of a bot that began before the exchange made its steps coarser: multiples of both, to which its orders are rounded. */
  orderTick?: string;
  orderStep?: string;
  minQty: string;
  maxQty: string;
  /** Of one market order; absent = that of every order. */
  maxMarketQty?: string;
  minNotional: string;
  /** The most that one limit order, and one market order, may be worth in quote; absent = no bound. */
  maxNotional?: string;
  maxMarketNotional?: string;
  minPrice: string;
  maxPrice: string;
  /** How far from its market it takes limit orders: multiples of the price; absent = no bound is told. */
  priceBand?: { buyLeast?: string; buyMost?: string; sellLeast?: string; sellMost?: string };
  maxOpenOrders: number;
  maker: string; // fraction, '0.001'
  taker: string;
  feeAsset: 'received' | 'quote';
  status: 'trading' | 'halt';
  /** True = a cross pair for triangular arbitrage: tradable, left out of lists. */
  hidden?: boolean;
  /** Perpetuals only. */
  contract?: VenueContract;
}

export interface VenueContract {
  /** Notional floor, most leverage, maintenance fraction, maintenance amount: decimal strings of quote; ascending. */
  brackets: { floor: string; maxLeverage: number; maintenance: string; cum: string }[];
  fundingHours: number;
  liquidationFee: string;
}

export interface VenueTicker {
  symbol: string;
  last: string;
  /** Null = the venue tells none, as of a market that is younger than a day. */
  open24h: string | null;
  high24h: string | null;
  low24h: string | null;
  quoteVolume24h: string | null;
  atMs: number;
  /** Perpetuals only: mark price, rate of the coming settlement as a fraction, and its time. */
  mark?: string;
  fundingRate?: string;
  nextFundingMs?: number;
}

/** Which position an order is for: 'net' in one-way mode, else the side it opens or closes. */
export type PositionSide = 'net' | 'long' | 'short';
export type MarginMode = 'isolated' | 'cross';
export type PositionMode = 'one_way' | 'hedge';

export interface VenuePosition {
  symbol: string;
  positionSide: PositionSide;
  /** Signed: negative = short. */
  qty: string;
  /** Null = the venue tells none, as of the mark price and what is not realised. */
  entryPrice: string | null;
  /** What stands behind it alone (isolated), or '0' (cross). */
  margin: string;
  marginMode: MarginMode;
  leverage: number;
  markPrice: string | null;
  /** '0' = none. */
  liqPrice: string;
  unrealized: string | null;
}

/** A market order that waits until the mark or the last price reaches `price`: a stop or a take-profit of a contract. */
export interface OrderTrigger {
  kind: 'stop' | 'take_profit';
  by: 'mark' | 'last';
  price: string;
}

/** Margin that was moved behind an isolated position, or from it. */
export interface VenueMarginAdd {
  /** As it was given; null = the venue keeps no such names. */
  ref: string | null;
  positionSide: PositionSide;
  amount: string;
  atMs: number;
}

/** One settlement of funding on one position. */
export interface VenueFunding {
  /** As a fill's. */
  id: string;
  symbol: string;
  positionSide: PositionSide;
  /** Fraction, signed. Null = the venue tells none (yet): an absent figure is no zero. */
  rate: string | null;
  /** Null = the venue tells none. */
  mark: string | null;
  /** What came (positive) or went. */
  amount: string;
  atMs: number;
  /** Trades up to this id were booked before it. Absent = the venue does not say, and their times decide. */
  afterFill?: string;
}

/** [openTimeMs, open, high, low, close, volume], oldest first; the last one may still be forming. */
export type VenueCandle = readonly [number, string, string, string, string, string];
export type Timeframe = '1m' | '5m' | '15m' | '1h' | '4h' | '1d';

export interface VenueFill {
  /**
   * The venue's trade id: unique per account, ascending per symbol. One of digits alone counts over the whole account, and
   * tells the order of trades in several symbols; any other has a prefix, and their times tell it.
   */
  id: string;
  cid: string;
  symbol: string;
  side: 'buy' | 'sell';
  price: string;
  qty: string;
  fee: string;
  feeAsset: string;
  /** What the fee is worth in quote; there when it was paid in a coin that the trade did not move. */
  feeWorth?: string;
  maker: boolean;
  /** Last price of the market when it traded; the trade's own where the venue does not say. */
  last: string;
  atMs: number;
  positionSide: PositionSide;
  /** True = the venue closed the position by force; `cid` is the venue's own then, and the fee went to its insurance. */
  liquidation: boolean;
}

export interface VenueOrder {
  cid: string;
  symbol: string;
  side: 'buy' | 'sell';
  type: 'limit' | 'market';
  tif: 'gtc' | 'ioc' | 'post';
  price: string;
  qty: string;
  filled: string;
  status: 'open' | 'filled' | 'cancelled';
  createdAtMs: number;
  positionSide?: PositionSide;
  reduceOnly?: boolean;
  trigger?: OrderTrigger;
  /** It ended before it would have traded with another order of its account. */
  selfTrade?: true;
}

export interface NewOrder {
  positionSide: PositionSide;
  reduceOnly: boolean;
  cid: string;
  symbol: string;
  side: 'buy' | 'sell';
  type: 'limit' | 'market';
  tif: 'gtc' | 'ioc' | 'post';
  price: string; // '0' for market
  qty: string;
  /** It evens out legs of which one traded alone: it closes what nobody wants, whichever side that takes. */
  unwinds?: true;
  /** With type market, on a contract: the order waits for its trigger. */
  trigger?: OrderTrigger;
}

/** What names an order that stands: some venues find none without its market. */
export interface OrderName {
  readonly symbol: string;
  readonly cid: string;
}

export interface VenueBalance {
  asset: string;
  free: string;
  locked: string;
}

export interface VenueBook {
  readonly bid: string;
  readonly ask: string;
}

export interface VenueClock {
  marketNowMs: number;
  /** Market seconds per wall second. */
  speed: number;
  state: 'running' | 'ended';
  /** Names the venue's set of books: another one knows none of our orders, and counts its trades anew. */
  books: string;
}

/** Public data of one venue, shared by all users. */
export interface MarketData {
  symbols(): Promise<VenueSymbol[]>;
  /** Of one market, with what is told of each alone; null = it is not listed. Absent where the list tells all. */
  rulesOf?(symbol: string): Promise<VenueSymbol | null>;
  /** What was read of the rules is in doubt: the next question reads them again. Absent where each question does. */
  rulesAreOld?(): void;
  tickers(): Promise<VenueTicker[]>;
  candles(symbol: string, timeframe: Timeframe, limit: number, endMs?: number): Promise<VenueCandle[]>;
  /** Settled funding rates of a perpetual, oldest first. */
  fundingRates(symbol: string, limit: number): Promise<{ rate: string; atMs: number }[]>;
  clock(): Promise<VenueClock>;
  /** Best bid and ask, '0' where a side is empty; absent = the venue tells none. Throws when it cannot be read. */
  book?(symbol: string): Promise<VenueBook>;
}

/** What a venue has room for, nearest price first, and when it is worth asking again for the rest. */
export interface Wave {
  readonly now: NewOrder[];
  readonly later: NewOrder[];
  readonly waitMs: number;
}

/** Whether who asked for a change still may. */
type MayAct = () => boolean;

/**
 * Trading on one account of one venue. A venue where a change may have to wait before it leaves asks `mayAct` just before it does;
 * one that does not leave then is `unknown`: whoever may act finds out.
 */
export interface TradingVenue {
  /** Orders with a trigger stand there while nobody of us is: bots on contracts keep a protective stop. */
  readonly keepsStops?: boolean;
  /** Opens (or finds, by the same ref) a funded account; only the local exchange has it. */
  openAccount(ref: string): Promise<string>;
  /** The spot wallet, or the futures wallet: free = what may go into orders or out, locked = all else of its equity. */
  balances(account: string, wallet?: MarketKind): Promise<VenueBalance[]>;
  /** One outcome per order, in order. A lost reply gives `unknown` for each. */
  place(
    account: string,
    orders: readonly NewOrder[],
    mayAct?: MayAct,
  ): Promise<Outcome<{ order: VenueOrder; fills: VenueFill[] }>[]>;
  /** Which of these may be placed now; one more than that is refused without being sent. Absent = there is room for all. */
  wave?(account: string, orders: readonly NewOrder[]): Wave;
  /** `accepted` carries the order as it stands after the cancel; `refused` = not open any more, or never existed. */
  cancel(account: string, orders: readonly OrderName[], mayAct?: MayAct): Promise<Outcome<VenueOrder>[]>;
  /** The order by its client id; null only on the venue's own word that it does not exist. Throws when it cannot know. */
  order(account: string, symbol: string, cid: string): Promise<VenueOrder | null>;
  openOrders(account: string): Promise<VenueOrder[]>;
  /**
   * Fills of one symbol with ids after `afterId` ('' = from the start, and nothing before `sinceMs` is wanted), ascending, at
   * most `limit`; fewer = there are no more now.
   */
  fills(account: string, symbol: string, afterId: string, limit: number, sinceMs: number): Promise<VenueFill[]>;
  /** The same for funding. */
  fundings(account: string, symbol: string, afterId: string, limit: number, sinceMs: number): Promise<VenueFunding[]>;
  positions(account: string): Promise<VenuePosition[]>;
  positionMode(account: string): Promise<PositionMode>;
  /** Refused while a position or an order of a contract stands. */
  setPositionMode(account: string, mode: PositionMode, mayAct?: MayAct): Promise<Outcome<null>>;
  /** Refused while the symbol has a position or an order. */
  setLeverage(
    account: string,
    symbol: string,
    leverage: number,
    mode: MarginMode,
    mayAct?: MayAct,
  ): Promise<Outcome<null>>;
  /**
   * Moves cash of the futures wallet behind an isolated position (negative takes it out). `ref` names the request: a venue
   * that keeps such names does the same one once, with others an unknown outcome is looked up by `marginAdds` alone.
   */
  addMargin(
    account: string,
    symbol: string,
    side: PositionSide,
    amount: string,
    ref: string,
    mayAct?: MayAct,
  ): Promise<Outcome<null>>;
  /** What was moved so since then, oldest first. Throws when it cannot know. */
  marginAdds(account: string, symbol: string, sinceMs: number): Promise<VenueMarginAdd[]>;
}

/** What the venue pushes. Streams are hints (rule 6): the runner polls fills and reconciles besides. */
export type VenueEvent =
  | { type: 'print'; symbol: string; seq: number; price: string; atMs: number }
  | { type: 'fill'; account: string; fill: VenueFill }
  | { type: 'mark'; symbol: string; price: string; atMs: number }
  | { type: 'funding'; account: string; funding: VenueFunding }
  | { type: 'order'; account: string; order: VenueOrder }
  /** What happened to this account may not have been told; prints were. */
  | { type: 'missed'; account: string }
  | { type: 'up' }
  | { type: 'down'; reason: string };

export interface StreamInterest {
  readonly symbols: ReadonlySet<string>;
  readonly accounts: ReadonlySet<string>;
}

export interface VenueStream {
  /** Connects and keeps reconnecting (1, 2, 4 … 30 s, jitter). `paced` makes the venue wait for `ack` before its next print. */
  start(on: (event: VenueEvent) => void, options: { paced: boolean }): void;
  /** Whose news is wanted from now on; a stream that tells everything need not listen. */
  attend(interest: StreamInterest): void;
  ack(symbol: string, seq: number): void;
  /**
   * Where prints are paced: makes the market stand still until the answer is called. Resolves when every print that was made
   * before has been told; at once where nobody can be asked.
   */
  standStill?(symbol: string): Promise<() => void>;
  stop(): Promise<void>;
}
