// The harness: interleaved pairs, a median, and no ratio where the two sides disagree.
import { describe, expect, it } from 'vitest';
import type { RunResult } from './bench.ts';
import { measure, median } from './measure.ts';

function side(name: string, log: string[], result: (turn: number) => RunResult) {
  let turn = 0;
  return {
    name,
    run: () => {
      log.push(name);
      return result(turn++);
    },
  };
}

describe('measure', () => {
  it('alternates who goes first, drops the warm-up pair and takes the median ratio', async () => {
    const log: string[] = [];
    const seconds = [100, 1, 2, 4, 8, 50];
    const verdict = await measure({
      ours: side('ours', log, (turn) => ({ units: 8, seconds: seconds[turn] as number, outcome: 'same' })),
      theirs: side('theirs', log, () => ({ units: 8, seconds: 8, outcome: 'same' })),
    });
    expect(log.join(' ')).toBe('theirs ours ours theirs theirs ours ours theirs theirs ours ours theirs');
    expect(verdict).toMatchObject({ ratio: 2, highestRatio: 8, pairs: 5, oursPerSecond: 2, theirsPerSecond: 1 });
    expect(verdict.lowestRatio).toBeCloseTo(0.16);
  });

  it('gives no ratio when one pair found different things, the warm-up included', async () => {
    for (const bad of [0, 3]) {
      const verdict = await measure({
        ours: side('ours', [], (turn) => ({ units: 1, seconds: 1, outcome: turn === bad ? 'other' : 'same' })),
        theirs: side('theirs', [], () => ({ units: 1, seconds: 1, outcome: 'same' })),
      });
      expect(verdict.ratio).toBeNull();
      expect(verdict.difference).toEqual({ ours: 'other', theirs: 'same' });
    }
  });

  it('refuses fewer than five pairs', async () => {
    const contest = { ours: side('ours', [], () => never()), theirs: side('theirs', [], () => never()) };
    await expect(measure(contest, 4)).rejects.toThrow(RangeError);
    await expect(measure(contest, Number.NaN)).rejects.toThrow(RangeError);
  });
});

describe('median', () => {
  it('is the middle, or the mean of the two middles', () => {
    expect(median([3, 1, 2])).toBe(2);
    expect(median([4, 1, 3, 2])).toBe(2.5);
    expect(() => median([])).toThrow(RangeError);
  });
});

function never(): RunResult {
  throw new Error('must not run');
}
