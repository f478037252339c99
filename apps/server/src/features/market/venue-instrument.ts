// A venue's market as the core counts it; screens name it by its pair ('BTC/USDT') and its kind of market.
import type { Instrument } from '@cormorant/core/market/instrument.ts';
import { makeInstrument } from '@cormorant/core/market/make-instrument.ts';
import type { VenueSymbol } from '../../ports/venue.ts';

export function pairOf({ base, quote }: Pick<VenueSymbol, 'base' | 'quote'>): string {
  return `${base}/${quote}`;
}

export function instrumentOf(rules: VenueSymbol): Instrument {
  return makeInstrument({ ...rules, symbol: pairOf(rules) });
}
