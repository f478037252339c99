// Markets in which one exchange takes no orders: their bots pause, whoever else trades there goes on, and once the exchange lists a
// market as trading again they go on as well. Nothing is asked while nothing points to a halt: a refusal is proof of one, and
// orders that the exchange takes away unasked are a reason to look. One that is no longer listed at all, for longer than a list
// is ever wrong, is gone for good.
import type { MarketData } from '../../ports/venue.ts';

/** A list that forgets a market for some minutes is a fault of the exchange; one that leaves it out for so long means it. */
const GONE_AFTER_MS = 600_000;

export class HaltedMarkets {
  private readonly source: Pick<MarketData, 'symbols' | 'rulesAreOld'>;
  private readonly halted = new Set<string>();
  private readonly suspects = new Set<string>();
  /** Halted ones that the list does not name, and when it was first found so. */
  private readonly unlistedSinceMs = new Map<string, number>();

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

  /** Its exchange has taken it off its list. */
  isGone(symbol: string, nowMs: number): boolean {
    return nowMs - (this.unlistedSinceMs.get(symbol) ?? nowMs) >= GONE_AFTER_MS;
  }

  /** Rejects when the exchange cannot be read. */
  async look(nowMs: number): Promise<void> {
    const doubtful = [...this.suspects, ...this.halted];
    if (doubtful.length === 0) return;
    this.source.rulesAreOld?.();
    const listed = new Map((await this.source.symbols()).map(({ status, symbol }) => [symbol, status]));
    const isTrading = (symbol: string) => listed.get(symbol) === 'trading';
    // Each kind of markets is a list of its own: an exchange may tell its contracts only to a key, which cannot be read now.
    const trading = new Set([...listed.keys()].filter(isTrading).map(isContract));
    for (const symbol of doubtful) {
      this.suspects.delete(symbol);
      if (isTrading(symbol)) this.halted.delete(symbol);
      else if (listed.has(symbol) || trading.has(isContract(symbol))) this.halted.add(symbol);
      if (!trading.has(isContract(symbol)) || listed.has(symbol)) this.unlistedSinceMs.delete(symbol);
      else if (!this.unlistedSinceMs.has(symbol)) this.unlistedSinceMs.set(symbol, nowMs);
    }
  }
}

function isContract(symbol: string): boolean {
  return symbol.includes(':');
}
