// The cache of answers. Reads are asked again once when the way was broken, never when the server refused; a session's
// answers are forgotten with the session.
import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api/errors.ts';
import { onSessionEnd } from './stores/session.ts';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      gcTime: 10 * 60_000,
      refetchOnWindowFocus: true,
      networkMode: 'always',
      retry: (failures, error) => failures < 1 && error instanceof ApiError && error.passing,
      retryDelay: 1_000,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

onSessionEnd(() => {
  void queryClient.cancelQueries();
  queryClient.removeQueries({ type: 'inactive' });
});
