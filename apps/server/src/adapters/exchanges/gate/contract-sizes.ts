// In what Gate counts an order of contracts: contracts of so many coins each (`quanto_multiplier`), a sale below zero. Exact both ways;
// what a contract is worth is kept once it was told, so that an order can be looked up while the list of markets cannot be read.
import { isBelowZero, minus, quotient, times } from '../shared/exact-json.ts';
import { ExchangeUnreadable } from '../shared/unreadable.ts';

export class GateSizes {
  readonly #values = new Map<string, string>();
  readonly #read: () => Promise<unknown>;

  /** `read` reads the list of contracts, which tells what they are worth to `tell`. */
  constructor(read: () => Promise<unknown>) {
    this.#read = read;
  }

  tell(contract: string, multiplier: string): void {
    this.#values.set(contract, multiplier);
  }

  /** Undefined = not told yet. */
  valueOf(contract: string): string | undefined {
    return this.#values.get(contract);
  }

  /** Undefined = there is no such contract. Rejects where the list cannot be read. */
  async knownValueOf(contract: string): Promise<string | undefined> {
    if (!this.#values.has(contract)) await this.#read();
    return this.#values.get(contract);
  }

  async needValueOf(contract: string): Promise<string> {
    const value = await this.knownValueOf(contract);
    if (value === undefined) throw new ExchangeUnreadable(`what a contract ${contract} is worth is not known`, null);
    return value;
  }
}

/** Without its sign, in coins. */
export function coinsOf(size: string, value: string): string {
  return times(isBelowZero(size) ? minus('0', size) : size, value);
}

/** Signed, in contracts; null = no size there says it. */
export function sizeOf(qty: string, side: 'buy' | 'sell', value: string): string | null {
  const size = quotient(qty, value);
  return size === null || side === 'buy' ? size : minus('0', size);
}
