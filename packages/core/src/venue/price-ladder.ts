// One side of a book: price levels sorted so that the best stands last, each level a queue of orders in time order.
// Trading happens near the best price, so inserts and removals move only the few entries behind the touched level.
import type { Ticks } from '../money/units.ts';
import { NONE, type OrderPool } from './order-pool.ts';

const FIRST_LEVELS = 16;

/** `direction` 1: buys, the highest price is best; -1: sells, the lowest is best. Levels hold price x direction. */
export class PriceLadder {
  readonly direction: 1 | -1;
  private readonly pool: OrderPool;
  private keys = new Float64Array(FIRST_LEVELS);
  private heads = new Int32Array(FIRST_LEVELS);
  private tails = new Int32Array(FIRST_LEVELS);
  private levels = 0;

  constructor(pool: OrderPool, direction: 1 | -1) {
    this.pool = pool;
    this.direction = direction;
  }

  /** The oldest order at the best price, or NONE. */
  get bestSlot(): number {
    return this.levels === 0 ? NONE : (this.heads[this.levels - 1] as number);
  }

  /** Best price x direction; -Infinity when empty. */
  get bestKey(): number {
    return this.levels === 0 ? Number.NEGATIVE_INFINITY : (this.keys[this.levels - 1] as number);
  }

  /** Puts an order at the end of its level's queue. */
  append(slot: number, priceTicks: Ticks): void {
    const key = priceTicks * this.direction;
    const at = this.findFromBest(key);
    if (at >= 0 && this.keys[at] === key) {
      const tail = this.tails[at] as number;
      this.pool.next[tail] = slot;
      this.pool.prev[slot] = tail;
      this.pool.next[slot] = NONE;
      this.tails[at] = slot;
      return;
    }
    this.insertLevel(at + 1, key, slot);
    this.pool.prev[slot] = NONE;
    this.pool.next[slot] = NONE;
  }

  /** Takes an order out of its queue; the level goes with its last order. */
  remove(slot: number, priceTicks: Ticks): void {
    const { prev, next } = this.pool;
    const before = prev[slot] as number;
    const after = next[slot] as number;
    if (before !== NONE && after !== NONE) {
      next[before] = after;
      prev[after] = before;
      return;
    }
    const at = this.findFromBest(priceTicks * this.direction);
    if (before === NONE && after === NONE) {
      this.removeLevel(at);
    } else if (before === NONE) {
      prev[after] = NONE;
      this.heads[at] = after;
    } else {
      next[before] = NONE;
      this.tails[at] = before;
    }
  }

  /** Calls back every order, best price first, then oldest. */
  forEach(visit: (slot: number) => void): void {
    for (let level = this.levels - 1; level >= 0; level--) {
      for (let slot = this.heads[level] as number; slot !== NONE; slot = this.pool.next[slot] as number) visit(slot);
    }
  }

  /** Index of the last level whose key is <= key, or -1; gallops from the best end. */
  private findFromBest(key: number): number {
    const keys = this.keys;
    let high = this.levels - 1;
    if (high < 0 || (keys[high] as number) <= key) return high;
    let step = 1;
    let low = high - step;
    while (low >= 0 && (keys[low] as number) > key) {
      high = low;
      step += step;
      low = high - step;
    }
    if (low < -1) low = -1;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((keys[middle] as number) <= key) low = middle;
      else high = middle;
    }
    return low;
  }

  private insertLevel(at: number, key: number, slot: number): void {
    if (this.levels === this.keys.length) this.grow();
    const { keys, heads, tails } = this;
    for (let level = this.levels; level > at; level--) {
      keys[level] = keys[level - 1] as number;
      heads[level] = heads[level - 1] as number;
      tails[level] = tails[level - 1] as number;
    }
    keys[at] = key;
    heads[at] = slot;
    tails[at] = slot;
    this.levels++;
  }

  private removeLevel(at: number): void {
    const { keys, heads, tails } = this;
    this.levels--;
    for (let level = at; level < this.levels; level++) {
      keys[level] = keys[level + 1] as number;
      heads[level] = heads[level + 1] as number;
      tails[level] = tails[level + 1] as number;
    }
  }

  private grow(): void {
    const size = this.keys.length * 2;
    const keys = new Float64Array(size);
    const heads = new Int32Array(size);
    const tails = new Int32Array(size);
    keys.set(this.keys);
    heads.set(this.heads);
    tails.set(this.tails);
    this.keys = keys;
    this.heads = heads;
    this.tails = tails;
  }
}
