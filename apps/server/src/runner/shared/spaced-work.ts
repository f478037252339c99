// Work that is dear and that many ask for within moments: it runs at once, one run serves all who asked while it waited or was
// under way, and no run begins before a pause is over.
import type { Clock } from '../../ports/clock.ts';
import { wait } from './wait.ts';

export interface SpacedWorkDeps {
  /** Never rejects. */
  readonly work: () => Promise<void>;
  /** From the end of one run to the next. */
  readonly pauseMs: number;
  readonly clock: Clock;
}

export class SpacedWork {
  private readonly deps: SpacedWorkDeps;
  private isAsked = false;
  private isGoing = false;
  private endedAtMs = Number.NEGATIVE_INFINITY;

  constructor(deps: SpacedWorkDeps) {
    this.deps = deps;
  }

  ask(): void {
    this.isAsked = true;
    if (!this.isGoing) void this.goOn();
  }

  private async goOn(): Promise<void> {
    const { clock, pauseMs, work } = this.deps;
    this.isGoing = true;
    while (this.isAsked) {
      const leftMs = this.endedAtMs + pauseMs - clock.nowMs();
      if (leftMs > 0) await wait(leftMs, null);
      this.isAsked = false;
      await work();
      this.endedAtMs = clock.nowMs();
    }
    this.isGoing = false;
  }
}
