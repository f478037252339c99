// A market of a venue under its two names: the venue's own, which tells spot from contract, and the pair's, as bots,
// database and screens have it.
import type { Instrument, MarketKind } from '@cormorant/core/market/instrument.ts';
import { makeInstrument } from '@cormorant/core/market/make-instrument.ts';
import type { RefusalReason } from '@cormorant/core/strategy/strategy.ts';
import type { MarketData, VenueSymbol } from './venue.ts';

/** Refusals that say that what we know of a market's rules is old. */
export const RULE_REASONS: ReadonlySet<RefusalReason> = new Set<RefusalReason>([
  'price_filter',
  'lot_size',
  'notional_small',
  'qty_small',
  'qty_large',
  'price_range',
]);

/** Refusals that say where the market, or how full the account is: the line is missing for now, and is no failure. */
export const PASSING_REASONS: ReadonlySet<RefusalReason> = new Set<RefusalReason>(['price_range', 'too_many_orders']);

/** 'BTC/USDT' of futures is 'BTC/USDT:USDT' at the venue. */
export function venueName(pair: string, market: MarketKind): string {
  return market === 'spot' ? pair : `${pair}:${pair.split('/')[1] ?? ''}`;
}

/** All that the venue tells of one market; null = it is not listed. */
export async function rulesOfMarket(venue: MarketData, symbol: string): Promise<VenueSymbol | null> {
  if (venue.rulesOf !== undefined) return venue.rulesOf(symbol);
  return (await venue.symbols()).find((row) => row.symbol === symbol) ?? null;
}

export function instrumentOf(rules: VenueSymbol): Instrument {
  return makeInstrument({ ...rules, symbol: `${rules.base}/${rules.quote}` });
}
