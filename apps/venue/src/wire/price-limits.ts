// How far past its market an exchange takes a limit order: no buy above the highest price and no sale below the lowest. What rests on
// the other side may be as far away as it likes. The market is the mark of a contract and the last price of a spot pair; the means of
// their premium over an index, which real exchanges add, are none here. How far it is, and in which word it is refused, each wire
// says itself.
import type { Ticks } from '@cormorant/core/money/units.ts';
import type { SymbolDesk } from '../exchange/symbol-desk.ts';

export interface PriceLimits {
  readonly mostTicks: Ticks;
  readonly leastTicks: Ticks;
}

/** Multiples of the tick in force; null before the first price. */
export function priceLimits({ contract, filters, venue }: SymbolDesk, percent: number): PriceLimits | null {
  const atTicks = contract === null ? venue.lastTicks : contract.venue.markTicks;
  if (atTicks === 0) return null;
  const { tickTicks } = filters;
  return {
    mostTicks: Math.floor((atTicks * (100 + percent)) / 100 / tickTicks) * tickTicks,
    leastTicks: Math.ceil((atTicks * (100 - percent)) / 100 / tickTicks) * tickTicks,
  };
}

/** The nearest price that is taken; the price itself where it is one. */
export function nearestAllowed({ leastTicks, mostTicks }: PriceLimits, side: 'buy' | 'sell', priceTicks: Ticks): Ticks {
  return side === 'buy' ? Math.min(priceTicks, mostTicks) : Math.max(priceTicks, leastTicks);
}
