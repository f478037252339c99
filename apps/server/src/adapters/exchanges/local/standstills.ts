// The markets of the local exchange that stand still because commands asked for it. Commands that come close together share
// one standstill; after it the market goes on for as long as it stood, however many commands wait.

/** Whoever comes later than this waits for the next standstill. */
const SHARED_FOR_MS = 1_000;
const LOOK_AGAIN_MS = 10;

interface Standstill {
  readonly beganMs: number;
  readonly answered: Promise<void>;
  readonly onAnswer: () => void;
  users: number;
}

export interface Standstills {
  /** Resolves with its end when the market stands still, or when it cannot be known any more. */
  ask(symbol: string): Promise<() => void>;
  /** The exchange has answered. */
  stands(symbol: string): void;
  /** The connection is gone, and with it everything that was asked. */
  lost(): void;
}

export function createStandstills(
  send: (symbol: string, on: boolean) => void,
  nowMs: () => number = () => performance.now(),
): Standstills {
  const standing = new Map<string, Standstill>();
  /** Until when a market has to go on. */
  const goingUntilMs = new Map<string, number>();
  /** Counted up with every connection that went. */
  let epoch = 0;

  function open(symbol: string): Standstill | null {
    const known = standing.get(symbol);
    if (known !== undefined) return nowMs() - known.beganMs < SHARED_FOR_MS ? known : null;
    if (nowMs() < (goingUntilMs.get(symbol) ?? 0)) return null;
    const { promise: answered, resolve: onAnswer } = Promise.withResolvers<void>();
    const fresh: Standstill = { beganMs: nowMs(), answered, onAnswer, users: 0 };
    standing.set(symbol, fresh);
    send(symbol, true);
    return fresh;
  }

  function leave(symbol: string, one: Standstill): void {
    one.users--;
    if (one.users > 0 || standing.get(symbol) !== one) return;
    standing.delete(symbol);
    goingUntilMs.set(symbol, nowMs() + Math.min(nowMs() - one.beganMs, SHARED_FOR_MS));
    send(symbol, false);
  }

  return {
    ask: async (symbol) => {
      const asked = epoch;
      let one = open(symbol);
      while (one === null) {
        await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
        // What would be asked now goes nowhere, and nobody would ever answer it.
        if (epoch !== asked) return () => {};
        one = open(symbol);
      }
      const mine = one;
      mine.users++;
      await mine.answered;
      return () => leave(symbol, mine);
    },
    stands: (symbol) => standing.get(symbol)?.onAnswer(),
    lost: () => {
      epoch++;
      for (const { onAnswer } of standing.values()) onAnswer();
      standing.clear();
      goingUntilMs.clear();
    },
  };
}
