// Panic and its end: begun once by its request id, then followed like any task.
import { call } from '../../../../lib/api/client.ts';

export type PanicStep = 'panic' | 'calm';

export function beginPanic(step: PanicStep, requestId: string) {
  const body = { undo: step === 'calm' ? 1 : 0, request_id: requestId } as const;
  return call('botPanic', { body }, { screenHandled: true, quiet: true });
}
