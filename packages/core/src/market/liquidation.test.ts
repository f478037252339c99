// The worked figures of strategies.md 2.2, and the bracket that a large position falls into.
import { expect, test } from 'vitest';
import { btcSpec } from '../../test/btc-usdt.ts';
import { liquidationTicks } from './liquidation.ts';
import { makeInstrument } from './make-instrument.ts';

const contract = (brackets: { floor: string; maxLeverage: number; maintenance: string; cum: string }[]) =>
  makeInstrument({ ...btcSpec, market: 'futures', contract: { brackets, fundingHours: 8, liquidationFee: '0.0125' } });
const flat = contract([{ floor: '0', maxLeverage: 125, maintenance: '0.005', cum: '0' }]);

test('strategies.md 2.2: 10x at 2000 with 0.5 % maintenance: long 1809.05, short 2189.05', () => {
  const lots = 100_000;
  const value = 2000e8;
  // Rounded toward the entry by at most a tick.
  expect(liquidationTicks(flat, 'long', lots, value, 200e8)).toBe(180_905);
  expect(liquidationTicks(flat, 'short', lots, value, 200e8)).toBe(218_905);
});

test('a long that no price can liquidate, and nothing held, have none', () => {
  expect(liquidationTicks(flat, 'long', 100_000, 2000e8, 2000e8)).toBe(0);
  expect(liquidationTicks(flat, 'long', 0, 0, 0)).toBe(0);
  expect(liquidationTicks({ ...flat, contract: null }, 'long', 1, 1, 1)).toBe(0);
});

test('the bracket of the notional at the liquidation price counts', () => {
  const two = contract([
    { floor: '0', maxLeverage: 125, maintenance: '0.004', cum: '0' },
    { floor: '50000', maxLeverage: 100, maintenance: '0.005', cum: '50' },
  ]);
  // 30 BTC-lots of 2000 = 60 000: at the liquidation price some 54 000, the second bracket: (60000-6000-50)/(30*0.995).
  expect(liquidationTicks(two, 'long', 3_000_000, 60_000e8, 6000e8)).toBe(Math.ceil(5_395_000 / 29.85));
  expect(liquidationTicks(two, 'long', 300_000, 6000e8, 600e8)).toBe(Math.ceil(540_000 / 2.988));
});
