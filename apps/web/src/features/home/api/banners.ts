// Asks for the banners, their titles in the language of the screen.
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/client.ts';
import type { Language } from '../../../lib/stores/theme.ts';

export function bannersQuery(language: Language) {
  return queryOptions({
    queryKey: ['indexBanners', language] as const,
    queryFn: ({ signal }) => call('indexBanners', undefined, { signal, screenHandled: true }),
    staleTime: 600_000,
  });
}
