// The batch mode of a screen: which bots are chosen, what is asked about them, the task that runs.
import type { BatchAction } from '@cormorant/contract/calls/batch.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ApiError } from '../../../lib/api/errors.ts';
import { newRequestId } from '../../../lib/api/request-id.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { socket } from '../../../lib/socket/live.ts';
import { type BatchIntent, batchQuery, beginBatch, mostBots } from './api/batch.ts';

export interface BatchMode {
  readonly chosen: ReadonlySet<number>;
  readonly question: BatchAction | null;
  readonly busy: boolean;
  readonly error: ApiError | null;
  readonly taskId: string;
  toggle(botId: number): void;
  chooseAll(ids: readonly number[]): void;
  ask(action: BatchAction): void;
  dismiss(): void;
  run(action: BatchAction, closePosition?: 0 | 1): Promise<void>;
  closeTask(): void;
}

const asked: ReadonlySet<BatchAction> = new Set<BatchAction>(['stop', 'close', 'delete']);

export function useBatch(): BatchMode {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [question, setQuestion] = useState<BatchAction | null>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const [taskId, setTaskId] = useState('');
  const unanswered = useRef(new Map<string, string>());
  const status = useQuery(batchQuery(taskId)).data?.status;

  useEffect(() => socket.on('batch', (task) => queryClient.setQueryData(['botBatchStatus', task.task_id], task)), []);
  useEffect(() => {
    if (status !== 'done') return;
    for (const key of ['botList', 'botDetail', 'botActions', 'userBill', 'userIndex'])
      void queryClient.invalidateQueries({ queryKey: [key] });
  }, [status]);

  async function run(action: BatchAction, closePosition: 0 | 1 = 1): Promise<void> {
    if (busy || chosen.size === 0) return;
    const intent: BatchIntent = { action, ids: [...chosen].sort((a, b) => a - b), closePosition };
    // The id belongs to what is wanted: it is sent again when no answer came.
    const key = JSON.stringify(intent);
    const requestId = unanswered.current.get(key) ?? newRequestId();
    unanswered.current.set(key, requestId);
    setBusy(true);
    setError(null);
    try {
      const begun = await beginBatch(intent, requestId);
      unanswered.current.delete(key);
      setQuestion(null);
      setTaskId(begun.task_id);
    } catch (failure) {
      const refused = failure as ApiError;
      if (!refused.passing) unanswered.current.delete(key);
      setQuestion(null);
      setError(refused);
    } finally {
      setBusy(false);
    }
  }

  return {
    chosen,
    question,
    busy,
    error,
    taskId,
    toggle: (botId) => {
      const next = new Set(chosen);
      if (!next.delete(botId) && next.size < mostBots) next.add(botId);
      setChosen(next);
    },
    chooseAll: (ids) => setChosen(new Set(ids.slice(0, mostBots))),
    ask: (action) => {
      setError(null);
      if (asked.has(action)) setQuestion(action);
      else void run(action);
    },
    dismiss: () => {
      setQuestion(null);
      setError(null);
    },
    run,
    closeTask: () => setTaskId(''),
  };
}
