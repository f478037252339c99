// One user, two exchanges: bots of both trade, one that is sick holds up nothing of the other, another life finds both again,
// and a bot with a leg at each is one turn and one commit for whatever happens.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBotStore } from '../../apps/server/src/adapters/postgres/bots/bot-store.ts';
import { unguardedBots } from '../../apps/server/src/adapters/postgres/runner/unguarded-bots.ts';
import type { VenueOrder } from '../../apps/server/src/ports/venue.ts';
import { RigVenue, rules } from '../../apps/server/test/runner-rig.ts';
import { btc } from './convoy-rig.ts';
import { SmallVenue } from './small-venue.ts';
import { done, Line, TwoExchanges } from './two-exchanges-rig.ts';

const START_MS = 1_700_000_000_000;
const UNIT = 10n ** 18n;
const grid = { params: { lower: '90', upper: '110', grid_levels: '4', grid_mode: 'arithmetic' } };
const rig = new TwoExchanges();
let serial = 0;

beforeAll(() => rig.open());
afterAll(() => rig.close());

function gridVenue(): RigVenue {
  const venue = new RigVenue();
  venue.balances = [
    { asset: 'USDT', free: '5000', locked: '0' },
    { asset: 'BTC', free: '50', locked: '0' },
  ];
  return venue;
}

const resting = (venue: RigVenue, side: 'buy' | 'sell'): VenueOrder[] =>
  [...venue.orders.values()].filter((order) => order.status === 'open' && order.side === side);

/** The exchange trades the order nearest to the market, and tells it with the print that made it. */
async function trade(venue: RigVenue, line: Line, exchange: string, side: 'buy' | 'sell'): Promise<void> {
  const best = resting(venue, side).sort((a, b) => Number(a.price) - Number(b.price));
  const order = side === 'buy' ? best.at(-1) : best[0];
  if (order === undefined) throw new Error(`nothing rests on the ${side} side of ${exchange}`);
  const fill = { ...venue.fill(order), atMs: line.nowMs + 1_000 };
  venue.trades.splice(-1, 1, fill);
  const account = rig.accountAt(exchange).account ?? '';
  line.say({ type: 'fill', account, fill });
  await line.print(order.price);
}

async function twoGrids() {
  const [venueA, venueB] = [gridVenue(), gridVenue()];
  const [a, b] = [new Line(venueA.port, START_MS), new Line(venueB.port, START_MS)];
  await rig.newUser(++serial, a, b);
  const idA = await rig.create('local', rules, grid);
  const idB = await rig.create('other', rules, grid);
  for (const id of [idA, idB]) done(await rig.operate(id, { name: 'start' }));
  expect(venueA.orders.size).toBeGreaterThan(2);
  expect(venueB.orders.size).toBe(venueA.orders.size);
  return { a, b, idA, idB, venueA, venueB };
}

/** The exchange is looked at, as after each connection, until something about the bot is found. */
async function untilTold(line: Line, id: number): Promise<void> {
  await expect
    .poll(() => {
      line.say({ type: 'up' });
      return rig.driftOf(id);
    })
    .not.toBeNull();
}

const filledOf = async (id: number): Promise<string[]> => {
  const { rows } = await rig.pool.query('select venue_fill_id from bot_fills where bot_id = $1 order by id', [id]);
  return rows.map(({ venue_fill_id }) => venue_fill_id);
};

test('bots of two exchanges trade beside each other, each on its own account, under ids that are the same', async () => {
  const { a, b, idA, idB, venueA, venueB } = await twoGrids();
  expect(b.attended).toEqual(['BTC/USDT']);
  await trade(venueA, a, 'local', 'buy');
  await trade(venueB, b, 'other', 'buy');
  await trade(venueB, b, 'other', 'sell');
  await expect.poll(() => filledOf(idB)).toEqual(venueB.trades.map(({ id }) => id));
  expect(await filledOf(idA)).toEqual(venueA.trades.map(({ id }) => id));
  const { rows } = await rig.pool.query(
    'select distinct account_id, books from bot_fills where bot_id = any($1) order by 1',
    [[idA, idB]],
  );
  expect(rows).toEqual(
    ['local', 'other'].map((code) => ({ account_id: rig.accountAt(code).id, books: `${code} books` })),
  );
  const guarded = ['local', 'other'].map((code) => rig.accountAt(code));
  expect(await unguardedBots(rig.pool, guarded)).toEqual([]);
  expect(await unguardedBots(rig.pool, guarded.slice(0, 1))).toMatchObject([
    { id: idB, exchange: 'other', isHeld: true },
  ]);
  await rig.runner.stop();
});

test('an exchange whose answers never come holds up neither the market nor the bots of the other; another life finds both', async () => {
  const { a, b, idA, idB, venueA, venueB } = await twoGrids();
  // It takes the order that answers the trade, and never says so; nor does it say anything else any more.
  venueB.answer = () => new Promise(() => {});
  const known = venueB.placements.length;
  void trade(venueB, b, 'other', 'buy');
  await expect.poll(() => venueB.placements.length).toBeGreaterThan(known);
  const silent = { order: venueB.port.order, fills: venueB.port.fills, openOrders: venueB.port.openOrders };
  const never = () => new Promise<never>(() => {});
  Object.assign(venueB.port, { order: never, fills: never, openOrders: never });
  const before = venueA.placements.length;
  await trade(venueA, a, 'local', 'buy');
  await trade(venueA, a, 'local', 'sell');
  expect(venueA.placements.length).toBe(before + 2);
  expect(done(await rig.operate(idA, { name: 'pause' }))).toMatchObject({ status: 'paused' });
  expect(done(await rig.operate(idA, { name: 'resume' }))).toMatchObject({ status: 'running' });
  expect(rig.warnings.filter((text) => text.includes('hold the market up'))).toEqual([]);

  await rig.runner.stop();
  venueB.answer = (_order, honest) => honest;
  Object.assign(venueB.port, silent);
  await rig.live();
  await expect.poll(async () => (await filledOf(idB)).length).toBe(venueB.trades.length);
  await trade(venueB, b, 'other', 'sell');
  await trade(venueA, a, 'local', 'buy');
  await expect.poll(async () => (await filledOf(idA)).length).toBe(venueA.trades.length);
  await expect.poll(async () => (await filledOf(idB)).length).toBe(venueB.trades.length);
  for (const { placements } of [venueA, venueB]) expect(new Set(placements).size).toBe(placements.length);
  await rig.runner.stop();
});

test('panic reaches bots of an exchange that has said nothing since the start: they are halted before they do anything', async () => {
  const { a, b, idA, idB, venueB } = await twoGrids();
  const rows = async () => {
    const sql = 'select id, status, halted, halt_asked as asked from bots where id = any($1) order by id';
    return (await rig.pool.query(sql, [[idA, idB]])).rows;
  };
  const store = createBotStore(rig.pool);
  const { userId } = rig.accountAt('local');
  await rig.runner.stop();
  for (const silent of [a, b]) silent.answers = false;
  await rig.live();
  expect([...(await rig.panic())].sort((a, b) => a - b)).toEqual([idA, idB]);
  expect(await rows()).toMatchObject([{ asked: true }, { asked: true }]);
  // Its owner sees what holds already: nothing happens to them any more.
  for (const id of [idA, idB])
    expect(await store.bot(userId, id)).toMatchObject({ status: 'paused', pauseReason: 'user', halted: 'running' });
  await rig.runner.stop();

  a.answers = true;
  await rig.live();
  const halted = { status: 'paused', halted: 'running', asked: false };
  await expect.poll(async () => (await rows())[0]).toMatchObject(halted);
  expect((await rows())[1]).toMatchObject({ asked: true });
  const placed = venueB.placements.length;
  b.answers = true;
  b.say({ type: 'up' });
  await expect.poll(async () => (await rows())[1]).toMatchObject(halted);
  await expect.poll(() => [...resting(venueB, 'buy'), ...resting(venueB, 'sell')]).toEqual([]);
  expect(venueB.placements).toHaveLength(placed);
  expect(done(await rig.operate(idB, { name: 'resume' }))).toMatchObject({ status: 'running' });
  await rig.runner.stop();
});

test('a key that is refused is looked at at once, and the other exchange’s is not', async () => {
  const { a, b, venueB } = await twoGrids();
  venueB.answer = () => ({ outcome: 'refused', code: 2001, reason: 'unknown', detail: 'INVALID_API_KEY' });
  await trade(venueB, b, 'other', 'buy');
  await expect.poll(() => b.suspected.length).toBeGreaterThan(0);
  expect(a.suspected).toEqual([]);
  await rig.runner.stop();
});

test('a bot with a leg at each of two exchanges buys on one and sells on the other, in one commit an event', async () => {
  const [venueA, venueB] = [new SmallVenue([btc], START_MS), new SmallVenue([btc], START_MS)];
  for (const venue of [venueA, venueB]) venue.prices.set('BTC/USDT', '60000.00');
  const [a, b] = [new Line(venueA.port, START_MS), new Line(venueB.port, START_MS)];
  a.price = '60000.00';
  b.price = '60000.00';
  await rig.newUser(++serial, a, b);
  const params = {
    ...{ kind: 'cross', exchange_b: 'other', min_profit: '0.2', max_order: '500' },
    ...{ depth_share: '30', inventory_floor: '10' },
  };
  const convoy = { typeId: 7, kind: 'arbitrage', direction: 'neutral', params, investment: '3000' } as const;
  const id = await rig.create('local', btc, convoy);
  // Its second leg begins with coin, and there is none.
  expect(await rig.operate(id, { name: 'start' })).toMatchObject({
    ...{ code: 3010, data: { coin: 'BTC', exchange: 'other' } },
  });
  venueB.spot.set('BTC', UNIT);
  done(await rig.operate(id, { name: 'start' }));
  rig.commits.length = 0;
  const print = async (line: Line, venue: SmallVenue, price: string) => {
    venue.prices.set('BTC/USDT', price);
    venue.nowMs = line.nowMs + 1_000;
    await line.print(price);
  };
  await print(b, venueB, '60600.00');
  await print(a, venueA, '60000.00');
  await expect.poll(() => [venueA.fills[0]?.side, venueB.fills[0]?.side]).toEqual(['buy', 'sell']);
  await expect
    .poll(async () => (await rig.pool.query('select id from bot_fills f where f.bot_id > $1', [id])).rows.length)
    .toBe(venueA.fills.length + venueB.fills.length);
  const legs = await rig.pool.query('select id, exchange, account_id from bots where parent_id = $1 order by leg', [
    id,
  ]);
  expect(legs.rows.map(({ exchange, account_id }) => [exchange, account_id])).toEqual(
    ['local', 'other'].map((code) => [code, rig.accountAt(code).id]),
  );
  const ids = legs.rows.map((row) => row.id as number);
  // Whatever happened on a leg is written with the other leg and with their bot.
  const whole = rig.commits.filter(({ bots }) => bots.some((bot) => ids.includes(bot.id)));
  expect(whole.length).toBeGreaterThan(0);
  for (const { bots } of whole) expect(bots.map((bot) => bot.id)).toEqual(expect.arrayContaining([id, ...ids]));

  // A leg stands for its bot.
  expect(await unguardedBots(rig.pool, [rig.accountAt('local')])).toContainEqual(
    expect.objectContaining({ id, exchange: 'other' }),
  );

  // One leg's coin is taken by hand. The other exchange agreeing with its books says nothing about that.
  const bought = venueA.spot.get('BTC') ?? 0n;
  venueA.spot.set('BTC', 0n);
  await untilTold(a, id);
  expect(await rig.driftOf(id)).toMatchObject({ kind: 'shortage', key: `${rig.accountAt('local').id} BTC` });
  expect(await rig.answerDrift(id, 'check')).toBe(true);
  venueA.spot.set('BTC', bought);
  expect(await rig.answerDrift(id, 'check')).toBe(false);
  await rig.runner.stop();
});
