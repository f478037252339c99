// The clock of a simulated world: timers, intervals and immediates of everything in it fire in one order, by time and then
// by age, and nothing waits for a wall. Between two of them all promises run until nothing is left, so a step belongs to
// exactly one process, and a process that is killed or stopped simply has its steps taken away.

export interface Process {
  readonly name: string;
  /** Killed: none of its timers fires any more. */
  dead: boolean;
  /** Suspended (SIGSTOP) until then: what is due waits. */
  stoppedUntilMs: number;
}

interface Entry {
  atMs: number;
  seq: number;
  readonly owner: Process;
  readonly run: () => void;
  /** Of an interval; null = once. */
  readonly everyMs: number | null;
  cancelled: boolean;
}

const realSetImmediate = globalThis.setImmediate;
const STEPS_A_TURN = 256;
const real = {
  setTimeout: globalThis.setTimeout,
  clearTimeout: globalThis.clearTimeout,
  setInterval: globalThis.setInterval,
  clearInterval: globalThis.clearInterval,
  setImmediate: globalThis.setImmediate,
  clearImmediate: globalThis.clearImmediate,
  abortAfter: AbortSignal.timeout,
  dateNow: Date.now,
  performanceNow: Object.getOwnPropertyDescriptor(performance, 'now'),
};

/** What `setTimeout` answers: enough of Node's Timeout for those who unref or clear it. */
class Handle {
  readonly entry: Entry;

  constructor(entry: Entry) {
    this.entry = entry;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  hasRef(): boolean {
    return true;
  }
}

/** As the signals of Node's `AbortSignal.timeout` give it for their reason. */
class SignalTimeout extends Error {
  constructor() {
    super('The operation was aborted due to timeout');
    this.name = 'TimeoutError';
  }
}

export class VirtualTime {
  nowMs: number;
  /** Whose step is being taken. */
  current: Process;
  private readonly heap: Entry[] = [];
  private seq = 0;

  constructor(startMs: number, owner: Process) {
    this.nowMs = startMs;
    this.current = owner;
  }

  /** Replaces the clocks and timers of this thread; `uninstall` brings them back. */
  install(): void {
    const set = (everyMs: (ms: number) => number | null) => {
      return (callback: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) => {
        const waitMs = Math.max(1, ms ?? 1);
        return new Handle(this.add(this.current, this.nowMs + waitMs, () => callback(...args), everyMs(waitMs)));
      };
    };
    const clear = (handle: unknown) => {
      if (handle instanceof Handle) handle.entry.cancelled = true;
    };
    Object.assign(globalThis, {
      setTimeout: set(() => null),
      setInterval: set((ms) => ms),
      setImmediate: (callback: (...args: unknown[]) => void, ...args: unknown[]) =>
        new Handle(this.add(this.current, this.nowMs, () => callback(...args), null)),
      clearTimeout: clear,
      clearInterval: clear,
      clearImmediate: clear,
    });
    AbortSignal.timeout = (ms) => {
      const controller = new AbortController();
      this.add(this.current, this.nowMs + Math.max(1, ms), () => controller.abort(new SignalTimeout()), null);
      return controller.signal;
    };
    Date.now = () => this.wallMs;
    Object.defineProperty(performance, 'now', { value: () => this.nowMs, configurable: true });
  }

  uninstall(): void {
    const { abortAfter, dateNow, performanceNow, ...timers } = real;
    Object.assign(globalThis, timers);
    AbortSignal.timeout = abortAfter;
    Date.now = dateNow;
    if (performanceNow === undefined) Reflect.deleteProperty(performance, 'now');
    else Object.defineProperty(performance, 'now', performanceNow);
  }

  /** What clocks show: whole milliseconds. */
  get wallMs(): number {
    return Math.floor(this.nowMs);
  }

  /** Runs `run` as a step of `owner`, `afterMs` from now. */
  after(owner: Process, afterMs: number, run: () => void): void {
    this.add(owner, this.nowMs + afterMs, run, null);
  }

  /** Takes every step that is due until `untilMs`, which is the time afterwards. */
  run(untilMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      let ended = false;
      const step = () => {
        if (ended) return;
        try {
          ended = !this.takeStep(untilMs);
        } catch (error) {
          ended = true;
          reject(error);
        }
      };
      // Node runs all ticks and promises between two immediates of one turn of its loop: that is one step after the
      // other, each settled, without a turn of the loop for each.
      const turn = () => {
        if (ended) {
          this.nowMs = untilMs;
          resolve();
          return;
        }
        for (let nth = 0; nth < STEPS_A_TURN; nth++) realSetImmediate(step);
        realSetImmediate(turn);
      };
      realSetImmediate(turn);
    });
  }

  /** The next step that somebody is there to take; false when none is due until `untilMs`. */
  private takeStep(untilMs: number): boolean {
    for (let next = this.heap[0]; next !== undefined && next.atMs <= untilMs; next = this.heap[0]) {
      this.pop();
      const { owner } = next;
      if (next.cancelled || owner.dead) continue;
      this.nowMs = Math.max(this.nowMs, next.atMs);
      if (owner.stoppedUntilMs > this.nowMs) {
        next.atMs = owner.stoppedUntilMs;
        this.push(next);
        continue;
      }
      if (next.everyMs !== null) {
        next.atMs = this.nowMs + next.everyMs;
        next.seq = this.seq++;
        this.push(next);
      }
      this.current = owner;
      next.run();
      return true;
    }
    return false;
  }

  private add(owner: Process, atMs: number, run: () => void, everyMs: number | null): Entry {
    const entry: Entry = { atMs, seq: this.seq++, owner, run, everyMs, cancelled: false };
    this.push(entry);
    return entry;
  }

  private push(entry: Entry): void {
    const { heap } = this;
    let at = heap.length;
    heap.push(entry);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!isBefore(entry, heap[parent] as Entry)) break;
      heap[at] = heap[parent] as Entry;
      at = parent;
    }
    heap[at] = entry;
  }

  private pop(): void {
    const { heap } = this;
    const last = heap.pop() as Entry;
    if (heap.length === 0) return;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBefore(heap[child + 1] as Entry, heap[child] as Entry)) child++;
      if (!isBefore(heap[child] as Entry, last)) break;
      heap[at] = heap[child] as Entry;
      at = child;
    }
    heap[at] = last;
  }
}

function isBefore(a: Entry, b: Entry): boolean {
  return a.atMs < b.atMs || (a.atMs === b.atMs && a.seq < b.seq);
}
