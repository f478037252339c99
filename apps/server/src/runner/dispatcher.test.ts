// A placement whose reply was lost: it is looked up, and sent again only when its absence is proven.
import { expect, test } from 'vitest';
import type { NewOrder, TradingVenue, VenueOrder } from '../ports/venue.ts';
import { createDispatcher, type DispatchEvent } from './dispatcher.ts';

const GRACE_MS = 5_000;
const order: NewOrder = {
  ...{ cid: 'q1', symbol: 'BTC/USDT', side: 'buy', type: 'limit', tif: 'gtc', price: '100', qty: '1' },
  ...{ positionSide: 'net', reduceOnly: false },
};
const standing: VenueOrder = { ...order, filled: '0', status: 'open', createdAtMs: 0 };

/** A venue that took the order and lost its reply; `answers` say what each look-up finds, and how late it is by then. */
async function lookedUp(answers: { atMs: number; found: VenueOrder | null | 'unreadable' }[]) {
  const seen = { placements: 0, events: [] as DispatchEvent[] };
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
  const dispatcher = createDispatcher({
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
