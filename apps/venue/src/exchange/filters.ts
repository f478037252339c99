// The filters in force on a symbol. They begin as the instrument's own and may become coarser at run time; prices and
// quantities stay counted in the instrument's ticks and lots, so nothing stored ever changes its meaning.
import { notionalAtoms, parseQuote, priceToTicks, qtyToLots } from '@cormorant/core/market/conversions.ts';
import type { Instrument } from '@cormorant/core/market/instrument.ts';
import type { Atoms, Lots, Ticks } from '@cormorant/core/money/units.ts';
import type { PlaceRequest } from './place-request.ts';
import type { RefusalCode } from './refusals.ts';

/** The most, in quote, that a limit order may be worth on spot; market orders may be worth more, as on Binance. */
export const MAX_NOTIONAL = 9_000_000;

export interface Filters {
  /** Prices are multiples of so many of the instrument's ticks. */
  readonly tickTicks: Ticks;
  readonly stepLots: Lots;
  readonly minQtyLots: Lots;
  readonly maxQtyLots: Lots;
  /** Of market orders, and of stops at market. */
  readonly maxMarketLots: Lots;
  readonly minNotionalAtoms: Atoms;
}

/** As decimal text; what is absent stays as it is. Tick and step must be multiples of the instrument's own. */
export interface FilterChange {
  readonly tick?: string | undefined;
  readonly step?: string | undefined;
  readonly min_qty?: string | undefined;
  readonly max_qty?: string | undefined;
  readonly max_market_qty?: string | undefined;
  readonly min_notional?: string | undefined;
}

export function filtersOf({ maxMarketLots, maxQtyLots, minQtyLots, minNotionalAtoms }: Instrument): Filters {
  return { tickTicks: 1, stepLots: 1, minQtyLots, maxQtyLots, maxMarketLots, minNotionalAtoms };
}

/** Throws MoneyError where a figure does not fit the instrument's steps. */
export function changedFilters(instrument: Instrument, change: FilterChange): Filters {
  const own = filtersOf(instrument);
  const { tick, step, min_qty, max_qty, max_market_qty, min_notional } = change;
  const maxQtyLots = max_qty === undefined ? own.maxQtyLots : qtyToLots(instrument, max_qty, 'exact');
  const marketLots = max_market_qty === undefined ? own.maxMarketLots : qtyToLots(instrument, max_market_qty, 'exact');
  return {
    tickTicks: tick === undefined ? own.tickTicks : Math.max(1, priceToTicks(instrument, tick)),
    stepLots: step === undefined ? own.stepLots : Math.max(1, qtyToLots(instrument, step, 'exact')),
    minQtyLots: min_qty === undefined ? own.minQtyLots : qtyToLots(instrument, min_qty, 'exact'),
    maxQtyLots,
    maxMarketLots: Math.min(maxQtyLots, marketLots),
    minNotionalAtoms: min_notional === undefined ? own.minNotionalAtoms : parseQuote(instrument, min_notional),
  };
}

/** The most of one order of that type. */
export function mostLots({ maxMarketLots, maxQtyLots }: Filters, type: PlaceRequest['type']): Lots {
  return type === 'market' ? maxMarketLots : maxQtyLots;
}

/** Which filter in force the order breaks beyond what the matching itself checks. `lastTicks` prices a market order. */
export function brokenFilter(
  instrument: Instrument,
  filters: Filters,
  { type, priceTicks, qtyLots, reduceOnly }: Pick<PlaceRequest, 'type' | 'priceTicks' | 'qtyLots' | 'reduceOnly'>,
  lastTicks: Ticks,
): RefusalCode | null {
  if (type !== 'market' && priceTicks % filters.tickTicks !== 0) return 'PRICE_FILTER';
  if (qtyLots % filters.stepLots !== 0) return 'LOT_SIZE';
  if (qtyLots < filters.minQtyLots) return 'QTY_SMALL';
  if (qtyLots > mostLots(filters, type)) return 'QTY_LARGE';
  // A price out of range has a word of its own.
  if (instrument.market === 'spot' && type !== 'market' && priceTicks <= instrument.maxPriceTicks) {
    const atoms = priceTicks * qtyLots * instrument.quoteAtomsPerTickLot;
    if (atoms > MAX_NOTIONAL * 10 ** instrument.quoteScale) return 'NOTIONAL_LARGE';
  }
  if (reduceOnly === true || filters.minNotionalAtoms <= instrument.minNotionalAtoms) return null;
  const ticks = type === 'market' ? lastTicks : priceTicks;
  return notionalAtoms(instrument, ticks, qtyLots) < filters.minNotionalAtoms ? 'NOTIONAL_SMALL' : null;
}
