// Work that many ask for runs once for all of them, and never again before its pause is over.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SpacedWork } from './spaced-work.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('runs at once, then once for all who ask within the pause, however many', async () => {
  const runs: number[] = [];
  const clock = { nowMs: () => Date.now() };
  const beganMs = Date.now();
  const spaced = new SpacedWork({ clock, pauseMs: 5_000, work: async () => void runs.push(Date.now() - beganMs) });
  for (let asked = 0; asked < 100; asked++) {
    spaced.ask();
    await vi.advanceTimersByTimeAsync(100);
  }
  // Ten seconds in which somebody asks all the time: at their beginning, and after each pause.
  expect(runs).toEqual([0, 5_000, 10_000]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(runs).toEqual([0, 5_000, 10_000]);
  spaced.ask();
  await vi.advanceTimersByTimeAsync(0);
  expect(runs).toHaveLength(4);
});

it('who asks while it is under way is served by a run that begins after', async () => {
  let finish = () => {};
  let runs = 0;
  const work = () =>
    new Promise<void>((done) => {
      runs += 1;
      finish = done;
    });
  const spaced = new SpacedWork({ clock: { nowMs: () => Date.now() }, pauseMs: 1_000, work });
  spaced.ask();
  spaced.ask();
  finish();
  await vi.advanceTimersByTimeAsync(900);
  expect(runs).toBe(1);
  await vi.advanceTimersByTimeAsync(200);
  expect(runs).toBe(2);
});
