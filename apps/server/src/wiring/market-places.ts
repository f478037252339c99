// The markets of the exchanges where bots trade, as the calls of this process see them.
import { LOCAL_EXCHANGE } from '@cormorant/contract/labels/exchanges.ts';
import { type MarketPlaces, openMarketPlace } from '../features/market/market-places.ts';
import type { House } from './house.ts';

export function openMarketPlaces({ bus, clock, venue }: House): MarketPlaces {
  return new Map([[LOCAL_EXCHANGE, openMarketPlace({ exchange: LOCAL_EXCHANGE, market: venue, bus, clock })]]);
}
