// Asks for the tips in the language of the screen.
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/client.ts';
import type { Language } from '../../../lib/stores/theme.ts';

export function tipsQuery(language: Language) {
  return queryOptions({
    queryKey: ['indexTips', language] as const,
    queryFn: ({ signal }) => call('indexTips', undefined, { signal, screenHandled: true }),
    staleTime: 600_000,
  });
}
