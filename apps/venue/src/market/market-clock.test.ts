// The two market clocks: the wall's, and a replay's that waits when it is held.
import { describe, expect, it } from 'vitest';
import type { Market } from './market.ts';
import { MarketClock } from './market-clock.ts';

const T = Date.UTC(2024, 7, 5);
const END = Number.POSITIVE_INFINITY;

function clockOf(kind: 'wall' | 'tape', speed: number) {
  const wall = { nowMs: 5_000_000 };
  const market: Market = { name: 'test', tapes: [], speed, clock: kind };
  return { wall, clock: new MarketClock(market, () => wall.nowMs) };
}

describe('MarketClock', () => {
  it('of a generated market is the wall clock', () => {
    const { wall, clock } = clockOf('wall', 1);
    expect(clock.nowMs(END, 0)).toBe(wall.nowMs);
    expect(clock.waitMs(wall.nowMs + 700)).toBe(700);
  });

  it('of a replay flows at its speed from the first print and never passes the next', () => {
    const { wall, clock } = clockOf('tape', 60);
    expect(clock.nowMs(T, T - 1)).toBe(T - 1);
    expect(clock.waitMs(T)).toBe(0);
    clock.made(T);
    wall.nowMs += 100;
    expect(clock.nowMs(T + 15_000, T)).toBe(T + 6000);
    expect(clock.waitMs(T + 15_000)).toBe(150);
    wall.nowMs += 1000;
    expect(clock.nowMs(T + 15_000, T)).toBe(T + 15_000);
    expect(clock.nowMs(END, T + 15_000)).toBe(T + 15_000);
  });

  it('of a replay that was held does not hurry afterwards', () => {
    const { wall, clock } = clockOf('tape', 60);
    clock.waitMs(T);
    clock.made(T);
    wall.nowMs += 3_600_000;
    expect(clock.waitMs(T + 15_000)).toBeLessThan(0);
    clock.made(T + 15_000);
    expect(clock.waitMs(T + 30_000)).toBe(250);
    expect(clock.nowMs(T + 30_000, T + 15_000)).toBe(T + 15_000);
  });
});
