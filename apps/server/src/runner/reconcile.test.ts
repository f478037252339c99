// Reconciling while the actor is in the middle of something: what is not committed yet was not left behind.
import { expect, test } from 'vitest';
import { openRig } from './runner-rig.ts';

test('a reconcile in the middle of a commit sends nothing before it is committed, and nothing twice', async () => {
  const rig = openRig();
  const held = Promise.withResolvers<void>();
  rig.store.beforeWrite = () => held.promise;
  const started = rig.start();
  const reconciled = rig.opened.reconciler.run();
  // Longer than both look-ups and the grace, after which an order that was left behind is sent again.
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(rig.venue.placements).toEqual([]);
  held.resolve();
  await Promise.all([started, reconciled]);
  await rig.opened.actor.whenQuiet();
  expect(new Set(rig.venue.placements).size).toBe(rig.venue.placements.length);
  expect(rig.venue.trades).toHaveLength(1);
});
