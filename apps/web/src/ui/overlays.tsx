// What lies above the page: a sheet from below (a centred card on wide screens) and a dialog for consent and destruction.
// Their drawing is loaded when the app is idle, so that no screen waits for it.
import { lazy, Suspense, useState } from 'react';
import { useBackCloses } from './overlay-back.ts';
import type { DialogProps, SheetProps } from './overlay-props.ts';

const load = () => import('./overlay-parts.tsx');
const SheetParts = lazy(async () => ({ default: (await load()).SheetParts }));
const DialogParts = lazy(async () => ({ default: (await load()).DialogParts }));

/** Fetches the drawing ahead of the first press; a failure is met when it is needed. */
export function preloadOverlays(): void {
  load().catch(() => undefined);
}

/** True from the first opening on: what was never opened is not drawn, what closes may still move away. */
function useEverOpened(open: boolean): boolean {
  const [opened, setOpened] = useState(open);
  if (open && !opened) setOpened(true);
  return opened || open;
}

export function Sheet(props: SheetProps) {
  useBackCloses(props.open, props.onClose);
  return useEverOpened(props.open) ? (
    <Suspense fallback={null}>
      <SheetParts {...props} />
    </Suspense>
  ) : null;
}

export function Dialog(props: DialogProps) {
  useBackCloses(props.open, props.onClose);
  return useEverOpened(props.open) ? (
    <Suspense fallback={null}>
      <DialogParts {...props} />
    </Suspense>
  ) : null;
}
