// A placement whose reply was lost: it is looked up, and sent again only when its absence is proven.
import { expect, test } from 'vitest';
import type { NewOrder, TradingVenue, VenueOrder } from '../../ports/venue.ts';
import { createOrderSender, type SenderEvent } from './order-sender.ts';

const GRACE_MS = 5_000;
const order: NewOrder = {
  ...{ cid: 'q1', symbol: 'BTC/USDT', side: 'buy', type: 'limit', tif: 'gtc', price: '100', qty: '1' },
  ...{ positionSide: 'net', reduceOnly: false },
};
const standing: VenueOrder = { ...order, filled: '0', status: 'open', createdAtMs: 0 };

/** A venue that took the order and lost its reply; `answers` say what each look-up finds, and how late it is by then. */
async function lookedUp(answers: { atMs: number; found: VenueOrder | null | 'unreadable' }[]) {
  const seen = { placements: 0, events: [] as SenderEvent[] };
  let [nowMs, asked] = [0, 0];
  const venue = {
    place: async () => {
      seen.placements += 1;
      return [{ outcome: 'unknown', detail: 'lost' }];
    },
    order: async () => {
      const answer = answers[Math.min(asked++, answers.length - 1)] as (typeof answers)[number];
      if (answer.found === 'unreadable') {
        nowMs = answer.atMs;
        throw new Error('timeout');
      }
      const { found } = answer;
      // The next question is asked later than this answer came.
      nowMs = answers[asked]?.atMs ?? answer.atMs;
      return found;
    },
  } as unknown as TradingVenue;
  const dispatcher = createOrderSender({
    ...{
      venue,
      account: 'a',
      symbol: 'BTC/USDT',
      clock: { nowMs: () => nowMs },
      graceMs: GRACE_MS,
      mayAct: () => true,
    },
    post: (event) => seen.events.push(event),
    onFault: (error) => {
      throw error;
    },
  });
  dispatcher.send([{ kind: 'place', order }]);
  await dispatcher.whenIdle();
  return seen;
}

test('an order that was absent early and unreadable late is not sent again', async () => {
  const { events, placements } = await lookedUp([
    { atMs: 0, found: null },
    { atMs: 100, found: null },
    { atMs: GRACE_MS + 1_000, found: 'unreadable' },
    { atMs: GRACE_MS + 1_000, found: standing },
  ]);
  expect(placements).toBe(1);
  expect(events.map(({ type }) => type)).toEqual(['unknown', 'found']);
});

/** A venue with room for two placements at a time, and a dispatcher that may act as long as `mayAct` says so. */
async function inWaves(
  count: number,
  mayAct: (placed: readonly string[]) => boolean,
  crowdedOut: readonly string[] = [],
  onPlace: (placed: readonly string[]) => void = () => {},
) {
  const placed: string[][] = [];
  const crowded = new Set(crowdedOut);
  const venue = {
    wave: (_account: string, orders: readonly NewOrder[]) => ({
      ...{ now: orders.slice(0, 2), later: orders.slice(2), waitMs: 1 },
    }),
    place: async (_account: string, orders: readonly NewOrder[]) => {
      placed.push(orders.map(({ cid }) => cid));
      onPlace(placed.flat());
      return orders.map((one) => {
        if (crowded.delete(one.cid)) return { outcome: 'refused', code: 2006, reason: 'unknown', detail: 'no room' };
        return { outcome: 'accepted', value: { order: { ...standing, ...one }, fills: [] } };
      });
    },
    cancel: async (_account: string, names: readonly { cid: string }[]) =>
      names.map(({ cid }) => ({ outcome: 'accepted', value: { ...standing, cid, status: 'cancelled' } })),
  } as unknown as TradingVenue;
  const events: SenderEvent[] = [];
  const dispatcher = createOrderSender({
    ...{ venue, account: 'a', symbol: 'BTC/USDT', clock: { nowMs: () => 0 }, graceMs: GRACE_MS },
    mayAct: () => mayAct(placed.flat()),
    post: (event) => events.push(event),
    onFault: (error) => {
      throw error;
    },
  });
  dispatcher.send(Array.from({ length: count }, (_, at) => ({ kind: 'place', order: { ...order, cid: `q${at}` } })));
  return { dispatcher, placed, events };
}

test('placements go in the waves that the venue has room for, each told', async () => {
  const { dispatcher, placed, events } = await inWaves(5, () => true);
  await dispatcher.whenIdle();
  expect(placed).toEqual([['q0', 'q1'], ['q2', 'q3'], ['q4']]);
  expect(events.map((event) => [event.type, event.cid])).toEqual(
    ['q0', 'q1', 'q2', 'q3', 'q4'].map((cid) => ['placed', cid]),
  );
});

test('what found no room is no refusal: it goes with the next wave', async () => {
  const { dispatcher, placed, events } = await inWaves(3, () => true, ['q1']);
  await dispatcher.whenIdle();
  expect(placed).toEqual([
    ['q0', 'q1'],
    ['q1', 'q2'],
  ]);
  expect(events.map(({ type }) => type)).toEqual(['placed', 'placed', 'placed']);
});

test('what waits for room and is to be cancelled never leaves; what stands is cancelled', async () => {
  const cancels = ['q0', 'q2', 'q3', 'q4'].map((cid) => ({ kind: 'cancel', cid }) as const);
  let started: Awaited<ReturnType<typeof inWaves>> | undefined;
  const onPlace = (placed: readonly string[]) => {
    if (placed.length === 2) queueMicrotask(() => started?.dispatcher.send(cancels));
  };
  started = await inWaves(5, (sent) => sent.length === 0 || started !== undefined, [], onPlace);
  await expect.poll(() => started?.dispatcher.isIdle()).toBe(true);
  expect(started.placed).toEqual([['q0', 'q1']]);
  const ends = new Map(
    started.events.flatMap((event) => (event.type === 'found' ? [[event.cid, event.order.status]] : [])),
  );
  expect(ends).toEqual(new Map(cancels.map(({ cid }) => [cid, 'cancelled'])));
  expect(started.dispatcher.handles('q2')).toBe(false);
});

test('a lease that ended between two waves sends no other', async () => {
  const { dispatcher, placed } = await inWaves(5, (sent) => sent.length === 0);
  await expect.poll(() => placed.length).toBe(1);
  dispatcher.stop();
  await dispatcher.whenIdle();
  expect(placed).toEqual([['q0', 'q1']]);
});

test('an order that may have left before is not withdrawn: its cancel goes to the venue', async () => {
  let nowMs = 0;
  const sent: string[] = [];
  const venue = {
    wave: (_account: string, orders: readonly NewOrder[]) => ({ now: orders, later: [], waitMs: 0 }),
    order: async () => {
      nowMs += GRACE_MS;
      return null;
    },
    place: async () => {
      sent.push('place');
      return [{ outcome: 'accepted', value: { order: standing, fills: [] } }];
    },
    cancel: async () => {
      sent.push('cancel');
      return [{ outcome: 'accepted', value: { ...standing, status: 'cancelled' } }];
    },
  } as unknown as TradingVenue;
  const dispatcher = createOrderSender({
    ...{ venue, account: 'a', symbol: 'BTC/USDT', clock: { nowMs: () => nowMs }, graceMs: GRACE_MS },
    mayAct: () => true,
    post: () => {},
    onFault: (error) => {
      throw error;
    },
  });
  dispatcher.send([
    { kind: 'recover', order },
    { kind: 'cancel', cid: order.cid },
  ]);
  await dispatcher.whenIdle();
  expect(sent).toEqual(['place', 'cancel']);
});
