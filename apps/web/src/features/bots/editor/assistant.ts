// What an editor knows beyond the fields themselves: how a category's parser judges the values against a market, what the
// bot would be, and what the presets fill in. A category without an assistant still draws, saves and is judged by the server.
import type { Field } from '@cormorant/contract/entities/bot-type.ts';
import type { MarketSymbol, WireCandle } from '@cormorant/contract/entities/market.ts';
import type { Issue, Values } from './field-rules.ts';

export interface MarketView {
  readonly symbol: MarketSymbol;
  readonly last: string;
  /** Free quote at the exchange; null while it is not known. */
  readonly available: string | null;
  /** It holds a position: what the present price demands of a new bot no longer applies. */
  readonly holding: boolean;
  /** Hourly candles, oldest first. */
  readonly hours: readonly WireCandle[];
}

export const presets = ['conservative', 'balanced', 'aggressive'] as const;
export type Preset = (typeof presets)[number];

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

export interface Judgement {
  readonly issues: readonly Issue[];
  readonly plan: Plan | null;
}

export interface Assistant {
  judge(fields: readonly Field[], values: Values, view: MarketView): Judgement;
  preset(name: Preset, view: MarketView): Values;
  /** A share of what is available, in percent, as an amount. */
  amountOf(percent: number, view: MarketView): string;
  /** A position on the chart as a price of the market. */
  snap(price: number, view: MarketView): string;
}
