// What it takes to believe a venue that it does not know an order: it said so several times, and the last time it was asked
// late enough for anything it had taken to be seen. Time alone, and an answer to a question asked too early, prove nothing.

const TIMES = 2;

export class ProofOfAbsence {
  private readonly sinceMs: number;
  private readonly graceMs: number;
  private times = 0;
  isProven = false;

  /** `sinceMs`: the last moment at which the order may have reached the venue. */
  constructor(sinceMs: number, graceMs: number) {
    this.sinceMs = sinceMs;
    this.graceMs = graceMs;
  }

  /** The venue does not know it, asked at that time. */
  seen(askedAtMs: number): void {
    this.times += 1;
    this.isProven = this.times >= TIMES && askedAtMs - this.sinceMs >= this.graceMs;
  }
}
