// What an exchange says in its own words stays with whoever runs this: rows, and what people are shown, carry ours.
import { expect, test } from 'vitest';
import { open, operate } from './contract-rig.ts';
import { openRig } from './runner-rig.ts';

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
