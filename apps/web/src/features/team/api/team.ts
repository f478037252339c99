// What the screens of a team ask for.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/client.ts';
import { queryClient } from '../../../lib/query-client.ts';

const PAGE_SIZE = 20;

export function summaryQuery() {
  return queryOptions({
    queryKey: ['userTeamSummary'] as const,
    queryFn: ({ signal }) => call('userTeamSummary', undefined, { signal, screenHandled: true }),
  });
}

/** My direct members, or those of one of them. */
export function teamQuery(uid?: string) {
  return queryOptions({
    queryKey: ['userTeam', uid ?? ''] as const,
    queryFn: ({ signal }) =>
      call('userTeam', { query: uid === undefined ? {} : { uid } }, { signal, screenHandled: true }),
  });
}

export function referralsQuery() {
  return infiniteQueryOptions({
    queryKey: ['userReferrals'] as const,
    queryFn: ({ pageParam, signal }) =>
      call('userReferrals', { query: { page: pageParam, limit: PAGE_SIZE } }, { signal, screenHandled: true }),
    initialPageParam: 1,
    getNextPageParam: (last) => (last.has_more === 1 ? last.page + 1 : undefined),
  });
}

export function rateHistoryQuery() {
  return queryOptions({
    queryKey: ['userRateHistory'] as const,
    queryFn: ({ signal }) => call('userRateHistory', undefined, { signal, screenHandled: true }),
  });
}

export function chargeQuery(id: number) {
  return queryOptions({
    queryKey: ['userFuelCharge', id] as const,
    queryFn: ({ signal }) => call('userFuelCharge', { query: { id } }, { signal, screenHandled: true }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Its refusals are shown as a toast. */
export async function giveRate(sn: string, rate: number): Promise<void> {
  await call('userTeamRate', { query: { id: sn }, body: { rate } });
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['userTeam'] }),
    queryClient.invalidateQueries({ queryKey: ['userRateHistory'] }),
  ]);
}
