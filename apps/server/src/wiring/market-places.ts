// The markets of the exchanges where bots trade, as the calls of this process see them. The local one is read by the house's
// own wire, the others as their users' bots see them.
import { LOCAL_EXCHANGE } from '@cormorant/contract/labels/exchanges.ts';
import { type MarketPlaces, openMarketPlace } from '../features/market/market-places.ts';
import type { MarketData } from '../ports/venue.ts';
import type { ServerContext } from './house.ts';

export function openMarketPlaces({ bus, clock, keyExchanges, venue }: ServerContext): MarketPlaces {
  const others = [...keyExchanges].map(([exchange, { venue: market }]) => [exchange, market] as const);
  const markets = new Map<string, MarketData>([...others, [LOCAL_EXCHANGE, venue]]);
  return new Map(
    [...markets].map(([exchange, market]) => [exchange, openMarketPlace({ exchange, market, bus, clock })]),
  );
}
