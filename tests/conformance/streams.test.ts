// What the two ways of trading push, and how a line of the exchange that has become worthless is noticed and made anew: silent
// with pongs, frozen at old trades, expired with its key, or deaf to a trade of the account.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { MarketData, NewOrder, TradingVenue, VenueEvent, VenueStream } from '../../apps/server/src/ports/venue.ts';
import { ConformanceRig, OKX_TERMS, PERP, SPOT } from './rig.ts';
import {
  atMarket,
  hasPassphrase,
  keepsStops,
  newCid,
  perpOrder,
  type Subject,
  spotOrder,
  type Way,
} from './subject.ts';

let rig: ConformanceRig;
const open: (() => Promise<void>)[] = [];

/** A minute for each test, so that what may be asked is whole. The wall is a day ahead of the tape. */
let aheadMs = Date.UTC(2024, 7, 6, 6, 0) - Date.now();
const nowMs = () => Date.now() + aheadMs;

beforeAll(async () => {
  rig = await ConformanceRig.open(nowMs);
});
afterEach(async () => {
  aheadMs += 60_000;
  await rig.faults();
  await Promise.all(open.splice(0).map((close) => close()));
});
afterAll(() => rig.close());

interface Followed extends Subject {
  readonly events: VenueEvent[];
  readonly stream: VenueStream;
  readonly said: string[];
}

type Of<T extends VenueEvent['type']> = Extract<VenueEvent, { type: T }>;
function told<T extends VenueEvent['type']>({ events }: { events: readonly VenueEvent[] }, type: T): Of<T>[] {
  return events.filter((event): event is Of<T> => event.type === type);
}

/** An account that is followed, and its streams open. */
async function followed(way: Way): Promise<Followed> {
  const said: string[] = [];
  const made: { venue: TradingVenue & MarketData; stream: VenueStream; close?: () => Promise<void> } =
    way === 'house'
      ? { venue: rig.house(), stream: rig.houseStream() }
      : rig.exchange(nowMs, (message) => said.push(message), way === 'card' || way === 'binance' ? 'local' : way);
  const { venue, stream, close = () => stream.stop() } = made;
  open.push(close);
  const terms = hasPassphrase(way) ? OKX_TERMS : undefined;
  const account = way === 'house' ? await rig.houseAccount(venue) : await rig.keyAccount(terms);
  const events: VenueEvent[] = [];
  stream.start((event) => events.push(event), { paced: false });
  stream.attend({ symbols: new Set([SPOT, PERP]), accounts: new Set([account]) });
  await expect.poll(() => told({ events }, 'up').length).toBeGreaterThan(0);
  const subject = {
    ...{ way, venue, account, sinceMs: (await rig.house().clock()).marketNowMs - 60_000, events, stream, said },
    ...{ print: (count?: number) => rig.print(count), toOpen: () => rig.toOpen() },
    byHand: (order: NewOrder) => rig.byHand(account, order, nowMs()),
    faults: (...set: object[]) => rig.faults(...set),
  };
  // A user line says nothing when it opens: orders are placed until each of them is heard.
  for (const make of [spotOrder, perpOrder]) {
    const cids = new Set<string>();
    await expect
      .poll(async () => {
        const order = make({ cid: newCid() });
        cids.add(order.cid);
        await venue.place(account, [order]);
        return told({ events }, 'order').some((event) => cids.has(event.order.cid));
      })
      .toBe(true);
    await venue.cancel(
      account,
      [...cids].map((cid) => ({ symbol: make({}).symbol, cid })),
    );
  }
  return subject;
}

/** Prints on until it is so: only what changes is told. */
async function printUntil(isSo: () => boolean, symbols: readonly string[] = [SPOT, PERP]): Promise<void> {
  await expect
    .poll(
      async () => {
        await rig.print(1, symbols);
        return isSo();
      },
      { timeout: 60_000 },
    )
    .toBe(true);
}

describe.each(['house', 'card', 'okx', 'bybit', 'bitget', 'gate'] as const)('%s', (way) => {
  test('prints and marks of attended markets come in order', async () => {
    const subject = await followed(way);
    subject.events.length = 0;
    await printUntil(() => told(subject, 'print').filter(({ symbol }) => symbol === PERP).length >= 4);
    for (const symbol of [SPOT, PERP]) {
      const prints = told(subject, 'print').filter((event) => event.symbol === symbol);
      expect(prints.map(({ seq }) => seq)).toEqual(prints.map((_, at) => (prints[0]?.seq ?? 0) + at));
      expect(prints.map(({ atMs }) => atMs)).toEqual(prints.map(({ atMs }) => atMs).sort((a, b) => a - b));
      expect(['60000', '59990', '60010']).toContain(String(Number(prints[0]?.price)));
    }
    await printUntil(() => told(subject, 'mark').some(({ symbol }) => symbol === PERP));
  });

  test('an order and its trade are told with id, client id and fee, as reading tells them', async () => {
    const subject = await followed(way);
    for (const order of [spotOrder({ ...atMarket, qty: '0.01' }), perpOrder({ ...atMarket, qty: '0.1' })]) {
      await subject.venue.place(subject.account, [order]);
      const fillOf = () => told(subject, 'fill').find(({ fill }) => fill.cid === order.cid);
      await expect.poll(fillOf).toBeDefined();
      const [read] = await subject.venue.fills(subject.account, order.symbol, '', 10, subject.sinceMs);
      const pushed = fillOf()?.fill;
      expect({ ...pushed, last: '' }).toEqual({ ...read, last: '' });
      expect(fillOf()?.account).toBe(subject.account);
      await expect
        .poll(() =>
          told(subject, 'order').find((event) => event.order.cid === order.cid && event.order.status === 'filled'),
        )
        .toBeDefined();
    }
  });

  test.skipIf(!keepsStops(way))('a stop is told as it waits, and as it is cancelled', async () => {
    const subject = await followed(way);
    await subject.venue.place(subject.account, [perpOrder({ ...atMarket, qty: '0.1' })]);
    const trigger = { kind: 'stop', by: 'mark', price: '55000' } as const;
    const stop = perpOrder({ ...atMarket, qty: '0.1', side: 'sell', reduceOnly: true, trigger });
    await subject.venue.place(subject.account, [stop]);
    const states = () =>
      told(subject, 'order').flatMap(({ order }) =>
        order.cid === stop.cid ? [[order.status, order.trigger?.kind]] : [],
      );
    await expect.poll(states).toContainEqual(['open', 'stop']);
    await subject.venue.cancel(subject.account, [stop]);
    await expect.poll(states).toContainEqual(['cancelled', 'stop']);
  });
});

test('the number of the last trade is the same by asking and on the line, on both markets', async () => {
  const { url } = rig.venue;
  for (const [path, line] of [
    ['/api/v3/ticker/24hr?symbol=BTCUSDT', '/ws/btcusdt@trade'],
    ['/fapi/v1/ticker/24hr?symbol=BTCUSDT', '/market/ws/btcusdt@aggTrade'],
  ] as const) {
    const heard: number[] = [];
    const socket = new WebSocket(url.replace('http', 'ws') + line);
    socket.addEventListener('message', ({ data }) => {
      const { t, l } = JSON.parse(String(data)) as { t?: number; l?: number };
      heard.push(t ?? l ?? 0);
    });
    await new Promise((resolve) => socket.addEventListener('open', resolve));
    await printUntil(() => heard.length > 0);
    const { lastId } = (await (await fetch(url + path)).json()) as { lastId: number };
    await expect.poll(() => heard.at(-1)).toBe(lastId);
    socket.close();
  }
});

describe('card', () => {
  test('a line that has fallen silent and answers pings on is made anew', async () => {
    const subject = await followed('card');
    await printUntil(() => told(subject, 'print').length > 0);
    // Prints go on all wires; a trade of ours is told on this one alone.
    await rig.faults({ fault: 'silent_stream', events: ['trade'], times: 1 });
    await subject.venue.place(subject.account, [spotOrder({ ...atMarket, qty: '0.001' })]);
    await printUntil(() => told(subject, 'down').length > 0);
    await expect.poll(() => told(subject, 'up').length).toBeGreaterThan(1);
    subject.events.length = 0;
    await printUntil(() => told(subject, 'print').some(({ symbol }) => symbol === SPOT));
  });

  test('a line that tells old trades again and again is made anew', async () => {
    const subject = await followed('card');
    await printUntil(() => told(subject, 'print').length > 0);
    await rig.faults({ fault: 'stale_frames', symbols: [SPOT] });
    await printUntil(() => told(subject, 'down').length > 0, [PERP]);
    await rig.faults();
    subject.events.length = 0;
    await printUntil(() => told(subject, 'print').some(({ symbol }) => symbol === SPOT), [PERP]);
  });

  test('a market without trades does not bring the line down', async () => {
    const subject = await followed('card');
    await printUntil(() => told(subject, 'print').length > 0);
    const seen = told(subject, 'down').length;
    // Ten rounds of the watchdog.
    for (let round = 0; round < 10; round++) await new Promise((resolve) => setTimeout(resolve, 100));
    expect(told(subject, 'down').length).toBe(seen);
  });

  test('a listen key that ended is followed by another, and of that account alone it is said that something may have been missed', async () => {
    const subject = await followed('card');
    const ups = told(subject, 'up').length;
    expect(told(subject, 'missed')).toEqual([]);
    const keys = rig.keys.get(subject.account);
    const headers = { 'x-mbx-apikey': keys?.apiKey.reveal() ?? '' };
    const path = `${rig.venue.url}/fapi/v1/listenKey`;
    const { listenKey } = (await (await fetch(path, { method: 'POST', headers })).json()) as { listenKey: string };
    await fetch(`${path}?listenKey=${listenKey}`, { method: 'DELETE', headers });
    await subject.venue.place(subject.account, [perpOrder()]);
    await expect.poll(() => told(subject, 'missed')).toContainEqual({ type: 'missed', account: subject.account });
    expect(told(subject, 'up')).toHaveLength(ups);
    expect(subject.said.join()).toContain('listenKeyExpired');
    const order = perpOrder();
    await subject.venue.place(subject.account, [order]);
    await expect.poll(() => told(subject, 'order').some((event) => event.order.cid === order.cid)).toBe(true);
  });

  test('a trade that reading found and the line never told ends the line', async () => {
    const subject = await followed('card');
    const { venue, account, sinceMs } = subject;
    await venue.fills(account, SPOT, '', 10, sinceMs);
    await rig.faults({ fault: 'drop_event', events: ['fill'], times: 1 });
    const order = spotOrder({ ...atMarket, qty: '0.01' });
    await venue.place(account, [order]);
    expect(await venue.fills(account, SPOT, '', 10, sinceMs)).toMatchObject([{ cid: order.cid }]);
    await expect.poll(() => subject.said.join()).toContain('a trade was not told');
  });
});

describe.each([
  { way: 'okx', ends: '60005' },
  { way: 'bybit', ends: 'api key' },
  { way: 'bitget', ends: '30005' },
  { way: 'gate', ends: 'INVALID_KEY' },
] as const)('$way', ({ way, ends }) => {
  test('a line that has fallen silent and answers pings on is made anew', async () => {
    const subject = await followed(way);
    await printUntil(() => told(subject, 'print').length > 0);
    await rig.faults({ fault: 'silent_stream', events: ['trade'], times: 1 });
    await subject.venue.place(subject.account, [spotOrder({ ...atMarket, qty: '0.001' })]);
    await printUntil(() => told(subject, 'down').length > 0);
    await expect.poll(() => told(subject, 'up').length).toBeGreaterThan(1);
    subject.events.length = 0;
    await printUntil(() => told(subject, 'print').some(({ symbol }) => symbol === SPOT));
  });

  test('a trade that reading found and the line never told ends the line, and so does the end of its key', async () => {
    const subject = await followed(way);
    const { venue, account, sinceMs } = subject;
    await venue.fills(account, SPOT, '', 10, sinceMs);
    await rig.faults({ fault: 'drop_event', events: ['fill'], times: 1 });
    const order = spotOrder({ ...atMarket, qty: '0.01' });
    await venue.place(account, [order]);
    expect(await venue.fills(account, SPOT, '', 10, sinceMs)).toMatchObject([{ cid: order.cid }]);
    await expect.poll(() => subject.said.join()).toContain('a trade was not told');
    await expect.poll(() => told(subject, 'missed').length).toBeGreaterThan(0);
    await rig.page('/revoke', { key: rig.keys.get(account)?.apiKey.reveal() ?? '' });
    await expect.poll(() => subject.said.join(), { timeout: 20_000 }).toContain(ends);
  });
});
