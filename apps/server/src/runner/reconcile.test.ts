// Reconciling while the actor is in the middle of something: what is not committed yet was not left behind.
import { encodeClientOrderId } from '@cormorant/core/engine/client-order-id.ts';
import { expect, test } from 'vitest';
import { openRig, SALT } from './runner-rig.ts';

test('a reconcile in the middle of a commit sends nothing before it is committed, and nothing twice', async () => {
  const rig = openRig();
  const held = Promise.withResolvers<void>();
  rig.store.beforeWrite = () => held.promise;
  const started = rig.start();
  const reconciled = rig.door.reconciler.run();
  // Longer than both look-ups and the grace, after which an order that was left behind is sent again.
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(rig.venue.placements).toEqual([]);
  held.resolve();
  await Promise.all([started, reconciled]);
  await rig.opened.actor.whenQuiet();
  expect(new Set(rig.venue.placements).size).toBe(rig.venue.placements.length);
  expect(rig.venue.trades).toHaveLength(1);
});

test('a trade that has to wait holds back the cursor, and not the trades behind it', async () => {
  const rig = openRig();
  await rig.start();
  const { actor } = rig.opened;
  const { reconciler } = rig.door;
  const [order] = [...rig.venue.orders.values()].filter(({ status, type }) => status === 'open' && type === 'limit');
  if (order === undefined) throw new Error('the grid has no line');
  await reconciler.pollFills();
  // A bot whose records cannot be read has traded, and strangers more often than a page is long.
  actor.unseated.add(999);
  const waits = rig.venue.fill({
    ...order,
    cid: encodeClientOrderId({ salt: SALT, bot: 999, slot: 0, cycle: 0, attempt: 0 }),
  });
  for (let trade = 0; trade < 1_000; trade++) rig.venue.fill({ ...order, cid: `stranger-${trade}` });
  const own = rig.venue.fill(order);
  await reconciler.pollFills();
  await actor.whenQuiet();
  expect(rig.store.fills.has(own.id)).toBe(true);
  const cursors = rig.store.commits.flatMap(({ cursors }) => cursors.map(({ fillId }) => Number(fillId)));
  expect(Math.max(...cursors)).toBeLessThan(Number(waits.id));
});

test('the market stands still while an order is asked for', async () => {
  const rig = openRig();
  await rig.start();
  const { actor } = rig.opened;
  const [order] = [...rig.venue.orders.values()].filter(({ status, type }) => status === 'open' && type === 'limit');
  if (order === undefined) throw new Error('the grid has no line');
  const answer = Promise.withResolvers<void>();
  const { booked } = rig.store.port;
  let asked = 0;
  rig.store.port.booked = async (...ids) => {
    asked += 1;
    await answer.promise;
    return booked(...ids);
  };
  // It has traded, and the trade is not told.
  const trade = rig.venue.fill(order);
  const found = { ...order, filled: order.qty, status: 'filled' as const };
  actor.post({ type: 'dispatched', live: rig.live, event: { type: 'found', cid: order.cid, order: found } });
  await expect.poll(() => asked).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(actor.isBusy()).toBe(true);
  answer.resolve();
  await actor.whenQuiet();
  expect(rig.store.fills.has(trade.id)).toBe(true);
});
