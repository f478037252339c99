// What may be asked of an exchange, on a clock of the test: shares, minutes, orders, and staying away when told.
import { beforeEach, expect, it } from 'vitest';
import { OrderCount, RequestBudget, type Share } from './request-budget.ts';

const MINUTE_MS = 60_000;
let nowMs = 0;
/** How far the clock was set away from the time that has passed. */
let stepMs = 0;
const slept: number[] = [];
const time = {
  nowMs: () => nowMs + stepMs,
  steadyMs: () => nowMs,
  sleep: async (ms: number) => {
    slept.push(ms);
    nowMs += ms;
  },
};
beforeEach(() => {
  nowMs = 10 * MINUTE_MS;
  stepMs = 0;
  slept.length = 0;
});

async function takeAll(budget: RequestBudget, share: Share, weight = 1): Promise<number> {
  let taken = 0;
  for (;;) {
    const ticket = await budget.take(weight, share, 0);
    if (ticket === null) return taken;
    ticket.done(null);
    taken++;
  }
}

it('leaves the kept share to cancels and look-ups, and both below the limit', async () => {
  const budget = new RequestBudget(100, time);
  expect(await takeAll(budget, 'open')).toBe(66);
  expect(await takeAll(budget, 'kept')).toBe(29);
  expect(await budget.take(1, 'kept', 0)).toBeNull();
});

it('waits for the next minute where there is patience, and sends nothing where there is none', async () => {
  const budget = new RequestBudget(100, time);
  await takeAll(budget, 'kept');
  nowMs += 50_000;
  expect(await budget.take(1, 'open', 9_999)).toBeNull();
  expect(slept).toEqual([]);
  expect(await budget.take(1, 'open', 10_000)).not.toBeNull();
  expect(slept).toEqual([10_000]);
});

it('counts what is under way when a minute begins into that minute', async () => {
  const budget = new RequestBudget(100, time);
  const early = await budget.take(60, 'kept', 0);
  nowMs += MINUTE_MS;
  expect(await takeAll(budget, 'kept', 10)).toBe(3);
  early?.done(null);
  nowMs += MINUTE_MS;
  expect(await takeAll(budget, 'kept', 10)).toBe(9);
});

it('believes the count of the exchange when it is more: others ask from this address, too', async () => {
  const budget = new RequestBudget(100, time);
  const ticket = await budget.take(1, 'open', 0);
  nowMs += 5_000;
  ticket?.done(90);
  expect(await takeAll(budget, 'open')).toBe(0);
  expect(await takeAll(budget, 'kept')).toBe(5);
  const late = await budget.take(1, 'kept', MINUTE_MS);
  late?.done(90); // told right after a minute began: of which minute it is, nobody knows
  expect(await takeAll(budget, 'open')).toBe(65);
});

it('stays away as long as it was told to, whatever the share', async () => {
  const budget = new RequestBudget(100, time);
  budget.stayAway(3 * MINUTE_MS);
  expect(await budget.take(1, 'kept', 2 * MINUTE_MS)).toBeNull();
  expect(budget.room(1, 'kept')).toBe(0);
  expect(await budget.take(1, 'kept', 3 * MINUTE_MS)).not.toBeNull();
});

it.each([-6, 6])('a clock that is set by %d hours keeps nobody away longer or less than the exchange said', (hours) => {
  const budget = new RequestBudget(100, time);
  const count = new OrderCount([{ orders: 50, withinMs: 10_000 }], time);
  budget.stayAway(30_000);
  count.stayAway(30_000);
  stepMs = hours * 60 * MINUTE_MS;
  expect(budget.waitMs(1, 'open')).toBe(30_000);
  expect(count.room()).toEqual({ orders: 0, waitMs: 30_000 });
  nowMs += 30_000;
  expect(budget.waitMs(1, 'open')).toBe(0);
  expect(count.room().orders).toBe(47);
});

it.each([-6, 6])('a clock that is set by %d hours makes no new minute of this one', async (hours) => {
  const budget = new RequestBudget(100, time);
  const count = new OrderCount([{ orders: 50, withinMs: 10_000 }], time);
  await takeAll(budget, 'kept');
  count.count(47);
  stepMs = hours * 60 * MINUTE_MS;
  expect(await takeAll(budget, 'kept')).toBe(0);
  expect(count.room().orders).toBe(0);
  nowMs += MINUTE_MS;
  expect(await takeAll(budget, 'kept')).toBe(95);
  expect(count.room().orders).toBe(47);
});

it('reads of each kind have a share of their own, and whatever is read leaves room for placements and cancels', async () => {
  const budget = new RequestBudget(1_000, time);
  expect(await takeAll(budget, 'public')).toBe(142);
  expect(await takeAll(budget, 'reads')).toBe(427);
  expect(await takeAll(budget, 'public')).toBe(0);
  expect(await takeAll(budget, 'open')).toBeGreaterThanOrEqual(95);
  expect(await takeAll(budget, 'kept')).toBe(285);
  nowMs += MINUTE_MS;
  await takeAll(budget, 'open');
  expect(await takeAll(budget, 'reads')).toBe(0);
});

it('follows the limit that the exchange tells', async () => {
  const budget = new RequestBudget(100, time);
  budget.limit(20);
  expect(await takeAll(budget, 'kept')).toBe(19);
});

it('counts orders in each window of the account, and says when there is room again', () => {
  const count = new OrderCount(
    [
      { orders: 50, withinMs: 10_000 },
      { orders: 100, withinMs: MINUTE_MS },
    ],
    time,
  );
  expect(count.room()).toEqual({ orders: 47, waitMs: 0 });
  count.count(47);
  nowMs += 4_000;
  expect(count.room()).toEqual({ orders: 0, waitMs: 6_000 });
  nowMs += 6_000;
  expect(count.room().orders).toBe(47);
  count.count(1, new Map([[10_000, 45]]));
  expect(count.room().orders).toBe(2);
  count.count(47);
  nowMs += 10_000;
  expect(count.room()).toEqual({ orders: 0, waitMs: 40_000 });
  count.stayAway(MINUTE_MS);
  expect(count.room().waitMs).toBe(MINUTE_MS);
});

it('gives back what never left, also when a minute began meanwhile', async () => {
  const budget = new RequestBudget(100, time);
  const own = await budget.take(40, 'reads', 0);
  expect(await takeAll(budget, 'reads')).toBe(2);
  own?.unsent();
  own?.unsent();
  expect(await takeAll(budget, 'reads')).toBe(40);
  nowMs += MINUTE_MS;
  const late = await budget.take(60, 'kept', 0);
  nowMs += MINUTE_MS;
  late?.unsent();
  expect(await takeAll(budget, 'kept')).toBe(95);
});

it('an order that never left is not counted', () => {
  const count = new OrderCount([{ orders: 10, withinMs: 10_000 }], time);
  count.count(9);
  expect(count.room().orders).toBe(0);
  count.count(-4);
  expect(count.room().orders).toBe(4);
  nowMs += 10_000;
  count.count(-4);
  expect(count.room().orders).toBe(9);
});
