// The preview of a grid: the worked figures of the design, and the worst case counted by hand.

import { describe, expect, it } from 'vitest';
import { btc } from '../../../test/btc-usdt.ts';
import { plainGrid } from '../../../test/plain-grid.ts';
import type { GridParams } from './params.ts';
import { previewGrid } from './preview.ts';

const params: GridParams = {
  lowerTicks: 5_000_000,
  upperTicks: 7_000_000,
  levels: 20,
  ...plainGrid,
};
const usdt = (amount: number) => Math.round(amount * 1e8);

describe('previewGrid', () => {
  it('gives the figures of product.md 1.8: 1.80 % to 1.25 %, 0.78213 and 0.74907 USDT a pair', () => {
    const preview = previewGrid(btc, params, 6_000_000, usdt(1000));
    expect(preview).toMatchObject({ qtyLots: 87, netMaxPpm: 17_980, netMinPpm: 12_478 });
    expect(preview).toMatchObject({ netMaxAtoms: usdt(0.78213), netMinAtoms: usdt(0.74907) });
  });

  it('gives the figures of strategies.md 2.1: 9.79 %, 6.9357 %, geometric 8.2387 %', () => {
    const range = { ...params, lowerTicks: 2_000_000, upperTicks: 3_000_000, levels: 5 };
    const arithmetic = previewGrid(btc, range, 2_500_000, usdt(1000));
    expect(arithmetic).toMatchObject({ netMaxPpm: 97_900, netMinPpm: 69_357 });
    const geometric = previewGrid(btc, { ...range, mode: 'geometric' }, 2_500_000, usdt(1000));
    expect(geometric.netMaxPpm).toBeGreaterThanOrEqual(82_387);
    expect(geometric.netMinPpm).toBeLessThanOrEqual(82_388);
    expect(geometric.netMaxPpm - geometric.netMinPpm).toBeLessThan(2);
  });

  it('counts the worst case at the stop loss with the sale, without one at the lower line with the coin', () => {
    const held = previewGrid(btc, params, 6_000_000, usdt(1000));
    expect(held.worstTicks).toBe(5_000_000);
    // 871 + 870 lots bought, 0.1 % of the coin gone in fees; at 50,000 the coin is worth 869.62, cash 3.3 is left.
    const cash = 1000 - 0.00871 * 60_012 - 474.15;
    const coin = (0.00871 + 0.0087) * 0.999;
    expect(held.worstLossAtoms / 1e8).toBeCloseTo(1000 - cash - coin * 50_000, 4);
    const stopped = previewGrid(btc, { ...params, stopLossTicks: 4_800_000 }, 6_000_000, usdt(1000));
    expect(stopped.worstTicks).toBe(4_800_000);
    expect(stopped.worstLossAtoms / 1e8).toBeCloseTo(1000 - cash - coin * 47_990.4 * 0.999, 4);
    expect(stopped.worstDropPpm).toBe(200_000);
  });

  it('draws a grid with a trigger at the trigger, and one that the money does not reach with quantity 0', () => {
    expect(previewGrid(btc, { ...params, triggerTicks: 5_200_000 }, 8_000_000, usdt(1000)).emptyLine).toBe(2);
    const poor = previewGrid(btc, params, 6_000_000, 0);
    expect(poor).toMatchObject({ qtyLots: 0, worstLossAtoms: 0 });
    expect(poor.minInvestmentAtoms).toBeGreaterThan(usdt(100));
  });
});
