// The batch mode is a chunk of its own: the list comes without it.
import { lazy, Suspense } from 'react';
import { SkeletonRows } from '../../../ui/states.tsx';
import type { BatchScreenProps } from './components/batch-screen.tsx';

const BatchScreen = lazy(async () => ({ default: (await import('./components/batch-screen.tsx')).BatchScreen }));

export function LazyBatch(props: BatchScreenProps) {
  return (
    <Suspense fallback={<SkeletonRows count={6} label="" />}>
      <BatchScreen {...props} />
    </Suspense>
  );
}
