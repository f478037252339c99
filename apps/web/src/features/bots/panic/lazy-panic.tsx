// The sheets of panic are a chunk of their own, fetched with the first question.
import { lazy, Suspense } from 'react';
import type { PanicDialogsProps } from './components/panic-dialogs.tsx';

const Dialogs = lazy(async () => ({ default: (await import('./components/panic-dialogs.tsx')).PanicDialogs }));

export function LazyPanic(props: PanicDialogsProps) {
  const { error, question, taskId } = props.panic;
  if (question === null && taskId === '' && error === null) return null;
  return (
    <Suspense fallback={null}>
      <Dialogs {...props} />
    </Suspense>
  );
}
