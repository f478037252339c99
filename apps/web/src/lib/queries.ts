// What several screens ask for, each with its key: one cache entry per question, whoever asks. Keys begin with the name
// of the call, so that a push or an action can name what has become old.

import type { AboutType, LegalType } from '@cormorant/contract/calls/index-pages.ts';
import type { CallName } from '@cormorant/contract/calls.ts';
import { queryOptions } from '@tanstack/react-query';
import { call, type Data } from './api/client.ts';
import {
  botTypesMs,
  cachedBotTypes,
  cachedExchanges,
  type ExchangeList,
  exchangesMs,
  keepBotTypes,
  keepExchanges,
} from './stores/caches.ts';
import { useSession } from './stores/session.ts';
import { type Language, useTheme } from './stores/theme.ts';

/** Every key is [name of the call, what was asked]. */
export type QueryKey = readonly [CallName, ...unknown[]];

export function userIndexQuery() {
  return queryOptions({
    queryKey: ['userIndex'] as const,
    queryFn: ({ signal }) => call('userIndex', undefined, { signal }),
    refetchInterval: 30_000,
  });
}

export function profileQuery() {
  return queryOptions({
    queryKey: ['authProfile'] as const,
    queryFn: ({ signal }) => call('authProfile', undefined, { signal }),
  });
}

/** The platform account; a push replaces it. */
export function accountQuery() {
  return queryOptions({
    queryKey: ['userAccount'] as const,
    queryFn: ({ signal }) => call('userAccount', undefined, { signal, screenHandled: true }),
    refetchInterval: 60_000,
  });
}

export function botListQuery() {
  return queryOptions({
    queryKey: ['botList'] as const,
    queryFn: ({ signal }) => call('botList', undefined, { signal }),
    refetchInterval: 30_000,
  });
}

/** Results of the last 90 days by day, bot and category; '' = of all exchanges. */
export function billGroupsQuery(exchange: string) {
  return queryOptions({
    queryKey: ['userBillGroup', exchange] as const,
    queryFn: ({ signal }) => call('userBillGroup', { query: { exchange } }, { signal, screenHandled: true }),
    refetchInterval: 30_000,
  });
}

/** Balances at the exchange, or in one wallet of it: contracts have one of their own. */
export function assetQuery(exchange: string, wallet: 'all' | 'spot' | 'futures' = 'all') {
  return queryOptions({
    queryKey: ['userAsset', exchange, wallet] as const,
    queryFn: ({ signal }) => call('userAsset', { query: { exchange, wallet } }, { signal }),
  });
}

/** The exchange list, its names in the language of the screen. */
export function exchangesQuery(language: Language = useTheme.getState().language) {
  return queryOptions({
    queryKey: ['marketExchanges', language] as const,
    queryFn: async ({ signal }): Promise<ExchangeList> => {
      const { token } = useSession.getState();
      const list = await call('marketExchanges', undefined, { signal });
      // The list says where this person is bound: it is not kept for whoever comes after.
      if (token !== '' && token === useSession.getState().token) keepExchanges(language, list);
      return list;
    },
    initialData: () => cachedExchanges(language) ?? undefined,
    initialDataUpdatedAt: () => cachedExchanges(language)?.at,
    staleTime: exchangesMs,
  });
}

/** Bot categories in the language of the screen. */
export function botTypesQuery(language: Language = useTheme.getState().language) {
  return queryOptions({
    queryKey: ['marketBotTypes', language] as const,
    queryFn: async ({ signal }): Promise<Data<'marketBotTypes'>> => {
      const data = await call('marketBotTypes', undefined, { signal });
      keepBotTypes(language, data.list);
      return data;
    },
    initialData: () => {
      const cached = cachedBotTypes(language);
      return cached === null ? undefined : { list: cached.list };
    },
    initialDataUpdatedAt: () => cachedBotTypes(language)?.at,
    staleTime: botTypesMs,
  });
}

/** Symbols with last price and a day's hourly closes. */
export function symbolsQuery(exchange: string, market: 'spot' | 'futures' | 'all' = 'spot') {
  return queryOptions({
    queryKey: ['marketSymbols', exchange, market] as const,
    queryFn: ({ signal }) =>
      call('marketSymbols', { query: { exchange, market, latest: 1, history: 24, timeframe: '1h' } }, { signal }),
    staleTime: 15_000,
    refetchInterval: 60_000,
  });
}

export function legalTextQuery(type: LegalType, language: Language) {
  return queryOptions({
    queryKey: ['indexPrivacy', type, language] as const,
    queryFn: ({ signal }) => call('indexPrivacy', { query: { type } }, { signal, screenHandled: true }),
    staleTime: 3_600_000,
  });
}

export function aboutTextQuery(type: AboutType, language: Language) {
  return queryOptions({
    queryKey: ['indexAbout', type, language] as const,
    queryFn: ({ signal }) => call('indexAbout', { query: { type } }, { signal, screenHandled: true }),
    staleTime: 3_600_000,
  });
}
