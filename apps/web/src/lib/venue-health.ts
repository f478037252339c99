// How the exchanges are that prices come from, asked again and again while somebody looks. The list that names them is kept for
// minutes, and says nothing about now.
import type { VenueHealth } from '@cormorant/contract/entities/market.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from './api/client.ts';

const EVERY_MS = 20_000;

export interface VenueState {
  readonly health: VenueHealth | null;
  readonly pricesAt: number | null;
}
const UNKNOWN: VenueState = { health: null, pricesAt: null };

export function venueHealthQuery() {
  return queryOptions({
    queryKey: ['venueHealth'] as const,
    queryFn: async ({ signal }): Promise<Readonly<Record<string, VenueState>>> => {
      const { exchanges } = await call('marketExchanges', undefined, { signal, screenHandled: true });
      return Object.fromEntries(
        exchanges.map(({ code, health, prices_at: pricesAt }) => [code, { health, pricesAt }] as const),
      );
    },
    staleTime: EVERY_MS,
    refetchInterval: EVERY_MS,
    retry: false,
  });
}

export function useVenueState(exchange: string): VenueState {
  return useQuery(venueHealthQuery()).data?.[exchange] ?? UNKNOWN;
}
