// From when on a code may be sent again. One pause for all fields: the server counts per person, whatever the address, and
// it goes on when the screen is left.
import { create } from 'zustand';
import { onSessionEnd } from '../../../lib/stores/session.ts';

const pauseMs = 60_000;

export const useCodePause = create<{ untilMs: number }>()(() => ({ untilMs: 0 }));

export function startCodePause(): void {
  useCodePause.setState({ untilMs: Date.now() + pauseMs });
}

onSessionEnd(() => useCodePause.setState({ untilMs: 0 }));
