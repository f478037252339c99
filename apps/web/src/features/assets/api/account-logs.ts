// The log of one of the three accounts, newest first, of all kinds or of one.

import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/client.ts';
import type { LogName, LogType } from '../log-kinds.ts';

const rowsPerPage = 20;

export function accountLogsQuery(type: LogName, kind: LogType | 'all') {
  return infiniteQueryOptions({
    queryKey: ['userAccountLogs', type, kind] as const,
    queryFn: ({ pageParam, signal }) =>
      call(
        'userAccountLogs',
        { query: { type, page: pageParam, page_size: rowsPerPage, ...(kind !== 'all' && { kind }) } },
        { signal, screenHandled: true },
      ),
    initialPageParam: 1,
    getNextPageParam: (last) => (last.has_more === 1 ? last.page + 1 : undefined),
  });
}
