// Both laws against a slow model that keeps orders in a plain list and sorts it each time, and the rules of
// apps/venue/PROTOCOL.md ("Fill law") one by one.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { btcSpec } from '../../test/btc-usdt.ts';
import { type FillRow, VenueRecorder } from '../../test/venue-recorder.ts';
import type { Instrument } from '../market/instrument.ts';
import { makeInstrument } from '../market/make-instrument.ts';
import type { OrderType, Side, TimeInForce } from '../strategy/strategy.ts';
import { DEFAULT_SLIPPAGE_PPM, SimVenue, type VenueLaw } from './sim-venue.ts';
import { refusalOf } from './sink.ts';

const SPEC = { ...btcSpec, minNotional: '0', maxOpenOrders: 1000, maker: '0.0008' };
const btc = makeInstrument(SPEC);

function venueOf(law: VenueLaw, instrument: Instrument = btc, slippagePpm = DEFAULT_SLIPPAGE_PPM) {
  const sink = new VenueRecorder();
  return { venue: new SimVenue(instrument, { law, slippagePpm }, sink), sink };
}

interface ModelOrder {
  ref: number;
  side: Side;
  price: number;
  left: number;
  age: number;
}

/** The slow model: answers the fills of one operation as [ref, price, qty, maker]. */
class Model {
  orders: ModelOrder[] = [];
  last = 0;
  private age = 0;
  private readonly law: VenueLaw;

  constructor(law: VenueLaw) {
    this.law = law;
  }

  queue(side: Side): ModelOrder[] {
    const sign = side === 'buy' ? -1 : 1;
    return this.orders
      .filter((order) => order.side === side)
      .sort((a, b) => sign * (a.price - b.price) || a.age - b.age);
  }

  print(price: number): number[][] {
    this.last = price;
    if (this.law === 'book') return [];
    const beyond = [
      ...this.queue('buy').filter((order) => order.price > price),
      ...this.queue('sell').filter((order) => order.price < price),
    ];
    this.orders = this.orders.filter((order) => !beyond.includes(order));
    return beyond.map((order) => [order.ref, order.price, order.left, 1]);
  }

  place(
    ref: number,
    side: Side,
    type: OrderType,
    tif: TimeInForce,
    limit: number,
    qty: number,
  ): number[][] | 'refused' {
    const fills: number[][] = [];
    const sign = side === 'buy' ? 1 : -1;
    const order = { ref, side, price: limit, left: qty, age: this.age++ };
    if (this.law === 'candle') {
      if (this.last === 0) return 'refused';
      const slipped =
        side === 'buy' ? Math.ceil((this.last * 10_002) / 10_000) : Math.floor((this.last * 9_998) / 10_000);
      if (type === 'market') order.price = slipped;
      if (sign * (order.price - this.last) >= 0) {
        if (tif === 'post') return 'refused';
        fills.push([ref, sign * Math.min(sign * order.price, sign * slipped), qty, 0]);
        order.left = 0;
      }
    } else {
      const makers = this.queue(side === 'buy' ? 'sell' : 'buy');
      const best = makers[0]?.price ?? 0;
      if (type === 'market') {
        order.price = side === 'buy' ? Math.ceil((best * 10_002) / 10_000) : Math.floor((best * 9_998) / 10_000);
      }
      if (tif === 'post' && best > 0 && sign * (order.price - best) >= 0) return 'refused';
      for (const maker of makers) {
        if (order.left === 0 || sign * (order.price - maker.price) < 0) break;
        const traded = Math.min(order.left, maker.left);
        order.left -= traded;
        maker.left -= traded;
        this.last = maker.price;
        fills.push([maker.ref, maker.price, traded, 1], [ref, maker.price, traded, 0]);
      }
      this.orders = this.orders.filter((resting) => resting.left > 0);
    }
    if (order.left > 0 && type === 'limit' && tif !== 'ioc') this.orders.push(order);
    return fills;
  }
}

const price = fc.oneof(fc.integer({ min: 9_995, max: 10_005 }), fc.integer({ min: 9_900, max: 10_100 }));
const operation = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      op: fc.constant('place' as const),
      side: fc.constantFrom<Side>('buy', 'sell'),
      type: fc.constantFrom<OrderType>('limit', 'limit', 'limit', 'market'),
      tif: fc.constantFrom<TimeInForce>('gtc', 'gtc', 'ioc', 'post'),
      price,
      qty: fc.integer({ min: 1, max: 50 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ op: fc.constant('print' as const), price }) },
  { weight: 2, arbitrary: fc.record({ op: fc.constant('cancel' as const), pick: fc.nat() }) },
);

describe.each<VenueLaw>(['candle', 'book'])('%s law', (law) => {
  it('trades exactly as the slow model, order by order', () => {
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 120 }), (operations) => {
        const { venue, sink } = venueOf(law);
        const model = new Model(law);
        const handles = new Map<number, number>();
        operations.forEach((step, ref) => {
          let expected: number[][] | 'refused' = [];
          let refused = false;
          if (step.op === 'print') {
            expected = model.print(step.price);
            venue.print(step.price, ref);
          } else if (step.op === 'cancel') {
            const resting = model.orders[step.pick % Math.max(1, model.orders.length)];
            if (resting === undefined) return;
            model.orders = model.orders.filter((order) => order !== resting);
            expect(venue.cancel(handles.get(resting.ref) as number)).toBe(true);
            expect(venue.cancel(handles.get(resting.ref) as number)).toBe(false);
          } else {
            const tif = step.type === 'market' && step.tif === 'post' ? 'gtc' : step.tif;
            expected = model.place(ref, step.side, step.type, tif, step.price, step.qty);
            const handle = venue.place(0, ref, step.side, step.type, tif, step.price, step.qty);
            refused = handle < 0;
            handles.set(ref, handle);
          }
          const fills = sink.take().filter((row): row is FillRow => row.kind === 'fill');
          expect(refused).toBe(expected === 'refused');
          expect(fills.map((fill) => [fill.ref, fill.priceTicks, fill.qtyLots, fill.maker ? 1 : 0])).toEqual(
            expected === 'refused' ? [] : expected,
          );
          expect(venue.lastTicks).toBe(model.last);
          expect(venue.bestBuyTicks).toBe(model.queue('buy')[0]?.price ?? 0);
          expect(venue.bestSellTicks).toBe(model.queue('sell')[0]?.price ?? Number.POSITIVE_INFINITY);
          expect(venue.openOrders).toBe(model.orders.length);
        });
        const resting = [...model.queue('buy'), ...model.queue('sell')].map(({ ref, left }) => [ref, left]);
        expect(venue.snapshot().orders.map(({ ref, leftLots }) => [ref, leftLots])).toEqual(resting);
      }),
      { numRuns: 300 },
    );
  });

  it('stands where it stood after a restart', () => {
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 60 }), fc.array(operation, { maxLength: 60 }), (before, after) => {
        const first = venueOf(law);
        const second = venueOf(law);
        const run = ({ venue, sink }: typeof first, operations: typeof before): unknown[] => {
          operations.forEach((step, ref) => {
            if (step.op === 'print') venue.print(step.price, ref);
            if (step.op === 'place') venue.place(3, ref, step.side, step.type, step.tif, step.price, step.qty);
          });
          return sink.take().map((row) => ({ ...row, handle: 0 }));
        };
        run(first, before);
        const snapshot = JSON.parse(JSON.stringify(first.venue.snapshot()));
        const handles = second.venue.restore(snapshot);
        expect(handles.map((handle) => second.venue.order(handle))).toEqual(
          first.venue.snapshot().orders.map((order, at) => ({ ...order, handle: handles[at] })),
        );
        expect(run(second, after)).toEqual(run(first, after));
        expect(second.venue.openOrdersOf(3)).toBe(first.venue.openOrdersOf(3));
      }),
      { numRuns: 100 },
    );
  });
});

describe('candle law', () => {
  it('fills a resting order only when the print is one tick beyond it, at its own price, as a maker', () => {
    const { venue, sink } = venueOf('candle');
    venue.print(6_000_000, 1);
    const buy = venue.place(1, 10, 'buy', 'limit', 'gtc', 5_900_000, 87);
    const sell = venue.place(1, 11, 'sell', 'limit', 'gtc', 6_100_000, 87);
    venue.print(5_900_000, 2);
    venue.print(6_100_000, 3);
    expect(sink.take()).toEqual([]);
    venue.print(5_899_999, 4);
    venue.print(6_100_001, 5);
    const common = { kind: 'fill', account: 1, qtyLots: 87, leftLots: 0, maker: true };
    expect(sink.take()).toEqual([
      { ...common, handle: buy, ref: 10, side: 'buy', priceTicks: 5_900_000, feeAtoms: 69, feeInBase: true },
      { ...common, handle: sell, ref: 11, side: 'sell', priceTicks: 6_100_000, feeAtoms: 4_245_600, feeInBase: false },
    ]);
  });

  it('gives each order its portion of a print once, best price first, and leaves it its place', () => {
    const sink = new VenueRecorder();
    const portion = (account: number, leftLots: number) => (account === 1 ? Math.floor(leftLots / 4) : leftLots);
    const venue = new SimVenue(btc, { law: 'candle', slippagePpm: 0, portion }, sink);
    venue.print(6_000_000, 1);
    venue.place(1, 10, 'buy', 'limit', 'gtc', 5_900_000, 80);
    venue.place(2, 11, 'buy', 'limit', 'gtc', 5_900_000, 30);
    venue.place(1, 12, 'buy', 'limit', 'gtc', 5_950_000, 3);
    venue.place(2, 13, 'buy', 'limit', 'gtc', 5_800_000, 5);
    const fills = () => (sink.take() as FillRow[]).map(({ ref, qtyLots, leftLots }) => [ref, qtyLots, leftLots]);
    venue.print(5_899_999, 2);
    expect(fills()).toEqual([
      [12, 1, 2],
      [10, 20, 60],
      [11, 30, 0],
    ]);
    expect([venue.bestBuyTicks, venue.openOrders]).toEqual([5_950_000, 3]);
    venue.print(5_790_000, 3);
    expect(fills()).toEqual([
      [12, 1, 1],
      [10, 15, 45],
      [13, 5, 0],
    ]);
    venue.place(1, 14, 'buy', 'market', 'ioc', 0, 40);
    expect(sink.take()).toMatchObject([
      { ref: 14, qtyLots: 10, leftLots: 30 },
      { kind: 'expired', ref: 14, leftLots: 30 },
    ]);
  });

  it('makes a taker pay the print and 0.02 %, rounded against it, never worse than its limit', () => {
    const { venue, sink } = venueOf('candle');
    venue.print(6_000_001, 1);
    venue.place(0, 0, 'buy', 'market', 'gtc', 0, 1);
    venue.place(0, 1, 'sell', 'market', 'gtc', 0, 1);
    venue.place(0, 2, 'buy', 'limit', 'gtc', 6_000_500, 1);
    venue.place(0, 3, 'sell', 'limit', 'ioc', 6_000_001, 1);
    venue.place(0, 4, 'buy', 'limit', 'gtc', 9_000_000, 1);
    const fills = sink.take() as FillRow[];
    expect(fills.map((fill) => fill.priceTicks)).toEqual([6_001_202, 5_998_800, 6_000_500, 6_000_001, 6_001_202]);
    expect(fills.every((fill) => !fill.maker && fill.leftLots === 0)).toBe(true);
    expect(fills[0]?.feeAtoms).toBe(1);
    expect(venue.openOrders).toBe(0);
  });

  it('never trades an order placed after a print on that same print, except by taking', () => {
    const { venue, sink } = venueOf('candle');
    venue.print(100, 1);
    venue.place(0, 0, 'buy', 'limit', 'gtc', 99, 1);
    venue.print(100, 2);
    expect(sink.take()).toEqual([]);
    venue.print(98, 3);
    expect(sink.take()).toHaveLength(1);
  });

  it('takes away what an ioc cannot fill, and says so', () => {
    const { venue, sink } = venueOf('candle');
    venue.print(100, 1);
    const handle = venue.place(5, 6, 'buy', 'limit', 'ioc', 99, 7);
    expect(sink.take()).toEqual([{ kind: 'expired', handle, account: 5, ref: 6, side: 'buy', leftLots: 7 }]);
    expect(venue.order(handle)).toBeUndefined();
    expect(venue.cancel(handle)).toBe(false);
  });
});

describe('book law', () => {
  it('walks the book for a market order, but not beyond its cap', () => {
    const { venue, sink } = venueOf('book', btc, 50_000);
    for (const [ref, ticks] of [1000, 1020, 1050, 1051].entries())
      venue.place(1, ref, 'sell', 'limit', 'gtc', ticks, 10);
    const handle = venue.place(2, 9, 'buy', 'market', 'gtc', 0, 100);
    const rows = sink.take();
    const taken = rows.filter((row) => row.kind === 'fill' && !row.maker) as FillRow[];
    expect(taken.map((fill) => [fill.priceTicks, fill.leftLots])).toEqual([
      [1000, 90],
      [1020, 80],
      [1050, 70],
    ]);
    expect(rows.at(-1)).toMatchObject({ kind: 'expired', handle, leftLots: 70 });
    expect(venue.bestSellTicks).toBe(1051);
  });

  it('expires a market order that meets an empty book', () => {
    const { venue, sink } = venueOf('book');
    expect(venue.place(0, 0, 'buy', 'market', 'gtc', 0, 5)).toBeGreaterThanOrEqual(0);
    expect(sink.take()).toMatchObject([{ kind: 'expired', leftLots: 5 }]);
  });
});

describe('filters', () => {
  const strict = makeInstrument({
    ...SPEC,
    minQty: '0.00010',
    maxQty: '1',
    minNotional: '5',
    minPrice: '100',
    maxOpenOrders: 2,
  });

  function refusal(change: { type?: OrderType; tif?: TimeInForce; price?: number; qty?: number }): string {
    const { venue } = venueOf('candle', strict);
    venue.print(6_000_000, 1);
    const code = venue.place(
      0,
      0,
      'buy',
      change.type ?? 'limit',
      change.tif ?? 'gtc',
      change.price ?? 5_000_000,
      change.qty ?? 100,
    );
    return code >= 0 ? 'taken' : refusalOf(code);
  }

  it.each([
    ['taken', {}],
    ['price_filter', { price: 5_000_000.5 }],
    ['price_filter', { price: Number.NaN }],
    ['price_range', { price: 9_999 }],
    ['price_range', { price: 100_000_001 }],
    ['lot_size', { qty: 100.5 }],
    ['qty_small', { qty: 9 }],
    ['qty_small', { qty: -100 }],
    ['qty_large', { qty: 100_001 }],
    ['notional_small', { price: 10_000, qty: 4_999 }],
    ['taken', { price: 10_000, qty: 5_000 }],
    ['post_only', { tif: 'post', price: 6_000_000 }],
    ['taken', { tif: 'post', price: 5_999_999 }],
  ] as const)('answer %s to %j', (answer, change) => {
    expect(refusal(change)).toBe(answer);
  });

  it('tell how far from its last price a market takes limit orders, where its description says so', () => {
    const priceBand = { buyLeast: '0.2', buyMost: '1.02', sellLeast: '0.98', sellMost: '5' };
    const { venue } = venueOf('candle', makeInstrument({ ...SPEC, minPrice: '1', priceBand }));
    venue.print(100_000, 1);
    const answer = (side: 'buy' | 'sell', price: number, type: OrderType = 'limit') => {
      const code = venue.place(0, 0, side, type, 'gtc', price, 1_000);
      return code >= 0 ? 'taken' : refusalOf(code);
    };
    expect([19_999, 20_000, 102_000, 102_001].map((price) => answer('buy', price))).toEqual([
      ...['price_range', 'taken', 'taken', 'price_range'],
    ]);
    expect([97_999, 98_000, 500_000, 500_001].map((price) => answer('sell', price))).toEqual([
      ...['price_range', 'taken', 'taken', 'price_range'],
    ]);
    // A market order has no price of its own.
    expect(answer('buy', 0, 'market')).toBe('taken');
  });

  it('count open orders per account', () => {
    const { venue } = venueOf('candle', strict);
    venue.print(6_000_000, 1);
    const placeOne = (account: number) => venue.place(account, 0, 'buy', 'limit', 'gtc', 5_000_000, 100);
    const [first] = [placeOne(0), placeOne(0)];
    expect(refusalOf(placeOne(0))).toBe('too_many_orders');
    expect(placeOne(1)).toBeGreaterThanOrEqual(0);
    venue.cancel(first);
    expect(placeOne(0)).toBeGreaterThanOrEqual(0);
    expect(venue.openOrdersOf(0)).toBe(2);
  });

  it('close the market before the first print', () => {
    const { venue } = venueOf('candle');
    expect(refusalOf(venue.place(0, 0, 'buy', 'market', 'gtc', 0, 1))).toBe('market_closed');
    expect(refusalOf(venue.place(0, 0, 'buy', 'limit', 'gtc', 1, 1))).toBe('market_closed');
  });

  it('refuse, not throw, what leaves the exact range, also at the price it would really trade at', () => {
    const { venue } = venueOf('candle', makeInstrument({ ...SPEC, maxQty: '90000000000' }));
    venue.print(90_000_000, 1);
    expect(refusalOf(venue.place(0, 0, 'buy', 'market', 'gtc', 0, 9_000_000_000))).toBe('qty_large');
    expect(refusalOf(venue.place(0, 0, 'sell', 'limit', 'gtc', 1, 9_000_000_000))).toBe('qty_large');
  });
});

describe('handles', () => {
  it('never mean another order once theirs has gone', () => {
    const { venue } = venueOf('candle');
    venue.print(100, 1);
    const seen = new Set<number>();
    for (let round = 0; round < 2000; round++) {
      const handle = venue.place(0, round, 'buy', 'limit', 'gtc', 50, 1);
      expect(seen.has(handle)).toBe(false);
      seen.add(handle);
      expect(venue.order(handle)?.ref).toBe(round);
      expect(venue.cancel(handle)).toBe(true);
      expect(venue.order(handle)).toBeUndefined();
    }
    for (const nonsense of [-1, 7, 2 ** 40]) expect(venue.cancel(nonsense)).toBe(false);
  });

  it('hold thousands of orders in time order', () => {
    const { venue, sink } = venueOf('candle');
    venue.print(10_000, 1);
    for (let ref = 0; ref < 5000; ref++) venue.place(ref % 7, ref, 'buy', 'limit', 'gtc', 9_000 + (ref % 900), 1);
    venue.print(1, 2);
    const fills = sink.take() as FillRow[];
    const sorted = [...fills].sort((a, b) => b.priceTicks - a.priceTicks || a.ref - b.ref);
    expect(fills).toHaveLength(5000);
    expect(fills.map((fill) => fill.ref)).toEqual(sorted.map((fill) => fill.ref));
  });
});

describe('the sink', () => {
  it('may not call the venue back', () => {
    const venue = new SimVenue(
      btc,
      { law: 'candle', slippagePpm: 0 },
      {
        fill: () => venue.print(1, 1),
        expired: () => undefined,
      },
    );
    venue.print(100, 1);
    expect(() => venue.place(0, 0, 'buy', 'market', 'gtc', 0, 1)).toThrow(/own sink/);
  });
});
