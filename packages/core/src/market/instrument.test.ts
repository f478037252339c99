// Instruments and their conversions: the figures of the design documents, and properties over odd ticks and steps.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MoneyError } from '../money/safe-integer.ts';
import {
  baseAtomsToLots,
  baseValueAtoms,
  feeAtoms,
  formatBase,
  formatPrice,
  formatQty,
  formatQuote,
  isFeeInBase,
  lotsToBaseAtoms,
  notionalAtoms,
  parseBase,
  parseQuote,
  priceToTicks,
  qtyToLots,
} from './conversions.ts';
import { InstrumentError, type InstrumentSpec, makeInstrument } from './make-instrument.ts';

const BTC: InstrumentSpec = {
  symbol: 'BTC/USDT',
  tick: '0.01000000',
  step: '0.00001000',
  minQty: '0.00001',
  maxQty: '9000',
  minNotional: '5',
  minPrice: '0.01',
  maxPrice: '1000000',
  maxOpenOrders: 200,
  maker: '0.001',
  taker: '0.001',
};
const btc = makeInstrument(BTC);
const pepe = makeInstrument({ ...BTC, symbol: 'PEPE/USDT', tick: '0.00000001', step: '1', minQty: '1', maxPrice: '1' });

describe('makeInstrument', () => {
  it('counts in the units of the tick, the step and eight decimals', () => {
    expect(btc).toMatchObject({
      base: 'BTC',
      quote: 'USDT',
      priceDecimals: 2,
      qtyDecimals: 5,
      baseScale: 8,
      quoteScale: 8,
    });
    expect(btc).toMatchObject({ tickUnits: 1, stepUnits: 1, baseAtomsPerLot: 1000, quoteAtomsPerTickLot: 10 });
    expect(btc).toMatchObject({
      minQtyLots: 1,
      maxQtyLots: 900_000_000,
      minNotionalAtoms: 500_000_000,
      feeAsset: 'received',
    });
    expect(pepe).toMatchObject({ baseAtomsPerLot: 100_000_000, quoteAtomsPerTickLot: 1 });
  });

  it('knows ticks and steps that are not powers of ten', () => {
    const odd = makeInstrument({ ...BTC, tick: '0.05', step: '25', minQty: '30', maxQty: '100' });
    expect(odd).toMatchObject({ tickUnits: 5, stepUnits: 25, minQtyLots: 2, maxQtyLots: 4 });
    expect(priceToTicks(odd, '1.09', 'floor')).toBe(21);
    expect(priceToTicks(odd, '1.09', 'ceil')).toBe(22);
    expect(() => priceToTicks(odd, '1.09')).toThrow(MoneyError);
    expect(formatPrice(odd, 21)).toBe('1.05');
    expect(formatQty(odd, 3)).toBe('75');
  });

  it.each([
    ['symbol', { symbol: 'BTCUSDT' }],
    ['tick', { tick: '0' }],
    ['step', { step: '0.0' }],
    ['maxQty', { minQty: '2', maxQty: '1' }],
    ['maxPrice', { minPrice: '2', maxPrice: '1' }],
    ['minNotional', { minNotional: '-1' }],
    ['maxOpenOrders', { maxOpenOrders: 0 }],
    ['takerPpm', { taker: '1' }],
  ])('refuses a bad %s', (field, change) => {
    expect(() => makeInstrument({ ...BTC, ...change })).toThrow(InstrumentError);
    expect(() => makeInstrument({ ...BTC, ...change })).toThrow(field);
  });
});

describe('conversions', () => {
  it('round a buy down and a sell up to the tick, a quantity down to the step', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e9 }), fc.integer({ min: 0, max: 999 }), (ticks, beyond) => {
        const text = `${formatPrice(btc, ticks)}${String(beyond).padStart(3, '0')}`;
        expect(priceToTicks(btc, text, 'floor')).toBe(ticks);
        expect(priceToTicks(btc, text, 'ceil')).toBe(beyond === 0 ? ticks : ticks + 1);
        expect(qtyToLots(btc, `${formatQty(btc, ticks)}${beyond}`)).toBe(ticks);
      }),
    );
  });

  it('give text and figures back', () => {
    expect(formatPrice(btc, 6_000_010)).toBe('60000.10');
    expect(formatQty(btc, 87)).toBe('0.00087');
    expect(formatQuote(btc, 100_050_000_000)).toBe('1000.5');
    expect(formatBase(btc, 86_913)).toBe('0.00086913');
    expect(parseQuote(btc, '1000.5')).toBe(100_050_000_000);
    expect(parseBase(btc, '0.00086913')).toBe(86_913);
  });

  it('price 0.00087 BTC at 60,000 exactly', () => {
    expect(formatQuote(btc, notionalAtoms(btc, 6_000_000, 87))).toBe('52.2');
  });

  it('cover the worked example of a base fee: buy 0.00005222, sell 0.00005216', () => {
    const fine = makeInstrument({ ...BTC, step: '0.00000001', minQty: '0.00000001', maxQty: '1' });
    const boughtLots = qtyToLots(fine, '0.00005222');
    const received = lotsToBaseAtoms(fine, boughtLots) - feeAtoms(fine, 'buy', 10_000_000, boughtLots, 1000);
    expect(isFeeInBase(fine, 'buy')).toBe(true);
    expect(baseAtomsToLots(fine, received) - qtyToLots(fine, '0.00005216')).toBe(1);
  });

  it('floor fees to the atom, in base on a buy and in quote on a sell or where fees are in quote', () => {
    expect(feeAtoms(btc, 'buy', 6_000_000, 87, 1000)).toBe(87);
    expect(feeAtoms(btc, 'sell', 6_000_000, 87, 1000)).toBe(5_220_000);
    expect(feeAtoms(makeInstrument({ ...BTC, feeAsset: 'quote' }), 'buy', 6_000_000, 87, 1000)).toBe(5_220_000);
    expect(feeAtoms(btc, 'sell', 1, 1, 999)).toBe(0);
  });

  it('value base atoms in quote', () => {
    expect(baseValueAtoms(btc, 1500, 6_000_001, 'floor')).toBe(90_000_015);
    expect(baseValueAtoms(btc, 1, 6_000_001, 'floor')).toBe(60_000);
    expect(baseValueAtoms(btc, 1, 6_000_001, 'ceil')).toBe(60_001);
  });

  it('are exact to 90 M USDT and throw beyond the exact range instead of losing atoms', () => {
    expect(formatQuote(btc, notionalAtoms(btc, 100_000_000, 9_000_000))).toBe('90000000');
    expect(() => notionalAtoms(btc, 100_000_000, 9_100_000)).toThrow(MoneyError);
  });
});
