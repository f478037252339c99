// The rank test on samples whose answer is known.
import { expect, it } from 'vitest';
import { seededRandom } from '../reference/walk.ts';
import { mannWhitney } from './mann-whitney.ts';

const sample = (seed: number, count: number, shift = 0): number[] => {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => random() + random() + random() + shift);
};

it('agrees with a worked example', () => {
  // 1..20 against 11..30: U = 50, z = (50 - 200) / sqrt(20 * 20 / 12 * (41 - ties)).
  const first = Array.from({ length: 20 }, (_, at) => at + 1);
  const second = first.map((value) => value + 10);
  const { p, above } = mannWhitney(first, second);
  expect(above).toBeCloseTo(50 / 400, 10);
  expect(p).toBeGreaterThan(4.5e-5);
  expect(p).toBeLessThan(5.2e-5);
});

it('finds nothing between equals and a small shift in many', () => {
  expect(mannWhitney(sample(1, 5_000), sample(2, 5_000)).p).toBeGreaterThan(0.01);
  expect(mannWhitney(sample(1, 5_000), sample(2, 5_000, 0.05)).p).toBeLessThan(1e-4);
});

it('is one half for the same values, and needs enough of them', () => {
  const same = Array.from({ length: 30 }, () => 7);
  expect(mannWhitney(same, same)).toEqual({ p: expect.closeTo(1, 5), above: 0.5 });
  expect(() => mannWhitney([1], [2])).toThrow('at least 20');
});
