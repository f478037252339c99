// A repeated task: never two at once, failures told once a streak, and over when stopped.
import { describe, expect, it } from 'vitest';
import { repeat } from './repeat.ts';

describe('repeat', () => {
  it('never runs twice at once, reports a streak of failures once, and goes on', async () => {
    const reported: unknown[] = [];
    let runs = 0;
    let inside = 0;
    let done: () => void = () => {};
    const finished = new Promise<void>((resolve) => {
      done = resolve;
    });
    const repeating = repeat(
      1,
      async () => {
        runs += 1;
        inside += 1;
        expect(inside).toBe(1);
        await new Promise((resolve) => setImmediate(resolve));
        inside -= 1;
        if (runs === 6) done();
        if ([2, 3, 5].includes(runs)) throw new Error(`run ${runs}`);
      },
      (error) => reported.push((error as Error).message),
    );
    await finished;
    await repeating.stop();
    expect(reported).toEqual(['run 2', 'run 5']);
    const after = runs;
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(runs).toBe(after);
  });
});
