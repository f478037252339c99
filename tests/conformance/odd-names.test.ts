// A coin whose name is not of A to Z, as exchanges list them: on every wire its markets are listed, read, followed, traded and
// found again, and a market that is not there any more costs it nothing.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { MarketData, NewOrder, TradingVenue, VenueEvent, VenueStream } from '../../apps/server/src/ports/venue.ts';
import { ConformanceRig, OKX_TERMS } from './rig.ts';
import { hasPassphrase, newCid, type Way } from './subject.ts';

const COIN = '币安人生';

let rig: ConformanceRig;
let aheadMs = Date.UTC(2024, 7, 6, 6, 0) - Date.now();
const nowMs = () => Date.now() + aheadMs;
const open: (() => Promise<void>)[] = [];

beforeAll(async () => {
  rig = await ConformanceRig.open(nowMs, undefined, COIN);
});
afterEach(async () => {
  aheadMs += 60_000;
  await Promise.all(open.splice(0).map((close) => close()));
});
afterAll(() => rig.close());

interface Trader {
  readonly venue: TradingVenue & MarketData;
  readonly stream: VenueStream;
  readonly account: string;
  readonly said: string[];
}

async function traderOf(way: Way): Promise<Trader> {
  const said: string[] = [];
  const made: { venue: TradingVenue & MarketData; stream: VenueStream; close?: () => Promise<void> } =
    way === 'house'
      ? { venue: rig.house(), stream: rig.houseStream() }
      : rig.exchange(nowMs, (message) => said.push(message), way === 'card' ? 'local' : way);
  const { venue, stream, close = () => stream.stop() } = made;
  open.push(close);
  const account =
    way === 'house' ? await rig.houseAccount(venue) : await rig.keyAccount(hasPassphrase(way) ? OKX_TERMS : undefined);
  return { venue, stream, account, said };
}

const WAYS: readonly Way[] = ['house', 'card', 'okx', 'bybit', 'bitget', 'gate'];

describe.each(WAYS)('%s', (way) => {
  test('its pair and its perpetual are listed and told of', async () => {
    const { venue, account } = await traderOf(way);
    // Margin tables are told to keys.
    await venue.balances(account, 'futures');
    const listed = (await venue.symbols()).map(({ symbol, base }) => [symbol, base]);
    expect(listed).toEqual(
      expect.arrayContaining([
        [rig.spot, COIN],
        [rig.perp, COIN],
      ]),
    );
    expect((await venue.tickers()).map(({ symbol }) => symbol)).toEqual(expect.arrayContaining([rig.spot, rig.perp]));
    for (const symbol of [rig.spot, rig.perp]) {
      const [candle] = await venue.candles(symbol, '1m', 1);
      expect(Number(candle?.[1])).toBe(60_000);
    }
    expect((await venue.fundingRates(rig.perp, 1)).length).toBeLessThanOrEqual(1);
  });

  test('it is traded: an order rests, is found, is cancelled; one at market trades and its fill is read', async () => {
    const { venue, account } = await traderOf(way);
    const sinceMs = (await rig.house().clock()).marketNowMs - 60_000;
    for (const symbol of [rig.spot, rig.perp]) {
      const order: NewOrder = {
        ...{ cid: newCid(), symbol, side: 'buy', type: 'limit', tif: 'gtc', price: '58000', qty: '0.01' },
        ...{ positionSide: 'net', reduceOnly: false },
      };
      const [rests] = await venue.place(account, [order]);
      expect(rests).toMatchObject({ outcome: 'accepted' });
      expect((await venue.openOrders(account)).map(({ cid, symbol: of }) => [cid, of])).toContainEqual([
        order.cid,
        symbol,
      ]);
      const [cancelled] = await venue.cancel(account, [{ cid: order.cid, symbol }]);
      expect(cancelled).toMatchObject({ outcome: 'accepted' });
      const taken: NewOrder = { ...order, cid: newCid(), type: 'market', tif: 'ioc', price: '0' };
      expect((await venue.place(account, [taken]))[0]).toMatchObject({ outcome: 'accepted' });
      await expect
        .poll(async () => {
          const fills = await venue.fills(account, symbol, '', 100, sinceMs);
          return fills.filter(({ cid }) => cid === taken.cid).map(({ symbol: of }) => of);
        })
        .toEqual([symbol]);
    }
  });

  test('its trades and those of its account are heard, whatever else is asked for', async () => {
    const { venue, stream, account } = await traderOf(way);
    const events: VenueEvent[] = [];
    stream.start((event) => events.push(event), { paced: false });
    const gone = ['不在了/USDT', '不在了/USDT:USDT'];
    stream.attend({ symbols: new Set([rig.spot, ...gone, rig.perp]), accounts: new Set([account]) });
    const heard = (type: VenueEvent['type'], symbol: string) =>
      events.some((event) => event.type === type && 'symbol' in event && event.symbol === symbol);
    await rig.whilePrinting(
      expect.poll(() => heard('print', rig.spot) && heard('print', rig.perp), { timeout: 10_000 }).toBe(true),
    );
    const cid = newCid();
    const order: NewOrder = {
      ...{ cid, symbol: rig.spot, side: 'buy', type: 'market', tif: 'ioc', price: '0', qty: '0.01' },
      ...{ positionSide: 'net', reduceOnly: false },
    };
    await venue.place(account, [order]);
    const fills = () =>
      events.flatMap((event) => (event.type === 'fill' && event.fill.cid === cid ? [event.fill.symbol] : []));
    await expect.poll(fills, { timeout: 10_000 }).toContain(rig.spot);
  });
});
