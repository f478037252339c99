// A call that is counted for itself: never more than the ceiling within the while, in turn, and not sent where none comes in time.
import { expect, it } from 'vitest';
import { CallPace } from './call-pace.ts';

function timed() {
  let nowMs = 0;
  const time = {
    steadyMs: () => nowMs,
    sleep: async (ms: number) => {
      nowMs += ms;
    },
  };
  return { time, now: () => nowMs };
}

it('lets no more than 95 % begin within any two seconds, and the next as soon as the first is over', async () => {
  const { time, now } = timed();
  const pace = new CallPace({ requests: 20, withinMs: 2_000 }, time);
  const begun: number[] = [];
  for (let at = 0; at < 60; at++) {
    expect(await pace.turn(10_000)).toBe(true);
    begun.push(now());
    await time.sleep(10);
  }
  const most = Math.max(...begun.map((from) => begun.filter((at) => at >= from && at < from + 2_000).length));
  expect(most).toBe(19);
  expect(now()).toBeLessThan(7_000);
});

it('gives up where no turn comes in time, and counts nothing for it', async () => {
  const { time, now } = timed();
  const pace = new CallPace({ requests: 1, withinMs: 2_000 }, time);
  expect([await pace.turn(0), await pace.turn(1_999), await pace.turn(2_000)]).toEqual([true, false, true]);
  expect(now()).toBe(2_000);
});

it('begins none while the exchange keeps it away, and goes on after that', async () => {
  const { time, now } = timed();
  const pace = new CallPace({ requests: 20, withinMs: 2_000 }, time);
  pace.rest(5_000);
  pace.rest(1_000);
  expect([await pace.turn(4_999), await pace.turn(5_000)]).toEqual([false, true]);
  expect(now()).toBe(5_000);
});
