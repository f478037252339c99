// The devices that are signed in, and their signing out. The list is asked again by itself, so that one signed out
// elsewhere goes.
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/client.ts';
import { queryClient } from '../../../lib/query-client.ts';

export function devicesQuery() {
  return queryOptions({
    queryKey: ['userSessions'] as const,
    queryFn: ({ signal }) => call('userSessions', undefined, { signal, screenHandled: true }),
    refetchInterval: 30_000,
  });
}

/** One device by its id, or every other one. Its refusals are shown as a toast; the list is asked again either way. */
export async function signOut(which: number | 'others'): Promise<void> {
  const query = which === 'others' ? { others: 1 as const } : { id: which };
  try {
    await call('userSessionRevoke', { query });
  } finally {
    await queryClient.invalidateQueries({ queryKey: devicesQuery().queryKey });
  }
}
