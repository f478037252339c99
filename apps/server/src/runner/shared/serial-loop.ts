// Works through something one piece at a time, woken by whoever adds to it. Between the last look at what is left and
// falling asleep nothing can slip in, so nothing added is ever left lying.
export class SerialLoop {
  private active = false;
  private current: Promise<void> = Promise.resolve();
  private readonly hasMore: () => boolean;
  private readonly work: () => Promise<void>;

  /** `work` does some of what is left and does not reject; what has been added together is met together. */
  constructor(hasMore: () => boolean, work: () => Promise<void>) {
    this.hasMore = hasMore;
    this.work = work;
  }

  wake(): void {
    if (this.active) return;
    this.active = true;
    this.current = this.run();
  }

  isActive(): boolean {
    return this.active;
  }

  async whenIdle(): Promise<void> {
    while (this.active) await this.current;
  }

  private async run(): Promise<void> {
    try {
      await Promise.resolve();
      while (this.hasMore()) await this.work();
    } finally {
      this.active = false;
    }
  }
}
