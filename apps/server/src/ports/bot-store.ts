// What features read about bots. Everything is the caller's own: a bot of somebody else is not there.
import type { LogAction, Side } from '@cormorant/core/strategy/strategy.ts';
import type { BotRecord } from './bot-record.ts';
import type { ActionWrite, EquityWrite, PositionWrite, TradePurpose } from './runner-writes.ts';

export interface FillRow {
  readonly side: Side;
  readonly price: string;
  readonly qty: string;
  readonly fee: string;
  readonly feeAsset: string;
  readonly purpose: TradePurpose;
  readonly marketMs: number;
}

/** Net results of a bot; `today` is the UTC+8 day asked for. `grid` = matched pairs, the rest is `total - grid`. */
export interface ProfitSums {
  readonly botId: number;
  readonly total: string;
  readonly today: string;
  readonly grid: string;
  readonly gridToday: string;
  readonly pairs: number;
  readonly pairsToday: number;
  /** What its results cost. */
  readonly fuel: string;
}

export interface Page<Row> {
  readonly rows: Row[];
  readonly total: number;
}

export interface ActionRow extends ActionWrite {
  readonly name: string;
  readonly typeId: number;
  readonly symbol: string;
  readonly exchange: string;
  readonly simulate: boolean;
  readonly positionId: number | null;
}

export interface ActionFilter {
  readonly botId: number | null;
  /** Null = every one. */
  readonly actions: readonly LogAction[] | null;
  readonly exchange: string | null;
}

/** The key by which an account trades. */
export interface TradedKey {
  readonly label: string;
  readonly keyMask: string;
}

export type BotRow = Omit<BotRecord, 'engine'>;

/** A leg and its snapshot. */
export type LegRecord = BotRecord & { readonly parentId: number; readonly leg: number };

export interface BotStore {
  /** Never a leg. */
  bot(userId: number, botId: number): Promise<BotRecord | null>;
  /** Running, paused, stopped; then newest first. */
  bots(userId: number): Promise<BotRow[]>;
  /** By parent, each from the first leg. The parents must be the caller's. */
  legs(parentIds: readonly number[]): Promise<LegRecord[]>;
  sums(botIds: readonly number[], day: number): Promise<Map<number, ProfitSums>>;
  /** At most `most` samples of each bot, evenly picked, oldest first. */
  curves(botIds: readonly number[], most: number): Promise<EquityWrite[]>;
  /** The newest, oldest first. */
  fills(botId: number, most: number): Promise<FillRow[]>;
  actions(userId: number, filter: ActionFilter, page: number, pageSize: number): Promise<Page<ActionRow>>;
  /** Of its legs too. Open ones first, then closed, newest first. */
  positions(botId: number, page: number, pageSize: number): Promise<Page<PositionWrite>>;
  /** Undefined: the account is the house's own; null: no key is bound to it now. */
  keyOf(accountId: number): Promise<TradedKey | null | undefined>;
}
