// What the screen knows of a panic: what is being asked, the task that runs, why it did not begin.

import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ApiError } from '../../../lib/api/errors.ts';
import { newRequestId } from '../../../lib/api/request-id.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { socket } from '../../../lib/socket/live.ts';
import { batchQuery } from '../batch/api/batch.ts';
import { beginPanic, type PanicStep } from './api/panic.ts';

export interface Panic {
  readonly question: PanicStep | null;
  readonly busy: boolean;
  readonly error: ApiError | null;
  readonly taskId: string;
  ask(step: PanicStep): void;
  dismiss(): void;
  run(step: PanicStep): Promise<void>;
  closeTask(): void;
}

const shown = ['botList', 'botDetail', 'botActions', 'userIndex'] as const;

function refresh(): void {
  for (const key of shown) void queryClient.invalidateQueries({ queryKey: [key] });
}

export function usePanic(): Panic {
  const [question, setQuestion] = useState<PanicStep | null>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const [taskId, setTaskId] = useState('');
  const unanswered = useRef(new Map<PanicStep, string>());
  const status = useQuery(batchQuery(taskId)).data?.status;

  useEffect(() => socket.on('batch', (task) => queryClient.setQueryData(['botBatchStatus', task.task_id], task)), []);
  useEffect(() => {
    if (status === 'done') refresh();
  }, [status]);

  async function run(step: PanicStep): Promise<void> {
    if (busy) return;
    // The id belongs to what is wanted: it is sent again when no answer came.
    const requestId = unanswered.current.get(step) ?? newRequestId();
    unanswered.current.set(step, requestId);
    setBusy(true);
    setError(null);
    try {
      const begun = await beginPanic(step, requestId);
      unanswered.current.delete(step);
      setTaskId(begun.task_id ?? '');
      refresh();
    } catch (failure) {
      const refused = failure as ApiError;
      if (!refused.passing) unanswered.current.delete(step);
      setError(refused);
    } finally {
      setQuestion(null);
      setBusy(false);
    }
  }

  return {
    question,
    busy,
    error,
    taskId,
    run,
    ask: (step) => {
      setError(null);
      setQuestion(step);
    },
    dismiss: () => {
      setQuestion(null);
      setError(null);
    },
    closeTask: () => setTaskId(''),
  };
}
