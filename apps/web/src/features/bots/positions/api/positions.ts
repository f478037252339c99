// What is open over all bots, and what one position was built from. Pushes of positions are hints: they ask again.
import { queryOptions } from '@tanstack/react-query';
import { call, type Data } from '../../../../lib/api/client.ts';

export type OpenPosition = Data<'userPositions'>['list'][number];
const askEveryMs = 10_000;

export function openPositionsQuery(exchange: string) {
  return queryOptions({
    queryKey: ['userPositions', exchange] as const,
    queryFn: ({ signal }) => call('userPositions', { query: { exchange } }, { signal, screenHandled: true }),
    refetchInterval: askEveryMs,
  });
}

export function positionAddsQuery(id: number) {
  return queryOptions({
    queryKey: ['positionAdds', id] as const,
    queryFn: ({ signal }) => call('positionAdds', { query: { id } }, { signal, screenHandled: true }),
  });
}
