// From when on a field may ask for a code again. It goes on when the screen is left. The server counts per person: whoever
// asks at another field meanwhile is told there.
import { create } from 'zustand';
import { onSessionEnd } from '../../../lib/stores/session.ts';

const pauseMs = 60_000;

/** By the name of the field. */
export const useCodePauses = create<{ untilMs: Readonly<Record<string, number>> }>()(() => ({ untilMs: {} }));

export function startCodePause(name: string): void {
  useCodePauses.setState(({ untilMs }) => ({ untilMs: { ...untilMs, [name]: Date.now() + pauseMs } }));
}

onSessionEnd(() => useCodePauses.setState({ untilMs: {} }));
