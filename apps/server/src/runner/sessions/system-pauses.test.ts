// An exchange that is away: an error on the screen after a minute, a pause after ten, and everything undone by itself when
// it is back. Bots that somebody else paused are left alone, and an answer that never comes keeps none of it waiting.
import { expect, test } from 'vitest';
import { openRig } from '../../../test/runner-rig.ts';
import type { VenueOrder, VenueSymbol } from '../../ports/venue.ts';
import { createSystemPauses } from './system-pauses.ts';

async function openHouse() {
  const badKeys = new Set<number>();
  const rig = openRig(20, undefined, (userId) => badKeys.has(userId));
  const { actor } = rig.opened;
  const { connection } = rig;
  const world = {
    ...{ nowMs: 0, isMaintenance: false, badKeys },
    get isUp() {
      return connection.isUp;
    },
    set isUp(isUp: boolean) {
      connection.isUp = isUp;
    },
  };
  world.isUp = true;
  const look = createSystemPauses({
    clock: { nowMs: () => world.nowMs },
    isMaintenance: () => world.isMaintenance,
    connections: [connection],
  });
  await rig.start();
  const at = async (nowMs: number) => {
    world.nowMs = nowMs;
    look([actor]);
    // A turn of its own behind whatever the look has asked for.
    await actor.act(() => {});
  };
  const saved = () => rig.store.commits.flatMap(({ bots }) => bots).at(-1);
  const actions = () => rig.store.rows('actions').map(({ action }) => action);
  return { rig, actor, world, at, saved, actions };
}

test('more than a minute without the exchange is shown as an error, once, and undone when it is back', async () => {
  const { actions, at, rig, saved, world } = await openHouse();
  const before = saved()?.phase;
  await at(1_000_000);
  world.isUp = false;
  await at(1_060_000);
  expect(saved()).toMatchObject({ status: 'running', phase: before });
  await at(1_060_001);
  expect(saved()).toMatchObject({ status: 'running', phase: 'error', pauseReason: '' });
  const pushed = rig.store.rows('actions').length;
  const commits = rig.store.commits.length;
  await at(1_061_000);
  expect(rig.store.commits).toHaveLength(commits);
  world.isUp = true;
  await at(1_062_000);
  expect(saved()).toMatchObject({ status: 'running', phase: before });
  expect(actions()).toHaveLength(pushed);
});

test('ten minutes without the exchange pause the bot, and it resumes by itself', async () => {
  const { actions, actor, at, rig, saved, world } = await openHouse();
  await at(0);
  world.isUp = false;
  await at(599_999);
  expect(rig.live.bot.status).toBe('running');
  await at(600_000);
  await actor.whenQuiet();
  expect(saved()).toMatchObject({ status: 'paused', pauseReason: 'exchange' });
  await at(700_000);
  await actor.whenQuiet();
  expect(actions().filter((action) => action === 'pause')).toHaveLength(1);
  world.isUp = true;
  await at(701_000);
  await actor.whenQuiet();
  expect(saved()).toMatchObject({ status: 'running', pauseReason: '' });
  expect(saved()?.phase).not.toBe('error');
  expect(actions().at(-1)).toBe('resume');
  expect([...rig.venue.orders.values()].filter(({ status }) => status === 'open')).toHaveLength(4);
});

test('a market that the exchange has halted pauses the bot until it is listed as trading again', async () => {
  const { actor, at, rig, saved, world } = await openHouse();
  await at(0);
  const { answer } = rig.venue;
  const closed = { outcome: 'refused', code: 3009, reason: 'market_closed', detail: 'MARKET_CLOSED' } as const;
  Object.assign(rig.venue, { deaf: true, answer: () => closed });
  // Its lines go with the halt, and each is refused when it is placed again.
  const lines = [...rig.venue.orders.values()].filter(({ status }) => status === 'open');
  expect(lines).toHaveLength(4);
  for (const order of lines) {
    const gone = { ...order, status: 'cancelled' } as const;
    rig.venue.orders.set(order.cid, gone);
    actor.post({ type: 'dispatched', live: rig.live, event: { type: 'found', cid: order.cid, order: gone } });
  }
  for (let minute = 1; minute < 3; minute++) {
    rig.live.botMarket.market.nowMs += 60_000;
    actor.post({ type: 'print', live: rig.live });
    await actor.whenQuiet();
  }
  expect(rig.live.bot.status).toBe('running');
  await at(1_000);
  await actor.whenQuiet();
  expect(saved()).toMatchObject({ status: 'paused', pauseReason: 'exchange' });
  const told = () => rig.store.rows('actions').filter(({ why }) => why === 'market_halted');
  expect(told()).toMatchObject([{ code: 3009, data: { symbol: 'BTC/USDT' } }]);

  const [listed] = await rig.venue.port.symbols();
  if (listed === undefined) throw new Error('the rig has no market');
  rig.venue.port.symbols = async () => [{ ...listed, status: 'halt' }];
  await rig.connection.halted.look(0);
  await at(60_000);
  expect(saved()).toMatchObject({ status: 'paused', pauseReason: 'exchange' });
  rig.venue.port.symbols = async () => [listed];
  Object.assign(rig.venue, { deaf: false, answer });
  await rig.connection.halted.look(0);
  await at(61_000);
  await actor.whenQuiet();
  expect(saved()).toMatchObject({ status: 'running', pauseReason: '' });
  expect([...rig.venue.orders.values()].filter(({ status }) => status === 'open')).toHaveLength(4);
  expect(told()).toHaveLength(1);
  expect(world.isUp).toBe(true);
});

test('a market that is off the list for ten minutes stops the bot, which keeps its coin; a list that names nothing is none', async () => {
  const { actions, actor, at, rig, saved } = await openHouse();
  await at(0);
  const [listed] = await rig.venue.port.symbols();
  if (listed === undefined) throw new Error('the rig has no market');
  rig.connection.halted.add(listed.symbol);
  const closed = { outcome: 'refused', code: 3009, reason: 'market_closed', detail: 'MARKET_CLOSED' } as const;
  Object.assign(rig.venue, { deaf: true, answer: () => closed });
  const end = (order: VenueOrder) => {
    const gone = { ...order, status: 'cancelled' } as const;
    rig.venue.orders.set(order.cid, gone);
    actor.post({ type: 'dispatched', live: rig.live, event: { type: 'found', cid: order.cid, order: gone } });
  };
  const lines = [...rig.venue.orders.values()].filter(({ status }) => status === 'open');
  // A pause leaves what sells; the exchange has not told the end of one of those.
  const last = lines.find(({ side }) => side === 'sell');
  if (last === undefined) throw new Error('the grid sells nothing');
  for (const order of lines) if (order !== last) end(order);
  const lookAt = async (nowMs: number, list: readonly VenueSymbol[]) => {
    rig.venue.port.symbols = async () => [...list];
    await rig.connection.halted.look(nowMs);
    await at(nowMs);
    await actor.whenQuiet();
  };
  const other = { ...listed, symbol: 'ETH/USDT', base: 'ETH' };
  await lookAt(1_000, [other]);
  expect(saved()).toMatchObject({ status: 'paused', pauseReason: 'exchange' });
  await lookAt(590_000, [other]);
  await lookAt(600_000, []);
  await lookAt(601_000, [other]);
  await lookAt(1_200_000, [other]);
  expect(saved()).toMatchObject({ status: 'paused', pauseReason: 'exchange' });
  await lookAt(1_201_000, [other]);
  expect(saved()).toMatchObject({ status: 'paused', pauseReason: 'exchange' });
  end(last);
  await actor.whenQuiet();
  await lookAt(1_202_000, [other]);
  expect(saved()).toMatchObject({ status: 'stopped', stopReason: 'delisted', kept: true });
  expect(Number(saved()?.base)).toBeGreaterThan(0);
  expect(actions().filter((action) => action === 'stop')).toHaveLength(1);
  expect([...rig.venue.orders.values()].filter(({ status }) => status === 'open')).toEqual([]);
  expect(rig.failures).toEqual([]);
});

test('orders that go unasked are a reason to look whether their market is halted', async () => {
  const { actor, at, rig, saved } = await openHouse();
  await at(0);
  const [listed] = await rig.venue.port.symbols();
  if (listed === undefined) throw new Error('the rig has no market');
  let looks = 0;
  let status: 'trading' | 'halt' = 'trading';
  rig.venue.port.symbols = async () => {
    looks += 1;
    return [{ ...listed, status }];
  };
  const goes = async () => {
    const order = [...rig.venue.orders.values()].find((one) => one.status === 'open');
    if (order === undefined) throw new Error('the grid has no line');
    const gone = { ...order, status: 'cancelled' } as const;
    rig.venue.orders.set(order.cid, gone);
    actor.post({ type: 'dispatched', live: rig.live, event: { type: 'found', cid: order.cid, order: gone } });
    await actor.whenQuiet();
    await rig.connection.halted.look(0);
    await at(1_000);
    await actor.whenQuiet();
  };
  await rig.connection.halted.look(0);
  expect(looks).toBe(0);
  await goes();
  expect(saved()).toMatchObject({ status: 'running' });
  await rig.connection.halted.look(0);
  expect(looks).toBe(1);
  status = 'halt';
  await goes();
  expect(saved()).toMatchObject({ status: 'paused', pauseReason: 'exchange' });
});

test('an order without an answer delays neither the error nor the pause', async () => {
  const { actor, at, rig, saved, world } = await openHouse();
  await at(0);
  const { cancel, order } = rig.venue.port;
  rig.venue.port.order = async () => {
    throw new Error('away');
  };
  rig.venue.port.cancel = async (_account, cids) => cids.map(() => ({ outcome: 'unknown', detail: 'away' }));
  world.isUp = false;
  const [cid = ''] = rig.live.orders.keys();
  rig.live.dispatcher.send([{ kind: 'cancel', cid }]);
  expect(actor.isBusy()).toBe(true);
  await at(60_001);
  expect(saved()?.phase).toBe('error');
  await at(600_000);
  expect(saved()).toMatchObject({ status: 'paused', pauseReason: 'exchange' });
  expect(actor.isBusy()).toBe(true);
  // Back, but not yet caught up: nothing is started on what is not known.
  world.isUp = true;
  await at(601_000);
  expect(saved()).toMatchObject({ status: 'paused', pauseReason: 'exchange' });
  Object.assign(rig.venue.port, { cancel, order });
  await actor.whenQuiet();
  await at(602_000);
  expect(saved()).toMatchObject({ status: 'running', pauseReason: '' });
});

test('who was paused by somebody else stays paused', async () => {
  const { actor, at, rig, world } = await openHouse();
  await actor.act((turn) => actor.command(turn, rig.live, { name: 'pause', reason: 'user' }, 'user'));
  await at(0);
  world.isUp = false;
  await at(600_000);
  world.isUp = true;
  await actor.whenQuiet();
  await at(601_000);
  expect(rig.live.bot).toMatchObject({ status: 'paused', pauseReason: 'user' });
});

test('a runner that had no bots for long does not take that for an absence', async () => {
  const { actor, rig } = await openHouse();
  const { connection } = rig;
  const world = { nowMs: 0 };
  const look = createSystemPauses({
    clock: { nowMs: () => world.nowMs },
    isMaintenance: () => false,
    connections: [connection],
  });
  world.nowMs = 900_000;
  look([]);
  connection.isUp = false;
  world.nowMs = 901_000;
  look([actor]);
  await actor.act(() => {});
  expect(rig.live.bot.status).toBe('running');
});

test('bots of a user whose keys are no good pause, stay so when the keys are mended, and no other user is touched', async () => {
  const { actions, actor, at, rig, saved, world } = await openHouse();
  world.badKeys.add(actor.userId + 1);
  await at(1_000);
  expect(rig.live.bot.status).toBe('running');
  world.badKeys.add(actor.userId);
  await at(2_000);
  await actor.whenQuiet();
  expect(saved()).toMatchObject({ status: 'paused', pauseReason: 'api' });
  await at(3_000);
  expect(actions().filter((action) => action === 'pause')).toHaveLength(1);
  world.badKeys.clear();
  await at(4_000);
  expect(rig.live.bot).toMatchObject({ status: 'paused', pauseReason: 'api' });
});

test('a bot that maintenance paused does not resume on keys that are no good', async () => {
  const { actor, at, rig, world } = await openHouse();
  world.isMaintenance = true;
  await at(1_000);
  await actor.whenQuiet();
  world.badKeys.add(actor.userId);
  world.isMaintenance = false;
  await at(2_000);
  expect(rig.live.bot).toMatchObject({ status: 'paused', pauseReason: 'maintenance' });
  world.badKeys.clear();
  await actor.whenQuiet();
  await at(3_000);
  expect(rig.live.bot.status).toBe('running');
});

test('a bot that its row alone had paused says that it goes on, once', async () => {
  const { actions, at, rig, saved } = await openHouse();
  Object.assign(rig.live.record, { status: 'paused', pauseReason: 'exchange' });
  await at(1_000);
  expect(saved()).toMatchObject({ status: 'running', pauseReason: '' });
  await at(2_000);
  expect(actions().filter((action) => action === 'resume')).toHaveLength(1);
});

test.each([
  ['the exchange was away', 'exchange'],
  ['of maintenance', 'maintenance'],
] as const)(
  'fuel that runs out while a bot is paused because %s is what it is paused for from then on',
  async (_why, reason) => {
    const { actions, actor, at, rig, saved, world } = await openHouse();
    const fuel = { isOut: false };
    Object.assign(rig.connection.spec, { fuel: { isOut: () => fuel.isOut, refresh: async () => {} } });
    await at(0);
    if (reason === 'exchange') world.isUp = false;
    else world.isMaintenance = true;
    await at(600_000);
    await actor.whenQuiet();
    expect(saved()).toMatchObject({ status: 'paused', pauseReason: reason });
    fuel.isOut = true;
    await at(601_000);
    expect(saved()).toMatchObject({ status: 'paused', pauseReason: 'fuel' });
    expect(rig.store.rows('actions').at(-1)).toMatchObject({ action: 'pause', data: { reason: 'fuel' } });
    const told = actions().length;
    await at(602_000);
    world.isUp = true;
    world.isMaintenance = false;
    fuel.isOut = false;
    await at(603_000);
    await actor.whenQuiet();
    await at(604_000);
    expect(rig.live.bot).toMatchObject({ status: 'paused', pauseReason: 'fuel' });
    expect(actions()).toHaveLength(told);
  },
);
