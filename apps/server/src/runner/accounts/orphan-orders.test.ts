// Orders that nobody has any more are cancelled when two looks have seen them; those of live bots and those of other people
// are never touched.
import { encodeClientOrderId } from '@cormorant/core/engine/client-order-id.ts';
import { expect, test, vi } from 'vitest';
import { openRig, SALT } from '../../../test/runner-rig.ts';

type Rig = ReturnType<typeof openRig>;

const idOf = (bot: number, salt = SALT) => encodeClientOrderId({ salt, bot, slot: 99, cycle: 0, attempt: 0 });

function leave(rig: Rig, cid: string): void {
  const [known] = rig.venue.orders.values();
  if (known === undefined) throw new Error('no order to look like');
  rig.venue.orders.set(cid, { ...known, cid, type: 'limit', price: '50', status: 'open', filled: '0' });
}

const statusOf = (rig: Rig, cid: string) => rig.venue.orders.get(cid)?.status;
const whys = (rig: Rig) => rig.store.rows('actions').map(({ why }) => why);

async function look(rig: Rig): Promise<void> {
  await rig.tradingAccount.reconciler.run();
  await rig.opened.actor.whenQuiet();
}

test('what a stopped bot or one that is gone left behind is cancelled at the second look', async () => {
  const rig = openRig();
  await rig.start();
  const { actor } = rig.opened;
  await actor.act((turn) => actor.command(turn, rig.live, { name: 'stop', close: true, reason: 'user' }, 'user'));
  await actor.whenQuiet();
  expect(rig.live.bot.status).toBe('stopped');
  const left = [idOf(1001), idOf(77)];
  const foreign = [idOf(1001, SALT + 1), 'web-17'];
  for (const cid of [...left, ...foreign]) leave(rig, cid);
  await look(rig);
  expect(left.map((cid) => statusOf(rig, cid))).toEqual(['open', 'open']);
  await look(rig);
  expect(left.map((cid) => statusOf(rig, cid))).toEqual(['cancelled', 'cancelled']);
  await look(rig);
  await look(rig);
  expect(foreign.map((cid) => statusOf(rig, cid))).toEqual(['open', 'open']);
  expect(whys(rig).filter((why) => why === 'orphan_cancelled')).toHaveLength(1);
  expect(whys(rig)).not.toContain('drift_order');
  expect(rig.failures).toEqual([]);
});

test('an unknown order of a live bot is its drift and stays; one of a bot that cannot be read stays, too', async () => {
  const rig = openRig(0);
  await rig.start();
  rig.opened.actor.unseated.add(88);
  for (const cid of [idOf(1001), idOf(88)]) leave(rig, cid);
  for (let times = 0; times < 3; times++) await look(rig);
  expect([idOf(1001), idOf(88)].map((cid) => statusOf(rig, cid))).toEqual(['open', 'open']);
  expect(whys(rig).filter((why) => why === 'drift_order')).toHaveLength(1);
  expect(whys(rig)).not.toContain('orphan_cancelled');
});

test('an order that ended while lists were under way is no drift, however many of them show it', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const rig = openRig(60_000);
    await rig.start();
    leave(rig, idOf(1001));
    for (let looks = 0; looks < 3; looks++) await look(rig);
    expect(whys(rig)).not.toContain('drift_order');
    vi.advanceTimersByTime(60_000);
    await look(rig);
    expect(whys(rig).filter((why) => why === 'drift_order')).toHaveLength(1);
  } finally {
    vi.useRealTimers();
  }
});
