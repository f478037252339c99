// Panic over a user's actor: one turn stops everything, also while the exchange does not answer, and is durable before any
// cancel leaves; the cancels follow when the exchange is back, and a second panic changes nothing.
import { expect, test } from 'vitest';
import { openRig } from '../../../test/runner-rig.ts';
import { haltAll, ordersLeft } from './halt-all.ts';

const resting = (rig: ReturnType<typeof openRig>) =>
  [...rig.venue.orders.values()].filter(({ status }) => status === 'open').length;
const whys = (rig: ReturnType<typeof openRig>) => rig.store.rows('actions').map(({ why }) => why);

test('every order is cancelled, exits too, once; what resumes places them again', async () => {
  const rig = openRig();
  await rig.start();
  const { actor } = rig.opened;
  expect(resting(rig)).toBe(4);
  expect(await haltAll(actor)).toEqual([1001]);
  await actor.whenQuiet();
  expect([resting(rig), ordersLeft(rig.live)]).toEqual([0, 0]);
  expect(rig.store.commits.at(-1)?.bots.at(-1)).toMatchObject({
    status: 'paused',
    pauseReason: 'user',
    halted: 'running',
  });
  expect(await haltAll(actor)).toEqual([1001]);
  await actor.whenQuiet();
  expect(whys(rig).filter((why) => why === 'panic')).toHaveLength(1);
  expect(whys(rig)).not.toContain('order_refused');
  await actor.act((turn) => actor.command(turn, rig.live, { name: 'resume' }, 'user'));
  await actor.whenQuiet();
  expect(resting(rig)).toBe(4);
  expect(rig.failures).toEqual([]);
});

test('an exchange that does not answer delays the cancels and nothing else', async () => {
  const rig = openRig();
  await rig.start();
  const { actor } = rig.opened;
  const { cancel, order } = rig.venue.port;
  rig.venue.port.order = async () => {
    throw new Error('away');
  };
  rig.venue.port.cancel = async (_account, orders) => orders.map(() => ({ outcome: 'unknown', detail: 'away' }));
  expect(await haltAll(actor)).toEqual([1001]);
  expect(rig.live.bot).toMatchObject({ status: 'paused', halted: 'running' });
  expect(rig.store.commits.at(-1)?.bots.at(-1)).toMatchObject({ halted: 'running' });
  expect([resting(rig), ordersLeft(rig.live)]).toEqual([4, 4]);
  Object.assign(rig.venue.port, { cancel, order });
  await actor.whenQuiet();
  await rig.tradingAccount.reconciler.run();
  await actor.whenQuiet();
  expect([resting(rig), ordersLeft(rig.live)]).toEqual([0, 0]);
  expect(rig.live.bot).toMatchObject({ status: 'paused', halted: 'running' });
  expect(rig.failures).toEqual([]);
});

test('nothing of a panic leaves before it is written down', async () => {
  const rig = openRig();
  await rig.start();
  const held = Promise.withResolvers<void>();
  rig.store.beforeWrite = () => held.promise;
  const halting = haltAll(rig.opened.actor);
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(resting(rig)).toBe(4);
  held.resolve();
  await halting;
  await rig.opened.actor.whenQuiet();
  expect(resting(rig)).toBe(0);
});
