// What the trading adapter reads of an exchange without any account, whatever its wire.
import type { MarketKind } from '@cormorant/core/market/instrument.ts';
import type { MarketData, VenueBook } from '../../../ports/venue.ts';

export interface PublicData extends MarketData {
  book(symbol: string): Promise<VenueBook>;
  /** An order broke a rule that it kept as far as we knew. */
  rulesAreOld(): void;
  /** Of how many markets of a kind the last trade can be asked at once without costing the accounts their share. */
  readonly mostAsked: Readonly<Record<MarketKind, number>>;
  /** The numbers of their last public trades; what has none or cannot be read is not among them. All of one kind. */
  lastTradeIds(symbols: readonly string[]): Promise<ReadonlyMap<string, string>>;
}
