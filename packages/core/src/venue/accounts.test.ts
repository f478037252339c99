// Balances under random trading: nothing appears, nothing vanishes but the fee, nothing is negative, and what is locked
// is exactly what rests.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { btcSpec } from '../../test/btc-usdt.ts';
import { type FillRow, VenueRecorder } from '../../test/venue-recorder.ts';
import { makeInstrument } from '../market/make-instrument.ts';
import type { Side } from '../strategy/strategy.ts';
import { Accounts, BalanceError } from './accounts.ts';
import { SimVenue } from './sim-venue.ts';

const SPEC = { ...btcSpec, minNotional: '0', maxOpenOrders: 1000, maker: '0.00075' };

const operation = fc.record({
  op: fc.constantFrom('limit', 'limit', 'market', 'print', 'print', 'cancel'),
  account: fc.integer({ min: 0, max: 1 }),
  side: fc.constantFrom<Side>('buy', 'sell'),
  price: fc.integer({ min: 90, max: 110 }),
  qty: fc.integer({ min: 1, max: 2_000 }),
  pick: fc.nat(),
});

describe.each(['received', 'quote'] as const)('accounts with fees in %s', (feeAsset) => {
  const instrument = makeInstrument({ ...SPEC, feeAsset });

  it('keep every atom through random trading', () => {
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 80 }), (operations) => {
        const accounts = new Accounts([instrument]);
        const sink = new VenueRecorder();
        const venue = new SimVenue(instrument, { law: 'candle', slippagePpm: 200 }, sink);
        const open = new Map<number, { account: number; side: Side; lockTicks: number; left: number }>();
        const held = { BTC: [0, 0], USDT: [0, 0] };
        for (const account of [0, 1]) {
          accounts.credit(account, 'USDT', 2_000_000_000);
          accounts.credit(account, 'BTC', 3_000_000);
          held.USDT[account] = 2_000_000_000;
          held.BTC[account] = 3_000_000;
        }
        const settle = () => {
          for (const row of sink.take() as FillRow[]) {
            const order = open.get(row.ref);
            if (order === undefined) throw new Error('a fill of an unknown order');
            const { account, side, lockTicks } = order;
            const { priceTicks, qtyLots, leftLots, feeAtoms, feeInBase } = row;
            accounts.fill(account, instrument, side, lockTicks, priceTicks, qtyLots, leftLots, feeAtoms, feeInBase);
            const sign = side === 'buy' ? 1 : -1;
            held.BTC[account] = (held.BTC[account] as number) + sign * qtyLots * 1000 - (feeInBase ? feeAtoms : 0);
            held.USDT[account] =
              (held.USDT[account] as number) - sign * priceTicks * qtyLots * 10 - (feeInBase ? 0 : feeAtoms);
            open.delete(row.ref);
          }
        };
        const handles: number[] = [];
        venue.print(100, 0);
        operations.forEach(({ op, account, side, price, qty, pick }, ref) => {
          if (op === 'print') venue.print(price, ref);
          if (op === 'cancel') {
            const handle = handles[pick % Math.max(1, handles.length)];
            const order = handle === undefined ? undefined : venue.order(handle);
            if (handle !== undefined && order !== undefined && venue.cancel(handle)) {
              accounts.release(order.account, instrument, order.side, order.priceTicks, order.leftLots);
              open.delete(order.ref);
            }
          }
          if (op === 'limit' || op === 'market') {
            const lockTicks = op === 'market' ? venue.marketLimitTicks(side) : price;
            if (!accounts.lock(account, instrument, side, lockTicks, qty)) return;
            open.set(ref, { account, side, lockTicks, left: qty });
            handles.push(venue.place(account, ref, side, op, 'gtc', price, qty));
          }
          settle();
          for (const who of [0, 1]) {
            const resting = [...open.values()].filter((order) => order.account === who);
            for (const [asset, lockSide] of [
              ['USDT', 'buy'],
              ['BTC', 'sell'],
            ] as const) {
              const balance = accounts.balance(who, asset);
              const locked = resting
                .filter((order) => order.side === lockSide)
                .reduce((sum, order) => sum + accounts.lockAtoms(instrument, lockSide, order.lockTicks, order.left), 0);
              expect(balance.lockedAtoms).toBe(locked);
              expect(balance.freeAtoms).toBeGreaterThanOrEqual(0);
              expect(balance.freeAtoms + balance.lockedAtoms).toBe(held[asset][who]);
            }
          }
        });
      }),
      { numRuns: 200 },
    );
  });

  it('pay a partial fill at a better price and free the difference', () => {
    const accounts = new Accounts([instrument]);
    accounts.credit(1, 'USDT', accounts.parse('USDT', '1000'));
    const lock = feeAsset === 'quote' ? '100.1' : '100';
    expect(accounts.lock(1, instrument, 'buy', 10_000, 100_000)).toBe(true);
    expect(accounts.format('USDT', accounts.balance(1, 'USDT').lockedAtoms)).toBe(lock);
    const inBase = feeAsset === 'received';
    accounts.fill(1, instrument, 'buy', 10_000, 9_000, 40_000, 60_000, inBase ? 40_000 : 3_600_000, inBase);
    expect(accounts.format('USDT', accounts.balance(1, 'USDT').lockedAtoms)).toBe(
      feeAsset === 'quote' ? '60.06' : '60',
    );
    expect(accounts.format('USDT', accounts.balance(1, 'USDT').freeAtoms)).toBe(inBase ? '904' : '903.904');
    expect(accounts.format('BTC', accounts.balance(1, 'BTC').freeAtoms)).toBe(inBase ? '0.3996' : '0.4');
  });
});

describe('accounts', () => {
  const btc = makeInstrument(SPEC);
  const fine = makeInstrument({ ...SPEC, symbol: 'XYZ/USDT', tick: '0.00001', step: '0.00001' });

  it('count an asset in one scale over all symbols', () => {
    const accounts = new Accounts([btc, fine]);
    expect(accounts.scaleOf('USDT')).toBe(10);
    accounts.credit(7, 'USDT', accounts.parse('USDT', '100'));
    expect(accounts.lock(7, btc, 'buy', 10_000, 50_000)).toBe(true);
    expect(accounts.format('USDT', accounts.balance(7, 'USDT').freeAtoms)).toBe('50');
    expect(accounts.lock(7, fine, 'buy', 100_000, 5_000_001)).toBe(false);
    expect(accounts.lock(7, fine, 'buy', 100_000, 5_000_000)).toBe(true);
    expect(accounts.balance(7, 'USDT')).toEqual({ freeAtoms: 0, lockedAtoms: accounts.parse('USDT', '100') });
    expect(() => accounts.scaleOf('DOGE')).toThrow(RangeError);
  });

  it('are short, not broken, when asked for absurd sums', () => {
    const accounts = new Accounts([btc]);
    expect(accounts.lock(0, btc, 'buy', 100_000_000, 900_000_000)).toBe(false);
    expect(accounts.lock(0, btc, 'sell', 1, Number.MAX_SAFE_INTEGER)).toBe(false);
  });

  it('refuse to go below zero', () => {
    const accounts = new Accounts([btc]);
    accounts.credit(0, 'USDT', 100);
    expect(() => accounts.release(0, btc, 'buy', 1, 1)).toThrow(BalanceError);
    expect(() => accounts.credit(0, 'USDT', -1)).toThrow(BalanceError);
    expect(() => accounts.restore({ account: 0, asset: 'USDT', freeAtoms: -1, lockedAtoms: 0 })).toThrow(BalanceError);
    expect(() => accounts.fill(0, btc, 'sell', 5, 5, 1, 0, 1, true)).toThrow(BalanceError);
  });

  it('are stored and restored row by row', () => {
    const first = new Accounts([btc]);
    first.credit(0, 'USDT', 10_000);
    first.credit(3, 'BTC', 5_000);
    first.lock(3, btc, 'sell', 1, 2);
    const second = new Accounts([btc]);
    for (const row of first.rows()) second.restore(JSON.parse(JSON.stringify(row)));
    expect([...second.rows()]).toEqual([...first.rows()]);
    expect(second.balance(3, 'BTC')).toEqual({ freeAtoms: 3_000, lockedAtoms: 2_000 });
    expect([...second.rowsOf(9)]).toEqual([]);
  });
});
