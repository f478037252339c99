// The bus of a single process: synchronous delivery in order of publishing.
import type { Bus, BusEvent } from '../../ports/bus.ts';

export function createInProcessBus(onError: (error: unknown) => void): Bus {
  const listeners = new Set<(event: BusEvent) => void>();
  return {
    publish: (event) => {
      for (const listener of listeners) {
        try {
          listener(event);
        } catch (error) {
          onError(error);
        }
      }
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
