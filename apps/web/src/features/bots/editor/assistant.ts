// What an editor knows beyond the fields themselves: how a category's parser judges the values against a market, what the
// bot would be, and what the presets fill in. A category without an assistant still draws, saves and is judged by the server.
import type { Field } from '@cormorant/contract/entities/bot-type.ts';
import type { FundingDays, MarketSymbol, WireCandle, WorstMoves } from '@cormorant/contract/entities/market.ts';
import type { Triangle } from '@cormorant/contract/entities/triangle.ts';
import type { Preview } from '@cormorant/core/strategy/preview.ts';
import type { Issue, Values } from './field-rules.ts';

export interface MarketView {
  readonly symbol: MarketSymbol;
  readonly last: string;
  /** Free quote in the wallet of this market; null while it is not known. */
  readonly available: string | null;
  /** It holds a position: what the present price demands of a new bot no longer applies. */
  readonly holding: boolean;
  /** Hourly candles, oldest first. */
  readonly hours: readonly WireCandle[];
  /** The pair's worst 1, 7 and 30 days of a year, and what funding came to in three; null = not known. */
  readonly worst: WorstMoves | null;
  readonly funding: FundingDays | null;
  /** The time of the market, for schedules. */
  readonly nowMs: number;
  /** Of a kind of several legs; null for the others. */
  readonly legs: LegsView | null;
}

/** What the other markets and wallets of a bot of several legs say; null = not known. */
export interface LegsView {
  /** Percent, of the spot leg. */
  readonly spotTaker: string | null;
  /** Free quote in each wallet that must hold a part of the investment. */
  readonly free: { readonly spot: string | null; readonly futures: string | null };
  /** Null = no pair joins its coins; undefined = not known. */
  readonly triangle: Triangle | null | undefined;
}

export type PresetKey = 'conservative' | 'balanced' | 'aggressive' | 'rsi_dip' | 'ema_cross' | 'boll_reversal';

export interface Worst {
  readonly atStop: boolean;
  readonly price: string;
  readonly loss: string;
  /** Percent of the investment. */
  readonly percent: string;
}

/** What the investment adds to a plan. */
export interface PlanMoney {
  readonly qty: string;
  readonly initialQty: string;
  readonly initialAmount: string;
  readonly worst: Worst;
}

export interface Plan {
  readonly lower: string;
  readonly upper: string;
  readonly lines: readonly string[];
  readonly emptyLine: number;
  readonly buys: number;
  readonly sells: number;
  readonly spacing: { readonly unit: 'price' | 'percent'; readonly value: string };
  /** Net of both fees, percent of the buy. */
  readonly netMin: string;
  readonly netMax: string;
  readonly minInvestment: string;
  /** Null when the values or the investment do not make a bot yet. */
  readonly money: PlanMoney | null;
}

/** Whether a move as bad as the pair has seen stays inside the plan, and what ends it otherwise. */
export type Verdict = 'covered' | 'beyond' | 'held' | 'stopped' | 'liquidated';

export interface PastMove {
  readonly days: 1 | 7 | 30;
  readonly way: 'fall' | 'rise';
  /** Percent, without a sign. */
  readonly move: string;
  readonly verdict: Verdict;
  /** No stop ends a loss on this way. */
  readonly endless: boolean;
}

/** What the bot would be and come to at worst, the same shape for every kind. Amounts and prices are decimal text. */
export interface Outlook {
  readonly preview: Preview;
  readonly worstLoss: string | null;
  /** Percent of the investment. */
  readonly worstPercent: string | null;
  readonly moves: readonly PastMove[];
  readonly stopPrice: string | null;
  /** After every order: where closing it all brings back its cost and both fees. */
  readonly breakEven: string | null;
  /** In quote and a day, at the mean rate of three days; negative = received. */
  readonly fundingDay: string | null;
  /** What each wallet must hold of a bot that trades both markets; null for the others. */
  readonly shares: Shares | null;
}

export interface Shares {
  readonly spot: string;
  readonly futures: string;
}

export interface Judgement {
  readonly issues: readonly Issue[];
  /** The picture of a grid. */
  readonly plan: Plan | null;
  /** Null while the values make no bot. */
  readonly outlook: Outlook | null;
}

export interface Assistant {
  judge(fields: readonly Field[], values: Values, view: MarketView): Judgement;
  /** What it can begin with, in the order of the chips. */
  presets(view: MarketView): readonly PresetKey[];
  preset(key: PresetKey, fields: readonly Field[], values: Values, view: MarketView): Values;
  /** A share of what is available, in percent, as an amount. */
  amountOf(percent: number, view: MarketView): string;
  /** A position on the chart as a price of the market. */
  snap(price: number, view: MarketView): string;
}
