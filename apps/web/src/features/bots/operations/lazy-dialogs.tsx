// The questions of the operations as a chunk of their own: they are drawn after the screen, which need not wait for them.
import { lazy, Suspense } from 'react';
import type { OperationDialogsProps } from './operation-dialogs.tsx';

const Dialogs = lazy(async () => ({ default: (await import('./operation-dialogs.tsx')).OperationDialogs }));

export function OperationDialogs(props: OperationDialogsProps) {
  return (
    <Suspense fallback={null}>
      <Dialogs {...props} />
    </Suspense>
  );
}
