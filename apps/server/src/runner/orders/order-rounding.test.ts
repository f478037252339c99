// Orders in the steps of now, counted in the steps of then: whatever an exchange makes of its filters, what is sent keeps to
// both, is never dearer or more than it was meant, and what a trade between two ticks cost is booked to the atom.

import { formatQty } from '@cormorant/core/market/conversions.ts';
import { assert, constantFrom, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import { rules } from '../../../test/runner-rig.ts';
import { instrumentOf } from '../../ports/venue-market.ts';
import { priceOfParts } from '../fills/fill-price.ts';
import { finerSteps, keepSteps, sentAs, timesFiner } from './order-rounding.ts';

const steps = ['0.001', '0.002', '0.01', '0.025', '0.1', '0.5', '1', '2.5'];
const thousandths = (text: string) => Math.round(Number(text) * 1000);

test('what is sent is a multiple of the steps of then and now, and within one step of what was meant, never worse', () => {
  const step = constantFrom(...steps);
  const side = constantFrom('buy' as const, 'sell' as const);
  const anyOrder = [
    step,
    step,
    step,
    step,
    side,
    integer({ min: 5000, max: 90_000 }),
    integer({ min: 0, max: 90_000 }),
  ];
  assert(
    property(
      ...(anyOrder as [
        typeof step,
        typeof step,
        typeof step,
        typeof step,
        typeof side,
        ReturnType<typeof integer>,
        ReturnType<typeof integer>,
      ]),
      (tick, lot, newTick, newLot, way, priceTicks, qtyLots) => {
        const counted = { ...rules, tick, step: lot };
        const kept = keepSteps(counted, { ...rules, tick: newTick, step: newLot, minNotional: '7' });
        expect(kept).toMatchObject({ tick, step: lot, minNotional: '7' });
        const { price, qty } = sentAs(instrumentOf(kept), kept, { priceTicks, qtyLots, side: way });
        const meant = { price: priceTicks * thousandths(tick), qty: qtyLots * thousandths(lot) };
        const sent = { price: thousandths(price), qty: thousandths(qty) };
        for (const one of [tick, newTick]) expect(sent.price % thousandths(one)).toBe(0);
        for (const one of [lot, newLot]) expect(sent.qty % thousandths(one)).toBe(0);
        const worse = way === 'buy' ? sent.price - meant.price : meant.price - sent.price;
        expect(worse).toBeLessThanOrEqual(0);
        expect(-worse).toBeLessThan(thousandths(kept.orderTick ?? tick));
        expect(meant.qty - sent.qty).toBeGreaterThanOrEqual(0);
        expect(meant.qty - sent.qty).toBeLessThan(thousandths(kept.orderStep ?? lot));
      },
    ),
  );
});

test('less than one of the coarser steps is no order, whatever least quantity the exchange tells', () => {
  const coarse = { ...rules, step: '0.1' };
  const least = (minQty: string) => instrumentOf(keepSteps({ ...rules, step: '0.01' }, { ...coarse, minQty }));
  expect(formatQty(least('0.01'), least('0.01').minQtyLots)).toBe('0.10');
  expect(formatQty(least('0.3'), least('0.3').minQtyLots)).toBe('0.30');
});

test('steps that have not become coarser ask for no rounding', () => {
  expect(keepSteps(rules, { ...rules, tick: '0.00100', step: '0.0001' })).toEqual({ ...rules });
  expect(keepSteps(rules, { ...rules, tick: '0.1', step: '0.01' })).toEqual({
    ...rules,
    minQty: '0.01',
    orderTick: '0.1',
    orderStep: '0.01',
  });
  expect(() => keepSteps(rules, { ...rules, tick: '0' })).toThrow();
});

test('a trade between two ticks counts as the one below, and what it cost is exact', () => {
  const instrument = instrumentOf(rules);
  const at = (price: string, side: 'buy' | 'sell', lots: number) =>
    priceOfParts(instrument, [{ price, side, qty: formatQty(instrument, lots) }], lots);
  expect(at('60000.100', 'buy', 15)).toEqual({ priceTicks: 6_000_010 });
  // 0.015 x 60000.0155 = 900.0002325
  expect(at('60000.0155', 'buy', 15)).toEqual({ priceTicks: 6_000_001, paidAtoms: 90_000_023_250 });
  // 0.001 x 1.0000005555 = 0.0010000005555: against the bot beyond the eighth decimal.
  expect(at('1.0000005555', 'buy', 1)).toEqual({ priceTicks: 100, paidAtoms: 100_001 });
  expect(at('1.0000005555', 'sell', 1)).toEqual({ priceTicks: 100, paidAtoms: 100_000 });
  expect(() => at('0.001', 'buy', 1)).toThrow();
});

test('parts are counted in the step that the exchange tells, where they are whole in it', () => {
  const counted = { ...rules, tick: '0.1', step: '0.01' };
  const fresh = { ...rules, tick: '0.01', step: '0.0005', minQty: '0.001', minNotional: '7' };
  const finer = finerSteps(counted, fresh, ['0.0085', '0.01']);
  expect(finer).toEqual({ ...fresh, tick: '0.1' });
  expect(timesFiner(counted, finer)).toBe(20);
});

test('else in the largest step in which all are whole, and what is sent keeps to what the exchange tells or last told', () => {
  const counted = { ...rules, step: '0.01', minQty: '0.01' };
  const parts = ['0.0025', '0.005'];
  const fresh = { ...rules, step: '0.001', minQty: '0.001' };
  expect(finerSteps(counted, fresh, parts)).toEqual({ ...fresh, step: '0.0025', orderStep: '0.005', minQty: '0.005' });
  const unread = finerSteps(counted, null, parts);
  expect(unread).toEqual({ ...counted, step: '0.0025', orderStep: '0.01' });
  expect(keepSteps(unread, { ...counted, step: '0.0001' })).toEqual({ ...counted, step: '0.0025' });
  expect(timesFiner(counted, unread)).toBe(4);
  // Whole already: another order has made it count so.
  expect(timesFiner(unread, finerSteps(unread, { ...counted, step: '0.0025' }, parts))).toBe(1);
  const rounded = { ...counted, orderStep: '0.05' };
  expect(finerSteps(rounded, null, parts)).toMatchObject({ step: '0.0025', orderStep: '0.05' });
});
