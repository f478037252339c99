// Behaviours of spot: orders, outcomes, trades, refusals, public data.
import { expect } from 'vitest';
import { SPOT } from './rig.ts';
import {
  allFills,
  atMarket,
  type Behaviour,
  find,
  newCid,
  outcomeOf,
  placed,
  smallWord,
  spotOrder,
  wallet,
} from './subject.ts';

/** Nothing of it can be said by the order of an account that is in none. */
const NO_PREVENTION =
  'Gate prevents it within groups that are joined on its pages: of others an order that asks for it is refused';

export const spotBehaviours: readonly Behaviour[] = [
  {
    market: 'spot',
    says: 'rules of a market are told as decimal strings',
    run: async ({ venue, way }) => {
      const rules = (await venue.symbols()).find(({ symbol }) => symbol === SPOT);
      expect(rules).toMatchObject({ market: 'spot', base: 'BTC', quote: 'USDT', tick: '0.01', step: '0.00001' });
      // OKX tells no least notional, and its makers pay less.
      expect(rules).toMatchObject(
        way === 'okx' ? { minNotional: '0', maker: '0.0008' } : { minNotional: '5', maker: '0.001' },
      );
      expect(rules).toMatchObject({ taker: '0.001', feeAsset: 'received' });
      expect(rules?.status).toBe('trading');
    },
  },
  {
    market: 'spot',
    says: 'prices of the day, candles and the clock of the market are told',
    run: async ({ venue, print, way }) => {
      await print(8);
      const ticker = (await venue.tickers()).find(({ symbol }) => symbol === SPOT);
      expect(ticker).toMatchObject({ symbol: SPOT, high24h: '60010', low24h: '59990' });
      const candles = await venue.candles(SPOT, '1m', 2);
      expect(candles.at(-2)?.slice(1, 5)).toEqual(['60000', '60010', '59990', '60000']);
      const { marketNowMs, state, books } = await venue.clock();
      expect(state).toBe('running');
      expect(books.length).toBeGreaterThan(0);
      // These tell the time of the wall, where the others tell that of the replayed market.
      const offMs = Math.abs(marketNowMs - (candles.at(-1)?.[0] ?? 0));
      expect(offMs).toBeLessThan(way === 'house' || way === 'card' ? 60_000 : 2 * 86_400_000);
    },
  },
  {
    market: 'spot',
    says: 'a limit order rests, is found by its id, is listed as open and holds its funds',
    run: async (subject) => {
      const { venue, account } = subject;
      const order = spotOrder();
      expect(await placed(subject, order)).toMatchObject({ status: 'open', filled: '0', price: '50000', qty: '0.001' });
      const same = {
        cid: order.cid,
        symbol: SPOT,
        side: 'buy',
        type: 'limit',
        tif: 'gtc',
        price: '50000',
        status: 'open',
      };
      expect(await find(subject, order)).toMatchObject(same);
      expect(await venue.openOrders(account)).toMatchObject([same]);
      const usdt = (await venue.balances(account)).find(({ asset }) => asset === 'USDT');
      expect(usdt).toEqual({ asset: 'USDT', free: String(wallet(subject) - 50), locked: '50' });
    },
  },
  {
    market: 'spot',
    says: 'an id that nobody used is absent on the exchange’s own word, and cannot be cancelled',
    run: async (subject) => {
      const order = spotOrder();
      expect(await find(subject, order)).toBeNull();
      const [outcome] = await subject.venue.cancel(subject.account, [order]);
      expect(outcome).toMatchObject({ outcome: 'refused', code: 3002 });
    },
  },
  {
    market: 'spot',
    says: 'a cancelled order is told as it then stands; a second cancel is refused',
    run: async (subject) => {
      const order = spotOrder();
      await placed(subject, order);
      const [first] = await subject.venue.cancel(subject.account, [order]);
      expect(first).toMatchObject({ outcome: 'accepted', value: { cid: order.cid, status: 'cancelled', filled: '0' } });
      const [second] = await subject.venue.cancel(subject.account, [order]);
      expect(second).toMatchObject({ outcome: 'refused', code: 3002 });
      expect(await find(subject, order)).toMatchObject({ status: 'cancelled' });
      expect(await subject.venue.openOrders(subject.account)).toEqual([]);
    },
  },
  {
    market: 'spot',
    says: 'a market order is counted in coin, trades at once as a taker, and its fee is told',
    run: async (subject) => {
      await subject.toOpen();
      const order = spotOrder({ ...atMarket, qty: '0.01' });
      await placed(subject, order);
      expect(await find(subject, order)).toMatchObject({ status: 'filled', filled: '0.01' });
      const [fill, ...more] = await allFills(subject, SPOT);
      expect(more).toEqual([]);
      expect(fill).toMatchObject({
        cid: order.cid,
        symbol: SPOT,
        side: 'buy',
        qty: '0.01',
        maker: false,
        feeAsset: 'BTC',
      });
      expect(fill).toMatchObject({ fee: '0.00001', positionSide: 'net', liquidation: false });
      expect(Number(fill?.price)).toBeGreaterThan(60_000);
      const btc = (await subject.venue.balances(subject.account)).find(({ asset }) => asset === 'BTC');
      expect(btc).toEqual({ asset: 'BTC', free: '0.00999', locked: '0' });
    },
  },
  {
    market: 'spot',
    says: 'a resting order trades at its own price as a maker when the market passes it',
    run: async (subject) => {
      await subject.toOpen();
      const order = spotOrder({ price: '59995' });
      await placed(subject, order);
      await subject.print(4);
      expect(await find(subject, order)).toMatchObject({ status: 'filled', filled: '0.001' });
      expect(await allFills(subject, SPOT)).toMatchObject([{ cid: order.cid, price: '59995', maker: true }]);
      expect((await subject.venue.cancel(subject.account, [order]))[0]).toMatchObject({
        outcome: 'refused',
        code: 3002,
      });
    },
  },
  {
    market: 'spot',
    says: 'trades are read page by page without gap or repetition, each with the id of its order',
    run: async (subject) => {
      await subject.toOpen();
      const orders = Array.from({ length: 5 }, () => spotOrder({ ...atMarket, qty: '0.001' }));
      for (const order of orders) await placed(subject, order);
      const paged = await allFills(subject, SPOT, 2);
      expect(paged.map(({ cid }) => cid)).toEqual(orders.map(({ cid }) => cid));
      expect(new Set(paged.map(({ id }) => id)).size).toBe(5);
      expect(await allFills(subject, SPOT)).toEqual(paged);
      const last = paged.at(-1)?.id ?? '';
      expect(await subject.venue.fills(subject.account, SPOT, last, 10, subject.sinceMs)).toEqual([]);
    },
  },
  {
    market: 'spot',
    says: 'who trades with himself has two trades, and neither is lost between two pages',
    not: { house: 'an account there trades with the tape only' },
    run: async (subject) => {
      await subject.toOpen();
      await placed(subject, spotOrder({ ...atMarket, qty: '0.01' }));
      const sale = spotOrder({ side: 'sell', price: '60000.5', qty: '0.001' });
      await placed(subject, sale);
      const purchase = spotOrder({ price: '60000.5', qty: '0.001' });
      await subject.byHand(purchase);
      const [, ...both] = await allFills(subject, SPOT, 1);
      expect(new Set(both.map(({ cid, side }) => `${cid} ${side}`))).toEqual(
        new Set([`${purchase.cid} buy`, `${sale.cid} sell`]),
      );
      expect(new Set(both.map(({ id }) => id)).size).toBe(2);
      expect(await allFills(subject, SPOT)).toHaveLength(3);
    },
  },
  {
    market: 'spot',
    says: 'an order that would take what rests of its own account ends untraded, and what rests stays',
    not: { house: 'an account there trades with the tape only', gate: NO_PREVENTION },
    run: async (subject) => {
      await subject.toOpen();
      await placed(subject, spotOrder({ ...atMarket, qty: '0.01' }));
      const sale = spotOrder({ side: 'sell', price: '60000.5', qty: '0.001' });
      await placed(subject, sale);
      const purchase = spotOrder({ price: '60000.5', qty: '0.001' });
      await placed(subject, purchase);
      expect(await find(subject, purchase)).toMatchObject({ status: 'cancelled', filled: '0', selfTrade: true });
      expect(await find(subject, sale)).toMatchObject({ status: 'open', filled: '0' });
      const traded = (await allFills(subject, SPOT)).map(({ cid }) => cid);
      expect(traded).not.toContain(purchase.cid);
      expect(traded).not.toContain(sale.cid);
    },
  },
  {
    market: 'spot',
    says: 'a sale at market goes out all the same: what rests in its way of its own account ends, and is told so',
    not: { house: 'an account there trades with the tape only', gate: NO_PREVENTION },
    run: async (subject) => {
      await subject.toOpen();
      await placed(subject, spotOrder({ ...atMarket, qty: '0.01' }));
      const resting = spotOrder({ price: '59999.5', qty: '0.001' });
      await placed(subject, resting);
      const exit = spotOrder({ ...atMarket, side: 'sell', qty: '0.009' });
      await placed(subject, exit);
      expect(await find(subject, exit)).toMatchObject({ status: 'filled', filled: '0.009' });
      expect(await find(subject, resting)).toMatchObject({ status: 'cancelled', filled: '0', selfTrade: true });
      expect((await allFills(subject, SPOT)).map(({ cid }) => cid)).not.toContain(resting.cid);
    },
  },
  {
    market: 'spot',
    says: 'what traded before it was cancelled stays traded',
    run: async (subject) => {
      await subject.toOpen();
      await subject.faults({ fault: 'partial_fills', ppm: 10_000 });
      const order = spotOrder({ price: '59995', qty: '0.1' });
      await placed(subject, order);
      await subject.print(4);
      await subject.faults();
      const [outcome] = await subject.venue.cancel(subject.account, [order]);
      expect(outcome).toMatchObject({ outcome: 'accepted', value: { status: 'cancelled', filled: '0.001' } });
      expect(await allFills(subject, SPOT)).toMatchObject([{ cid: order.cid, qty: '0.001' }]);
    },
  },
  {
    market: 'spot',
    says: 'a post-only order that would take is refused as such, one that would not rests',
    run: async (subject) => {
      await subject.toOpen();
      const taking = await outcomeOf(subject, spotOrder({ tif: 'post', price: '60500' }));
      expect(taking).toMatchObject({ outcome: 'refused', code: 3001, reason: 'post_only' });
      expect(await placed(subject, spotOrder({ tif: 'post' }))).toMatchObject({ status: 'open', tif: 'post' });
    },
  },
  {
    market: 'spot',
    says: 'an immediate order that finds nothing ends cancelled, without a trade',
    run: async (subject) => {
      const order = spotOrder({ tif: 'ioc' });
      await placed(subject, order);
      expect(await find(subject, order)).toMatchObject({ status: 'cancelled', filled: '0' });
      expect(await allFills(subject, SPOT)).toEqual([]);
    },
  },
  {
    market: 'spot',
    says: 'each broken rule is refused in its own word and code',
    run: async (subject) => {
      const said = async (more: Parameters<typeof spotOrder>[0]) => {
        const outcome = await outcomeOf(subject, spotOrder(more));
        return outcome.outcome === 'refused' ? [outcome.code, outcome.reason] : outcome;
      };
      expect(await said({ price: '50000.005' })).toEqual([3006, 'price_filter']);
      expect(await said({ qty: '0.001005' })).toEqual([3007, 'lot_size']);
      expect(await said({ qty: '0.00002' })).toEqual([3007, smallWord(subject, 'spot')]);
      expect(await said({ qty: '1' })).toEqual([3010, 'funds']);
      expect(((await said({ symbol: 'NONE/USDT' })) as unknown[])[0]).toBe(3005);
    },
  },
  {
    market: 'spot',
    says: 'an id in use proves nothing about the second order: its outcome is unknown',
    run: async (subject) => {
      const order = spotOrder();
      await placed(subject, order);
      expect(await outcomeOf(subject, { ...order, price: '49000' })).toMatchObject({ outcome: 'unknown' });
      expect(await find(subject, order)).toMatchObject({ status: 'open', price: '50000' });
    },
  },
  {
    market: 'spot',
    says: 'several orders at once have an outcome each, in their order',
    run: async (subject) => {
      const orders = [
        spotOrder({ price: '40000' }),
        spotOrder({ price: '50000.005' }),
        spotOrder({ price: '55000' }),
        spotOrder({ qty: '1' }),
        ...Array.from({ length: 4 }, () => spotOrder()),
      ];
      const outcomes = await subject.venue.place(subject.account, orders);
      expect(outcomes.map(({ outcome }) => outcome)).toEqual([
        ...['accepted', 'refused', 'accepted', 'refused'],
        ...Array.from({ length: 4 }, () => 'accepted'),
      ]);
      const open = await subject.venue.openOrders(subject.account);
      expect(new Set(open.map(({ cid }) => cid))).toEqual(new Set([0, 2, 4, 5, 6, 7].map((at) => orders[at]?.cid)));
      const cancelled = await subject.venue.cancel(subject.account, [...open, { symbol: SPOT, cid: newCid() }]);
      expect(cancelled.map(({ outcome }) => outcome)).toEqual([...open.map(() => 'accepted'), 'refused']);
    },
  },
  {
    market: 'spot',
    says: 'an id that the exchange would not take is refused before it is sent',
    not: { house: 'takes 36 characters and - _' },
    run: async (subject) => {
      for (const cid of ['x'.repeat(33), 'with-dash', '']) {
        const outcome = await outcomeOf(subject, spotOrder({ cid }));
        expect(outcome).toMatchObject({ outcome: 'refused', code: 3001 });
      }
      expect(await subject.venue.openOrders(subject.account)).toEqual([]);
    },
  },
];
