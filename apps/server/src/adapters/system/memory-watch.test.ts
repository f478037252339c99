// When a process that has grown is to end: by several looks in a row, never too early, told once.
import { expect, it, vi } from 'vitest';
import { createMemoryWatch } from './memory-watch.ts';

function rig() {
  const state = { mb: 100, livedMs: 0 };
  const [log, onFull] = [vi.fn(), vi.fn()];
  const look = createMemoryWatch({
    ...{ rssMb: 500, leastLifeMs: 600_000, log, onFull },
    rssBytes: () => state.mb * 1_048_576,
    livedMs: () => state.livedMs,
  });
  const looks = (count: number, mb: number, livedMs: number) => {
    Object.assign(state, { mb, livedMs });
    for (let at = 0; at < count; at++) look();
  };
  return { looks, log, onFull };
}

it('ends a process that three looks in a row found too big, and says so once', () => {
  const { looks, log, onFull } = rig();
  looks(50, 500, 700_000);
  looks(2, 501, 700_000);
  expect(onFull).not.toHaveBeenCalled();
  looks(10, 501, 700_000);
  expect(onFull).toHaveBeenCalledOnce();
  expect(log.mock.calls).toEqual([[expect.stringContaining('501 MB are in use after 700 s')]]);
});

it('does not count looks with one between them that found room', () => {
  const { looks, onFull } = rig();
  for (let peak = 0; peak < 20; peak++) {
    looks(2, 900, 700_000);
    looks(1, 300, 700_000);
  }
  expect(onFull).not.toHaveBeenCalled();
});

it('leaves a young process be, says so once, and ends it when it is old enough', () => {
  const { looks, log, onFull } = rig();
  looks(30, 800, 599_999);
  expect(onFull).not.toHaveBeenCalled();
  expect(log.mock.calls).toEqual([[expect.stringContaining('not recycled before it is 600 s old')]]);
  looks(1, 800, 600_000);
  expect(onFull).toHaveBeenCalledOnce();
});
