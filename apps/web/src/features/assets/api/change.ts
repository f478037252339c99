// Conversions and transfers. One intended change carries one id through all its retries, so that it happens once; what it
// moved is asked for again when it is done.
import { queryOptions } from '@tanstack/react-query';
import { call, type Data, type Input } from '../../../lib/api/client.ts';
import type { ApiError } from '../../../lib/api/errors.ts';
import type { Intent } from '../../../lib/api/intent.ts';
import { newRequestId } from '../../../lib/api/request-id.ts';
import { queryClient } from '../../../lib/query-client.ts';

type Body = Input<'userChange'>['body'];
type Without<B> = B extends unknown ? Omit<B, 'request_id' | 'dry'> : never;
export type Wanted = Without<Body>;
export type ChangeInfo = Data<'userChangeInfo'>;
export type Pair = ChangeInfo['pairs'][number];

export function changeInfoQuery() {
  return queryOptions({
    queryKey: ['userChangeInfo'] as const,
    queryFn: ({ signal }) => call('userChangeInfo', undefined, { signal, screenHandled: true }),
  });
}

export async function makeChange(intent: Intent, wanted: Wanted): Promise<void> {
  try {
    await call('userChange', { body: { ...wanted, request_id: intent.idFor(wanted) } as Body });
    intent.settle(null);
  } catch (error) {
    intent.settle(error as ApiError);
    throw error;
  }
  const moved = [['userAccount'], ['userAccountLogs'], ['userChangeInfo'], ['userIndex'], ['userAsset', '']];
  await Promise.all(moved.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}

/** Who a transfer would go to: a masked name. */
export async function recipientOf(uid: string, from: 'balance' | 'fuel'): Promise<string> {
  const body = { kind: 'transfer', from, to_uid: uid, dry: 1, request_id: newRequestId() } as const;
  const found = await call('userChange', { body }, { quiet: true });
  return found.to_nickname_mask ?? '';
}
