// The words of previews, loaded with the first assistant: they are a table of the contract, not of the screen. The assistant
// waits for them (api/editor-queries.ts), so no preview is drawn with columns that have no name.
import { queryOptions, useQuery } from '@tanstack/react-query';

export function previewWordsQuery() {
  return queryOptions({
    queryKey: ['previewWords'] as const,
    queryFn: () => import('@cormorant/contract/labels/preview-words.ts'),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
}

export function usePreviewWords() {
  return useQuery(previewWordsQuery()).data;
}
