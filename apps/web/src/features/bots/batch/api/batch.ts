// One action on many bots: begun once by its request id, then followed by polls and pushes.
import type { BatchAction } from '@cormorant/contract/calls/batch.ts';
import { queryOptions } from '@tanstack/react-query';
import { call, type Data } from '../../../../lib/api/client.ts';

export type Batch = Data<'botBatchStatus'>;
export const mostBots = 50;

export interface BatchIntent {
  readonly action: BatchAction;
  readonly ids: readonly number[];
  readonly closePosition: 0 | 1;
}

export function beginBatch({ action, ids, closePosition }: BatchIntent, requestId: string) {
  const query = { action, ids: ids.join(','), close_position: closePosition, request_id: requestId };
  return call('botBatch', { query }, { screenHandled: true, quiet: true });
}

export function batchQuery(taskId: string) {
  return queryOptions({
    queryKey: ['botBatchStatus', taskId] as const,
    queryFn: ({ signal }) => call('botBatchStatus', { query: { task_id: taskId } }, { signal, screenHandled: true }),
    refetchInterval: ({ state }) => (state.data?.status === 'done' ? false : 1_000),
    enabled: taskId !== '',
  });
}
