// A bot that nothing happens to sleeps in the runner, and what then happens to it happens as if it had never slept: its
// rows, its snapshot, what is sent. Looking at it does not keep it awake.
import { AWAKE_FOR_MS } from '@cormorant/core/engine/sleep.ts';
import { expect, it } from 'vitest';
import { openRig, type Rig } from '../../test/runner-rig.ts';
import { createSecondTick } from './sessions/second-tick.ts';

const tick = createSecondTick({ announce: () => {}, clock: { nowMs: () => 0 } });

/** So much market time without anything that concerns the bot. */
function pass(rig: Rig, ms: number): void {
  rig.live.botMarket.market.nowMs += ms;
}

const cidOf = (rig: Rig, side: 'buy' | 'sell') =>
  [...rig.venue.orders.values()].find((order) => order.side === side && order.status === 'open')?.cid ?? '';

/** Everything that was made durable, and what reached the exchange. */
const written = ({ store, venue }: Rig) =>
  JSON.stringify([store.rows('fills'), store.rows('orders'), store.rows('settlements'), venue.placements]);

async function life(sleeps: boolean): Promise<Rig> {
  const rig = openRig();
  await rig.start();
  pass(rig, AWAKE_FOR_MS);
  expect(rig.live.isAsleep).toBe(false);
  if (sleeps) tick(rig.opened.actor);
  expect(rig.live.isAsleep).toBe(sleeps);
  await rig.trade(cidOf(rig, 'buy'));
  expect(rig.live.isAsleep).toBe(false);
  if (sleeps) {
    pass(rig, AWAKE_FOR_MS - 1);
    tick(rig.opened.actor);
    expect(rig.live.isAsleep).toBe(false);
    pass(rig, 1);
    tick(rig.opened.actor);
    expect(rig.live.isAsleep).toBe(true);
  } else pass(rig, AWAKE_FOR_MS);
  await rig.trade(cidOf(rig, 'sell'));
  await rig.opened.actor.act((turn) =>
    rig.opened.actor.command(turn, rig.live, { name: 'pause', reason: 'user' }, 'user'),
  );
  await rig.opened.actor.whenQuiet();
  expect(rig.failures).toEqual([]);
  return rig;
}

it('trades as if it had never slept', async () => {
  const [sleepy, lively] = [await life(true), await life(false)];
  expect(written(sleepy)).toBe(written(lively));
  expect(JSON.stringify(sleepy.live.bot)).toBe(JSON.stringify(lively.live.bot));
  expect([...sleepy.live.orders]).toEqual([...lively.live.orders]);
  expect(sleepy.store.rows('fills').length).toBeGreaterThan(1);
});

it('is compared with its exchange, shown and written down, and sleeps on', async () => {
  const rig = openRig();
  const { live, opened } = rig;
  await rig.start();
  rig.venue.balances = [{ asset: 'BTC', free: '1000', locked: '0' }];
  pass(rig, AWAKE_FOR_MS);
  tick(opened.actor);
  const { status, phase } = live;
  expect([live.isAsleep, status, phase, live.isFlat(), live.hasBegun]).toEqual([
    true,
    'running',
    'holding',
    false,
    true,
  ]);
  expect(live.claimAtoms()).toBeGreaterThan(0);
  expect(live.isAsleep).toBe(true);
  await rig.tradingAccount.reconciler.run();
  await opened.actor.whenQuiet();
  tick(opened.actor);
  expect(live.isAsleep).toBe(true);
  expect(live.status).toBe('running');
  await opened.actor.act((turn) => turn.touch(live));
  expect(rig.store.commits.at(-1)?.bots[0]?.engine).toEqual(JSON.parse(JSON.stringify(live.bot)));
  expect(live.orders.size).toBeGreaterThan(1);
});

it('stays awake while something of it is under way', async () => {
  const rig = openRig();
  await rig.start();
  pass(rig, AWAKE_FOR_MS);
  rig.live.triggers.set('some order', '100');
  expect(rig.live.rest()).toBe(false);
  rig.live.triggers.clear();
  rig.live.broken = true;
  expect(rig.live.rest()).toBe(false);
  rig.live.broken = false;
  expect(rig.live.rest()).toBe(true);
  expect(rig.live.rest()).toBe(false);
});
