// What is Gate's alone: orders that are known by our id only while they stand, sizes with decimals, sides that nobody names, and
// candles of which a span and a number are not taken together.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { MarketData, NewOrder, TradingVenue, VenueEvent } from '../../apps/server/src/ports/venue.ts';
import { ConformanceRig, PERP, SPOT } from './rig.ts';
import { atMarket, perpOrder, spotOrder } from './subject.ts';

const MINUTE_MS = 60_000;
let rig: ConformanceRig;
/** The wall shows the time of the tape. */
let aheadMs = Date.UTC(2024, 7, 5, 6, 0) - Date.now();
const nowMs = () => Date.now() + aheadMs;
const closing: (() => Promise<void>)[] = [];

beforeAll(async () => {
  rig = await ConformanceRig.open(nowMs);
});
afterEach(() => {
  aheadMs += MINUTE_MS;
});
afterAll(async () => {
  await Promise.all(closing.map((close) => close()));
  await rig.close();
});

/** Each time another process: what one has learned the next does not know. */
function process(): TradingVenue & MarketData {
  return rig.card(nowMs, undefined, 'gate').venue;
}

async function taken(venue: TradingVenue, account: string, order: NewOrder): Promise<NewOrder> {
  expect(await venue.place(account, [order])).toMatchObject([{ outcome: 'accepted' }]);
  return order;
}

test('an order that ended is found by a process that never saw its number, also when its id names it no more', async () => {
  const account = await rig.keyAccount();
  const first = process();
  const cancelled = [await taken(first, account, spotOrder()), await taken(first, account, perpOrder())];
  await first.cancel(account, cancelled);
  await rig.toOpen();
  const filled = [
    await taken(first, account, spotOrder({ ...atMarket, qty: '0.001' })),
    await taken(first, account, perpOrder({ ...atMarket, qty: '0.013' })),
  ];
  const look = async (venue: TradingVenue) => {
    for (const { cid, symbol } of cancelled)
      expect(await venue.order(account, symbol, cid)).toMatchObject({ cid, status: 'cancelled', filled: '0' });
    for (const { cid, qty, symbol } of filled)
      expect(await venue.order(account, symbol, cid)).toMatchObject({ cid, status: 'filled', filled: qty });
  };
  await look(process());
  aheadMs += 2 * MINUTE_MS;
  await look(process());
  await look(first);
  expect(await process().order(account, PERP, 'nobody')).toBeNull();
});

test('orders of parts of a contract are listed, and more of them than a page holds', async () => {
  const account = await rig.keyAccount();
  const venue = process();
  const orders = Array.from({ length: 105 }, (_, at) => perpOrder({ price: String(50_000 + at), qty: '0.013' }));
  for (let at = 0; at < orders.length; at += 35) {
    const outcomes = await venue.place(account, orders.slice(at, at + 35));
    expect(outcomes.every(({ outcome }) => outcome === 'accepted')).toBe(true);
    aheadMs += 2_000;
  }
  const open = await process().openOrders(account);
  expect(new Set(open.map(({ cid }) => cid))).toEqual(new Set(orders.map(({ cid }) => cid)));
  expect(new Set(open.map(({ qty }) => qty))).toEqual(new Set(['0.013']));
});

test('an order that is not of the position mode of the account is not sent', async () => {
  const account = await rig.keyAccount();
  const venue = process();
  const opened = { ...atMarket, qty: '0.01' };
  for (const positionSide of ['long', 'short'] as const) {
    const [outcome] = await venue.place(account, [perpOrder({ ...opened, positionSide })]);
    expect(outcome).toMatchObject({ outcome: 'refused', code: 3001 });
  }
  await venue.setPositionMode(account, 'hedge');
  const [net] = await process().place(account, [perpOrder({ ...opened, side: 'sell' })]);
  expect(net).toMatchObject({ outcome: 'refused', code: 3001 });
  expect(await venue.positions(account)).toEqual([]);
});

test('with both sides held the lines tell of whose a trade is, as reading does', async () => {
  const account = await rig.keyAccount();
  const sinceMs = (await rig.house().clock()).marketNowMs - MINUTE_MS;
  const { close, stream, venue } = rig.exchange(nowMs, undefined, 'gate');
  closing.push(close);
  await venue.setPositionMode(account, 'hedge');
  const fills: Extract<VenueEvent, { type: 'fill' }>['fill'][] = [];
  stream.start((event) => void (event.type === 'fill' && fills.push(event.fill)), { paced: false });
  stream.attend({ symbols: new Set([SPOT, PERP]), accounts: new Set([account]) });
  const orders = [
    perpOrder({ ...atMarket, qty: '0.015', positionSide: 'long' }),
    perpOrder({ ...atMarket, qty: '0.012', side: 'sell', positionSide: 'short' }),
    perpOrder({ ...atMarket, qty: '0.004', side: 'sell', positionSide: 'long', reduceOnly: true }),
    perpOrder({ ...atMarket, qty: '0.002', positionSide: 'short', reduceOnly: true }),
  ];
  // Until the line stands a trade of it is told by reading only.
  await expect
    .poll(async () => {
      await venue.place(account, [perpOrder({ ...atMarket, qty: '0.001', positionSide: 'long' })]);
      return fills.length;
    })
    .toBeGreaterThan(0);
  for (const order of orders) await taken(venue, account, order);
  const heard = () =>
    orders.map(({ cid }) => {
      const fill = fills.find((one) => one.cid === cid);
      return fill && [fill.side, fill.positionSide, fill.qty];
    });
  await expect.poll(heard).toEqual([
    ['buy', 'long', '0.015'],
    ['sell', 'short', '0.012'],
    ['sell', 'long', '0.004'],
    ['buy', 'short', '0.002'],
  ]);
  const read = await venue.fills(account, PERP, '', 100, sinceMs);
  for (const { cid } of orders) {
    const [a, b] = [read.find((one) => one.cid === cid), fills.find((one) => one.cid === cid)];
    expect({ ...b, last: '' }).toEqual({ ...a, last: '' });
  }
});

test('trades of more than a page are read whole, each once', async () => {
  const account = await rig.keyAccount();
  const venue = process();
  const sinceMs = (await rig.house().clock()).marketNowMs - MINUTE_MS;
  const orders: NewOrder[] = [];
  for (let at = 0; at < 3; at++) {
    const some = Array.from({ length: 40 }, () => perpOrder({ ...atMarket, qty: '0.003' }));
    for (const outcome of await venue.place(account, some)) expect(outcome).toMatchObject({ outcome: 'accepted' });
    orders.push(...some);
    aheadMs += 2_000;
  }
  const read: string[] = [];
  for (let after = ''; ; ) {
    const page = await venue.fills(account, PERP, after, 50, sinceMs);
    read.push(...page.map(({ cid }) => cid));
    if (page.length < 50) break;
    after = page.at(-1)?.id ?? '';
  }
  expect([...read].sort()).toEqual(orders.map(({ cid }) => cid).sort());
});

test('candles are read back beyond one span, and a time to come is as good as none', async () => {
  await rig.print(4 * 30);
  aheadMs += 60 * MINUTE_MS;
  const venue = process();
  for (const symbol of [SPOT, PERP]) {
    const newest = await venue.candles(symbol, '1m', 20);
    expect(newest).toHaveLength(20);
    const last = newest.at(-1)?.[0] ?? 0;
    expect(await venue.candles(symbol, '1m', 5, last - MINUTE_MS)).toEqual(newest.slice(-6, -1));
    expect(await venue.candles(symbol, '1m', 20, nowMs() + 86_400_000)).toEqual(newest);
    expect(await venue.candles(symbol, '1m', 5, 1)).toEqual([]);
    // There is no more than there was.
    const all = await venue.candles(symbol, '1m', 1_500);
    expect(new Set(all.map(([atMs]) => atMs)).size).toBe(all.length);
    expect(all.at(-1)?.[0]).toBe(last);
  }
});
