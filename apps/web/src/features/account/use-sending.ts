// Sends something once at a time: a second press while the first is under way does nothing.
import { useRef, useState } from 'react';
import { ApiError } from '../../lib/api/errors.ts';

export interface Sending {
  readonly busy: boolean;
  /** What is not a refusal of the server is not ours to show and goes on. */
  send(work: () => Promise<void>, refused: (error: ApiError) => void): Promise<void>;
}

export function useSending(): Sending {
  const [busy, setBusy] = useState(false);
  const under = useRef(false);
  return {
    busy,
    async send(work, refused) {
      if (under.current) return;
      under.current = true;
      setBusy(true);
      try {
        await work();
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        refused(error);
      } finally {
        under.current = false;
        setBusy(false);
      }
    },
  };
}
