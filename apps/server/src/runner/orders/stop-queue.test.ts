// A bot's protective stop has a queue of its own: what hangs there keeps nothing of the bot from leaving, and the order of
// requests of one queue holds.
import { expect, test } from 'vitest';
import { started } from '../../../test/contract-rig.ts';
import type { NewOrder, TradingVenue, VenueOrder } from '../../ports/venue.ts';
import type { SenderEvent } from './order-sender.ts';
import { createStopQueue } from './stop-queue.ts';

const OWN = 'q0007000v90000001g';
const GUARD = 'q00070000v9vvv00011';
const order: NewOrder = {
  ...{ cid: GUARD, symbol: 'BTC/USDT:USDT', side: 'sell', type: 'market', tif: 'gtc', price: '0', qty: '1' },
  ...{ positionSide: 'net', reduceOnly: true },
};
const standing: VenueOrder = { ...order, filled: '0', status: 'open', createdAtMs: 0 };

/** At a venue where whatever is asked of the stop is answered when the gate opens. */
function atSlowVenue() {
  const gate = Promise.withResolvers<void>();
  const [sent, events]: [string[], SenderEvent[]] = [[], []];
  const reach = async (what: string, cid: string) => {
    sent.push(`${what} ${cid}`);
    if (cid === GUARD) await gate.promise;
  };
  const venue = {
    place: async (_account: string, [first, ...more]: readonly NewOrder[]) => {
      if (first === undefined || more.length > 0) throw new Error('one at a time here');
      await reach('place', first.cid);
      return [{ outcome: 'accepted', value: { order: { ...standing, ...first }, fills: [] } }];
    },
    cancel: async (_account: string, [name]: readonly { cid: string }[]) => {
      await reach('cancel', name?.cid ?? '');
      return [{ outcome: 'accepted', value: { ...standing, ...name, status: 'cancelled' } }];
    },
  } as unknown as TradingVenue;
  const dispatcher = createStopQueue({
    ...{ venue, account: 'a', symbol: order.symbol, clock: { nowMs: () => 0 }, graceMs: 1_000, mayAct: () => true },
    post: (event) => events.push(event),
    onFault: (error) => {
      throw error;
    },
  });
  return { dispatcher, events, gate, sent };
}

test('requests of the stop keep their order among themselves and hold up nobody else', async () => {
  const { dispatcher, events, gate, sent } = atSlowVenue();
  dispatcher.send([
    { kind: 'place', order },
    { kind: 'cancel', cid: GUARD },
    { kind: 'place', order: { ...order, cid: OWN } },
  ]);
  await expect.poll(() => events.length).toBe(1);
  expect(events).toMatchObject([{ type: 'placed', cid: OWN }]);
  expect(sent.toSorted()).toEqual([`place ${GUARD}`, `place ${OWN}`].toSorted());
  expect([dispatcher.isIdle(), dispatcher.handles(GUARD), dispatcher.handles(OWN)]).toEqual([false, true, false]);
  gate.resolve();
  await dispatcher.whenIdle();
  expect(dispatcher.isIdle()).toBe(true);
  expect(events.map(({ type, cid }) => `${type} ${cid}`).slice(1)).toEqual([`placed ${GUARD}`, `found ${GUARD}`]);
});

test('one that was stopped sends nothing of either', async () => {
  const { dispatcher, sent } = atSlowVenue();
  dispatcher.stop();
  dispatcher.send([
    { kind: 'place', order },
    { kind: 'place', order: { ...order, cid: OWN } },
  ]);
  await dispatcher.whenIdle();
  expect(sent).toEqual([]);
});

test('while the look-up of its stop hangs at the venue, the exit of a bot leaves all the same', async () => {
  const rig = await started({}, 'martin', 20, ({ port }) => void Object.assign(port, { keepsStops: true }));
  const { live, opened, venue } = rig;
  const [guard] = [...venue.orders.values()].filter(({ trigger }) => trigger !== undefined);
  if (guard === undefined) throw new Error('nothing guards it');
  const hanging: string[] = [];
  venue.look = (honest, cid) => {
    if (cid !== guard.cid) return honest;
    hanging.push(cid);
    return new Promise(() => {});
  };
  const { cancel } = venue.port;
  const unanswered: typeof cancel = async (account, names) =>
    names[0]?.cid === guard.cid ? [{ outcome: 'unknown', detail: 'the reply was lost' }] : cancel(account, names);
  Object.assign(venue.port, { cancel: unanswered });
  const add = [...venue.orders.values()].find(
    ({ status, side, type }) => status === 'open' && side === 'buy' && type === 'limit',
  );
  if (add === undefined) throw new Error('no add rests');
  // What makes the position larger moves the stop.
  opened.actor.post({ type: 'fill', tradingAccount: rig.tradingAccount, fill: venue.fill(add) });
  await expect.poll(() => hanging).toEqual([guard.cid]);
  live.botMarket.market.lastTicks = 8_000;
  venue.price = '80';
  opened.actor.post({ type: 'print', live });
  await expect.poll(() => live.head.books.baseAtoms).toBe(0);
  expect(rig.store.rows('settlements')).toMatchObject([{ purpose: 'stop_loss' }]);
  expect(live.head.guard).toMatchObject({ status: 'cancelling' });
  expect(rig.failures).toEqual([]);
});
