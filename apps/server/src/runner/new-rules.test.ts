// An exchange changes a market's filters under a bot that runs there (catalogue B6): refusals for a rule that is no longer
// known are no failures of the bot, the rules are read again, what it sends from then on keeps to them, and its books stay
// what the exchange has.
import { expect, test } from 'vitest';
import type { Placed, Rig } from '../../test/runner-rig.ts';
import { openRig, rules } from '../../test/runner-rig.ts';
import type { NewOrder, VenueSymbol } from '../ports/venue.ts';
import { createFilterWatch } from './sessions/filter-watch.ts';

const grid = {
  kind: 'grid',
  params: { lower: '90.03', upper: '110.07', grid_levels: '20', grid_mode: 'geometric' },
  symbolRules: rules,
} as const;

/** From now on the exchange has these filters and takes nothing else. */
function change(rig: Rig, filters: Partial<VenueSymbol>): VenueSymbol {
  const fresh = { ...rules, ...filters };
  rig.venue.port.symbols = async () => [fresh];
  const isMultiple = (text: string, step: string) =>
    Math.round(Number(text) * 1e6) % Math.round(Number(step) * 1e6) === 0;
  rig.venue.answer = ({ price, qty, type }: NewOrder, honest: Placed): Placed => {
    const reason =
      type === 'limit' && !isMultiple(price, fresh.tick)
        ? 'price_filter'
        : isMultiple(qty, fresh.step)
          ? null
          : 'lot_size';
    if (reason === null) return honest;
    if (honest.outcome === 'accepted') rig.venue.orders.delete(honest.value.order.cid);
    return { outcome: 'refused', code: 3006, reason, detail: 'FILTER' };
  };
  return fresh;
}

const open = ({ venue }: Rig) => [...venue.orders.values()].filter(({ status }) => status === 'open');
const whys = ({ store }: Rig) => store.rows('actions').map(({ why }) => why);

async function minute({ live, opened }: Rig): Promise<void> {
  live.botMarket.market.nowMs += 60_000;
  opened.actor.post({ type: 'print', live });
  await opened.actor.whenQuiet();
}

/** In units of 1e-8. */
function traded({ venue }: Rig): { base: number; quote: number } {
  const sum = { base: 0, quote: 0 };
  for (const { fee, price, qty, side } of venue.trades) {
    const sign = side === 'buy' ? 1 : -1;
    const paid = Math.round(Number(fee) * 1e8);
    sum.base += sign * Math.round(Number(qty) * 1e8) - (side === 'buy' ? paid : 0);
    sum.quote -= sign * Math.round(Number(price) * Number(qty) * 1e8) + (side === 'buy' ? 0 : paid);
  }
  return sum;
}

function expectSameBooks(rig: Rig): void {
  const { books } = rig.live.bot;
  expect({ base: books.baseAtoms, quote: books.quoteAtoms - books.investmentAtoms }).toEqual(traded(rig));
  expect(rig.failures).toEqual([]);
}

test('lines that are refused for coarser steps come back rounded to them, and the books agree to the atom', async () => {
  const rig = openRig(20, grid);
  await rig.start();
  expect(open(rig)).toHaveLength(20);
  const fresh = change(rig, { tick: '0.1', step: '0.01', minQty: '0.01' });
  let tell = () => {};
  const told = new Promise<void>((resolve) => {
    tell = resolve;
  });
  rig.venue.port.symbols = async () => {
    await told;
    return [fresh];
  };
  // More of them than pause a bot, before the rules can be read.
  const lines = open(rig).filter(({ side }) => side === 'buy');
  for (const order of lines.sort((one, other) => Number(other.price) - Number(one.price))) {
    rig.venue.price = order.price;
    rig.opened.actor.post({ type: 'fill', tradingAccount: rig.tradingAccount, fill: rig.venue.fill(order) });
  }
  await expect.poll(() => whys(rig).filter((why) => why === 'order_refused').length).toBeGreaterThan(4);
  tell();
  await rig.opened.actor.whenQuiet();
  expect(rig.live.bot.status).toBe('running');
  expect(rig.live.botMarket.market.lastTicks).toBe(Math.round(Number(rig.venue.price) * 100));
  expect(whys(rig).filter((why) => why === 'filters_changed')).toHaveLength(1);
  expect(rig.live.record.symbolRules).toEqual({
    ...fresh,
    ...{ tick: '0.01', step: '0.001', orderTick: '0.1', orderStep: '0.01' },
  });
  await minute(rig);
  expect(open(rig)).toHaveLength(20);
  expectSameBooks(rig);
  // Each line once round and back: what was sent less than it was meant ends with its last trade.
  for (let turn = 0; turn < 4; turn++) {
    const sell = open(rig).findLast(({ side }) => side === 'sell');
    const buy = open(rig).findLast(({ side }) => side === 'buy');
    for (const order of [sell, buy]) if (order !== undefined) await rig.trade(order.cid);
    await minute(rig);
    expectSameBooks(rig);
  }
  const ended = rig.store.rows('orders').filter(({ filled, qty }) => filled === qty && qty.endsWith('0'));
  expect(ended.filter(({ status }) => status === 'filled').length).toBeGreaterThan(3);
  expect(ended.filter(({ status }) => status === 'cancelled')).toEqual([]);
  expect(rig.live.bot.status).toBe('running');
  const { bot, botMarket } = rig.live;
  expect(botMarket.engine.ladder(bot, botMarket.market).filter(({ reason }) => reason !== '')).toEqual([]);
});

test('refusals under rules that have not changed pause the bot as ever', async () => {
  const rig = openRig(20, grid);
  await rig.start();
  change(rig, { tick: '0.1', step: '0.01', minQty: '0.01' });
  rig.venue.port.symbols = async () => [rules];
  for (const { cid } of open(rig).slice(0, 14)) await rig.trade(cid);
  expect(rig.live.bot).toMatchObject({ status: 'paused', pauseReason: 'risk' });
  expect(whys(rig)).not.toContain('filters_changed');
});

test.each(['price_range', 'too_many_orders'] as const)(
  'lines that the exchange has no room for at present (%s) are missing, and are no failures of the bot',
  async (reason) => {
    const rig = openRig(20, grid);
    await rig.start();
    rig.venue.port.symbols = async () => [rules];
    rig.venue.answer = ({ type }: NewOrder, honest: Placed): Placed => {
      if (type !== 'limit') return honest;
      if (honest.outcome === 'accepted') rig.venue.orders.delete(honest.value.order.cid);
      return { outcome: 'refused', code: 3006, reason, detail: 'FILTER' };
    };
    for (const { cid } of open(rig).slice(0, 14)) await rig.trade(cid);
    expect(whys(rig).filter((why) => why === 'order_refused').length).toBeGreaterThan(4);
    expect(rig.live.bot.status).toBe('running');
    const { bot, botMarket } = rig.live;
    expect(
      botMarket.engine.ladder(bot, botMarket.market).filter((line) => line.reason === reason).length,
    ).toBeGreaterThan(4);
  },
);

test('new rules reach a running bot by the look of the minute, before anything is refused', async () => {
  const rig = openRig(20, grid);
  await rig.start();
  const look = createFilterWatch(rig.connection, { all: () => [rig.opened] });
  await look();
  expect(whys(rig)).not.toContain('filters_changed');
  const commits = rig.store.commits.length;
  await look();
  expect(rig.store.commits).toHaveLength(commits);
  change(rig, { tick: '0.1', step: '0.01', minQty: '0.01' });
  await look();
  expect(whys(rig).filter((why) => why === 'filters_changed')).toHaveLength(1);
  expect(rig.store.commits.flatMap(({ bots }) => bots).at(-1)?.symbolRules).toMatchObject({ orderTick: '0.1' });
  const sell = open(rig).find(({ side }) => side === 'sell');
  await rig.trade(sell?.cid ?? '');
  expect(whys(rig)).not.toContain('order_refused');
  expectSameBooks(rig);
});

test('what an exchange tells of one market alone reaches its bots as well, and stays when nothing changes', async () => {
  const rig = openRig(20, grid);
  await rig.start();
  const priceBand = { buyMost: '1.02', sellLeast: '0.98' };
  const [row] = await rig.venue.port.symbols();
  const asked: string[] = [];
  rig.venue.port.rulesOf = async (symbol) => {
    asked.push(symbol);
    return row === undefined ? null : { ...row, priceBand };
  };
  const look = createFilterWatch(rig.connection, { all: () => [rig.opened] });
  await look();
  expect(rig.live.botMarket.instrument.priceBand).toMatchObject({ buyMostPpm: 1_020_000, sellLeastPpm: 980_000 });
  const commits = rig.store.commits.length;
  await look();
  expect(asked).toEqual(['BTC/USDT', 'BTC/USDT']);
  expect(rig.store.commits).toHaveLength(commits);
  expectSameBooks(rig);
});

test('a finer tick keeps nobody blind: prints between two ticks wake, and trades there are booked to the atom', async () => {
  const rig = openRig(20, grid);
  await rig.start();
  await createFilterWatch(rig.connection, { all: () => [rig.opened] })();
  change(rig, { tick: '0.0001' });
  rig.board.print('BTC/USDT', 1, '99.98765', 1_700_000_100_000);
  await expect.poll(() => rig.live.botMarket.market.lastTicks).toBe(9_998);
  const sell = open(rig).find(({ side }) => side === 'sell');
  if (sell === undefined) throw new Error('no line to sell at');
  rig.opened.actor.post({
    type: 'fill',
    tradingAccount: rig.tradingAccount,
    fill: rig.venue.fill(sell, `${sell.price}37`),
  });
  await rig.opened.actor.whenQuiet();
  expectSameBooks(rig);
  expect(rig.store.rows('fills').at(-1)?.price).toBe(`${sell.price}37`);
});
