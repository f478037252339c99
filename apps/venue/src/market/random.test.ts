// The market's own chance: keyed, even, normal, and apart from its neighbours.
import { describe, expect, it } from 'vitest';
import { RandomStream } from './random.ts';

describe('RandomStream', () => {
  it('is the same for the same key and another for any other', () => {
    const words = (...key: (number | string)[]) => {
      const stream = new RandomStream(...key);
      return Array.from({ length: 8 }, () => stream.word());
    };
    expect(words(1, 'BTC/USDT', 20_000)).toEqual(words(1, 'BTC/USDT', 20_000));
    expect(words(1, 'BTC/USDT', 20_000)).not.toEqual(words(1, 'BTC/USDT', 20_001));
    expect(words(1, 'BTC/USDT', 20_000)).not.toEqual(words(2, 'BTC/USDT', 20_000));
    expect(words(1, 'BTC/USDT', 20_000)).not.toEqual(words(1, 'ETH/USDT', 20_000));
  });

  it('draws from the whole unit interval evenly, and normals with mean 0, deviation 1 and thin tails', () => {
    const stream = new RandomStream(7, 'shape');
    const tenths = Array.from({ length: 10 }, () => 0);
    const count = 100_000;
    for (let i = 0; i < count; i++) {
      const tenth = Math.floor(stream.unit() * 10);
      tenths[tenth] = (tenths[tenth] as number) + 1;
    }
    for (const hits of tenths) expect(Math.abs(hits - count / 10)).toBeLessThan(500);
    let sum = 0;
    let squares = 0;
    let beyondTwo = 0;
    for (let i = 0; i < count; i++) {
      const normal = stream.normal();
      sum += normal;
      squares += normal * normal;
      if (Math.abs(normal) > 2) beyondTwo++;
    }
    expect(Math.abs(sum / count)).toBeLessThan(0.02);
    expect(squares / count).toBeCloseTo(1, 1);
    expect(beyondTwo / count).toBeCloseTo(0.0455, 2);
  });

  it('keeps neighbouring streams apart: their first draws are not correlated', () => {
    let products = 0;
    for (let day = 0; day < 20_000; day++) {
      products += new RandomStream(1, 'a', day).normal() * new RandomStream(1, 'a', day + 1).normal();
    }
    expect(Math.abs(products / 20_000)).toBeLessThan(0.03);
  });
});
