// Whether the money of a market is real.
import type { MarketSymbol } from '@cormorant/contract/entities/market.ts';

/** The local exchange and every generated or replayed market trade money that is not real. */
export function isPaper(symbol: MarketSymbol): boolean {
  return symbol.simulated === 1 || symbol.exchange === 'local';
}
