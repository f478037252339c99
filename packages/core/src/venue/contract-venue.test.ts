// A venue of contracts under random trading: money is conserved to the atom, positions are the sum of their trades,
// nobody falls below nothing, reduce-only orders never grow or flip, and a snapshot goes on as the original would.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { btcPerpSpec } from '../../test/btc-perp.ts';
import { notionalAtoms } from '../market/conversions.ts';
import { makeInstrument } from '../market/make-instrument.ts';
import type { Side } from '../strategy/strategy.ts';
import type { ContractOrder } from './contract-order.ts';
import { type ContractSink, ContractVenue } from './contract-venue.ts';
import type { Liquidation } from './liquidation.ts';
import type { PositionSide } from './margin-account.ts';
import { type FundingPayment, MarginBook } from './margin-book.ts';
import { refusalOf } from './sink.ts';

const btc = makeInstrument({ ...btcPerpSpec, minNotional: '0' });
const eth = makeInstrument({ ...btcPerpSpec, symbol: 'ETH/USDT', minNotional: '0', tick: '0.01' });
const USDT = 100_000_000;

interface Trade {
  ref: number;
  account: number;
  side: Side;
  priceTicks: number;
  qtyLots: number;
  leftLots: number;
  feeAtoms: number;
  maker: boolean;
}

class Recorder implements ContractSink {
  trades: Trade[] = [];
  expiredRefs: number[] = [];
  liquidations: Liquidation[] = [];
  payments: FundingPayment[] = [];
  seen: string[] = [];
  realised: number[] = [];
  fill(...args: Parameters<ContractSink['fill']>) {
    const [, account, ref, side, priceTicks, qtyLots, leftLots, feeAtoms, , maker, realised] = args;
    this.realised.push(realised);
    this.trades.push({ ref, account, side, priceTicks, qtyLots, leftLots, feeAtoms, maker });
    this.seen.push('fill');
  }
  expired(...[, , ref]: Parameters<ContractSink['expired']>) {
    this.expiredRefs.push(ref);
    this.seen.push('expired');
  }
  liquidated(liquidation: Liquidation) {
    this.liquidations.push(liquidation);
    this.seen.push('liquidated');
  }
  funded(payment: FundingPayment) {
    this.payments.push(payment);
  }
}

function open({ usdt = 1000, mode = 'isolated' as 'isolated' | 'cross', leverage = 10 } = {}) {
  const book = new MarginBook([btc, eth]);
  const sink = new Recorder();
  const venue = new ContractVenue(btc, book, { slippagePpm: 0 }, sink);
  book.deposit(1, usdt * USDT);
  book.setLeverage(1, 'BTC/USDT', leverage, mode);
  venue.print(20_000, 1);
  venue.mark(20_000, 1);
  const place = (order: Partial<ContractOrder>, ref = 1) =>
    venue.place(1, ref, {
      ...{
        side: 'buy',
        type: 'market',
        tif: 'ioc',
        priceTicks: 0,
        qtyLots: 1000,
        positionSide: 'net',
        reduceOnly: false,
      },
      ...order,
    });
  return { book, sink, venue, place };
}

describe('a position', () => {
  it('costs its margin and its fee, and gives both results back when it closes', () => {
    const { book, sink, venue, place } = open();
    place({});
    expect(book.position(1, 'BTC/USDT', 'net')).toMatchObject({ qtyLots: 1000, entryAtoms: 2000 * USDT });
    expect(book.walletAtoms(1)).toBe(999 * USDT);
    expect(book.availableAtoms(1)).toBe(799 * USDT);
    venue.print(21_000, 2);
    venue.mark(21_000, 2);
    expect(book.equityAtoms(1)).toBe(1099 * USDT);
    place({ side: 'sell', reduceOnly: true });
    expect(book.walletAtoms(1)).toBe(1099 * USDT - sink.trades[1]!.feeAtoms);
    expect(book.position(1, 'BTC/USDT', 'net')).toBeUndefined();
    expect(book.lockedAtoms(1)).toBe(0);
  });

  it('flips through zero in one-way mode, and has two sides in hedge mode', () => {
    const { book, place } = open();
    place({});
    place({ side: 'sell', qtyLots: 3000 });
    expect(book.position(1, 'BTC/USDT', 'net')?.qtyLots).toBe(-2000);
    const hedged = open();
    expect(hedged.book.setPositionMode(1, 'hedge')).toBeNull();
    hedged.place({ positionSide: 'long' });
    hedged.place({ positionSide: 'short', side: 'sell', qtyLots: 400 });
    hedged.place({ positionSide: 'long', side: 'sell', qtyLots: 5000 });
    expect(hedged.book.position(1, 'BTC/USDT', 'long')).toBeUndefined();
    expect(hedged.book.position(1, 'BTC/USDT', 'short')?.qtyLots).toBe(-400);
    expect(hedged.book.setPositionMode(1, 'one_way')).toBe('position_open');
    expect(() => hedged.place({})).toThrow(RangeError);
  });

  it('is refused without margin, and above the leverage its size allows', () => {
    const { place, book } = open();
    expect(refusalOf(place({ qtyLots: 6000 }))).toBe('funds');
    book.deposit(1, 1_000_000 * USDT);
    expect(book.setLeverage(1, 'BTC/USDT', 125, 'isolated')).toBeNull();
    expect(refusalOf(place({ qtyLots: 26_000 }))).toBe('qty_large');
    expect(place({ qtyLots: 24_000 })).toBeGreaterThanOrEqual(0);
    expect(book.setLeverage(1, 'BTC/USDT', 20, 'isolated')).toBe('position_open');
    expect(book.setLeverage(1, 'ETH/USDT', 126, 'isolated')).toBe('leverage');
  });

  it('holds the worse side of a neutral grid, not both', () => {
    const { book, place } = open();
    for (let i = 1; i <= 4; i++) {
      expect(place({ type: 'limit', tif: 'gtc', priceTicks: 20_000 - i * 100 })).toBeGreaterThanOrEqual(0);
      expect(place({ side: 'sell', type: 'limit', tif: 'gtc', priceTicks: 20_000 + i * 100 })).toBeGreaterThanOrEqual(
        0,
      );
    }
    const margin = (2010 + 2020 + 2030 + 2040) / 10;
    const fees = (2010 + 2020 + 2030 + 2040 + 1990 + 1980 + 1970 + 1960) * 0.0005;
    expect(book.availableAtoms(1)).toBe(1000 * USDT - (margin + fees) * USDT);
  });

  it('changes its leverage while it stands, as far as margin and size allow', () => {
    const { book, sink, place } = open();
    place({});
    place({ side: 'sell', qtyLots: 400 });
    expect(book.changeLeverage(1, 'BTC/USDT', 5)).toBe('position_open');
    expect(book.changeLeverage(1, 'BTC/USDT', 126)).toBe('leverage');
    expect(book.changeLeverage(1, 'BTC/USDT', 50)).toBeNull();
    // Its margin stays where it is; only what comes now needs less.
    expect(book.position(1, 'BTC/USDT', 'net')).toMatchObject({ qtyLots: 600, marginAtoms: 120 * USDT });
    expect(sink.realised).toEqual([0, 0]);

    const cross = open({ mode: 'cross', leverage: 20 });
    cross.place({ qtyLots: 5000 });
    expect(cross.book.changeLeverage(1, 'BTC/USDT', 5)).toBe('funds');
    expect(cross.book.changeLeverage(1, 'BTC/USDT', 15)).toBeNull();
    cross.venue.print(20_100, 2);
    cross.place({ side: 'sell', qtyLots: 5000, reduceOnly: true });
    expect(cross.sink.realised).toEqual([0, 50 * USDT]);
  });

  it('takes added margin and gives it back down to the initial margin', () => {
    const { book, place } = open();
    place({});
    const before = book.liquidationTicksOf(1, 'BTC/USDT', 'net');
    expect(book.addMargin(1, 'BTC/USDT', 'net', 100 * USDT)).toBeNull();
    expect(book.liquidationTicksOf(1, 'BTC/USDT', 'net')).toBeLessThan(before);
    expect(book.addMargin(1, 'BTC/USDT', 'net', 800 * USDT)).toBe('funds');
    expect(book.addMargin(1, 'BTC/USDT', 'net', -101 * USDT)).toBe('funds');
    expect(book.addMargin(1, 'BTC/USDT', 'net', -100 * USDT)).toBeNull();
    expect(book.liquidationTicksOf(1, 'BTC/USDT', 'net')).toBe(before);
    expect(book.addMargin(1, 'ETH/USDT', 'net', 1)).toBe('no_position');
  });
});

describe('liquidation', () => {
  it('goes by the mark, not by the last price, at bankruptcy, after the orders of the symbol', () => {
    const { book, sink, venue, place } = open();
    place({});
    place({ type: 'limit', tif: 'gtc', priceTicks: 100, qtyLots: 10 }, 7);
    const at = book.liquidationTicksOf(1, 'BTC/USDT', 'net');
    venue.print(at - 500, 2);
    venue.mark(at + 1, 2);
    expect(sink.liquidations).toEqual([]);
    venue.mark(at, 3);
    expect(sink.seen).toEqual(['fill', 'expired', 'liquidated']);
    expect(sink.liquidations[0]).toMatchObject({ side: 'sell', priceTicks: 18_000, qtyLots: 1000, markTicks: at });
    expect(book.walletAtoms(1)).toBe(799 * USDT);
    expect(book.insuranceAtoms).toBe(notionalAtoms(btc, at - 18_000, 1000));
    expect(book.lockedAtoms(1)).toBe(0);
  });

  it('through the bankruptcy price costs the insurance fund, never the rest of the wallet', () => {
    const { book, venue, place } = open();
    place({});
    venue.mark(15_000, 2);
    expect(book.walletAtoms(1)).toBe(799 * USDT);
    expect(book.insuranceAtoms).toBe(-300 * USDT);
  });

  it('of cross margin takes all cross positions of the account with all its wallet', () => {
    const { book, sink, venue, place } = open({ usdt: 500, mode: 'cross' });
    const ethSink = new Recorder();
    const other = new ContractVenue(eth, book, { slippagePpm: 0 }, ethSink);
    book.setLeverage(1, 'ETH/USDT', 10, 'cross');
    other.print(100_000, 1);
    const order = {
      side: 'sell',
      type: 'market',
      tif: 'ioc',
      priceTicks: 0,
      positionSide: 'net',
      reduceOnly: false,
    } as const;
    place({});
    other.place(1, 2, { ...order, qtyLots: 1000 });
    other.place(1, 3, { ...order, type: 'limit', tif: 'gtc', priceTicks: 200_000, qtyLots: 100 });
    const at = book.liquidationTicksOf(1, 'BTC/USDT', 'net');
    venue.mark(at + 1, 2);
    expect(sink.liquidations).toEqual([]);
    venue.mark(at, 3);
    expect([sink.liquidations.length, ethSink.liquidations.length, ethSink.expiredRefs]).toEqual([1, 1, [3]]);
    expect(book.equityAtoms(1)).toBe(0);
    expect(book.walletAtoms(1)).toBe(0);
  });
});

describe('reduce-only', () => {
  it('closes what is there, and what is too much expires', () => {
    const { book, sink, venue, place } = open();
    place({ qtyLots: 500 });
    const handle = place(
      { side: 'sell', type: 'limit', tif: 'gtc', priceTicks: 20_100, qtyLots: 800, reduceOnly: true },
      2,
    );
    venue.print(20_200, 2);
    expect(sink.trades.at(-1)).toMatchObject({ ref: 2, qtyLots: 500, leftLots: 300 });
    expect(sink.expiredRefs).toEqual([2]);
    expect(venue.leftLots(handle)).toBe(0);
    expect(book.position(1, 'BTC/USDT', 'net')).toBeUndefined();
  });

  it('expires with its position, and at once when there is none', () => {
    const { sink, venue, place } = open();
    place({ side: 'sell', reduceOnly: true }, 5);
    expect(sink.expiredRefs).toEqual([5]);
    place({ qtyLots: 500 });
    place({ side: 'sell', type: 'limit', tif: 'gtc', priceTicks: 20_100, qtyLots: 500, reduceOnly: true }, 6);
    place({ side: 'sell', qtyLots: 500, reduceOnly: true }, 7);
    expect(sink.expiredRefs).toEqual([5, 6]);
    expect(venue.openOrders).toBe(0);
  });

  it('may be smaller than the least notional', () => {
    const book = new MarginBook([makeInstrument(btcPerpSpec)]);
    const sink = new Recorder();
    const venue = new ContractVenue(makeInstrument(btcPerpSpec), book, { slippagePpm: 0 }, sink);
    book.deposit(1, 100 * USDT);
    venue.print(20_000, 1);
    const order = {
      side: 'buy',
      type: 'market',
      tif: 'ioc',
      priceTicks: 0,
      positionSide: 'net',
      reduceOnly: false,
    } as const;
    expect(refusalOf(venue.place(1, 1, { ...order, qtyLots: 2 }))).toBe('notional_small');
    venue.place(1, 1, { ...order, qtyLots: 3 });
    venue.place(1, 2, { ...order, side: 'sell', reduceOnly: true, qtyLots: 1 });
    expect(book.position(1, 'BTC/USDT', 'net')?.qtyLots).toBe(2);
  });
});

describe('triggers', () => {
  it.each([
    ['stop', 'sell', 'last', 19_000, 19_001, 19_000],
    ['take_profit', 'sell', 'last', 21_000, 20_999, 21_000],
    ['stop', 'sell', 'mark', 19_500, 19_501, 19_499],
    ['stop', 'buy', 'last', 21_000, 20_999, 21_001],
    ['take_profit', 'buy', 'mark', 19_000, 19_001, 18_999],
  ] as const)('%s %s by %s at %i waits at %i and trades at %i', (kind, side, by, priceTicks, quiet, due) => {
    const { sink, venue, place } = open();
    place({ side: side === 'sell' ? 'buy' : 'sell' });
    place({ side, reduceOnly: true, trigger: { kind, by, priceTicks } }, 9);
    const move = (ticks: number, ms: number) => (by === 'last' ? venue.print(ticks, ms) : venue.mark(ticks, ms));
    move(quiet, 2);
    expect(sink.trades).toHaveLength(1);
    move(due, 3);
    expect(sink.trades[1]).toMatchObject({ ref: 9, qtyLots: 1000, maker: false });
  });

  it('keep their margin while they wait, and give it back when cancelled', () => {
    const { book, place, venue } = open();
    const handle = place({ trigger: { kind: 'stop', by: 'last', priceTicks: 21_000 } });
    expect(book.availableAtoms(1)).toBe((1000 - 210 - 1.05) * USDT);
    expect(venue.cancel(handle)).toBe(true);
    expect(book.availableAtoms(1)).toBe(1000 * USDT);
  });
});

describe('funding', () => {
  it('is paid by longs at a positive rate, rounded against the account', () => {
    const { book, sink, venue, place } = open();
    place({ qtyLots: 7 });
    venue.mark(20_001, 2);
    venue.fund(10_000, 3);
    // 14.0007 USDT x 0.0001 = 0.00140007
    expect(sink.payments).toMatchObject([{ amountAtoms: -140_007, markTicks: 20_001 }]);
    venue.fund(-33, 4);
    expect(sink.payments[1]?.amountAtoms).toBe(Math.floor((1_400_070_000 * 33) / 1e8));
    expect(book.counterpartyAtoms).toBe(140_007 - 462);
  });
});

const operation = fc.record({
  op: fc.constantFrom(
    'limit',
    'limit',
    'market',
    'market',
    'reduce',
    'trigger',
    'print',
    'print',
    'mark',
    'fund',
    'cancel',
    'margin',
  ),
  account: fc.integer({ min: 0, max: 2 }),
  market: fc.integer({ min: 0, max: 1 }),
  side: fc.constantFrom<Side>('buy', 'sell'),
  price: fc.integer({ min: 15_000, max: 25_000 }),
  qty: fc.integer({ min: 1, max: 4_000 }),
  pick: fc.nat(1000),
});
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

class Street {
  readonly book = new MarginBook([btc, eth]);
  readonly sinks = [new Recorder(), new Recorder()];
  readonly venues = [btc, eth].map(
    (instrument, at) => new ContractVenue(instrument, this.book, { slippagePpm: 200 }, this.sinks[at] as Recorder),
  );
  nextRef = 1;
  handles: { market: number; handle: number }[] = [];

  constructor() {
    // Account 0 isolated one-way, 1 cross one-way, 2 isolated hedge.
    for (const account of [0, 1, 2]) {
      this.book.deposit(account, 2_000 * USDT);
      if (account === 2) this.book.setPositionMode(2, 'hedge');
      for (const symbol of ['BTC/USDT', 'ETH/USDT'])
        this.book.setLeverage(account, symbol, 7 + account, account === 1 ? 'cross' : 'isolated');
    }
    for (const venue of this.venues) venue.print(20_000, 1);
  }

  run({ op, account, market, side, price, qty, pick }: Operation, at: number) {
    const venue = this.venues[market] as ContractVenue;
    const positionSide: PositionSide = account !== 2 ? 'net' : pick % 2 === 0 ? 'long' : 'short';
    const symbol = venue.instrument.symbol;
    if (op === 'print') venue.print(price, at);
    else if (op === 'mark') venue.mark(price, at);
    else if (op === 'fund') venue.fund((pick - 500) * 1_000, at);
    else if (op === 'margin') this.book.addMargin(account, symbol, positionSide, (pick - 500) * 10_000_000);
    else if (op === 'cancel') {
      const found = this.handles[pick % Math.max(1, this.handles.length)];
      if (found !== undefined) (this.venues[found.market] as ContractVenue).cancel(found.handle);
    } else {
      const held = this.book.position(account, symbol, positionSide)?.qtyLots ?? 0;
      const type = op === 'limit' || (op === 'reduce' && pick % 3 === 0) ? 'limit' : 'market';
      const reduceOnly = op === 'reduce' || (op === 'trigger' && pick % 2 === 0);
      const kind = pick % 4 < 2 ? ('stop' as const) : ('take_profit' as const);
      const trigger = { kind, by: pick % 5 < 2 ? ('mark' as const) : ('last' as const), priceTicks: price };
      const handle = venue.place(account, this.nextRef++, {
        ...{
          side,
          type,
          tif: type === 'limit' ? 'gtc' : 'ioc',
          priceTicks: price,
          qtyLots: qty,
          positionSide,
          reduceOnly,
        },
        ...(op === 'trigger' ? { trigger } : {}),
      });
      if (handle >= 0) this.handles.push({ market, handle });
      if (reduceOnly) {
        const now = this.book.position(account, symbol, positionSide)?.qtyLots ?? 0;
        expect(Math.abs(now)).toBeLessThanOrEqual(Math.abs(held));
        expect(now * held).toBeGreaterThanOrEqual(0);
      }
    }
  }

  /** Everything that must be true at every moment; what accounts own is counted from the trades, not from the book. */
  check() {
    const { book } = this;
    let wallets = 0;
    let equities = 0;
    let owned = book.depositsAtoms;
    let fund = 0;
    const lots = new Map<string, number>();
    for (const [at, sink] of this.sinks.entries()) {
      const { instrument, markTicks } = this.venues[at] as ContractVenue;
      let coin = 0;
      for (const { account, side, priceTicks, qtyLots, feeAtoms } of [...sink.trades, ...sink.liquidations]) {
        const sign = side === 'buy' ? 1 : -1;
        coin += sign * qtyLots;
        owned -= sign * notionalAtoms(instrument, priceTicks, qtyLots) + feeAtoms;
        const key = `${account}:${instrument.symbol}`;
        lots.set(key, (lots.get(key) ?? 0) + sign * qtyLots);
      }
      owned += coin * markTicks * instrument.quoteAtomsPerTickLot;
      for (const { amountAtoms } of sink.payments) owned += amountAtoms;
      for (const { side, priceTicks, markTicks: mark, qtyLots, feeAtoms } of sink.liquidations)
        fund += (side === 'sell' ? 1 : -1) * (mark - priceTicks) * qtyLots * instrument.quoteAtomsPerTickLot + feeAtoms;
    }
    for (const account of [0, 1, 2]) {
      wallets += book.walletAtoms(account);
      equities += book.equityAtoms(account);
      let margins = 0;
      for (const seat of book.seatsOf(account)) {
        let held = 0;
        for (const position of seat.positions.values()) {
          expect(position.qtyLots).not.toBe(0);
          expect(position.entryAtoms).toBeGreaterThanOrEqual(0);
          expect(position.marginAtoms).toBeGreaterThanOrEqual(0);
          margins += position.marginAtoms;
          held += position.qtyLots;
        }
        expect(held).toBe(lots.get(`${account}:${seat.instrument.symbol}`) ?? 0);
        if (seat.openOrders === 0) expect(seat.held.size).toBe(0);
      }
      if (account !== 1) expect(book.walletAtoms(account)).toBeGreaterThanOrEqual(margins);
    }
    expect(wallets + book.insuranceAtoms + book.feesAtoms + book.counterpartyAtoms).toBe(book.depositsAtoms);
    // What the fund gave beyond its liquidations went to accounts that had nothing left.
    expect(equities).toBe(owned + (fund - book.insuranceAtoms));
    let open = 0;
    for (const account of [0, 1, 2]) for (const seat of book.seatsOf(account)) open += seat.openOrders;
    expect(open).toBe(this.venues.reduce((sum, venue) => sum + venue.openOrders, 0));
  }
}

describe('random trading', () => {
  it('conserves every atom: wallets, insurance, fees and counterparty are the deposits; equity is what the trades say', () => {
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 60 }), (operations) => {
        const street = new Street();
        for (const [at, step] of operations.entries()) {
          street.run(step, at + 2);
          street.check();
        }
      }),
      { numRuns: Number(process.env.RUNS ?? 400) },
    );
  });

  it('goes on from a snapshot as if nothing had happened', () => {
    fc.assert(
      fc.property(fc.array(operation, { minLength: 2, maxLength: 60 }), fc.nat(), (operations, cut) => {
        const steps = operations.filter(({ op }) => op !== 'cancel');
        const at = cut % Math.max(1, steps.length);
        const original = new Street();
        for (const [i, step] of steps.slice(0, at).entries()) original.run(step, i + 2);
        const kept = JSON.parse(
          JSON.stringify({ book: original.book.snapshot(), venues: original.venues.map((v) => v.snapshot()) }),
        );
        const copy = new Street();
        const book = new MarginBook([btc, eth]);
        book.restore(kept.book);
        Object.assign(copy, { book, sinks: [new Recorder(), new Recorder()] });
        const venues = [btc, eth].map(
          (instrument, i) => new ContractVenue(instrument, book, { slippagePpm: 200 }, copy.sinks[i] as Recorder),
        );
        venues.forEach((venue, i) => void venue.restore(kept.venues[i]));
        Object.assign(copy, { venues, nextRef: original.nextRef });
        expect(copy.book.snapshot()).toEqual(original.book.snapshot());
        const told = original.sinks.map(({ seen }) => seen.length);
        for (const [i, step] of steps.slice(at).entries()) {
          original.run(step, at + i + 2);
          copy.run(step, at + i + 2);
        }
        expect(copy.book.snapshot()).toEqual(original.book.snapshot());
        for (const [i, { seen }] of copy.sinks.entries()) {
          expect(seen).toEqual(original.sinks[i]?.seen.slice(told[i]));
        }
      }),
      { numRuns: Number(process.env.RUNS ?? 200) },
    );
  });
});
