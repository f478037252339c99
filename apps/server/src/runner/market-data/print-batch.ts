// What the venue tells of a moment before the print that ends it: trades, funding, the mark. It is kept for that print and
// delivered with it, the mark first, since a backtest has it in place before anything of the moment happens. When no
// print follows at once it is delivered without one.

const PRINT_WAIT_MS = 200;

export class PrintBatch {
  private trades: (() => void)[] = [];
  private newMark: string | null = null;
  private flush: NodeJS.Timeout | null = null;
  private readonly setMark: (price: string) => void;

  constructor(setMark: (price: string) => void) {
    this.setMark = setMark;
  }

  trade(deliver: () => void): void {
    this.trades.push(deliver);
    this.flush ??= setTimeout(() => this.deliver(), PRINT_WAIT_MS);
  }

  mark(price: string): void {
    this.newMark = price;
    this.flush ??= setTimeout(() => this.deliver(), PRINT_WAIT_MS);
  }

  /** The print is there and delivers soon: not before it. */
  hold(): void {
    if (this.flush !== null) clearTimeout(this.flush);
    this.flush = null;
  }

  deliver(): void {
    this.hold();
    const { newMark, trades } = this;
    this.newMark = null;
    this.trades = [];
    if (newMark !== null) this.setMark(newMark);
    for (const deliver of trades) deliver();
  }
}
