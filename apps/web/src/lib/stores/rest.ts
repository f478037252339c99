// Whether the first screen has had its time: what is likely to be needed later is fetched from then on, and not beside it.
import { create } from 'zustand';

export const restAfterMs = 2_000;

export const useRest = create<{ readonly come: boolean }>()(() => ({ come: false }));

/** Counts from now; answers how to stop. */
export function awaitRest(): () => void {
  const timer = setTimeout(() => useRest.setState({ come: true }), restAfterMs);
  return () => clearTimeout(timer);
}
