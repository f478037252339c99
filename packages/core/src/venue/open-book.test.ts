// Who meets whom in the open book: strangers by price and time, the house around the print, and the tape through it.
import { describe, expect, it } from 'vitest';
import { btc } from '../../test/btc-usdt.ts';
import { OpenBook, type OpenBookSink } from './open-book.ts';
import type { PortionOf } from './sim-venue.ts';
import { refusalOf } from './sink.ts';

const P = 6_000_000; // 60,000.00
const PRINTED_AT = 1_000;

function bookAt(priceTicks: number, portion?: PortionOf) {
  const told: string[] = [];
  const sink: OpenBookSink = {
    trade: (price, qty, buyerIsMaker, buyRef, sellRef) =>
      told.push(`trade ${price} x ${qty} ${buyerIsMaker ? 'sold' : 'bought'} ${buyRef}/${sellRef}`),
    fill: (_h, account, ref, side, price, qty, left, _fee, _inBase, maker) =>
      told.push(`${account}:${ref} ${side} ${price} x ${qty} left ${left}${maker ? ' maker' : ''}`),
    expired: (_h, account, ref, _side, left) => told.push(`${account}:${ref} expired ${left}`),
  };
  const book = portion === undefined ? new OpenBook(btc, sink) : new OpenBook(btc, sink, portion);
  book.print(priceTicks, PRINTED_AT);
  return { book, told };
}

describe('the open book', () => {
  it('quotes twenty levels a side around the print, the first a twentieth of a permille away', () => {
    const { bids, asks } = bookAt(P).book.depth();
    expect([bids.length, asks.length]).toEqual([20, 20]);
    expect([bids[0]?.priceTicks, asks[0]?.priceTicks]).toEqual([P - 300, P + 300]);
    expect(bids[19]?.priceTicks).toBe(P - 6000);
    expect(asks[1]?.qtyLots).toBeGreaterThan(asks[0]?.qtyLots as number);
  });

  it('lets strangers trade with each other inside the spread, best price first, then oldest', () => {
    const { book, told } = bookAt(P);
    book.place(1, 11, 'buy', 'gtc', P - 100, 500);
    book.place(2, 12, 'buy', 'gtc', P, 500);
    book.place(3, 13, 'buy', 'gtc', P, 500);
    book.place(4, 14, 'sell', 'gtc', P - 100, 1200);
    expect(told).toEqual([
      `trade ${P} x 500 sold 12/14`,
      `2:12 buy ${P} x 500 left 0 maker`,
      `4:14 sell ${P} x 500 left 700`,
      `trade ${P} x 500 sold 13/14`,
      `3:13 buy ${P} x 500 left 0 maker`,
      `4:14 sell ${P} x 500 left 200`,
      `trade ${P - 100} x 200 sold 11/14`,
      `1:11 buy ${P - 100} x 200 left 300 maker`,
      `4:14 sell ${P - 100} x 200 left 0`,
    ]);
  });

  it('fills a resting order in full at its own price when the tape goes a tick beyond it, and not before', () => {
    const { book, told } = bookAt(P);
    book.place(1, 11, 'buy', 'gtc', P - 5000, 700);
    book.place(2, 12, 'sell', 'gtc', P + 5000, 700);
    told.length = 0;
    book.print(P - 5000, 2_000);
    expect(told).toEqual([]);
    book.print(P - 5001, 3_000);
    expect(told).toEqual([`trade ${P - 5000} x 700 sold 11/0`, `1:11 buy ${P - 5000} x 700 left 0 maker`]);
    told.length = 0;
    book.print(P + 5001, 4_000);
    expect(told).toEqual([`trade ${P + 5000} x 700 bought 0/12`, `2:12 sell ${P + 5000} x 700 left 0 maker`]);
  });

  it('gives only a portion a print where it is told to, the older order first', () => {
    const { book, told } = bookAt(P, (_account, leftLots) => Math.ceil(leftLots / 10));
    book.place(1, 11, 'buy', 'gtc', P - 5000, 700);
    book.place(2, 12, 'buy', 'gtc', P - 5000, 100);
    told.length = 0;
    book.print(P - 6000, 2_000);
    expect(told).toEqual([`trade ${P - 5000} x 80 sold 11/0`, `1:11 buy ${P - 5000} x 80 left 620 maker`]);
    book.print(P - 6000, 3_000);
    expect(told.at(-1)).toBe(`1:11 buy ${P - 5000} x 72 left 548 maker`);
    const { bids, asks } = book.depth();
    expect(bids[0]?.priceTicks).toBe(P - 5000);
    expect(asks[0]?.priceTicks).toBeGreaterThan(P - 5000);
  });

  it('keeps what is eaten of the house eaten until the next print', () => {
    const { book } = bookAt(P);
    const first = book.depth().asks[0] as { priceTicks: number; qtyLots: number };
    book.place(1, 11, 'buy', 'ioc', first.priceTicks, first.qtyLots - 100);
    expect(book.depth().asks[0]).toEqual({ priceTicks: first.priceTicks, qtyLots: 100 });
    book.print(P, 2_000);
    expect(book.depth().asks[0]).toEqual(first);
  });

  it('walks the levels for a quantity or for an amount, and says what it would get', () => {
    const { book, told } = bookAt(P);
    const [first, second] = book.depth().asks as [{ priceTicks: number; qtyLots: number }, { priceTicks: number }];
    const walk = book.walk('buy', { qtyLots: first.qtyLots + 50 });
    expect(walk).toMatchObject({ qtyLots: first.qtyLots + 50, worstTicks: second.priceTicks });
    const { quoteAtomsPerTickLot } = book.instrument;
    const cost = walk.parts.reduce((sum, part) => sum + part.priceTicks * part.qtyLots, 0) * quoteAtomsPerTickLot;
    expect(book.walk('buy', { quoteAtoms: cost }).qtyLots).toBe(walk.qtyLots);
    expect(book.walk('buy', { quoteAtoms: cost - 1 }).qtyLots).toBe(walk.qtyLots - 1);
    expect(book.walk('buy', { qtyLots: 1 }, first.priceTicks - 1).qtyLots).toBe(0);
    book.place(1, 11, 'buy', 'ioc', walk.worstTicks, walk.qtyLots);
    expect(told.at(-1)).toBe(`1:11 buy ${second.priceTicks} x 50 left 0`);
  });

  it('expires what an immediate order cannot fill, and refuses a post-only order that would take', () => {
    const { book, told } = bookAt(P);
    book.place(1, 11, 'buy', 'ioc', P, 500);
    expect(told).toEqual(['1:11 expired 500']);
    const ask = book.depth().asks[0]?.priceTicks as number;
    expect(refusalOf(book.refusalFor(1, 'buy', 'post', ask, 500))).toBe('post_only');
    expect(book.refusalFor(1, 'buy', 'post', ask - 1, 500)).toBe(0);
  });
});
