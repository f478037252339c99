// The resting orders of a venue in typed columns, found by handle. A slot is used again after its order has gone, but a
// handle never is: it carries the slot's generation, so a late cancel can only miss, never hit a stranger's order.
import type { Lots, Ticks } from '../money/units.ts';

export const NONE = -1;
const SLOT_BITS = 22;
const SLOTS = 2 ** SLOT_BITS;
const SLOT_MASK = SLOTS - 1;
const FIRST_SLOTS = 64;

export class OrderPool {
  priceTicks = new Float64Array(FIRST_SLOTS);
  qtyLots = new Float64Array(FIRST_SLOTS);
  leftLots = new Float64Array(FIRST_SLOTS);
  ref = new Float64Array(FIRST_SLOTS);
  account = new Int32Array(FIRST_SLOTS);
  /** 1 buy, -1 sell, 0 free. */
  direction = new Int8Array(FIRST_SLOTS);
  next = new Int32Array(FIRST_SLOTS);
  prev = new Int32Array(FIRST_SLOTS);
  private handles = new Float64Array(FIRST_SLOTS);
  private freeHead = NONE;
  private used = 0;
  /** Orders in the pool now. */
  size = 0;

  /** A free slot with its new handle; the caller fills the columns. */
  take(): number {
    let slot = this.freeHead;
    if (slot !== NONE) {
      this.freeHead = this.next[slot] as number;
    } else {
      slot = this.used++;
      if (slot === SLOTS) throw new RangeError(`more than ${SLOTS} resting orders`);
      if (slot === this.priceTicks.length) this.grow();
      this.handles[slot] = slot;
    }
    this.size++;
    return slot;
  }

  release(slot: number): void {
    this.direction[slot] = 0;
    this.handles[slot] = (this.handles[slot] as number) + SLOTS;
    this.next[slot] = this.freeHead;
    this.freeHead = slot;
    this.size--;
  }

  handleOf(slot: number): number {
    return this.handles[slot] as number;
  }

  /** The slot of a live order, or NONE when the handle's order has gone or never was. */
  slotOf(handle: number): number {
    const slot = handle & SLOT_MASK;
    return slot < this.used && this.handles[slot] === handle && this.direction[slot] !== 0 ? slot : NONE;
  }

  set(slot: number, account: number, ref: number, direction: 1 | -1, price: Ticks, qty: Lots, left: Lots): void {
    this.account[slot] = account;
    this.ref[slot] = ref;
    this.direction[slot] = direction;
    this.priceTicks[slot] = price;
    this.qtyLots[slot] = qty;
    this.leftLots[slot] = left;
  }

  private grow(): void {
    const size = this.priceTicks.length * 2;
    this.priceTicks = widened(this.priceTicks, new Float64Array(size));
    this.qtyLots = widened(this.qtyLots, new Float64Array(size));
    this.leftLots = widened(this.leftLots, new Float64Array(size));
    this.ref = widened(this.ref, new Float64Array(size));
    this.handles = widened(this.handles, new Float64Array(size));
    this.account = widened(this.account, new Int32Array(size));
    this.next = widened(this.next, new Int32Array(size));
    this.prev = widened(this.prev, new Int32Array(size));
    this.direction = widened(this.direction, new Int8Array(size));
  }
}

function widened<T extends { set(from: T): void }>(from: T, to: T): T {
  to.set(from);
  return to;
}
