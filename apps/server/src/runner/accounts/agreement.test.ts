// When books and exchange agree: a look that found nothing is written down with what it compared; one that met a foreign
// hand, an empty answer or an order that nobody knows is not, and the one before keeps its time.
import { encodeClientOrderId } from '@cormorant/core/engine/client-order-id.ts';
import { expect, test } from 'vitest';
import { openRig, SALT } from '../../../test/runner-rig.ts';

type Rig = ReturnType<typeof openRig>;

const agreed = (rig: Rig) => rig.live.record.agreed;

const coin = (free: string) => [{ asset: 'BTC', free, locked: '0' }];

async function look(rig: Rig): Promise<void> {
  await rig.tradingAccount.reconciler.run();
  await rig.opened.actor.whenQuiet();
}

async function started(): Promise<Rig> {
  const rig = openRig();
  rig.venue.balances = coin('10');
  await rig.start();
  return rig;
}

test('a look that finds nothing to say is kept with orders, trades and coin', async () => {
  const rig = await started();
  expect(agreed(rig)).toBeNull();
  await look(rig);
  expect(agreed(rig)).toMatchObject({ orders: 4, trades: 1, holdings: [{ asset: 'BTC', found: '10' }] });
  expect(rig.store.commits.at(-1)?.bots.at(-1)?.agreed).toEqual(agreed(rig));
  const [first] = [agreed(rig)];
  await look(rig);
  expect(agreed(rig)?.atMs).toBeGreaterThan(first?.atMs ?? 0);
});

test.each([
  ['coin that is gone', (rig: Rig) => Object.assign(rig.venue, { balances: coin('0.1') })],
  ['an empty answer', (rig: Rig) => Object.assign(rig.venue, { balances: [] })],
  [
    'an order with its mark that it does not know',
    (rig: Rig) => {
      const [known] = rig.venue.orders.values();
      const cid = encodeClientOrderId({ salt: SALT, bot: 1001, slot: 99, cycle: 0, attempt: 0 });
      if (known !== undefined) rig.venue.orders.set(cid, { ...known, cid, status: 'open', filled: '0' });
    },
  ],
  [
    'an order whose fate cannot be asked for',
    (rig: Rig) => {
      rig.venue.orders.delete([...rig.live.orders.keys()][0] ?? '');
      rig.venue.port.order = async () => {
        throw new Error('away');
      };
    },
  ],
])('%s is no agreement', async (_what, spoil) => {
  const rig = await started();
  await look(rig);
  const before = agreed(rig);
  spoil(rig);
  await look(rig);
  expect(agreed(rig)).toEqual(before);
});
