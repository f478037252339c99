// Realised profit of today and over all time, of one exchange or of all.
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../../lib/api/client.ts';

export function billQuery(exchange: string) {
  return queryOptions({
    queryKey: ['userBill', exchange] as const,
    queryFn: ({ signal }) => call('userBill', { query: { exchange } }, { signal, screenHandled: true }),
    refetchInterval: 30_000,
  });
}
