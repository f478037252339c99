// Asks for the help centre in the language of the screen.
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/client.ts';
import type { Language } from '../../../lib/stores/theme.ts';

const freshMs = 600_000;

export function helpListsQuery(language: Language) {
  return queryOptions({
    queryKey: ['helpLists', language] as const,
    queryFn: ({ signal }) => call('helpLists', undefined, { signal, screenHandled: true }),
    staleTime: freshMs,
  });
}

export function helpDetailQuery(id: string, language: Language) {
  return queryOptions({
    queryKey: ['helpDetail', id, language] as const,
    queryFn: ({ signal }) => call('helpDetail', { query: { id } }, { signal, screenHandled: true }),
    staleTime: freshMs,
  });
}
