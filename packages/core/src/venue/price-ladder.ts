// One side of a book: price levels sorted so that the best stands last, each level a queue of orders in time order.
// The best level always has orders; levels behind it may stand empty for a while, because prices come back, and are
// swept away together when they are the majority. A queue's first order points back to its last.
import type { Ticks } from '../money/units.ts';
import { NONE, type OrderPool } from './order-pool.ts';

const FIRST_LEVELS = 16;
/** So many empty levels are never worth a sweep. */
const KEPT_EMPTY = 64;
/** Above so many entries a block move is faster than a loop. */
const LONG_SHIFT = 48;

/** `direction` 1: buys, the highest price is best; -1: sells, the lowest is best. Levels hold price x direction. */
export class PriceLadder {
  readonly direction: 1 | -1;
  private readonly pool: OrderPool;
  private keys = new Float64Array(FIRST_LEVELS);
  private heads = new Int32Array(FIRST_LEVELS);
  private levels = 0;
  private empties = 0;

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
    const { next, prev } = this.pool;
    const key = priceTicks * this.direction;
    const at = this.findFromBest(key);
    next[slot] = NONE;
    if (at < 0 || this.keys[at] !== key) {
      prev[slot] = slot;
      this.insertLevel(at + 1, key, slot);
      return;
    }
    const head = this.heads[at] as number;
    if (head === NONE) {
      prev[slot] = slot;
      this.heads[at] = slot;
      this.empties--;
      return;
    }
    const tail = prev[head] as number;
    next[tail] = slot;
    prev[slot] = tail;
    prev[head] = slot;
  }

  /** Takes the oldest order at the best price out, which needs no search; the ladder must have orders. */
  removeBest(): void {
    const { next, prev } = this.pool;
    const at = this.levels - 1;
    const head = this.heads[at] as number;
    const after = next[head] as number;
    this.heads[at] = after;
    if (after !== NONE) prev[after] = prev[head] as number;
    else this.dropEmptyBest();
  }

  /** Takes an order out of its queue. */
  remove(slot: number, priceTicks: Ticks): void {
    const { next, prev } = this.pool;
    const before = prev[slot] as number;
    const after = next[slot] as number;
    const first = next[before] !== slot;
    if (!first && after !== NONE) {
      next[before] = after;
      prev[after] = before;
      return;
    }
    const at = this.findFromBest(priceTicks * this.direction);
    if (!first) {
      next[before] = NONE;
      prev[this.heads[at] as number] = before;
    } else {
      this.heads[at] = after;
      if (after === NONE) this.emptyLevel(at);
      else prev[after] = before;
    }
  }

  /** Calls back every order, best price first, then oldest. */
  forEach(visit: (slot: number) => void): void {
    this.forEachDownTo(Number.NEGATIVE_INFINITY, visit);
  }

  /** As forEach, as far as keys are at least `leastKey`. */
  forEachDownTo(leastKey: number, visit: (slot: number) => void): void {
    for (let level = this.levels - 1; level >= 0 && (this.keys[level] as number) >= leastKey; level--) {
      for (let slot = this.heads[level] as number; slot !== NONE; slot = this.pool.next[slot] as number) visit(slot);
    }
  }

  /**
   * Index of the last level whose key is <= key, or -1. Looks first where the level stands when every tick behind the
   * best has one, then gallops from the best end.
   */
  private findFromBest(key: number): number {
    const keys = this.keys;
    let high = this.levels - 1;
    if (high < 0) return high;
    const distance = (keys[high] as number) - key;
    if (distance <= 0) return high;
    if (distance <= high && keys[high - distance] === key) return high - distance;
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
    const { keys, heads, levels } = this;
    if (levels - at > LONG_SHIFT) {
      keys.copyWithin(at + 1, at, levels);
      heads.copyWithin(at + 1, at, levels);
    } else {
      for (let level = levels; level > at; level--) {
        keys[level] = keys[level - 1] as number;
        heads[level] = heads[level - 1] as number;
      }
    }
    keys[at] = key;
    heads[at] = slot;
    this.levels = levels + 1;
  }

  private emptyLevel(at: number): void {
    if (at < this.levels - 1) {
      this.empties++;
      if (this.empties > KEPT_EMPTY && this.empties * 2 > this.levels) this.sweep();
      return;
    }
    this.dropEmptyBest();
  }

  /** The best level has become empty: it goes, with the empty ones right behind it. */
  private dropEmptyBest(): void {
    const { heads } = this;
    let { levels } = this;
    levels--;
    while (levels > 0 && heads[levels - 1] === NONE) {
      levels--;
      this.empties--;
    }
    this.levels = levels;
  }

  private sweep(): void {
    const { keys, heads } = this;
    let kept = 0;
    for (let level = 0; level < this.levels; level++) {
      if (heads[level] === NONE) continue;
      keys[kept] = keys[level] as number;
      heads[kept] = heads[level] as number;
      kept++;
    }
    this.levels = kept;
    this.empties = 0;
  }

  private grow(): void {
    const size = this.keys.length * 2;
    const keys = new Float64Array(size);
    const heads = new Int32Array(size);
    keys.set(this.keys);
    heads.set(this.heads);
    this.keys = keys;
    this.heads = heads;
  }
}
