// The words of previews, loaded with the first assistant: they are a table of the contract, not of the screen.
import { useQuery } from '@tanstack/react-query';

export function usePreviewWords() {
  const { data } = useQuery({
    queryKey: ['previewWords'] as const,
    queryFn: () => import('@cormorant/contract/labels/preview-words.ts'),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  return data;
}
