// The ladder against a sorted list, through thousands of inserts and removals: dense and sparse prices, long queues,
// emptied levels and their sweeping.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NONE, OrderPool } from './order-pool.ts';
import { PriceLadder } from './price-ladder.ts';

interface Entry {
  readonly slot: number;
  readonly priceTicks: number;
  readonly age: number;
}

function play(direction: 1 | -1, prices: number, fullness: number, draws: readonly number[]): void {
  const pool = new OrderPool();
  const ladder = new PriceLadder(pool, direction);
  const entries: Entry[] = [];
  const expected = () => [...entries].sort((a, b) => direction * (b.priceTicks - a.priceTicks) || a.age - b.age);
  draws.forEach((draw, age) => {
    if (entries.length > 0 && draw % 1000 < (entries.length > fullness ? 800 : 300)) {
      const takesBest = draw % 5 === 0;
      const latest = draw % 3 === 0 ? entries.length - 1 : draw % entries.length;
      const at = takesBest ? entries.indexOf(expected()[0] as Entry) : latest;
      const [gone] = entries.splice(at, 1) as [Entry];
      if (takesBest) ladder.removeBest();
      else ladder.remove(gone.slot, gone.priceTicks);
      pool.release(gone.slot);
    } else {
      const slot = pool.take();
      const priceTicks = 1 + (draw % prices);
      pool.set(slot, 0, age, direction, priceTicks, 1, 1);
      ladder.append(slot, priceTicks);
      entries.push({ slot, priceTicks, age });
    }
    if (age % 97 === 0 || age === draws.length - 1) {
      const found: number[] = [];
      ladder.forEach((slot) => {
        found.push(slot);
      });
      const order = expected();
      expect(found).toEqual(order.map((entry) => entry.slot));
      expect(ladder.bestSlot).toBe(order[0]?.slot ?? NONE);
      expect(ladder.bestKey).toBe(order[0] === undefined ? Number.NEGATIVE_INFINITY : order[0].priceTicks * direction);
    }
  });
}

const draws = fc.array(fc.nat({ max: 2 ** 30 }), { minLength: 1500, maxLength: 1500, size: 'max' });

describe.each([1, -1] as const)('a ladder of direction %i', (direction) => {
  it.each([
    ['long queues on few levels', 5, 200],
    ['a dense book', 300, 400],
    ['a sparse book', 1_000_000_000, 300],
    ['a thin book', 400, 5],
  ])('keeps %s in price-time order', (_, prices, fullness) => {
    fc.assert(
      fc.property(draws, (list) => play(direction, prices, fullness, list)),
      { numRuns: 4 },
    );
  });

  it('keeps its order when most levels were emptied and swept', () => {
    const pool = new OrderPool();
    const ladder = new PriceLadder(pool, direction);
    const slots = Array.from({ length: 600 }, (_, price) => {
      const slot = pool.take();
      pool.set(slot, 0, price, direction, price + 1, 1, 1);
      ladder.append(slot, price + 1);
      return slot;
    });
    const kept = slots.filter((slot, price) => {
      if (price % 10 === 0 || price === 599) return true;
      ladder.remove(slot, price + 1);
      return false;
    });
    for (const price of [5, 300, 300, 595]) {
      const slot = pool.take();
      pool.set(slot, 0, 1000, direction, price, 1, 1);
      ladder.append(slot, price);
      kept.push(slot);
    }
    const found: number[] = [];
    ladder.forEach((slot) => {
      found.push(pool.priceTicks[slot] as number);
    });
    expect(found).toEqual(kept.map((slot) => pool.priceTicks[slot] as number).sort((a, b) => direction * (b - a)));
  });
});
