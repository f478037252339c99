// One bot with everything its screen draws. Pushes lay changes over it; asking every five seconds keeps the rest true.
import type { BotDetail } from '@cormorant/contract/entities/bot.ts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../../../lib/api/client.ts';

const askEveryMs = 5_000;
const positionsPerPage = 10;

export function botDetailQuery(id: number) {
  return queryOptions({
    queryKey: ['botDetail', id] as const,
    queryFn: ({ signal }): Promise<BotDetail> => call('botDetail', { query: { id } }, { signal, screenHandled: true }),
    refetchInterval: askEveryMs,
  });
}

export function botPositionsQuery(id: number) {
  return infiniteQueryOptions({
    queryKey: ['botPositions', id] as const,
    queryFn: ({ pageParam, signal }) =>
      call(
        'botPositions',
        { query: { id, page: pageParam, page_size: positionsPerPage } },
        { signal, screenHandled: true },
      ),
    initialPageParam: 1,
    getNextPageParam: (last) => (last.has_more === 1 ? last.page + 1 : undefined),
  });
}
