// What the trading adapter reads of an exchange without any account, whatever its wire.
import type { MarketData, VenueBook } from '../../ports/venue.ts';

export interface PublicData extends MarketData {
  book(symbol: string): Promise<VenueBook>;
  /** An order broke a rule that it kept as far as we knew. */
  rulesAreOld(): void;
  /** The number of the last public trade of a market; null = it has none. */
  lastTradeId(symbol: string): Promise<string | null>;
}
