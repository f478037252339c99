// Sends what the form holds: a new bot, or a change of one and its start. Every attempt carries the id of its intent.
import { call, type Data } from '../../../../lib/api/client.ts';
import { ApiError } from '../../../../lib/api/errors.ts';
import type { Intent } from '../../../../lib/api/intent.ts';
import { queryClient } from '../../../../lib/query-client.ts';
import type { ChangeBody, CreateBody } from '../bot-body.ts';

async function intended<T>(intent: Intent, payload: unknown, send: (id: string) => Promise<T>): Promise<T> {
  try {
    const answer = await send(intent.idFor(payload));
    intent.settle(null);
    return answer;
  } catch (error) {
    if (error instanceof ApiError) intent.settle(error);
    throw error;
  }
}

export async function createBot(intent: Intent, body: CreateBody): Promise<Data<'botCreate'>> {
  const made = await intended(intent, body, (id) => call('botCreate', { body: { ...body, request_id: id } }));
  becomeOld();
  return made;
}

export async function changeBot(intent: Intent, id: number, body: ChangeBody): Promise<Data<'botUpdate'>> {
  const changed = await intended(intent, { id, body }, (requestId) =>
    call('botUpdate', { query: { id }, body: { ...body, request_id: requestId } }),
  );
  becomeOld(id);
  return changed;
}

export async function operateBot(intent: Intent, id: number, action: 'start' | 'resume' | 'pause'): Promise<void> {
  await intended(intent, { id, action }, (requestId) =>
    call('botOperation', { query: { id, action, request_id: requestId } }),
  );
  becomeOld(id);
}

/** What the lists and the detail show is no longer true. The form itself is not asked again under the hands of its owner. */
function becomeOld(id?: number): void {
  const keys = [
    'botList',
    'botCount',
    'userIndex',
    'userAsset',
    ...(id === undefined ? [] : ['botDetail', 'botActions']),
  ];
  for (const key of keys) void queryClient.invalidateQueries({ queryKey: [key] });
  if (id !== undefined) void queryClient.invalidateQueries({ queryKey: ['botInfo', id], refetchType: 'none' });
}
