// What closing all that a bot holds would come to at the last price: what is traded for it, the taker's fee, and what the
// bot has earned then. An estimate: the order itself may meet other prices.
import type { BotClosing } from '@cormorant/contract/entities/bot.ts';
import {
  baseValueAtoms,
  formatPrice,
  formatQuote,
  lotsToBaseAtoms,
  parseQuote,
} from '@cormorant/core/market/conversions.ts';
import type { Instrument } from '@cormorant/core/market/instrument.ts';
import { format18, parse18, times18 } from '@cormorant/core/money/amount-e18.ts';
import { mulDiv } from '@cormorant/core/money/mul-div.ts';
import type { Atoms, Ticks } from '@cormorant/core/money/units.ts';
import { closableLots } from '@cormorant/core/strategy/round/closing.ts';
import { type BotFigures, money } from './bot-figures.ts';

const PPM = 1_000_000;

/** What is held in one market; a bot of several legs holds something in several. */
export interface Held {
  readonly instrument: Instrument;
  /** 0 before the first print. */
  readonly priceTicks: Ticks;
  readonly baseAtoms: Atoms;
}

export function closingOf(figures: BotFigures, held: readonly Held[]): BotClosing | null {
  const { instrument, investmentAtoms, totalAtoms, unrealizedAtoms } = figures;
  let value = 0n;
  let fee = 0n;
  for (const part of held) {
    const trade = tradeOf(part);
    const rate = trade === null ? 0n : rateOf(part, instrument.quote, held);
    if (trade === null) continue;
    if (rate === null) return null;
    value += times18(trade.value, rate);
    fee += times18(trade.fee, rate);
  }
  if (value === 0n) return null;
  // Not to the benefit of the estimate: a fraction of an atom of the fee is a whole one.
  const feeAtoms = parseQuote(instrument, format18(fee), 'ceil');
  const [only, other] = held;
  return {
    price: only !== undefined && other === undefined ? formatPrice(instrument, only.priceTicks) : null,
    value: money(figures, parseQuote(instrument, format18(value), 'floor')),
    fee: money(figures, feeAtoms),
    profit: money(figures, unrealizedAtoms - feeAtoms),
    total_profit: money(figures, totalAtoms - feeAtoms),
    balance: money(figures, investmentAtoms + totalAtoms - feeAtoms),
  };
}

/** The order that would close it; null when there is no price, or too little for an order. */
function tradeOf({ instrument, priceTicks, baseAtoms }: Held): { value: bigint; fee: bigint } | null {
  const heldAtoms = Math.abs(baseAtoms);
  if (priceTicks === 0 || closableLots({ instrument, lastTicks: priceTicks }, heldAtoms) === 0) return null;
  const lots = Math.floor(heldAtoms / instrument.baseAtomsPerLot);
  const valueAtoms = baseValueAtoms(instrument, lotsToBaseAtoms(instrument, lots), priceTicks, 'floor');
  const feeAtoms = mulDiv(valueAtoms, instrument.takerPpm, PPM, 'ceil');
  return { value: parse18(formatQuote(instrument, valueAtoms)), fee: parse18(formatQuote(instrument, feeAtoms)) };
}

/** What one coin of a part's quote is worth in the bot's own; null when no leg says it. */
function rateOf({ instrument }: Held, quote: string, held: readonly Held[]): bigint | null {
  if (instrument.quote === quote) return parse18('1');
  const market = held.find(
    (other) => other.instrument.base === instrument.quote && other.instrument.quote === quote && other.priceTicks > 0,
  );
  return market === undefined ? null : parse18(formatPrice(market.instrument, market.priceTicks));
}
