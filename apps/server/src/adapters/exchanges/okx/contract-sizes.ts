// In what OKX counts an order of a market: coins on spot, contracts of a size told per market on perpetuals (reliability B8).
// Exact both ways; a size once told is kept, so that an order can be looked up while the list of markets cannot be read.
import type { VenueSymbol } from '../../../ports/venue.ts';
import { quotient, times, trimmed } from '../shared/exact-json.ts';
import { ExchangeUnreadable } from '../shared/unreadable.ts';
import type { CoinsOf } from './rows.ts';

const PLAIN = '1';

export class OkxSizes {
  readonly #values = new Map<string, string>();
  readonly #read: () => Promise<readonly VenueSymbol[]>;

  /** `read` reads the list of markets, which tells their sizes to `tell`. */
  constructor(read: () => Promise<readonly VenueSymbol[]>) {
    this.#read = read;
  }

  tell(symbol: string, contractValue: string): void {
    this.#values.set(symbol, contractValue);
  }

  /** Undefined = not told yet. */
  valueOf(symbol: string): string | undefined {
    return symbol.includes(':') ? this.#values.get(symbol) : PLAIN;
  }

  /** Undefined = there is no such market. */
  async knownValueOf(symbol: string): Promise<string | undefined> {
    if (this.valueOf(symbol) === undefined) await this.#read();
    return this.valueOf(symbol);
  }

  async coinsOf(symbol: string): Promise<CoinsOf> {
    const value = await this.knownValueOf(symbol);
    if (value === undefined) throw new ExchangeUnreadable(`the size of a contract of ${symbol} is not known`, null);
    return (size) => coins(size, value);
  }
}

export function coins(size: string, value: string): string {
  return value === PLAIN ? trimmed(size) : times(size, value);
}

/** Null = no size there says it. */
export function sizeOf(qty: string, value: string): string | null {
  return value === PLAIN ? trimmed(qty) : quotient(qty, value);
}
