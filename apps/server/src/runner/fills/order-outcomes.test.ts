// What an exchange says in its own words stays with whoever runs this: rows, and what people are shown, carry ours.
import { expect, test } from 'vitest';
import { open, operate } from '../../../test/contract-rig.ts';
import { openRig } from '../../../test/runner-rig.ts';

const WORDS = '-2010 Account has insufficient balance; debug ref 0xBEEF key vmPU';

test.each([
  ['refused', { outcome: 'refused', code: 3010, reason: 'funds', detail: WORDS } as const, 'funds'],
  ['unknown', { outcome: 'unknown', detail: WORDS } as const, 'unknown'],
])('an order that is %s is written down by our word for it', async (status, outcome, reason) => {
  const rig = openRig();
  rig.venue.answer = (order, honest) => (order.type === 'limit' ? outcome : honest);
  await rig.start();
  const rows = rig.store.rows('orders').filter((row) => row.status === status);
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) expect(row.reason).toBe(reason);
  expect(JSON.stringify(rig.store.commits)).not.toContain('BEEF');
  expect(JSON.stringify(rig.live.record)).not.toContain('BEEF');
});

test('a leverage that the exchange refuses tells our word for it, too', async () => {
  const refused = { outcome: 'refused', code: 3001, reason: 'leverage', detail: WORDS } as const;
  const rig = open();
  Object.assign(rig.venue.port, { setLeverage: async () => refused });
  const answer = await operate(rig, { name: 'start' });
  expect(answer).toMatchObject({ outcome: 'refused', code: 4020, data: { field: 'leverage', reason: 'leverage' } });
  expect(JSON.stringify(answer)).not.toContain('BEEF');
});

test('an order that would have traded with another of its account is told, and its line is tried again', async () => {
  const rig = openRig();
  await rig.start();
  const resting = [...rig.venue.orders.values()].find(({ side, status }) => side === 'buy' && status === 'open');
  if (resting === undefined) throw new Error('nothing rests');
  const order = { ...resting, status: 'cancelled', selfTrade: true } as const;
  rig.venue.orders.set(order.cid, order);
  rig.opened.actor.post({ type: 'dispatched', live: rig.live, event: { type: 'found', cid: order.cid, order } });
  await rig.opened.actor.whenQuiet();
  expect(rig.store.rows('orders').findLast(({ cid }) => cid === order.cid)).toMatchObject({
    ...{ status: 'cancelled', reason: 'self_trade' },
  });
  const told = rig.store.rows('actions').filter(({ why }) => why === 'self_trade');
  expect(told).toMatchObject([{ action: 'failed', data: { side: 'buy', price: order.price, qty: order.qty } }]);
  rig.live.botMarket.market.nowMs += 2 * 60_000;
  rig.opened.actor.post({ type: 'print', live: rig.live });
  await rig.opened.actor.whenQuiet();
  const again = [...rig.venue.orders.values()].filter(
    ({ price, side, status }) => side === 'buy' && status === 'open' && price === order.price,
  );
  expect(again).toHaveLength(1);
});

test('a machine that tries again and meets the same order again tells it once, and again when it has rested meanwhile', async () => {
  const rig = openRig();
  const honest = rig.venue.answer;
  rig.venue.answer = (order, answer) => {
    if (order.side === 'sell' || order.type === 'market' || answer.outcome !== 'accepted') return answer;
    const ended = { ...answer.value.order, status: 'cancelled', selfTrade: true } as const;
    rig.venue.orders.set(order.cid, ended);
    return { outcome: 'accepted', value: { order: ended, fills: [] } };
  };
  await rig.start();
  const told = () => rig.store.rows('actions').filter(({ why }) => why === 'self_trade').length;
  const minutes = async (count: number) => {
    for (let minute = 0; minute < count; minute++) {
      rig.live.botMarket.market.nowMs += 60_000;
      rig.opened.actor.post({ type: 'print', live: rig.live });
      await rig.opened.actor.whenQuiet();
    }
  };
  const lines = told();
  const before = rig.venue.placements.length;
  expect(lines).toBeGreaterThan(0);
  await minutes(3);
  expect(rig.venue.placements.length).toBeGreaterThan(before);
  expect(told()).toBe(lines);
  rig.venue.answer = honest;
  await minutes(40);
  const rests = [...rig.venue.orders.values()].find(({ side, status }) => side === 'buy' && status === 'open');
  if (rests === undefined) throw new Error('nothing rests');
  const order = { ...rests, status: 'cancelled', selfTrade: true } as const;
  rig.venue.orders.set(order.cid, order);
  rig.opened.actor.post({ type: 'dispatched', live: rig.live, event: { type: 'found', cid: order.cid, order } });
  await rig.opened.actor.whenQuiet();
  expect(told()).toBe(lines + 1);
});

test('an order that evens out a leg says so to what keeps orders of one account apart, and no other does', async () => {
  const rig = openRig();
  await rig.start();
  const [row] = rig.live.orders.values();
  if (row === undefined) throw new Error('nothing rests');
  expect(rig.live.toVenueOrder({ ...row, purpose: 'unwind' })).toMatchObject({ cid: row.cid, unwinds: true });
  expect(rig.live.toVenueOrder(row)).not.toHaveProperty('unwinds');
});
