// The plan of a grid: the worked figures of product.md 1.8 and strategies.md 2.1, and that it always fits the money.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { btc, btcSpec } from '../../../test/btc-usdt.ts';
import { makeInstrument } from '../../market/make-instrument.ts';
import { gridLines } from './lines.ts';
import { minGridLots, minInvestmentAtoms, planGrid, quantityByFormula } from './plan.ts';

const usdt = (amount: number) => Math.round(amount * 1e8);

describe('planGrid', () => {
  it('gives q = 0.00087 for the example of product.md 1.8', () => {
    const lines = gridLines({ lowerTicks: 5_000_000, upperTicks: 7_000_000, levels: 20, mode: 'arithmetic' });
    const plan = planGrid(btc, lines, 6_000_000, usdt(1000), 200);
    expect(plan).toMatchObject({ empty: 10, buys: 10, sells: 10, qtyLots: 87 });
    // 10 q / 0.999 rounded up to the step, because the fee is taken in the coin.
    expect(plan.initialLots).toBe(871);
    expect(plan.restingAtoms).toBe(usdt(474.15));
  });

  it('gives q = 0.00861697 for the example of strategies.md 2.1, spending 430.85 and keeping 568.72', () => {
    const fine = makeInstrument({ ...btcSpec, step: '0.00000001', minQty: '0.00000001' });
    const lines = gridLines({ lowerTicks: 2_000_000, upperTicks: 3_000_000, levels: 5, mode: 'arithmetic' });
    const atoms = 1000 * 10 ** fine.quoteScale;
    const qtyLots = quantityByFormula(fine, lines, 2_500_000, 3, atoms);
    expect(qtyLots).toBe(861_697);
    expect(((2 * qtyLots * 25_000) / 1e8).toFixed(2)).toBe('430.85');
    expect(((qtyLots * 66_000) / 1e8).toFixed(2)).toBe('568.72');
    // Bought in whole steps and grossed up for the fee, that costs 0.00002 too much: the plan is one step lower.
    const plan = planGrid(fine, lines, 2_500_000, atoms, 0);
    expect(plan).toMatchObject({ empty: 3, buys: 3, sells: 2, qtyLots: 861_696 });
    // With slippage to pay, the same money buys a little less still.
    expect(planGrid(fine, lines, 2_500_000, atoms, 200).qtyLots).toBeLessThan(861_696);
  });

  it('never costs more than the investment, and one step more would break the formula or the budget', () => {
    const anyPlan = fc.record({
      lower: fc.integer({ min: 100_000, max: 6_000_000 }),
      width: fc.integer({ min: 50_000, max: 6_000_000 }),
      levels: fc.integer({ min: 2, max: 60 }),
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      invest: fc.integer({ min: 50, max: 200_000 }),
      mode: fc.constantFrom('arithmetic' as const, 'geometric' as const),
      feeAsset: fc.constantFrom('received' as const, 'quote' as const),
    });
    fc.assert(
      fc.property(anyPlan, ({ lower, width, levels, at, invest, mode, feeAsset }) => {
        const instrument = { ...btc, feeAsset };
        const lines = gridLines({ lowerTicks: lower, upperTicks: lower + width, levels, mode });
        const price = lower + Math.floor(width * at);
        const plan = planGrid(instrument, lines, price, usdt(invest), 200);
        expect(plan.initialAtoms + plan.restingAtoms).toBeLessThanOrEqual(usdt(invest));
        expect(plan.buys + plan.sells).toBe(levels);
        const need = minInvestmentAtoms(instrument, lines, price, 200);
        expect(planGrid(instrument, lines, price, need, 200).qtyLots).toBeGreaterThanOrEqual(
          minGridLots(instrument, lines),
        );
        if (usdt(invest) < need) expect(plan.qtyLots).toBeLessThan(minGridLots(instrument, lines));
      }),
      { numRuns: 200 },
    );
  });
});
