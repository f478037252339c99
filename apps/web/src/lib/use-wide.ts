// Whether the window is wide enough for two panes; the style sheets change at the same 1024 px.
import { useSyncExternalStore } from 'react';

const wide = '(min-width: 1024px)';

function onChange(listener: () => void): () => void {
  const query = window.matchMedia(wide);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

export function isWide(): boolean {
  return window.matchMedia(wide).matches;
}

export function useWide(): boolean {
  return useSyncExternalStore(onChange, isWide);
}
