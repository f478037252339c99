// An answer never leaves before the end of its step, whatever part of the step the work took.
import { expect, it } from 'vitest';
import { untilEven } from './even-times.ts';

it.each([0, 0.3, 1.7, 4.9, 5.2, 12.4])('work of %s ms waits for the end of its step of 5 ms', async (workMs) => {
  const startMs = performance.now() - workMs;
  await untilEven(startMs, 5);
  const wholeSteps = Math.max(1, Math.ceil(workMs / 5));
  expect(performance.now() - startMs).toBeGreaterThanOrEqual(wholeSteps * 5);
});
