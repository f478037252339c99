// A bot of several legs, one of whose markets its exchange has taken off the list: it stops as a bot of one leg does, keeps what
// all its legs hold, and leaves no order behind where a market still is.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createFilterWatch } from '../../apps/server/src/runner/sessions/filter-watch.ts';
import { createSystemPauses } from '../../apps/server/src/runner/sessions/system-pauses.ts';
import { ConvoyRig, EIGHT_HOURS, eth, perp, START_MS } from './convoy-rig.ts';
import type { Answer } from './small-venue.ts';

const rig = new ConvoyRig();
const funding = {
  symbolRules: perp,
  params: {
    ...{ kind: 'funding', leverage: '2', exit_rate: '0', max_breakeven_days: '15', basis_target: '0' },
    margin_guard: '10',
  },
};
const triangular = {
  symbolRules: eth,
  params: { kind: 'triangular', via: ['BTC'], min_profit: '0.1', max_order: '0' },
};
const calm = { 'BTC/USDT': '60000.00', 'BTC/USDT:USDT': '60010.0' };
const even = { 'BTC/USDT': '60000.00', 'ETH/BTC': '0.05000', 'ETH/USDT': '3000.00' };
const gap = { ...even, 'ETH/USDT': '3060.00' };
const TEN_MINUTES = 600_000;
let nowMs = 0;
let look: () => Promise<void>;
let serial = 500;

beforeAll(() => rig.open());
afterAll(() => rig.close());
beforeEach(async () => {
  const { venue } = rig;
  Object.assign(venue, { nowMs: START_MS, futures: 10_000n * 10n ** 18n, beforeCancel: () => {} });
  Object.assign(venue, { answer: (_order: unknown, honest: () => unknown) => honest() });
  venue.spot.clear();
  venue.spot.set('USDT', 10_000n * 10n ** 18n);
  for (const rows of [venue.positions, venue.orders, venue.prices, venue.delisted]) rows.clear();
  for (const list of [venue.fills, venue.fundings, venue.rates, venue.arrived, venue.leverage]) list.length = 0;
  for (let at = 8; at >= 0; at--) venue.rates.push({ rate: '0.0003', atMs: START_MS - 900_000 - at * EIGHT_HOURS });
  for (const [symbol, price] of Object.entries({ ...calm, ...even })) venue.prices.set(symbol, price);
  rig.failures.length = 0;
  serial += 1;
  await rig.newUser(serial);
  watch();
});

/** What the runner does by its timers: rules, halted markets, and what both mean for the bots. */
function watch(): void {
  const clock = { nowMs: () => nowMs };
  const pauses = createSystemPauses({ clock, isMaintenance: () => false, connections: [rig.connection] });
  const filters = createFilterWatch(rig.connection, rig.actors);
  const { actor } = rig.opened;
  look = async () => {
    await filters();
    await rig.connection.halted.look(nowMs);
    pauses([actor]);
    // A turn of its own behind whatever the look has asked for.
    await actor.act(() => {});
    await actor.whenQuiet();
  };
}

async function lookAfter(ms: number): Promise<void> {
  nowMs += ms;
  await look();
}

const stateOf = (id: number) => [rig.convoy(id).status, rig.convoy(id).pauseReason];
const rowsOf = (id: number) =>
  rig.rows(
    `select status, pause_reason, stop_reason, kept from bots where coalesce(parent_id, id) = ${id} order by id`,
  );
const told = ['market_halted', 'resume', 'stop_kept', 'stopped'];
const stops = async (id: number) => (await rig.whys(id)).filter((why) => told.includes(why));

test('one that holds and has no order is found out by the list, stops after ten minutes and keeps all legs, through a kill', async () => {
  const id = await rig.create(funding);
  await rig.moment(calm);
  await rig.start(id);
  await rig.moment(calm);
  expect(rig.convoy(id).phase).toBe('holding');
  const before = rig.holdings(id);
  await lookAfter(1_000);
  rig.venue.delisted.add('BTC/USDT:USDT');
  const placed = rig.venue.arrived.length;
  await lookAfter(60_000);
  expect(stateOf(id)).toEqual(['paused', 'exchange']);
  await lookAfter(TEN_MINUTES - 1);
  expect(rig.convoy(id).status).toBe('paused');
  await lookAfter(1);
  const stopped = { status: 'stopped', pause_reason: '', stop_reason: 'delisted', kept: true };
  expect(await rowsOf(id)).toEqual([stopped, stopped, stopped]);
  await lookAfter(1_000);
  rig.kill();
  await rig.live();
  watch();
  await rig.reconcile();
  await lookAfter(60_000);
  await rig.moment({ 'BTC/USDT': '60000.00' });
  expect(await rowsOf(id)).toEqual([stopped, stopped, stopped]);
  expect(rig.holdings(id)).toEqual(before);
  expect(before.booked).toEqual(before.there);
  expect(before.booked['BTC']).toBeGreaterThan(0);
  expect(await stops(id)).toEqual(['market_halted', 'stop_kept']);
  expect(rig.venue.arrived).toHaveLength(placed);
  expect(rig.failures).toEqual([]);
});

/** One whose spot leg has an order that stands while the contract is refused: the market of that is gone. */
async function halfOpened(): Promise<{ id: number; cid: string }> {
  const hanging: Answer = (order, honest) => {
    rig.venue.delisted.add('BTC/USDT:USDT');
    return order.symbol === 'BTC/USDT' ? rig.venue.leaveOpen(order) : honest();
  };
  rig.venue.answer = hanging;
  const id = await rig.create(funding);
  await rig.moment(calm);
  await rig.start(id);
  await rig.opened.actor.whenQuiet();
  const open = await rig.venue.port.openOrders('small');
  expect(open).toHaveLength(1);
  return { id, cid: open[0]?.cid ?? '' };
}

test.each(['no kill', 'a kill before the cancel is heard', 'a kill after the cancel was done'])(
  'an order where the market still is is cancelled, once, and then it has stopped: %s',
  async (when) => {
    const { id, cid } = await halfOpened();
    const cancels: string[] = [];
    let killed = when === 'no kill';
    rig.venue.beforeCancel = async (asked) => {
      cancels.push(asked);
      if (killed) return;
      killed = true;
      const order = rig.venue.orders.get(asked);
      if (when.includes('after') && order !== undefined) rig.venue.orders.set(asked, { ...order, status: 'cancelled' });
      rig.kill();
      await new Promise(() => {});
    };
    await lookAfter(1_000);
    expect(stateOf(id)).toEqual(['paused', 'exchange']);
    const { actor } = rig.opened;
    const command = actor.command.bind(actor);
    let commands = 0;
    actor.command = (...asked) => {
      commands += 1;
      command(...asked);
    };
    for (const ms of [TEN_MINUTES, 1_000, 1_000]) await lookAfter(ms);
    expect([commands, rig.convoy(id).status]).toEqual([1, 'paused']);
    // The contract prints nothing any more, and holds up nobody.
    const goesOn = async () => {
      for (let at = 0; at < 3; at++) await rig.moment({ 'BTC/USDT': '60000.00' });
    };
    if (when === 'no kill') await goesOn();
    else {
      void goesOn();
      await expect.poll(() => rig.opened.actor.dead).toBe(true);
      await rig.live();
      watch();
      await rig.reconcile();
      for (let at = 0; at < 3; at++) {
        await lookAfter(1_000);
        await rig.moment({ 'BTC/USDT': '60000.00' });
      }
    }
    await rig.opened.actor.whenQuiet();
    expect(rig.venue.orders.get(cid)?.status).toBe('cancelled');
    expect(await rowsOf(id)).toEqual(
      Array.from({ length: 3 }, () => ({ status: 'stopped', pause_reason: '', stop_reason: 'delisted', kept: false })),
    );
    expect((await stops(id)).filter((why) => why === 'stopped')).toHaveLength(1);
    expect(new Set(cancels)).toEqual(new Set([cid]));
    expect(rig.venue.fills).toEqual([]);
    expect(rig.failures).toEqual([]);
  },
);

test('in the middle of a round over three markets it keeps the coin that is on its way', async () => {
  const id = await rig.create(triangular);
  await rig.moment(even);
  await rig.start(id);
  rig.venue.answer = (order, honest) => {
    if (order.symbol === 'BTC/USDT') rig.venue.delisted.add('ETH/BTC').add('BTC/USDT');
    return rig.venue.delisted.size > 0 && order.symbol === 'BTC/USDT' && rig.venue.fills.length === 0
      ? taken(order, honest)
      : honest();
  };
  const taken: Answer = (_order, honest) => {
    rig.venue.delisted.clear();
    const answer = honest();
    rig.venue.delisted.add('ETH/BTC').add('BTC/USDT');
    return answer;
  };
  await rig.moment(gap);
  await lookAfter(1_000);
  await lookAfter(TEN_MINUTES);
  expect(await rowsOf(id)).toMatchObject([
    { status: 'stopped', stop_reason: 'delisted', kept: true },
    { status: 'stopped', stop_reason: 'delisted' },
    { status: 'stopped', stop_reason: 'delisted' },
    { status: 'stopped', stop_reason: 'delisted' },
  ]);
  rig.check();
  const { booked, there } = rig.holdings(id);
  expect(booked).toEqual(there);
  expect(booked['BTC']).toBeGreaterThan(0);
  expect(rig.failures).toEqual([]);
});

test('a list without one contract of its kind says nothing of contracts', async () => {
  const id = await rig.create(funding);
  await rig.moment(calm);
  await rig.start(id);
  await rig.moment(calm);
  // As where an exchange tells its contracts only to a key that cannot be read now.
  const { symbols } = rig.venue.port;
  rig.venue.port.symbols = async () => (await symbols()).filter(({ market }) => market === 'spot');
  rig.connection.halted.suspect('BTC/USDT:USDT');
  await lookAfter(1_000);
  await lookAfter(TEN_MINUTES);
  rig.venue.port.symbols = symbols;
  expect(stateOf(id)).toEqual(['running', '']);
});
