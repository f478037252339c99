// Markets in which one exchange takes no orders: their bots pause, whoever else trades there goes on, and once the exchange lists a
// market as trading again they go on as well. Nothing is asked while nothing points to a halt: a refusal is proof of one, and
// orders that the exchange takes away unasked are a reason to look.
import type { MarketData } from '../ports/venue.ts';

export class HaltedMarkets {
  private readonly source: Pick<MarketData, 'symbols' | 'rulesAreOld'>;
  private readonly halted = new Set<string>();
  private readonly suspects = new Set<string>();

  constructor(source: Pick<MarketData, 'symbols' | 'rulesAreOld'>) {
    this.source = source;
  }

  /** An order there was refused because the market is closed or not listed any more. */
  add(symbol: string): void {
    this.halted.add(symbol);
  }

  /** An order there was taken away, and nobody here has asked for that. */
  suspect(symbol: string): void {
    this.suspects.add(symbol);
  }

  has(symbol: string): boolean {
    return this.halted.has(symbol);
  }

  /** Rejects when the exchange cannot be read. */
  async look(): Promise<void> {
    const doubtful = [...this.suspects, ...this.halted];
    if (doubtful.length === 0) return;
    this.source.rulesAreOld?.();
    const trading = new Set(
      (await this.source.symbols()).flatMap((row) => (row.status === 'trading' ? row.symbol : [])),
    );
    for (const symbol of doubtful) {
      this.suspects.delete(symbol);
      if (trading.has(symbol)) this.halted.delete(symbol);
      else this.halted.add(symbol);
    }
  }
}
