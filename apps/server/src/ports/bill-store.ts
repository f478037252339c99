// What the bill is read from: realised results of a user's live bots, deleted bots included, and the trades behind them.
// Amounts are decimal strings, summed by the database in exact decimals. Days are UTC+8 days counted from 1970-01-01.
import type { BotKind, Side } from '@cormorant/core/strategy/strategy.ts';
import type { Page } from './bot-store.ts';
import type { TradePurpose } from './runner-writes.ts';
import type { VenueSymbol } from './venue.ts';

export interface SettlementRow {
  readonly id: number;
  readonly botId: number;
  readonly botName: string;
  readonly typeId: number;
  readonly exchange: string;
  readonly market: 'spot' | 'futures';
  readonly symbol: string;
  readonly kind: BotKind;
  readonly purpose: TradePurpose;
  readonly pairId: number;
  /** Of a bot of several legs. */
  readonly leg: number | null;
  readonly qty: string;
  readonly gross: string;
  readonly fee: string;
  readonly funding: string;
  readonly net: string;
  readonly fuel: string;
  /** The charge it is a part of; null = it cost nothing, or is not charged yet. */
  readonly chargeId: number | null;
  readonly marketMs: number;
}

export interface BillFilter {
  /** '' = all. */
  readonly exchange: string;
  readonly botId: number | null;
  readonly day: number | null;
}

/** Over all rows asked for. */
export type BillSum = Readonly<Record<'gross' | 'fee' | 'funding' | 'net' | 'fuel', string>>;

export interface BillPage extends Page<SettlementRow> {
  readonly sum: BillSum;
}

export interface BillDay {
  readonly date: string;
  readonly profit: string;
  readonly fuel: string;
  readonly net: string;
  readonly count: number;
}

export interface BillSums {
  readonly days: BillDay[];
  readonly bots: { botId: number; typeId: number; name: string; symbol: string; profit: string; rounds: number }[];
  readonly kinds: { type: BotKind; profit: string }[];
}

/** A result as the walk over its bot's trades needs it. */
export interface SettledRow {
  readonly id: number;
  readonly fillNo: number;
  readonly slot: number;
  readonly purpose: TradePurpose;
  readonly qty: string;
}

/** A trade with its place among its bot's trades, counted from 1. */
export interface NumberedFill {
  readonly no: number;
  readonly slot: number;
  readonly side: Side;
  readonly purpose: TradePurpose;
  readonly price: string;
  readonly qty: string;
  readonly fee: string;
  readonly feeAsset: string;
  readonly marketMs: number;
}

export interface FundedRow {
  readonly leg: number | null;
  /** Fraction; null = the exchange told none. */
  readonly rate: string | null;
  readonly mark: string | null;
  readonly amount: string;
  readonly marketMs: number;
}

/** A trade of one of several legs. */
export interface LegTrade extends Omit<NumberedFill, 'no' | 'slot'> {
  readonly leg: number;
}

/** The whole result that a settlement of one leg is a part of. */
export interface PairStory {
  /** By leg. */
  readonly rows: SettlementRow[];
  /** All legs of the bot, from the first. */
  readonly legs: {
    readonly leg: number;
    readonly market: 'spot' | 'futures';
    readonly symbol: string;
    readonly direction: string;
    readonly symbolRules: VenueSymbol;
  }[];
  /** Everything that the legs traded since the result before. */
  readonly trades: LegTrade[];
}

export interface SettlementStory {
  readonly row: SettlementRow;
  /** Null for results older than the keeping of legs. */
  readonly fillNo: number | null;
  readonly symbolRules: VenueSymbol;
  /** The newest trades up to the result, oldest first, and the results among them. */
  readonly fills: NumberedFill[];
  readonly settled: SettledRow[];
  readonly fundings: FundedRow[];
  /** Null where the bot trades by itself; else `fills` and `settled` are empty. */
  readonly pair: PairStory | null;
}

export interface BillStore {
  rows(userId: number, filter: BillFilter, page: number, pageSize: number): Promise<BillPage>;
  groups(userId: number, exchange: string, fromDay: number): Promise<BillSums>;
  story(userId: number, settlementId: number, mostFills: number): Promise<SettlementStory | null>;
}
