// A bot that another process had before: what that one has booked comes once more by the stream, which was held back or is
// late. It is booked once, and what is new is booked as it comes.
import { expect, test } from 'vitest';
import { forced, started } from '../../test/contract-rig.ts';
import { nothingLoaded, openRig, type Rig, rules } from '../../test/runner-rig.ts';
import type { VenueFill, VenueOrder } from '../ports/venue.ts';
import type { LiveBot } from './bots/live-bot.ts';

/** What another process finds: the bot as it was written, over books that hold the trades that were booked. */
function handOver(from: Pick<Rig, 'live' | 'venue' | 'store'>, to: Pick<Rig, 'opened' | 'venue' | 'store'>): LiveBot {
  for (const [cid, order] of from.venue.orders) to.venue.orders.set(cid, order);
  to.venue.trades.push(...from.venue.trades);
  for (const id of from.store.fills) to.store.fills.add(id);
  const engine = JSON.parse(JSON.stringify(from.live.bot));
  const liveOrders = [...from.live.orders.values()].map((row) => ({ ...row }));
  return to.opened.seat({ ...from.live.record, status: 'running', engine }, { ...nothingLoaded, liveOrders });
}

function part(venue: Rig['venue'], order: VenueOrder, qty: string): VenueFill {
  const fill = venue.fill({ ...order, qty });
  venue.orders.set(order.cid, { ...order, filled: String(Number(order.filled) + Number(qty)) });
  return fill;
}

function restingSale({ venue }: Pick<Rig, 'venue'>): VenueOrder {
  const sale = [...venue.orders.values()].find(({ side, status }) => side === 'sell' && status === 'open');
  if (sale === undefined) throw new Error('no sale rests');
  return sale;
}

async function hear(
  { tradingAccount, opened }: Pick<Rig, 'tradingAccount' | 'opened'>,
  fill: VenueFill,
): Promise<void> {
  opened.actor.post({ type: 'fill', tradingAccount, fill });
  await opened.actor.whenQuiet();
}

test('a part of an order that a process before this one has booked is booked once, and its other parts as they come', async () => {
  const before = openRig();
  await before.start();
  const sale = restingSale(before);
  const told = part(before.venue, sale, '0.001');
  await hear(before, told);
  expect(before.store.fills).toContain(told.id);

  const after = openRig();
  const live = handOver(before, after);
  const books = structuredClone(live.bot.books);
  await hear(after, told);
  expect(after.failures).toEqual([]);
  expect(live.bot.books).toEqual(books);
  expect(after.store.rows('fills')).toEqual([]);

  const next = part(after.venue, restingSale(after), '0.001');
  await hear(after, next);
  await hear(after, next);
  expect(after.store.rows('fills').map(({ venueFillId }) => venueFillId)).toEqual([next.id]);
  expect(live.orders.get(sale.cid)?.filled).toBe('0.002');
  expect(after.failures).toEqual([]);
});

test('a hundred restarts over many orders and a history that is cut keep every order, send nothing and book nothing', async () => {
  const params = { lower: '80', upper: '120', grid_levels: '16', grid_mode: 'arithmetic' };
  const grid = { kind: 'grid', params, symbolRules: rules } as const;
  const open = ({ venue }: Pick<Rig, 'venue'>) =>
    [...venue.orders.values()].flatMap(({ cid, status }) => (status === 'open' ? cid : [])).sort();
  const first = openRig(20, grid);
  await first.start();
  await hear(first, part(first.venue, restingSale(first), '0.001'));
  const orders = open(first);
  expect(orders.length).toBeGreaterThan(13);
  const books = structuredClone(first.live.bot.books);
  let before: Pick<Rig, 'live' | 'venue' | 'store'> = first;
  for (let restart = 0; restart < 100; restart++) {
    const after = openRig(20, grid);
    const live = handOver(before, after);
    // The exchange tells no trades of before any more.
    after.venue.trades.length = 0;
    await after.tradingAccount.reconciler.run();
    await after.opened.actor.whenQuiet();
    expect([open(after), [...live.orders.keys()].sort()]).toEqual([orders, orders]);
    expect([after.venue.placements, after.store.rows('fills'), after.failures]).toEqual([[], [], []]);
    before = { live, venue: after.venue, store: after.store };
  }
  expect(before.live.bot.books).toEqual(books);
  expect(before.live.bot.status).toBe('running');
});

/** The bot in a new process that has read the exchange. */
async function restarted(from: Pick<Rig, 'live' | 'venue' | 'store'>, after = openRig()) {
  const live = handOver(from, after);
  await after.tradingAccount.reconciler.run();
  await after.opened.actor.whenQuiet();
  return { ...after, live };
}

const standing = ({ venue }: Pick<Rig, 'venue'>) =>
  [...venue.orders.values()].filter(({ status }) => status === 'open').map(({ cid }) => cid);

test('a hundred restarts between which lines trade leave the orders and books of a process that was never restarted', async () => {
  const steady = openRig();
  await steady.start();
  const first = openRig();
  await first.start();
  let rig: Pick<Rig, 'live' | 'venue' | 'store' | 'opened' | 'failures'> = first;
  for (let restart = 1; restart <= 100; restart++) {
    rig.opened.close();
    if (restart % 10 === 0) {
      // The line nearest to the price trades while no process runs.
      const side = restart % 20 === 0 ? 'buy' : 'sell';
      const away = (cid: string) => Math.abs(Number(steady.venue.orders.get(cid)?.price) - 100);
      const lines = standing(steady).filter((one) => steady.venue.orders.get(one)?.side === side);
      const cid = lines.sort((a, b) => away(a) - away(b))[0] ?? '';
      for (const { venue } of [rig, steady]) {
        // What trades has been passed by the price.
        venue.price = side === 'buy' ? '97' : '107';
        venue.fill(venue.orders.get(cid) as VenueOrder);
      }
      await hear(steady, steady.venue.trades.at(-1) as VenueFill);
    }
    rig = await restarted(rig);
    expect(rig.failures).toEqual([]);
    // Nothing is sent but the line that answers a trade.
    expect(rig.venue.placements).toHaveLength(restart % 10 === 0 ? 1 : 0);
    expect([restart, standing(rig).sort()]).toEqual([restart, standing(steady).sort()]);
  }
  expect(rig.live.bot.books).toEqual(steady.live.bot.books);
  expect([...rig.venue.orders.keys()].sort()).toEqual([...steady.venue.orders.keys()].sort());
  expect(rig.live.bot.fills).toBe(11);
});

test('a part that may be booked, and that the database cannot be asked about, is booked by the next reading', async () => {
  const before = openRig();
  await before.start();
  await hear(before, part(before.venue, restingSale(before), '0.001'));
  const after = openRig();
  const live = handOver(before, after);
  const { booked } = after.store.port;
  Object.assign(after.store.port, { booked: () => Promise.reject(new Error('the connection broke')) });
  const next = part(after.venue, restingSale(after), '0.001');
  await hear(after, next);
  expect(after.store.rows('fills')).toEqual([]);
  Object.assign(after.store.port, { booked });
  await after.tradingAccount.reconciler.pollFills();
  expect(after.store.rows('fills').map(({ venueFillId }) => venueFillId)).toEqual([next.id]);
  expect(live.orders.get(next.cid)?.filled).toBe('0.002');
  expect(after.failures).toEqual([]);
});

test('a forced close that a process before this one has booked does not close what was opened since', async () => {
  const rig = await started();
  const { actor } = rig.opened;
  const { baseAtoms } = rig.live.bot.books;
  const old = forced(rig, String(baseAtoms / 1e8));
  rig.store.fills.add(old.id);
  // Seated again by another process, after the forced close and the entry that followed it.
  rig.live.botMarket.market.nowMs = old.atMs;
  const live = rig.opened.seat({ ...rig.live.record, engine: JSON.parse(JSON.stringify(rig.live.bot)) }, nothingLoaded);
  await hear(rig, old);
  expect(rig.failures).toEqual([]);
  expect(actor.dead).toBe(false);
  expect(live.bot.books.baseAtoms).toBe(baseAtoms);

  const close = { ...old, id: '901', atMs: old.atMs + 1 };
  await hear(rig, close);
  expect(live.bot).toMatchObject({ status: 'stopped', stopReason: 'liquidated' });
  expect(rig.failures).toEqual([]);
});
