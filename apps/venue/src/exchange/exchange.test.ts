// The exchange's money and orders, by worked figures and by random lives judged from stored fills with big integers.
import type { Instrument } from '@cormorant/core/market/instrument.ts';
import { makeInstrument } from '@cormorant/core/market/make-instrument.ts';
import type { SimVenue } from '@cormorant/core/venue/sim-venue.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Market } from '../market/market.ts';
import type { Tape } from '../market/tape.ts';
import type { FillRecord, OrderRecord } from '../store/records.ts';
import { VenueStore } from '../store/venue-store.ts';
import type { Account } from './account.ts';
import { Exchange, MarketRefusedError } from './exchange.ts';
import type { PlaceRequest } from './place-request.ts';
import { ServerClock } from './server-clock.ts';
import type { SymbolDesk } from './symbol-desk.ts';
import type { ExchangeEvent } from './unsaved.ts';

const T = 1_700_000_000_000;

function instrument(symbol: string, tick: string, step: string, maxOpenOrders = 200): Instrument {
  return makeInstrument({
    symbol,
    tick,
    step,
    minQty: step,
    maxQty: '1000',
    minNotional: '5',
    minPrice: tick,
    maxPrice: '100000',
    maxOpenOrders,
    maker: '0.001',
    taker: '0.001',
  });
}

/** Prints a list of prices, one a second; Infinity after the last. */
class ListTape implements Tape {
  readonly instrument: Instrument;
  readonly title = 'test (simulated)';
  readonly startMs = T;
  readonly prices: readonly number[];
  position: number;

  constructor(ofInstrument: Instrument, prices: readonly number[], position = -1) {
    this.instrument = ofInstrument;
    this.prices = prices;
    this.position = position;
  }
  get nextAtMs() {
    return this.position + 1 < this.prices.length ? T + (this.position + 1) * 1000 : Number.POSITIVE_INFINITY;
  }
  get nextTicks() {
    return this.prices[this.position + 1] as number;
  }
  get lastTicks() {
    return this.prices[this.position] ?? 0;
  }
  get lastAtMs() {
    return T + this.position * 1000;
  }
  advance() {
    this.position++;
  }
  visit() {}
}

const BTC = instrument('BTC/USDT', '0.01', '0.00001');
const FINE = instrument('FINE/USDT', '0.0001', '0.000001');

function marketOf(tapes: readonly Tape[]): Market {
  return { name: 'test', tapes, speed: 1, clock: 'tape' };
}

function open(prices: readonly number[], ofInstrument = BTC) {
  const exchange = new Exchange(marketOf([new ListTape(ofInstrument, prices)]), new VenueStore(null));
  const desk = exchange.desks[0] as SymbolDesk;
  exchange.print(desk);
  const account = exchange.openAccount('me');
  exchange.commit();
  const place = (request: Partial<PlaceRequest> & { priceTicks: number; qtyLots: number }) =>
    exchange.place(account, desk, { cid: 'c1', side: 'buy', type: 'limit', tif: 'gtc', ...request });
  return { exchange, desk, account, place };
}

function balances(exchange: Exchange, account: Account): Record<string, [number, number]> {
  return Object.fromEntries(
    [...exchange.balances.rowsOf(account.id)].map((row) => [row.asset, [row.freeAtoms, row.lockedAtoms]]),
  );
}

const told = (events: readonly ExchangeEvent[]) =>
  events.map((event) =>
    event.type === 'print'
      ? `print ${event.seq}`
      : event.type === 'fill'
        ? `fill ${event.fill.cid}`
        : event.type === 'order'
          ? `order ${event.order.cid} ${event.order.status}`
          : event.type,
  );

describe('Exchange', () => {
  it('opens one funded account per reference, the same ever after', () => {
    const { exchange, account } = open([100_00]);
    expect(balances(exchange, account)).toEqual({ USDT: [1_000_000_000_000, 0] });
    expect(exchange.openAccount('me')).toBe(account);
    expect(exchange.openAccount('you').name).not.toBe(account.name);
    expect(open([100_00]).account.name).toBe(account.name);
  });

  it('locks what an order may cost, pays its own price and takes the maker fee from what is received', () => {
    const { exchange, desk, account, place } = open([100_00, 99_00, 98_99]);
    place({ priceTicks: 99_00, qtyLots: 100_000 });
    expect(balances(exchange, account)).toEqual({ USDT: [990_100_000_000, 9_900_000_000] });
    exchange.print(desk);
    expect(account.openByCid.size).toBe(1); // a touch is not enough
    exchange.print(desk);
    expect(balances(exchange, account)).toEqual({ BTC: [99_900_000, 0], USDT: [990_100_000_000, 0] });
    expect(told(exchange.commit())).toEqual(['order c1 open', 'print 2', 'fill c1', 'order c1 filled', 'print 3']);
  });

  it('trades a market order at once, slipped by 0.02 % against the user, and frees what it did not need', () => {
    const { exchange, account, place } = open([100_00, 1]);
    const bought = place({ type: 'market', priceTicks: 0, qtyLots: 100_000 });
    expect(bought).toMatchObject({
      ok: 1,
      order: { status: 'filled' },
      fills: [{ priceTicks: 100_02, maker: false, feeInBase: true }],
    });
    expect(balances(exchange, account)).toEqual({ BTC: [99_900_000, 0], USDT: [989_998_000_000, 0] });
    const sold = place({ cid: 'c2', side: 'sell', type: 'market', priceTicks: 0, qtyLots: 99_900 });
    expect(sold).toMatchObject({ ok: 1, fills: [{ priceTicks: 99_98, feeInBase: false, feeAtoms: 9_988_002 }] });
    expect(told(exchange.commit())).toEqual(['fill c1', 'order c1 filled', 'fill c2', 'order c2 filled']);
  });

  it('takes with a limit through the print, never worse than the limit, and gives back the difference', () => {
    const { exchange, account, place } = open([100_00, 1]);
    expect(place({ priceTicks: 120_00, qtyLots: 100_000 })).toMatchObject({ fills: [{ priceTicks: 100_02 }] });
    expect(balances(exchange, account).USDT).toEqual([989_998_000_000, 0]);
    expect(place({ cid: 'c2', priceTicks: 100_01, qtyLots: 100_000 })).toMatchObject({
      fills: [{ priceTicks: 100_01 }],
    });
  });

  it('cancels what an ioc order cannot take and frees its funds', () => {
    const { exchange, account, place } = open([100_00, 1]);
    expect(place({ tif: 'ioc', priceTicks: 99_00, qtyLots: 100_000 })).toMatchObject({
      ok: 1,
      order: { status: 'cancelled' },
      fills: [],
    });
    expect(balances(exchange, account).USDT).toEqual([1_000_000_000_000, 0]);
  });

  it('refuses with its own word for each reason, and nothing changes', () => {
    const { exchange, desk, account, place } = open([100_00, 1], instrument('BTC/USDT', '0.01', '0.00001', 2));
    const good = { priceTicks: 99_00, qtyLots: 100_000 };
    expect(place({ ...good, priceTicks: 0 })).toMatchObject({ code: 'PRICE_RANGE' });
    expect(place({ ...good, priceTicks: 10_000_001 })).toMatchObject({ code: 'PRICE_RANGE' });
    expect(place({ ...good, qtyLots: 0 })).toMatchObject({ code: 'QTY_SMALL' });
    expect(place({ ...good, qtyLots: 100_000_001 })).toMatchObject({ code: 'QTY_LARGE' });
    const most = { ...good, priceTicks: 9_000_000, qtyLots: 10_000_000 };
    expect(place({ ...most, priceTicks: 9_000_001 })).toMatchObject({ code: 'NOTIONAL_LARGE' });
    expect(place(most)).toMatchObject({ code: 'INSUFFICIENT_FUNDS' });
    expect(place({ ...good, qtyLots: 5000 })).toMatchObject({ code: 'NOTIONAL_SMALL' });
    expect(place({ ...good, tif: 'post', priceTicks: 100_00 })).toMatchObject({ code: 'POST_ONLY_WOULD_TAKE' });
    expect(place({ ...good, qtyLots: 100_000_00 + 200_000 })).toMatchObject({ code: 'INSUFFICIENT_FUNDS' });
    expect(place({ ...good, side: 'sell' })).toMatchObject({ code: 'INSUFFICIENT_FUNDS' });
    expect(balances(exchange, account).USDT).toEqual([1_000_000_000_000, 0]);
    expect(exchange.commit()).toEqual([]);
    expect(place(good)).toMatchObject({ ok: 1 });
    expect(place(good)).toMatchObject({ code: 'DUPLICATE_CID' });
    expect(place({ ...good, cid: 'c2' })).toMatchObject({ ok: 1 });
    expect(place({ ...good, cid: 'c3' })).toMatchObject({ code: 'TOO_MANY_ORDERS' });
    expect(exchange.cancel(account, 'c9')).toMatchObject({ ok: 0, code: 'ORDER_NOT_OPEN', order: null });
    exchange.print(desk); // the last print of the tape: the market is over
    expect(place({ ...good, cid: 'c4' })).toMatchObject({ code: 'MARKET_CLOSED' });
  });

  it('allows a client id again once its order is closed; a look-up finds the youngest', () => {
    const { exchange, account, place } = open([100_00, 100_00, 100_00]);
    place({ priceTicks: 90_00, qtyLots: 100_000 });
    expect(exchange.cancel(account, 'c1')).toMatchObject({ ok: 1, order: { status: 'cancelled' } });
    expect(balances(exchange, account).USDT).toEqual([1_000_000_000_000, 0]);
    expect(place({ priceTicks: 91_00, qtyLots: 100_000 })).toMatchObject({ ok: 1 });
    exchange.commit();
    expect(exchange.orderByCid(account, 'c1')).toMatchObject({ priceTicks: 91_00, status: 'open' });
    exchange.cancel(account, 'c1');
    exchange.commit();
    expect(exchange.cancel(account, 'c1')).toMatchObject({ ok: 0, order: { priceTicks: 91_00, status: 'cancelled' } });
  });

  it('is closed before the first print', () => {
    const exchange = new Exchange(marketOf([new ListTape(BTC, [100_00])]), new VenueStore(null));
    const account = exchange.openAccount('me');
    const request = { cid: 'c', side: 'buy', type: 'limit', tif: 'gtc', priceTicks: 99_00, qtyLots: 100_000 } as const;
    expect(exchange.place(account, exchange.desks[0] as SymbolDesk, request)).toMatchObject({ code: 'MARKET_CLOSED' });
  });

  it('lists only what is quoted in USDT, at figures it can count exactly', () => {
    const bad = [instrument('ETH/BTC', '0.01', '0.01'), instrument('X/USDT', '0.000001', '0.000001')];
    for (const refusedInstrument of bad) {
      const market = marketOf([new ListTape(refusedInstrument, [1])]);
      expect(() => new Exchange(market, new VenueStore(null))).toThrow(MarketRefusedError);
    }
  });

  it('keeps money exact and comes back the same from disk, whatever clients do and whenever it dies', () => {
    const action = fc.oneof(
      fc.record({
        kind: fc.constant('place' as const),
        who: fc.nat(1),
        where: fc.nat(1),
        side: fc.constantFrom('buy' as const, 'sell' as const),
        type: fc.constantFrom('limit' as const, 'limit' as const, 'market' as const),
        tif: fc.constantFrom('gtc' as const, 'gtc' as const, 'ioc' as const, 'post' as const),
        offset: fc.integer({ min: -300, max: 300 }),
        amount: fc.integer({ min: 1, max: 40 }),
        cid: fc.nat(12),
      }),
      fc.record({ kind: fc.constant('cancel' as const), who: fc.nat(1), cid: fc.nat(12) }),
      fc.record({ kind: fc.constant('print' as const), where: fc.nat(1) }),
      fc.record({ kind: fc.constant('print' as const), where: fc.nat(1) }),
      fc.record({ kind: fc.constant('commit' as const) }),
      fc.record({ kind: fc.constant('commit' as const) }),
      fc.record({ kind: fc.constant('die' as const) }),
    );
    const prices = fc.array(fc.integer({ min: 97_00, max: 103_00 }), { minLength: 60, maxLength: 60 });
    fc.assert(
      fc.property(prices, prices, fc.array(action, { maxLength: 80 }), (btcPrices, finePrices, actions) => {
        const store = new VenueStore(null);
        const reopen = () => {
          const at = new Map(store.positions().map(({ symbol, position }) => [symbol, position]));
          const tapes = [
            new ListTape(BTC, btcPrices, at.get('BTC/USDT') ?? -1),
            new ListTape(
              FINE,
              finePrices.map((price) => price * 100),
              at.get('FINE/USDT') ?? -1,
            ),
          ];
          return new Exchange(marketOf(tapes), store);
        };
        let exchange = reopen();
        for (const desk of exchange.desks) exchange.print(desk);
        exchange.openAccount('a');
        exchange.openAccount('b');
        exchange.commit();
        let committed = picture(exchange, store);
        for (const step of actions) {
          const accounts = [exchange.openAccount('a'), exchange.openAccount('b')];
          if (step.kind === 'commit') {
            exchange.commit();
            committed = picture(exchange, store);
            checkBooks(exchange, store);
          } else if (step.kind === 'die') {
            exchange = reopen();
            expect(picture(exchange, store)).toEqual(committed);
          } else if (step.kind === 'print') {
            const desk = exchange.desks[step.where] as SymbolDesk;
            if (desk.tape.nextAtMs !== Number.POSITIVE_INFINITY) exchange.print(desk);
          } else if (step.kind === 'cancel') {
            exchange.cancel(accounts[step.who] as Account, `c${step.cid}`);
          } else {
            const desk = exchange.desks[step.where] as SymbolDesk;
            const unit = step.where === 0 ? 10_000 : 100_000;
            exchange.place(accounts[step.who] as Account, desk, {
              cid: `c${step.cid}`,
              side: step.side,
              type: step.type,
              tif: step.tif,
              priceTicks: step.type === 'market' ? 0 : desk.tape.lastTicks + step.offset * (step.where === 0 ? 1 : 100),
              qtyLots: step.amount * unit + 7,
            });
          }
        }
      }),
      { numRuns: 150 },
    );
  });
});

const ASSET_SCALE: Record<string, number> = { BTC: 8, FINE: 8, USDT: 10 };

/** Judges balances from the stored fills alone, with big integers and none of the core's arithmetic. */
function checkBooks(exchange: Exchange, store: VenueStore): void {
  for (const ref of ['a', 'b']) {
    const account = exchange.openAccount(ref);
    const owned: Record<string, bigint> = { USDT: 10_000n * 10n ** 10n };
    const add = (asset: string, amount: bigint) => {
      owned[asset] = (owned[asset] ?? 0n) + amount;
    };
    const fills = store.fillsAfter(account.id, 0, 100_000);
    for (const fill of fills) {
      const [base, quoteAtoms, baseAtoms] = worthOf(fill);
      const sign = fill.side === 'buy' ? 1n : -1n;
      add(base, sign * baseAtoms);
      add('USDT', -sign * quoteAtoms);
      if (fill.side === 'buy') add(base, -(baseAtoms / 1000n));
      else add('USDT', -((quoteAtoms / scaleUp(fill.symbol) / 1000n) * scaleUp(fill.symbol)));
    }
    const locked: Record<string, bigint> = {};
    for (const order of account.openByCid.values()) {
      const [base, quoteAtoms, baseAtoms] = worthOf(order);
      const asset = order.side === 'buy' ? 'USDT' : base;
      locked[asset] = (locked[asset] ?? 0n) + (order.side === 'buy' ? quoteAtoms : baseAtoms);
    }
    for (const row of exchange.balances.rowsOf(account.id)) {
      expect(exchange.balances.scaleOf(row.asset)).toBe(ASSET_SCALE[row.asset]);
      expect(BigInt(row.freeAtoms + row.lockedAtoms), `${ref} ${row.asset}`).toBe(owned[row.asset] ?? 0n);
      expect(BigInt(row.lockedAtoms), `${ref} ${row.asset} locked`).toBe(locked[row.asset] ?? 0n);
      expect(row.freeAtoms).toBeGreaterThanOrEqual(0);
    }
  }
}

/** FINE's quote atoms are the asset's own (0.0001 x 0.000001); BTC's are a hundredth as fine. */
function scaleUp(symbol: string): bigint {
  return symbol === 'BTC/USDT' ? 100n : 1n;
}

function worthOf(row: FillRecord | OrderRecord): [base: string, quoteAtoms: bigint, baseAtoms: bigint] {
  const tickLots = BigInt(row.priceTicks) * BigInt(row.qtyLots);
  return row.symbol === 'BTC/USDT'
    ? ['BTC', tickLots * 10n * 100n, BigInt(row.qtyLots) * 1000n]
    : ['FINE', tickLots, BigInt(row.qtyLots) * 100n];
}

function picture(exchange: Exchange, store: VenueStore) {
  return {
    balances: [...exchange.balances.rows()]
      .filter((row) => row.freeAtoms + row.lockedAtoms > 0)
      .sort((a, b) => a.account - b.account || (a.asset < b.asset ? -1 : 1)),
    desks: exchange.desks.map(({ seq, venue, tape }) => ({
      seq,
      position: tape.position,
      last: venue.lastTicks,
      book: (venue as SimVenue).snapshot().orders.map(({ handle: _, ...order }) => order),
    })),
    open: store.openOrders().map(({ handle: _, ...order }) => order),
  };
}

describe('the times of strangers, who live by the clock that they are told', () => {
  const wallMarket = (prices: readonly number[]): Market => ({
    ...marketOf([new ListTape(BTC, prices)]),
    clock: 'wall',
  });
  const order = { side: 'buy', type: 'limit', tif: 'gtc', priceTicks: 99_50, qtyLots: 100_000 } as const;

  function opened(clockOf: 'wall' | 'tape') {
    let nowMs = T;
    const market = { ...wallMarket([100_00, 99_00, 100_00]), clock: clockOf };
    const clock = new ServerClock(market, () => nowMs);
    const exchange = new Exchange(market, new VenueStore(null), undefined, clock);
    const desk = exchange.desks[0] as SymbolDesk;
    exchange.print(desk);
    const stranger = exchange.makeAccount('me', '10000', T) as Account;
    const at = (ms: number) => {
      nowMs = T + ms;
    };
    return { exchange, desk, stranger, clock, at };
  }

  it('no order, trade or end is earlier than a time that was told before it', () => {
    const { exchange, desk, stranger, clock, at } = opened('wall');
    at(700);
    expect(clock.now()).toBe(T + 700);
    const taken = exchange.place(stranger, desk, { ...order, type: 'market', cid: 'now', tif: 'ioc' });
    expect(taken).toMatchObject({ order: { createdAtMs: T + 700, updatedAtMs: T + 700 }, fills: [{ atMs: T + 700 }] });
    at(900);
    const rests = exchange.place(stranger, desk, { ...order, cid: 'rests' });
    expect(rests).toMatchObject({ order: { createdAtMs: T + 900 } });
    // The print of second 1 is made late, after somebody asked for the time.
    at(1_020);
    clock.now();
    exchange.commit();
    exchange.print(desk);
    expect(exchange.commit().flatMap((event) => (event.type === 'fill' ? [event.fill.atMs] : []))).toEqual([T + 1_020]);
    at(1_500);
    exchange.place(stranger, desk, { ...order, priceTicks: 90_00, qtyLots: 100_000, cid: 'ends' });
    at(1_600);
    expect(exchange.cancel(stranger, 'ends')).toMatchObject({
      order: { createdAtMs: T + 1_500, updatedAtMs: T + 1_600 },
    });
  });

  it("their trade's public side bears the same time", () => {
    const { exchange, desk, stranger, at } = opened('wall');
    at(400);
    exchange.place(stranger, desk, { ...order, type: 'market', cid: 'now', tif: 'ioc' });
    const times = exchange.commit().flatMap((event) => (event.type === 'trade' ? [event.trade.atMs] : []));
    expect([...new Set(times)]).toEqual([T + 400]);
  });

  it("accounts of the server's own wire, and a tape with times of its own, keep the time of the print", () => {
    const { exchange, desk, at } = opened('wall');
    at(700);
    const own = exchange.place(exchange.openAccount('own'), desk, { ...order, cid: 'own' });
    expect(own).toMatchObject({ order: { createdAtMs: T } });
    const replayed = opened('tape');
    replayed.at(700);
    const theirs = replayed.exchange.place(replayed.stranger, replayed.desk, { ...order, cid: 'theirs' });
    expect(theirs).toMatchObject({ order: { createdAtMs: T } });
  });
});
