// The bill: pages of results, and one result opened.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call, type Data } from '../../../../lib/api/client.ts';

export type BillPage = Data<'userBillLogs'>;
export type BillResult = BillPage['list'][number];
export type BillGroups = Data<'userBillGroup'>;
export type BillDetail = Data<'userBillDetail'>;

export interface BillFilter {
  /** '' = all. */
  readonly exchange: string;
  readonly botId: number | null;
  readonly date: string | null;
}

const rowsPerPage = 20;

export function billRowsQuery({ exchange, botId, date }: BillFilter) {
  return infiniteQueryOptions({
    queryKey: ['userBillLogs', exchange, botId, date] as const,
    queryFn: ({ pageParam, signal }) =>
      call(
        'userBillLogs',
        {
          query: {
            exchange,
            page: pageParam,
            page_size: rowsPerPage,
            ...(botId === null ? {} : { bot_id: botId }),
            ...(date === null ? {} : { date }),
          },
        },
        { signal, screenHandled: true },
      ),
    initialPageParam: 1,
    getNextPageParam: (last) => (last.has_more === 1 ? last.page + 1 : undefined),
  });
}

export function billDetailQuery(id: number) {
  return queryOptions({
    queryKey: ['userBillDetail', id] as const,
    queryFn: ({ signal }) => call('userBillDetail', { query: { id } }, { signal, screenHandled: true }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
