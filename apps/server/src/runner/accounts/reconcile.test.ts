// Reconciling while the actor is in the middle of something: what is not committed yet was not left behind.
import { encodeClientOrderId } from '@cormorant/core/engine/client-order-id.ts';
import { expect, test, vi } from 'vitest';
import { type ContractRig, operate, position, started } from '../../../test/contract-rig.ts';
import { openRig, type Rig, SALT } from '../../../test/runner-rig.ts';

/** A line of the grid that stands. */
function openLine({ venue }: Rig) {
  const [order] = [...venue.orders.values()].filter(({ status, type }) => status === 'open' && type === 'limit');
  if (order === undefined) throw new Error('the grid has no line');
  return order;
}

/** As a look-up finds an order that has traded. */
function foundFilled({ venue }: Rig, cid: string) {
  const order = venue.orders.get(cid);
  if (order === undefined) throw new Error(`no order ${cid}`);
  return { type: 'found', cid, order: { ...order, filled: order.qty, status: 'filled' } } as const;
}

test('a reconcile in the middle of a commit sends nothing before it is committed, and nothing twice', async () => {
  const rig = openRig();
  const held = Promise.withResolvers<void>();
  rig.store.beforeWrite = () => held.promise;
  const started = rig.start();
  const reconciled = rig.tradingAccount.reconciler.run();
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
  const { reconciler } = rig.tradingAccount;
  const order = openLine(rig);
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

test('an order that traded in thousands of parts while nobody listened is booked whole, part by part', async () => {
  const rig = openRig();
  await rig.start();
  const { live, venue } = rig;
  const order = [...venue.orders.values()].find(({ side, status }) => status === 'open' && side === 'buy');
  if (order === undefined) throw new Error('the grid has no line to buy at');
  await rig.tradingAccount.reconciler.pollFills();
  const before = { ...live.bot.books };
  const [readings, known] = [venue.readings, rig.store.fills.size];
  const lots = Math.round(Number(order.qty) * 1_000);
  expect(lots).toBeGreaterThan(2_500);
  const parts = Array.from({ length: lots }, () => venue.fill({ ...order, qty: '0.001' }));
  venue.orders.set(order.cid, { ...order, filled: order.qty, status: 'filled' });
  await rig.tradingAccount.reconciler.pollFills();
  await rig.opened.actor.whenQuiet();
  expect(venue.readings - readings).toBeGreaterThan(2);
  expect(rig.store.fills.size - known).toBe(lots);
  const fees = parts.reduce((sum, { fee }) => sum + Math.round(Number(fee) * 1e8), 0);
  const { baseAtoms, quoteAtoms } = live.bot.books;
  expect(baseAtoms - before.baseAtoms).toBe(lots * 100_000 - fees);
  expect(before.quoteAtoms - quoteAtoms).toBe(lots * Math.round(Number(order.price) * 1e5));
  expect(live.engineOrder(order.cid)).toBeUndefined();
  expect(rig.failures).toEqual([]);
});

test('while nothing can be asked no order is dropped, however often it is tried; what filled meanwhile is booked after it', async () => {
  const rig = openRig();
  await rig.start();
  const { live, opened, venue } = rig;
  const honest = { ...rig.tradingAccount.venue };
  const away = () => Promise.reject(new Error('away'));
  Object.assign(rig.tradingAccount.venue, { openOrders: away, order: away, fills: away, balances: away });
  const standing = [...live.orders.keys()].sort();
  const lines = [...venue.orders.values()].filter(({ status }) => status === 'open');
  const filled = lines.slice(0, 2).map((order) => venue.fill(order));
  // Once a minute for ten, and each in the patience of an order that is looked for.
  for (let minute = 0; minute < 10; minute++) {
    live.botMarket.market.nowMs += 60_000;
    // Lists that come through, and are empty, are no proof either while no order can be asked for.
    const lists = minute % 2 === 0 ? away : async () => [];
    Object.assign(rig.tradingAccount.venue, { openOrders: lists, fills: lists });
    await rig.tradingAccount.reconciler.run().catch(() => {});
    expect([...live.orders.keys()].sort()).toEqual(standing);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  expect(rig.store.rows('fills').map(({ venueFillId }) => venueFillId)).not.toContain(filled[0]?.id);
  Object.assign(rig.tradingAccount.venue, honest);
  await rig.tradingAccount.reconciler.run();
  await opened.actor.whenQuiet();
  const booked = rig.store.rows('fills').map(({ venueFillId }) => venueFillId);
  for (const { id } of filled) expect(booked.filter((one) => one === id)).toHaveLength(1);
  const open = [...venue.orders.values()].flatMap(({ cid, status }) => (status === 'open' ? cid : []));
  expect([...live.orders.keys()].sort()).toEqual(open.sort());
  expect(live.bot.status).toBe('running');
  expect(rig.failures).toEqual([]);
});

test('whoever wants an account read while a reading waits is served by that one', async () => {
  const rig = openRig();
  await rig.start();
  const { reconciler } = rig.tradingAccount;
  const before = rig.venue.readings;
  const line = openLine(rig);
  const first = reconciler.pollFills();
  await vi.waitFor(() => expect(rig.venue.readings).toBe(before + 1));
  // What trades while the first one reads, the second one has to find.
  const trade = rig.venue.fill(line);
  await Promise.all([first, reconciler.pollFills(), reconciler.pollFills(), reconciler.pollFills()]);
  expect(rig.venue.readings).toBe(before + 2);
  expect(rig.store.fills.has(trade.id)).toBe(true);
});

test('where markets wait for nobody, the trades of an order that the stream tells at once are not read', async () => {
  const rig = openRig(20, undefined, undefined, false);
  await rig.start();
  const { actor } = rig.opened;
  const before = rig.venue.readings;
  const isTold = (cid: string) => actor.post({ type: 'dispatched', live: rig.live, event: foundFilled(rig, cid) });
  const told = openLine(rig);
  isTold(told.cid);
  await rig.trade(told.cid);
  await actor.whenQuiet();
  expect([rig.store.fills.size, rig.venue.readings]).toEqual([2, before]);

  const untold = openLine(rig);
  rig.venue.fill(untold);
  isTold(untold.cid);
  await actor.whenQuiet();
  expect(rig.store.fills.size).toBe(3);
  expect(rig.venue.readings).toBeGreaterThan(before);
});

test('the market stands still while an order is asked for', async () => {
  const rig = openRig();
  await rig.start();
  const { actor } = rig.opened;
  const order = openLine(rig);
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
  actor.post({ type: 'dispatched', live: rig.live, event: foundFilled(rig, order.cid) });
  await expect.poll(() => asked).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(actor.isBusy()).toBe(true);
  answer.resolve();
  await actor.whenQuiet();
  expect(rig.store.fills.has(trade.id)).toBe(true);
});

/** A martingale whose sale the venue has filled so far, without a trade of it that could be read. */
async function unexplained(filled: '0.001' | 'all', graceMs = 20): Promise<{ rig: ContractRig; cid: string }> {
  const rig = await started({}, 'martin', graceMs);
  // What is held agrees: the order is all that speaks of it.
  rig.venue.positions = [position({ qty: String(rig.live.bot.books.baseAtoms / 1e8) })];
  const sale = [...rig.venue.orders.values()].find(({ side, status }) => status === 'open' && side === 'sell');
  if (sale === undefined) throw new Error('nothing takes the profit');
  const traded =
    filled === 'all' ? ({ filled: sale.qty, status: 'filled' } as const) : ({ filled, status: 'open' } as const);
  rig.venue.orders.set(sale.cid, { ...sale, ...traded });
  return { rig, cid: sale.cid };
}

/** Each question about an order waits twice as long as the one before. */
async function look(rig: ContractRig, times: number): Promise<void> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  try {
    for (let looks = 0; looks < times; looks++) {
      const looked = rig.tradingAccount.reconciler.run().then(() => rig.opened.actor.whenQuiet());
      await vi.advanceTimersByTimeAsync(60_000);
      await looked;
    }
  } finally {
    vi.useRealTimers();
  }
}

const drifts = (rig: ContractRig) => rig.store.rows('actions').filter(({ why }) => why === 'drift_order').length;

test.each(['all', '0.001'] as const)(
  'a bot that is resumed on an order that nothing explains is told, and paused, again (%s of it filled)',
  async (filled) => {
    const { rig } = await unexplained(filled);
    await look(rig, 3);
    expect([drifts(rig), rig.live.bot.status]).toEqual([1, 'paused']);
    expect(await operate(rig, { name: 'resume' })).toMatchObject({ outcome: 'done', value: { status: 'running' } });
    await look(rig, 3);
    expect([drifts(rig), rig.live.bot.status, rig.live.bot.pauseReason]).toEqual([2, 'paused', 'risk']);
    expect(rig.failures).toEqual([]);
  },
);

test('an order that comes to be seen only at the end of the grace is no drift', async () => {
  const rig = await started({}, 'martin', 10_000);
  rig.venue.positions = [position({ qty: String(rig.live.bot.books.baseAtoms / 1e8) })];
  const sale = [...rig.venue.orders.values()].find(({ side, status }) => status === 'open' && side === 'sell');
  if (sale === undefined) throw new Error('nothing takes the profit');
  rig.venue.orders.delete(sale.cid);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  try {
    const looked = rig.tradingAccount.reconciler.run().then(() => rig.opened.actor.whenQuiet());
    await vi.advanceTimersByTimeAsync(9_000);
    rig.venue.orders.set(sale.cid, sale);
    await vi.advanceTimersByTimeAsync(60_000);
    await looked;
  } finally {
    vi.useRealTimers();
  }
  expect([drifts(rig), rig.live.bot.status, rig.live.engineOrder(sale.cid)?.status]).toEqual([0, 'running', 'open']);
});

test('an order that was told, and whose trades came to light, is told anew when it is in doubt again', async () => {
  const { rig, cid } = await unexplained('0.001');
  await look(rig, 2);
  const known = rig.venue.orders.get(cid);
  if (known === undefined) throw new Error('it does not stand');
  rig.venue.fill({ ...known, qty: '0.001' });
  rig.venue.orders.set(cid, known);
  await look(rig, 2);
  expect(rig.live.engineOrder(cid)?.filledLots).toBe(1);
  rig.venue.orders.set(cid, { ...known, filled: '0.002' });
  await look(rig, 2);
  expect([drifts(rig), rig.live.bot.status]).toEqual([2, 'paused']);
});

test.each([
  [2_000, true],
  [10_000, true],
  [10_000, false],
])(
  'after %s ms of grace an order that the venue does not know has vanished (told before: %s)',
  async (graceMs, isTold) => {
    const { rig, cid } = await unexplained('all', graceMs);
    if (isTold) await look(rig, 1);
    expect(drifts(rig)).toBe(isTold ? 1 : 0);
    rig.venue.orders.delete(cid);
    await look(rig, 1);
    expect(rig.live.engineOrder(cid)).toBeUndefined();
    expect(rig.store.rows('orders').findLast((row) => row.cid === cid)).toMatchObject({ status: 'cancelled' });
    expect(rig.live.bot.status).toBe('paused');
  },
);
