// Back with something lying above the page closes the topmost of it and nothing else. The step is already taken when the
// browser tells of it, so it is hidden from the router and taken back; no entry is ever added, so whatever closes or
// navigates by other ways finds the history as it was. Invariant: this listens before the router does (the window calls its
// listeners in their order, capturing or not), so it is loaded with the app and not with the drawing.
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** Long enough for a step to be taken on a slow phone; then it is looked whether one more is needed. */
const stepMs = 150;

/** What closes each open overlay, the topmost last. */
const open: (() => void)[] = [];
/** The place in the history that the overlays lie above. */
let home: number | null = null;
/** Set while a step is being taken back. */
let settling: ReturnType<typeof setTimeout> | undefined;
/** Where the last step that was hidden from the router led. */
let strayed: number | null = null;

/** The router numbers the entries of this visit. */
function place(): number | null {
  const state = window.history.state as { readonly idx?: number } | null;
  return state?.idx ?? null;
}

function goHome(): void {
  const at = place();
  // Somewhere else than the step led: the app has moved on by itself and stays there.
  if (home === null || at === null || at !== strayed) {
    settling = undefined;
    return;
  }
  settling = setTimeout(goHome, stepMs);
  window.history.go(home - at);
}

function onPopState(event: PopStateEvent): void {
  const at = place();
  // No place: not an entry of the router's, an address typed by hand. At home: nobody left.
  const away = at !== null && home !== null && at !== home;
  const top = away ? open.at(-1) : undefined;
  if (settling === undefined && top === undefined) return;
  event.stopImmediatePropagation();
  if (!away) {
    clearTimeout(settling);
    settling = undefined;
    return;
  }
  strayed = at;
  // A second step while the first is taken back: where both end is seen when they have ended.
  if (settling === undefined) goHome();
  top?.();
}

window.addEventListener('popstate', onPopState);

/** While open, Back calls `onClose` and leaves the page where it is. */
export function useBackCloses(isOpen: boolean, onClose: () => void): void {
  const { key } = useLocation();
  const latest = useRef(onClose);
  useEffect(() => {
    latest.current = onClose;
  });
  useEffect(() => {
    if (!isOpen) return;
    const close = () => latest.current();
    open.push(close);
    return () => void open.splice(open.indexOf(close), 1);
  }, [isOpen]);
  // An overlay may outlive a navigation (`key`): then it lies above the new place.
  // biome-ignore lint/correctness/useExhaustiveDependencies: key tells that the place has changed
  useEffect(() => {
    if (isOpen && settling === undefined) home = place();
  }, [isOpen, key]);
}
