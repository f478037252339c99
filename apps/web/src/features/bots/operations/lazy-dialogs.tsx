// The questions of the operations as a chunk of their own: it is fetched after the first screen, or when one is asked.
import { lazy, Suspense } from 'react';
import { useRest } from '../../../lib/stores/rest.ts';
import type { OperationDialogsProps } from './operation-dialogs.tsx';

const Dialogs = lazy(async () => ({ default: (await import('./operation-dialogs.tsx')).OperationDialogs }));

export function OperationDialogs(props: OperationDialogsProps) {
  const rest = useRest(({ come }) => come);
  const { failure, question } = props.operations;
  if (!rest && question === null && failure === null) return null;
  return (
    <Suspense fallback={null}>
      <Dialogs {...props} />
    </Suspense>
  );
}
