// The protective stop of a bot on a contract, through the runner: its row and its order, what moves it and what takes it away,
// and that what it closed while nobody was there is booked once, as a stop loss.
import { expect, test, vi } from 'vitest';
import { type ContractRig, operate, started } from '../../../test/contract-rig.ts';
import type { VenueFill, VenueOrder } from '../../ports/venue.ts';
import { LiveBot } from '../bots/live-bot.ts';
import { haltAll } from '../sessions/halt-all.ts';

const keeps = (venue: ContractRig['venue']) => void Object.assign(venue.port, { keepsStops: true });
const begin = (more: Readonly<Record<string, unknown>> = {}) => started(more, 'martin', 20, keeps);
const guardsAt = ({ venue }: ContractRig): VenueOrder[] =>
  [...venue.orders.values()].filter(({ status, trigger }) => trigger !== undefined && status === 'open');
const whys = ({ store }: ContractRig) => store.rows('actions').map(({ why }) => why);

/** The venue fires it while nobody here looks: with the position its other closing orders go. */
function fire(rig: ContractRig, price: string): VenueOrder {
  const [guard] = guardsAt(rig);
  if (guard === undefined) throw new Error('nothing guards it');
  for (const [cid, order] of rig.venue.orders)
    if (order.status === 'open' && order.reduceOnly && order !== guard)
      rig.venue.orders.set(cid, { ...order, status: 'cancelled' });
  rig.venue.price = price;
  rig.venue.fill(guard, price, false);
  return guard;
}

test('it stands a margin beyond the stop, with its row, and not where the venue keeps no stops', async () => {
  const rig = await begin();
  const [guard, ...more] = guardsAt(rig);
  expect(more).toEqual([]);
  // 15 % below the average, and 0.3 % of that.
  expect(guard).toMatchObject({ side: 'sell', type: 'market', price: '0', reduceOnly: true, positionSide: 'net' });
  expect(guard?.trigger).toMatchObject({ kind: 'stop', by: 'mark' });
  expect(Number(guard?.trigger?.price)).toBeCloseTo(100 * 1.0005 * 0.85 * 0.997, 1);
  const row = rig.store.rows('orders').findLast(({ cid }) => cid === guard?.cid);
  expect(row).toMatchObject({ purpose: 'stop_loss', status: 'open', price: guard?.trigger?.price });
  expect(whys(rig).filter((why) => why === 'guard_placed')).toHaveLength(1);
  expect(guardsAt(await started())).toEqual([]);
});

test('what it closed while nobody was there is booked once, settled once and ends the round as a stop loss', async () => {
  const rig = await begin();
  const guard = fire(rig, '84');
  await rig.tradingAccount.reconciler.run();
  await rig.opened.actor.whenQuiet();
  await rig.tradingAccount.reconciler.run();
  await rig.opened.actor.whenQuiet();
  expect(rig.failures).toEqual([]);
  expect(rig.store.rows('fills').filter(({ cid }) => cid === guard.cid)).toMatchObject([{ purpose: 'stop_loss' }]);
  expect(rig.store.rows('settlements')).toMatchObject([{ purpose: 'stop_loss' }]);
  const { books } = rig.live.bot;
  expect(books.baseAtoms).toBe(0);
  expect(books.quoteAtoms).toBe(books.investmentAtoms + books.realizedAtoms);
  const closed = rig.store.rows('positions').filter(({ status }) => status === 'closed');
  expect(closed.at(-1)).toMatchObject({ closeReason: 'stop_loss', closePrice: '84.00', qty: '0' });
  expect(Number(closed.at(-1)?.realized)).toBe(Number(rig.store.rows('settlements')[0]?.net));
  expect(whys(rig)).toContain('fill_guard');
  expect(rig.live.stopLossesAtMs).toHaveLength(1);
  expect(rig.live.drifts).toBe(0);
  expect(guardsAt(rig).length).toBeLessThanOrEqual(1);
});

test('a placement without an answer is looked up, never placed twice', async () => {
  const rig = await started({}, 'martin', 20, (venue) => {
    keeps(venue);
    venue.answer = (order, honest) =>
      order.trigger === undefined ? honest : { outcome: 'unknown', detail: 'the reply was lost' };
  });
  await rig.opened.actor.whenQuiet();
  const [guard] = guardsAt(rig);
  expect(rig.venue.placements.filter((cid) => cid === guard?.cid)).toHaveLength(1);
  expect(rig.live.head.guard).toMatchObject({ status: 'open' });
});

test('an add moves it when the one before is gone', async () => {
  const rig = await begin();
  const [first] = guardsAt(rig);
  const add = [...rig.venue.orders.values()].find(
    ({ status, side, type }) => status === 'open' && side === 'buy' && type === 'limit',
  );
  await rig.trade(add?.cid ?? '');
  const [second, ...more] = guardsAt(rig);
  expect(more).toEqual([]);
  expect(second?.cid).not.toBe(first?.cid);
  expect(rig.venue.orders.get(first?.cid ?? '')).toMatchObject({ status: 'cancelled' });
  expect(Number(second?.qty)).toBeCloseTo(rig.live.bot.books.baseAtoms / 1e8, 8);
});

test('one that is told before the add which it closed, too, waits for that', async () => {
  const rig = await begin();
  const add = [...rig.venue.orders.values()].find(
    ({ status, side, type }) => status === 'open' && side === 'buy' && type === 'limit',
  );
  if (add === undefined) throw new Error('no add rests');
  const added = rig.venue.fill(add);
  const [guard] = guardsAt(rig);
  if (guard === undefined) throw new Error('nothing guards it');
  const whole = { ...guard, qty: String(Number(guard.qty) + Number(added.qty)) };
  const fill = { ...rig.venue.fill(guard, '84', false), qty: whole.qty };
  rig.opened.actor.post({ type: 'fill', tradingAccount: rig.tradingAccount, fill });
  await rig.opened.actor.whenQuiet();
  const told = rig.store.rows('fills').map(({ cid }) => cid);
  expect(told.indexOf(add.cid)).toBeGreaterThan(-1);
  expect(told.indexOf(guard.cid)).toBeGreaterThan(told.indexOf(add.cid));
  expect(rig.live.drifts).toBe(0);
});

test('a pause keeps it, panic takes it away, the end of panic brings it back, a stop that keeps the position removes it', async () => {
  const rig = await begin();
  await operate(rig, { name: 'pause' });
  expect(guardsAt(rig)).toHaveLength(1);
  await haltAll(rig.opened.actor);
  await rig.opened.actor.whenQuiet();
  expect(guardsAt(rig)).toEqual([]);
  expect(rig.live.orders.size).toBe(0);
  await rig.opened.actor.act((turn) => rig.opened.actor.halt(turn, rig.live, 'release', 'user'));
  await rig.opened.actor.whenQuiet();
  expect(guardsAt(rig)).toHaveLength(1);
  await operate(rig, { name: 'stop', close: false, reason: 'user' });
  await rig.opened.actor.whenQuiet();
  expect(guardsAt(rig)).toEqual([]);
  expect(whys(rig)).toContain('guard_removed');
  expect(rig.live.bot).toMatchObject({ status: 'stopped', openOrders: 0 });
});

test('one that the venue refuses is tried again a quarter of an hour later, not at once', async () => {
  const rig = await started({}, 'martin', 20, (venue) => {
    keeps(venue);
    venue.answer = (order, honest) =>
      order.trigger === undefined
        ? honest
        : { outcome: 'refused', code: 3002, reason: 'too_many_orders', detail: 'MAX_STOPS' };
  });
  const asked = () => rig.venue.placements.filter((cid) => cid.slice(11, 14) === 'vvv').length;
  expect(asked()).toBe(1);
  expect(rig.live.bot).toMatchObject({ status: 'running' });
  expect(rig.live.head.wake.atMs - rig.live.marketMs).toBeLessThanOrEqual(15 * 60_000);
  rig.live.botMarket.market.nowMs += 16 * 60_000;
  rig.opened.actor.post({ type: 'print', live: rig.live });
  await rig.opened.actor.whenQuiet();
  expect(asked()).toBe(2);
});

/** It is told on the stream. */
async function tell({ tradingAccount, opened }: ContractRig, fill: VenueFill): Promise<void> {
  opened.actor.post({ type: 'fill', tradingAccount, fill });
  await opened.actor.whenQuiet();
}

test('one of more than is held is moved', async () => {
  const rig = await begin();
  const [guard] = guardsAt(rig);
  if (guard === undefined) throw new Error('nothing guards it');
  const exit = [...rig.venue.orders.values()].find(
    ({ status, side, type }) => status === 'open' && side === 'sell' && type === 'limit',
  );
  if (exit === undefined) throw new Error('no exit rests');
  const half = String(Math.floor(Number(exit.qty) * 500) / 1000);
  const fill = { ...rig.venue.fill(exit), qty: half };
  rig.venue.trades.splice(-1, 1, fill);
  rig.venue.orders.set(exit.cid, { ...exit, filled: half });
  await tell(rig, fill);
  const [smaller, ...more] = guardsAt(rig);
  expect(more).toEqual([]);
  expect(rig.venue.orders.get(guard.cid)).toMatchObject({ status: 'cancelled' });
  expect(Number(smaller?.qty)).toBeCloseTo(rig.live.bot.books.baseAtoms / 1e8, 8);
});

test('a trade of it of more than is held is a drift, and turns no position round', async () => {
  const rig = await begin();
  const held = rig.live.bot.books.baseAtoms;
  const [guard] = guardsAt(rig);
  if (guard === undefined || rig.live.head.guard === undefined) throw new Error('nothing guards it');
  const more = String(Number(guard.qty) * 2);
  rig.live.head.guard.qtyLots *= 2;
  const fill = { ...rig.venue.fill({ ...guard, qty: more }, '84', false) };
  await rig.tradingAccount.reconciler.pollFills();
  expect(rig.live.bot.books.baseAtoms).toBe(held);
  expect(rig.store.fills.has(fill.id)).toBe(false);
  expect(whys(rig)).toContain('drift_fill');
  expect(rig.live.bot).toMatchObject({ status: 'paused', pauseReason: 'risk' });
});

test('one that the venue cut to the position and calls filled has ended', async () => {
  const rig = await begin();
  const [guard] = guardsAt(rig);
  if (guard === undefined) throw new Error('nothing guards it');
  const half = String(Math.floor(Number(guard.qty) * 500) / 1000);
  rig.venue.price = '84';
  const fill = { ...rig.venue.fill(guard, '84', false), qty: half };
  rig.venue.trades.splice(-1, 1, fill);
  rig.venue.orders.set(guard.cid, { ...guard, filled: half, status: 'filled' });
  await tell(rig, fill);
  expect(rig.live.engineOrder(guard.cid)).toBeUndefined();
  expect(rig.live.drifts).toBe(0);
});

test('one that the venue ends unasked is not placed again at once', async () => {
  const rig = await begin();
  const [guard] = guardsAt(rig);
  if (guard === undefined) throw new Error('nothing guards it');
  rig.venue.orders.set(guard.cid, { ...guard, status: 'cancelled' });
  await rig.tradingAccount.reconciler.run();
  await rig.opened.actor.whenQuiet();
  expect(guardsAt(rig)).toEqual([]);
  rig.live.botMarket.market.nowMs += 16 * 60_000;
  rig.opened.actor.post({ type: 'print', live: rig.live });
  await rig.opened.actor.whenQuiet();
  expect(guardsAt(rig)).toHaveLength(1);
});

test('a position that may have none now is looked at again within a minute', async () => {
  const rig = await begin();
  const [guard] = guardsAt(rig);
  if (guard === undefined) throw new Error('nothing guards it');
  await operate(rig, { name: 'pause' });
  // Past the trigger none may stand, and what the machine waits for is farther away.
  rig.live.botMarket.market.markTicks = 8_000;
  rig.venue.orders.set(guard.cid, { ...guard, status: 'cancelled' });
  await rig.tradingAccount.reconciler.run();
  rig.live.botMarket.market.nowMs += 16 * 60_000;
  rig.opened.actor.post({ type: 'print', live: rig.live });
  await rig.opened.actor.whenQuiet();
  expect(guardsAt(rig)).toEqual([]);
  expect(rig.live.head.wake.atMs - rig.live.marketMs).toBeLessThanOrEqual(60_000);
});

test('an order whose trade cannot be booked is told once, however many minutes it stays so', async () => {
  const rig = await begin();
  const [guard] = guardsAt(rig);
  if (guard === undefined) throw new Error('nothing guards it');
  const trade = rig.venue.fill({ ...guard, qty: String(Number(guard.qty) * 2) }, '84', false);
  expect(trade.qty).not.toBe(guard.qty);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    for (let looks = 0; looks < 3; looks++) {
      const looked = rig.tradingAccount.reconciler.run().then(() => rig.opened.actor.whenQuiet());
      // Each question waits twice as long as the one before.
      await vi.advanceTimersByTimeAsync(30_000);
      await looked;
    }
  } finally {
    vi.useRealTimers();
  }
  expect(whys(rig).filter((why) => why === 'drift_order')).toHaveLength(1);
  expect(rig.live.bot).toMatchObject({ status: 'paused', pauseReason: 'risk' });
  expect(rig.live.record.agreed).toBeNull();
});

test('a trade on the stream of one that has ended is a drift', async () => {
  const rig = await begin();
  const [guard] = guardsAt(rig);
  if (guard === undefined) throw new Error('nothing guards it');
  await haltAll(rig.opened.actor);
  await rig.opened.actor.whenQuiet();
  const { id } = rig.venue.fill(guard, '84', false);
  const late = { ...(rig.venue.trades.at(-1) as VenueFill), qty: '0.001' };
  rig.venue.trades.splice(-1, 1, late);
  await tell(rig, late);
  expect(rig.store.fills.has(id)).toBe(false);
  expect(whys(rig).filter((why) => why === 'drift_fill')).toHaveLength(1);
});

test('a trade of it that cannot be read is its own failure', async () => {
  const rig = await begin();
  const [guard] = guardsAt(rig);
  if (guard === undefined) throw new Error('nothing guards it');
  await tell(rig, { ...rig.venue.fill(guard, '84', false), qty: '0.0000000001' });
  expect(rig.failures).toMatchObject([{ botId: rig.live.id }]);
});

test('what it closed before a restart is settled after it as a stop loss, and counted', async () => {
  const rig = await begin();
  const { live } = rig;
  const { cancel } = rig.venue.port;
  const gate = Promise.withResolvers<void>();
  const held: typeof cancel = (account, names) => gate.promise.then(() => cancel(account, names));
  Object.assign(rig.venue.port, { cancel: held });
  fire(rig, '84');
  await rig.tradingAccount.reconciler.pollFills();
  expect(live.isUnsettled()).toBe(true);
  // All that this process remembers of the trade is gone with it.
  live.lastTrade = new LiveBot(live.record, live.bot, live.botMarket, live.dispatcher, live.curve).lastTrade;
  gate.resolve();
  await rig.opened.actor.whenQuiet();
  expect(rig.store.rows('settlements')).toMatchObject([{ purpose: 'stop_loss' }]);
  const closed = rig.store.rows('positions').filter(({ status }) => status === 'closed');
  expect(closed.at(-1)).toMatchObject({ closeReason: 'stop_loss' });
  expect(live.stopLossesAtMs).toHaveLength(1);
});

test('after one that the venue has lost none is placed at once, and it is taken away when it shows itself again', async () => {
  const rig = await begin();
  const [guard] = guardsAt(rig);
  if (guard === undefined) throw new Error('nothing guards it');
  rig.venue.orders.delete(guard.cid);
  const add = [...rig.venue.orders.values()].find(
    ({ status, side, type }) => status === 'open' && side === 'buy' && type === 'limit',
  );
  // What makes the position larger moves it.
  await rig.trade(add?.cid ?? '');
  expect(rig.live.engineOrder(guard.cid)).toBeUndefined();
  expect(guardsAt(rig)).toEqual([]);
  rig.venue.orders.set(guard.cid, guard);
  const before = rig.live.drifts;
  for (let looks = 0; looks < 2; looks++) {
    await rig.tradingAccount.reconciler.run();
    await rig.opened.actor.whenQuiet();
  }
  expect(rig.venue.orders.get(guard.cid)).toMatchObject({ status: 'cancelled' });
  expect(whys(rig)).toContain('orphan_cancelled');
  expect(rig.live.drifts).toBe(before);
});
