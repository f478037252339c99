// Strangers in the open book of a contract: who meets whom and what is booked of it, stops that fire into it, orders that only
// reduce; then random trading, in which money is conserved, the book is never crossed and each trade has its two sides.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { btcPerpSpec } from '../../test/btc-perp.ts';
import { makeInstrument } from '../market/make-instrument.ts';
import type { Side } from '../strategy/strategy.ts';
import type { ContractOrder, ContractSnapshot } from './contract-order.ts';
import { type ContractSink, ContractVenue } from './contract-venue.ts';
import { MarginBook } from './margin-book.ts';
import type { BookSnapshot } from './margin-snapshot.ts';
import { HOUSE } from './open-book.ts';
import { refusalOf } from './sink.ts';

const btc = makeInstrument(btcPerpSpec);
const USDT = 100_000_000;
const P = 600_000; // 60,000.0; the house quotes from 59,997 and 60,003 on
const CANDLE = 9;

interface Fill {
  account: number;
  ref: number;
  side: Side;
  priceTicks: number;
  qtyLots: number;
  leftLots: number;
  feeAtoms: number;
  maker: boolean;
}
interface Trade {
  priceTicks: number;
  qtyLots: number;
  buyRef: number;
  sellRef: number;
}

class Scene {
  readonly book = new MarginBook([btc]);
  readonly fills: Fill[] = [];
  readonly trades: Trade[] = [];
  readonly expired: { ref: number; leftLots: number; against: number | null }[] = [];
  readonly venue: ContractVenue;
  nextRef = 1;

  /** Over what was kept of another one, where that is given. */
  constructor(kept?: { book: BookSnapshot; venue: ContractSnapshot }) {
    const sink: ContractSink = {
      fill: (_h, account, ref, side, priceTicks, qtyLots, leftLots, feeAtoms, _inBase, maker) =>
        void this.fills.push({ account, ref, side, priceTicks, qtyLots, leftLots, feeAtoms, maker }),
      trade: (priceTicks, qtyLots, _buyerIsMaker, buyRef, sellRef) =>
        void this.trades.push({ priceTicks, qtyLots, buyRef, sellRef }),
      expired: (_h, _account, ref, _side, leftLots, against) => void this.expired.push({ ref, leftLots, against }),
      liquidated: () => {},
      funded: () => {},
    };
    const options = { slippagePpm: 200, isStranger: (account: number) => account !== CANDLE };
    this.venue = new ContractVenue(btc, this.book, options, sink);
    if (kept !== undefined) {
      this.book.restore(kept.book);
      this.venue.restore(kept.venue);
      return;
    }
    for (const account of [1, 2, 3, CANDLE]) {
      this.book.deposit(account, 100_000 * USDT);
      if (account === 3) this.book.setPositionMode(3, 'hedge');
      this.book.setLeverage(account, 'BTC/USDT', 10, 'isolated');
    }
    this.venue.print(P, 1);
  }

  place(account: number, side: Side, priceTicks: number, qtyLots: number, more: Partial<ContractOrder> = {}): number {
    const ref = this.nextRef++;
    const type = priceTicks === 0 ? 'market' : 'limit';
    const tif = type === 'market' ? 'ioc' : 'gtc';
    const order = { side, type, tif, priceTicks, qtyLots, positionSide: 'net', reduceOnly: false, ...more } as const;
    const handle = this.venue.place(account, ref, order);
    if (handle < 0) throw new Error(refusalOf(handle));
    return ref;
  }

  lots(account: number): number {
    return this.book.position(account, 'BTC/USDT', 'net')?.qtyLots ?? 0;
  }

  told(): string[] {
    return this.fills.map((f) => `${f.account} ${f.side} ${f.priceTicks} x ${f.qtyLots} left ${f.leftLots}`);
  }
}

describe('the open book of a contract', () => {
  it('lets strangers trade with each other, best price first, then oldest, then with the house', () => {
    const scene = new Scene();
    scene.place(1, 'buy', P - 10, 50);
    scene.place(1, 'buy', P, 50);
    scene.place(2, 'buy', P, 50);
    // Under the candle law nobody meets it.
    scene.place(CANDLE, 'buy', P - 20, 50);
    const sale = scene.place(2, 'sell', 0, 200, { positionSide: 'net' });
    expect(scene.told()).toEqual([
      `1 buy ${P} x 50 left 0`,
      `2 sell ${P} x 50 left 150`,
      `2 buy ${P} x 50 left 0`,
      `2 sell ${P} x 50 left 100`,
      `1 buy ${P - 10} x 50 left 0`,
      `2 sell ${P - 10} x 50 left 50`,
      `2 sell ${P - 30} x 50 left 0`,
    ]);
    expect(scene.trades.map(({ buyRef, sellRef }) => [buyRef, sellRef])).toEqual([
      [2, sale],
      [3, sale],
      [1, sale],
      [HOUSE, sale],
    ]);
    expect([scene.lots(1), scene.lots(2), scene.lots(CANDLE)]).toEqual([100, -150, 0]);
    // A maker's 0.02 %, a taker's 0.05 % of 3,000 USDT.
    expect(scene.fills.slice(0, 2).map(({ feeAtoms }) => feeAtoms)).toEqual([0.6 * USDT, 1.5 * USDT]);
  });

  it('cuts what only reduces to what there is before it takes, and what is left of it ends', () => {
    const scene = new Scene();
    scene.place(1, 'buy', 0, 30);
    scene.place(2, 'buy', P + 10, 100);
    const close = scene.place(1, 'sell', 0, 1_000_000, { reduceOnly: true });
    expect([scene.lots(1), scene.lots(2)]).toEqual([0, 30]);
    expect(scene.expired).toEqual([{ ref: close, leftLots: 999_970, against: null }]);
  });

  it('leaves nobody without the other side of a trade when two orders that only reduce are more than there is', () => {
    const scene = new Scene();
    scene.place(1, 'buy', 0, 30);
    const first = scene.place(1, 'sell', P + 10, 30, { reduceOnly: true });
    const second = scene.place(1, 'sell', P + 20, 30, { reduceOnly: true });
    scene.place(2, 'buy', P + 20, 60);
    expect([scene.lots(1), scene.lots(2)]).toEqual([0, 60]);
    expect(scene.fills.filter(({ ref }) => ref === first || ref === second).map(({ ref }) => ref)).toEqual([first]);
    expect(scene.expired.map(({ ref }) => ref)).toEqual([second]);
    expect(scene.venue.openOrders).toBe(0);
  });

  it('asks of a fill that was cut the maker’s fee of what was booked, and cuts what is put back as well', () => {
    const scene = new Scene();
    scene.place(1, 'buy', 0, 30);
    scene.place(1, 'sell', P + 10, 20, { reduceOnly: true });
    const second = scene.place(1, 'sell', P + 10, 20, { reduceOnly: true });
    scene.place(2, 'buy', P + 10, 40);
    const [fill] = scene.fills.filter(({ ref }) => ref === second);
    // 0.01 at 60,001 is 600.01 USDT, and a maker pays 0.02 % of it.
    expect([fill?.qtyLots, fill?.feeAtoms, fill?.maker]).toEqual([10, 12_000_200, true]);

    const kept = new Scene();
    kept.place(1, 'buy', 0, 20);
    kept.place(1, 'sell', P + 10, 500, { reduceOnly: true });
    const copy = new Scene({ book: kept.book.snapshot(), venue: kept.venue.snapshot() });
    const book = copy.venue.openBook as NonNullable<ContractVenue['openBook']>;
    expect(book.depth().asks.find(({ priceTicks }) => priceTicks === P + 10)?.qtyLots).toBe(20);
  });

  it('fires a stop into the book, where it meets strangers first', () => {
    const scene = new Scene();
    scene.place(1, 'buy', 0, 30);
    scene.place(2, 'buy', P - 20, 10);
    const trigger = { kind: 'stop', by: 'mark', priceTicks: P - 100 } as const;
    const stop = scene.place(1, 'sell', 0, 30, { reduceOnly: true, trigger });
    scene.fills.length = 0;
    scene.venue.mark(P - 100, 2);
    expect(scene.fills.map(({ ref, priceTicks, qtyLots }) => [ref, priceTicks, qtyLots])).toEqual([
      [stop - 1, P - 20, 10],
      [stop, P - 20, 10],
      [stop, P - 30, 20],
    ]);
    expect(scene.lots(1)).toBe(0);
  });

  it('ends one of two orders of an account that would meet, where that is asked for', () => {
    const scene = new Scene();
    const resting = scene.place(1, 'buy', P, 10);
    const taker = scene.place(1, 'sell', P, 10, { prevention: 'both' });
    expect(scene.expired).toEqual([
      { ref: resting, leftLots: 10, against: taker },
      { ref: taker, leftLots: 10, against: resting },
    ]);
    scene.place(1, 'buy', P, 10);
    scene.place(1, 'sell', P, 10);
    expect(scene.fills).toHaveLength(2);
    expect(scene.lots(1)).toBe(0);
  });

  it('gives what rests to a print that goes through it, in full and at its own price', () => {
    const scene = new Scene();
    scene.place(1, 'buy', P - 10, 10);
    scene.venue.print(P - 10, 2);
    expect(scene.fills).toEqual([]);
    scene.venue.print(P - 11, 3);
    expect(scene.told()).toEqual([`1 buy ${P - 10} x 10 left 0`]);
    expect(scene.lots(1)).toBe(10);
  });
});

const operation = fc.record({
  op: fc.constantFrom(
    'limit',
    'limit',
    'limit',
    'post',
    'market',
    'reduce',
    'trigger',
    'cancel',
    'print',
    'mark',
    'fund',
  ),
  account: fc.constantFrom(1, 2, 3, CANDLE),
  side: fc.constantFrom<Side>('buy', 'sell'),
  away: fc.integer({ min: -60, max: 60 }),
  qty: fc.integer({ min: 1, max: 3_000 }),
  pick: fc.nat(1000),
});
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

class Street extends Scene {
  readonly handles: number[] = [];
  /** Those that only reduce, by hand or by the side they close. */
  readonly reducing = new Set<number>();

  run({ op, account, side, away, qty, pick }: Operation, at: number): void {
    const { venue } = this;
    const price = this.venue.lastTicks + away;
    if (op === 'print') return venue.print(price, at);
    if (op === 'mark') return venue.mark(price, at);
    if (op === 'fund') return venue.fund((pick - 500) * 1_000, at);
    if (op === 'cancel') return void venue.cancel(this.handles[pick % Math.max(1, this.handles.length)] ?? -1);
    const positionSide = account !== 3 ? 'net' : pick % 2 === 0 ? 'long' : 'short';
    const held = this.book.position(account, 'BTC/USDT', positionSide)?.qtyLots ?? 0;
    const type = op === 'market' || op === 'trigger' || (op === 'reduce' && pick % 3 > 0) ? 'market' : 'limit';
    const tif = type === 'market' || pick % 7 === 0 ? 'ioc' : op === 'post' ? 'post' : 'gtc';
    const reduceOnly = positionSide === 'net' && (op === 'reduce' || (op === 'trigger' && pick % 2 === 0));
    const trigger = { kind: pick % 4 < 2 ? 'stop' : 'take_profit', by: 'last', priceTicks: price } as const;
    const [before, tradesBefore] = [this.fills.length, this.trades.length];
    const ref = this.nextRef++;
    if (reduceOnly || (positionSide !== 'net' && (positionSide === 'long') === (side === 'sell')))
      this.reducing.add(ref);
    const handle = venue.place(account, ref, {
      ...{ side, type, tif, priceTicks: price, qtyLots: qty, positionSide, reduceOnly },
      ...(op === 'trigger' ? { trigger } : {}),
      ...(pick % 5 === 0 ? { prevention: (['taker', 'maker', 'both'] as const)[pick % 3] as 'maker' } : {}),
    });
    if (handle >= 0) this.handles.push(handle);
    const now = this.book.position(account, 'BTC/USDT', positionSide)?.qtyLots ?? 0;
    if (this.reducing.has(ref) && op !== 'trigger') {
      expect(Math.abs(now)).toBeLessThanOrEqual(Math.abs(held));
      expect(now * held).toBeGreaterThanOrEqual(0);
    }
    if (account === CANDLE || op === 'trigger') return;
    const own = this.fills.slice(before).filter((fill) => fill.ref === ref);
    // It walks away from the best price, never back.
    for (const [i, { priceTicks }] of own.slice(1).entries())
      expect(side === 'buy' ? priceTicks >= (own[i]?.priceTicks ?? 0) : priceTicks <= (own[i]?.priceTicks ?? 0)).toBe(
        true,
      );
    for (const trade of this.trades.slice(tradesBefore)) this.twoSides(trade, before);
  }

  /** Each side of a trade that is somebody's has booked all of it; what only reduces may have booked less. */
  private twoSides({ priceTicks, buyRef, sellRef }: Trade, from: number): void {
    expect([buyRef, sellRef].filter((ref) => ref === HOUSE).length).toBeLessThan(2);
    const booked = (ref: number) => this.sumAt(this.fills.slice(from), ref, priceTicks);
    const traded = (ref: number) =>
      this.trades.filter((t) => t.priceTicks === priceTicks && (t.buyRef === ref || t.sellRef === ref));
    for (const ref of [buyRef, sellRef]) {
      if (ref === HOUSE) continue;
      const all = traded(ref).reduce((sum, { qtyLots }) => sum + qtyLots, 0);
      const had = this.sumAt(this.fills.slice(0, from), ref, priceTicks);
      if (this.reducing.has(ref)) expect(booked(ref) + had).toBeLessThanOrEqual(all);
      else expect(booked(ref) + had).toBeGreaterThanOrEqual(all);
    }
  }

  private sumAt(fills: readonly Fill[], ref: number, priceTicks: number): number {
    return fills.filter((f) => f.ref === ref && f.priceTicks === priceTicks).reduce((sum, f) => sum + f.qtyLots, 0);
  }

  check(): void {
    const { book } = this;
    const accounts = [1, 2, 3, CANDLE];
    const wallets = accounts.reduce((sum, account) => sum + book.walletAtoms(account), 0);
    expect(wallets + book.insuranceAtoms + book.feesAtoms + book.counterpartyAtoms).toBe(book.depositsAtoms);
    const { asks, bids } = (this.venue.openBook as NonNullable<ContractVenue['openBook']>).depth();
    if (bids[0] !== undefined && asks[0] !== undefined) expect(bids[0].priceTicks).toBeLessThan(asks[0].priceTicks);
    let open = 0;
    for (const account of accounts) {
      for (const seat of book.seatsOf(account)) {
        open += seat.openOrders;
        if (seat.openOrders === 0) expect(seat.held.size).toBe(0);
      }
    }
    expect(open).toBe(this.venue.openOrders);
  }
}

describe('random trading in the open book', () => {
  it('conserves every atom, crosses no book, and gives each trade its two sides', () => {
    let met = 0;
    let prevented = 0;
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 60, size: 'max' }), (operations) => {
        const street = new Street();
        for (const [at, step] of operations.entries()) {
          street.run(step, at + 2);
          street.check();
        }
        met += street.trades.filter(({ buyRef, sellRef }) => buyRef !== HOUSE && sellRef !== HOUSE).length;
        prevented += street.expired.filter(({ against }) => against !== null).length;
      }),
      { numRuns: Number(process.env.RUNS ?? 200) },
    );
    expect(Math.min(met, prevented)).toBeGreaterThan(10);
  });

  it('goes on from a snapshot as if nothing had happened', () => {
    fc.assert(
      fc.property(fc.array(operation, { minLength: 2, maxLength: 40, size: 'max' }), fc.nat(), (operations, cut) => {
        // What only reduces is measured anew against its position.
        const steps = operations.filter(({ account, op }) => account !== 3 && !/cancel|reduce|trigger/.test(op));
        const at = steps.length === 0 ? 0 : cut % steps.length;
        const original = new Street();
        for (const [i, step] of steps.slice(0, at).entries()) original.run(step, i + 2);
        // What has been taken of the house's levels is on no disk: a print renews them.
        original.venue.print(original.venue.lastTicks, at + 2);
        const kept = JSON.parse(JSON.stringify({ book: original.book.snapshot(), venue: original.venue.snapshot() }));
        const copy = new Street(kept);
        copy.nextRef = original.nextRef;
        expect(copy.book.snapshot()).toEqual(original.book.snapshot());
        const [fills, trades] = [original.fills.length, original.trades.length];
        for (const [i, step] of steps.slice(at).entries())
          for (const street of [original, copy]) street.run(step, at + i + 3);
        expect(copy.book.snapshot()).toEqual(original.book.snapshot());
        expect(copy.fills).toEqual(original.fills.slice(fills));
        expect(copy.trades).toEqual(original.trades.slice(trades));
      }),
      { numRuns: Number(process.env.RUNS ?? 100) },
    );
  });
});
