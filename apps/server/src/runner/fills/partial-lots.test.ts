// An exchange makes its step finer under a bot that runs there (catalogue B6): an order may trade in parts that are no whole lots of
// the bot's. However they are cut, told, told again and read, the books end as what was traded, and nothing is an alarm meanwhile.
import { array, assert, asyncProperty, boolean, integer, record } from 'fast-check';
import { expect, test } from 'vitest';
import { openRig, type Rig, type RigBot, rules } from '../../../test/runner-rig.ts';
import type { VenueFill, VenueOrder } from '../../ports/venue.ts';
import { HoldingsCheck } from '../accounts/compare-holdings.ts';

const lots: RigBot = {
  kind: 'grid',
  params: { lower: '90', upper: '110', grid_levels: '4', grid_mode: 'arithmetic' },
  symbolRules: { ...rules, step: '0.01', minQty: '0.01' },
};
/** Parts are so many of them. */
const UNIT = 0.0001;

const open = ({ venue }: Rig) => [...venue.orders.values()].filter(({ status }) => status === 'open');

/** One part of an order trades, at a price of its own; nobody is told yet. */
function trade({ venue }: Rig, { cid }: VenueOrder, units: number, price?: string): VenueFill {
  const order = venue.orders.get(cid) as VenueOrder;
  const fill = venue.fill({ ...order, qty: (units * UNIT).toFixed(4) }, price);
  const filled = (Number(order.filled) + units * UNIT).toFixed(4);
  venue.orders.set(cid, { ...order, filled, status: Number(filled) < Number(order.qty) ? 'open' : 'filled' });
  return fill;
}

async function tell({ tradingAccount, opened }: Rig, fill: VenueFill): Promise<void> {
  opened.actor.post({ type: 'fill', tradingAccount, fill });
  await opened.actor.whenQuiet();
}

/** In units of 1e-8. */
function expectSameBooks({ failures, live, venue }: Rig): void {
  let [base, quote] = [0, 0];
  for (const { fee, price, qty, side } of venue.trades) {
    const sign = side === 'buy' ? 1 : -1;
    const paid = Math.round(Number(fee) * 1e8);
    base += sign * Math.round(Number(qty) * 1e8) - (side === 'buy' ? paid : 0);
    quote -= sign * Math.round(Number(price) * Number(qty) * 1e8) + (side === 'buy' ? 0 : paid);
  }
  const { books } = live.bot;
  expect({ base: books.baseAtoms, quote: books.quoteAtoms - books.investmentAtoms }).toEqual({ base, quote });
  expect(failures).toEqual([]);
}

const lineOf = (rig: Rig, side: 'buy' | 'sell'): VenueOrder => {
  const line = open(rig).find((order) => order.side === side);
  if (line === undefined) throw new Error(`no line that would ${side}`);
  return line;
};

test('two parts of a lot are booked as one trade with a row for each, and the line that follows is for all of it', async () => {
  const rig = openRig(20, lots);
  await rig.start();
  const before = rig.store.rows('fills').length;
  const line = lineOf(rig, 'sell');
  const units = Math.round(Number(line.qty) / UNIT);
  await tell(rig, trade(rig, line, 37, `${line.price}7`));
  expect(rig.store.rows('fills')).toHaveLength(before);
  expect(rig.live.orders.get(line.cid)?.filled).toBe('0');
  await tell(rig, trade(rig, line, units - 37));
  expect(rig.store.rows('fills').slice(before)).toMatchObject([
    { venueFillId: rig.venue.trades.at(-2)?.id, qty: '0.0037', price: `${line.price}7` },
    { venueFillId: rig.venue.trades.at(-1)?.id, price: line.price },
  ]);
  expect(rig.store.rows('actions').filter(({ why }) => why === 'fill_grid_sell')).toHaveLength(1);
  expect(rig.live.orders.get(line.cid)?.status ?? 'filled').toBe('filled');
  expect(open(rig).find(({ side, price }) => side === 'buy' && Number(price) < Number(line.price))).toBeDefined();
  expectSameBooks(rig);
});

test('however an order is cut into parts, and however often and late they are told, the books are what was traded', async () => {
  const cut = record({ units: integer({ min: 1, max: 400 }), late: boolean(), again: boolean(), reads: boolean() });
  await assert(
    asyncProperty(array(cut, { minLength: 2, maxLength: 8 }), boolean(), async (cuts, isSale) => {
      const rig = openRig(20, lots);
      await rig.start();
      const line = lineOf(rig, isSale ? 'sell' : 'buy');
      let left = Math.round(Number(line.qty) / UNIT);
      const late: VenueFill[] = [];
      for (const [nth, { again, late: isLate, reads, units }] of cuts.entries()) {
        const take = nth === cuts.length - 1 ? left : Math.min(units, left);
        if (take === 0) break;
        left -= take;
        const fill = trade(rig, line, take);
        if (isLate) late.push(fill);
        else await tell(rig, fill);
        if (again) await tell(rig, fill);
        if (reads) await rig.tradingAccount.read();
      }
      for (const fill of late.reverse()) await tell(rig, fill);
      expectSameBooks(rig);
      expect(rig.live.bot.status).toBe('running');
      const rows = rig.store.rows('fills').map(({ venueFillId }) => venueFillId);
      expect(new Set(rows)).toEqual(new Set(rig.venue.trades.map(({ id }) => id)));
      expect(rows).toHaveLength(rig.venue.trades.length);
    }),
    { numRuns: 60 },
  );
});

test('a part that waits is no drift, keeps the cursor before it, and an order that stands is not asked for again and again', async () => {
  const rig = openRig(20, lots);
  await rig.start();
  const line = lineOf(rig, 'buy');
  await tell(rig, trade(rig, line, 37));
  await tell(rig, trade(rig, line, 114));
  const first = rig.venue.trades.at(-2)?.id;
  await rig.tradingAccount.read();
  const cursors = rig.store.commits.flatMap((commit) => commit.cursors).map(({ fillId }) => Number(fillId ?? 0));
  expect(Math.max(0, ...cursors)).toBeLessThan(Number(first));
  const readings = rig.venue.readings;
  const standing = rig.venue.orders.get(line.cid) as VenueOrder;
  rig.opened.actor.post({
    type: 'dispatched',
    live: rig.live,
    event: { type: 'found', cid: line.cid, order: standing },
  });
  await rig.opened.actor.whenQuiet();
  expect(rig.venue.readings).toBe(readings);
  const { baseAtoms } = rig.live.bot.books;
  rig.venue.balances = [{ asset: 'BTC', free: ((baseAtoms + 151 * 1e4) / 1e8).toFixed(8), locked: '0' }];
  const { actor } = rig.opened;
  const check = new HoldingsCheck({ actor, tradingAccount: rig.tradingAccount, venue: rig.venue.port, account: 'rig' });
  expect(await check.run()).toMatchObject([
    { asset: 'BTC', differs: false, booked: BigInt(baseAtoms + 151 * 1e4) * 10n ** 10n },
  ]);
  expectRunning(rig);
});

/** The exchange ends an order and tells it, once by the stream and once by a look-up. */
async function end({ live, opened, venue }: Rig, cid: string): Promise<void> {
  const order: VenueOrder = { ...(venue.orders.get(cid) as VenueOrder), status: 'cancelled' };
  venue.orders.set(cid, order);
  for (let times = 0; times < 2; times++)
    opened.actor.post({ type: 'dispatched', live, event: { type: 'found', cid, order } });
  await opened.actor.whenQuiet();
}

const FINE = { ...lots.symbolRules, step: '0.0001', minQty: '0.0001' };

test.each(['buy', 'sell'] as const)(
  'an order that ends with a part of a lot: a %s is booked, told, and the bot goes on',
  async (side) => {
    const rig = openRig(20, lots);
    await rig.start();
    const line = lineOf(rig, side);
    await tell(rig, trade(rig, line, 37));
    rig.venue.port.symbols = async () => [FINE];
    await end(rig, line.cid);
    expectRunning(rig);
    expectSameBooks(rig);
    expect(rig.live.record.symbolRules).toEqual(FINE);
    expect(rig.store.commits.flatMap(({ bots }) => bots).at(-1)?.symbolRules).toEqual(FINE);
    expect(rig.store.rows('actions').filter(({ why }) => why === 'steps_finer')).toMatchObject([
      { data: { symbol: 'BTC/USDT', qty: '0.0037', base: 'BTC', qty_step: '0.0001' } },
    ]);
    expect(rig.store.rows('fills').at(-1)).toMatchObject({ cid: line.cid, qty: '0.0037' });
    expect(rig.live.orders.has(line.cid)).toBe(false);
  },
);
test('a part in an exchange that does not tell its rules is counted all the same, and what is sent keeps to the old step', async () => {
  const rig = openRig(20, lots);
  await rig.start();
  const line = lineOf(rig, 'buy');
  await tell(rig, trade(rig, line, 37));
  rig.venue.port.symbols = async () => {
    throw new Error('not now');
  };
  await end(rig, line.cid);
  expectRunning(rig);
  expectSameBooks(rig);
  expect(rig.live.record.symbolRules).toMatchObject({ step: '0.0001', orderStep: '0.01', minQty: '0.01' });
});

test('a part that the books have no decimals for sets its bot aside', async () => {
  const rig = openRig(20, { ...lots, symbolRules: { ...lots.symbolRules, tick: '0.00001' } });
  await rig.start();
  const line = lineOf(rig, 'buy');
  await tell(rig, trade(rig, line, 37));
  rig.venue.port.symbols = async () => [{ ...FINE, tick: '0.00001' }];
  await end(rig, line.cid).catch(() => {});
  await expect.poll(() => rig.failures.length).toBe(1);
  expect(rig.store.rows('fills').filter(({ cid }) => cid === line.cid)).toEqual([]);
});

function expectRunning({ failures, live }: Rig): void {
  expect(failures).toEqual([]);
  expect(live.bot.status).toBe('running');
}
