// Runs a task again and again with a pause after each run, never two at once. A failing task is reported once per
// streak and goes on being tried.
export interface Repeating {
  /** Resolves when the run under way has ended. */
  stop(): Promise<void>;
}

export function repeat(pauseMs: number, task: () => Promise<unknown>, report: (error: unknown) => void): Repeating {
  let stopped = false;
  let failing = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  async function runOnce(): Promise<void> {
    try {
      await task();
      failing = false;
    } catch (error) {
      if (!failing && !stopped) report(error);
      failing = true;
    }
    if (!stopped) timer = setTimeout(start, pauseMs);
  }

  function start(): void {
    running = runOnce();
  }

  start();
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
