// A process that plays a share of the seeds for `npm run sim`, and tells its worlds in their order.
import { type ChildProcess, fork } from 'node:child_process';
import type { WorldResult } from './world.ts';

/** What a world throws away between two steps dies young: with room for it hardly anything is copied to be kept. */
const YOUNG_MB = 64;

export class Share {
  readonly child: ChildProcess;
  private readonly told: WorldResult[] = [];
  private closed = false;
  private wake = (): void => {};

  constructor(program: string, args: readonly string[]) {
    this.child = fork(program, args, {
      execArgv: [...process.execArgv, `--max-semi-space-size=${YOUNG_MB}`],
    });
    this.child.on('message', (world) => {
      this.told.push(world as WorldResult);
      this.wake();
    });
    this.child.on('close', () => {
      this.closed = true;
      this.wake();
    });
  }

  /** Undefined when the process has ended before. */
  async next(): Promise<WorldResult | undefined> {
    while (this.told.length === 0 && !this.closed)
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    return this.told.shift();
  }
}
