// The robust slope and what it makes of a run: warm-up and outliers are forgiven, steady growth is not.
import { expect, test } from 'vitest';
import { random } from '../../tests/trading/tape.ts';
import { judgeGrowth, slopeOf } from './slope.ts';

const LIMITS = { mbAnHour: 1, noiseMb: 2 };

/** Six hours of samples, one in three minutes, with a noise of 2 MB and a peak now and then. */
function run(mbAt: (hours: number) => number, seed = 3) {
  const next = random(seed);
  return Array.from({ length: 120 }, (_, at) => {
    const atHours = (at + 1) / 20;
    return { atHours, mb: mbAt(atHours) + next() * 2 + (next() < 0.05 ? 60 : 0) };
  });
}

test('the slope of a line is that of the line, whatever a few samples say', () => {
  const exact = slopeOf([0, 1, 2, 3, 4, 5].map((atHours) => ({ atHours, mb: 100 + 7 * atHours })));
  expect(exact.middle).toBeCloseTo(7);
  const { high, low, middle } = slopeOf(run((hours) => 100 + 7 * hours));
  expect(Math.abs(middle - 7)).toBeLessThan(0.2);
  expect(low).toBeLessThan(7);
  expect(high).toBeGreaterThan(7);
});

test('a process that fills its caches and stays there does not grow', () => {
  for (let seed = 1; seed <= 20; seed++) {
    const warm = run((hours) => 80 + 60 * (1 - Math.exp(-3 * hours)), seed);
    expect(judgeGrowth(warm, LIMITS).grows).toBe(false);
  }
});

test('two megabytes more an hour are seen in every run of six hours', () => {
  for (let seed = 1; seed <= 20; seed++)
    expect(
      judgeGrowth(
        run((hours) => 80 + 2 * hours, seed),
        LIMITS,
      ).grows,
    ).toBe(true);
});

test('of a run of minutes only growth of more than its noise is told', () => {
  const minutes = (mbAnHour: number) =>
    run((hours) => mbAnHour * (hours / 60)).map(({ atHours, mb }) => ({ atHours: atHours / 60, mb }));
  expect(judgeGrowth(minutes(20), LIMITS)).toMatchObject({ limit: 40, grows: false });
  expect(judgeGrowth(minutes(400), LIMITS).grows).toBe(true);
});
