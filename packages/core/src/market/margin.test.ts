// Margin and the two prices that end a position: the worked figures, the exact edge of liquidation, and real brackets.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { btcPerpSpec } from '../../test/btc-perp.ts';
import { formatPrice, notionalAtoms } from './conversions.ts';
import type { Instrument } from './instrument.ts';
import { makeInstrument } from './make-instrument.ts';
import {
  bankruptcyTicks,
  bracketOf,
  initialMarginAtoms,
  isLiquidated,
  liquidationTicks,
  type MarginedPosition,
  maintenanceAtoms,
  maxLeverageFor,
  termsOf,
  unrealisedAtoms,
} from './margin.ts';

const flat = makeInstrument({
  ...btcPerpSpec,
  tick: '0.0001',
  contract: {
    brackets: [{ floor: '0', maxLeverage: 125, maintenance: '0.005', cum: '0' }],
    fundingHours: 8,
    liquidationFee: '0.0125',
  },
});

function position(instrument: Instrument, qtyLots: number, entryTicks: number, leverage: number): MarginedPosition {
  const entryAtoms = notionalAtoms(instrument, entryTicks, Math.abs(qtyLots));
  return { qtyLots, entryAtoms, marginAtoms: Math.floor(entryAtoms / leverage) };
}

/** A price worse by so many ticks. */
const worse = (qtyLots: number, ticks: number, by: number) => ticks - Math.sign(qtyLots) * by;

describe('worked figures of strategies.md 2.2: 10x @2000, maintenance 0.5 %', () => {
  it('long liquidates at 1809.05', () => {
    const ticks = liquidationTicks(flat, position(flat, 1000, 20_000_000, 10));
    expect(formatPrice(flat, ticks)).toBe('1809.0452');
    expect(Number(formatPrice(flat, ticks)).toFixed(2)).toBe('1809.05');
  });

  it('short liquidates at 2189.05', () => {
    const ticks = liquidationTicks(flat, position(flat, -1000, 20_000_000, 10));
    expect(formatPrice(flat, ticks)).toBe('2189.0548');
    // Up to the tick: the exact price is 2189.05472…
    expect((2200 / 1.005).toFixed(2)).toBe('2189.05');
  });

  it('is bankrupt at 1800 and 2200', () => {
    expect(formatPrice(flat, bankruptcyTicks(flat, position(flat, 1000, 20_000_000, 10)))).toBe('1800.0000');
    expect(formatPrice(flat, bankruptcyTicks(flat, position(flat, -1000, 20_000_000, 10)))).toBe('2200.0000');
  });
});

const perp = makeInstrument(btcPerpSpec);
const anyPosition = fc
  .record({
    short: fc.boolean(),
    qty: fc.integer({ min: 1, max: 20_000 }),
    entry: fc.integer({ min: 10_000, max: 1_500_000 }),
    leverage: fc.integer({ min: 1, max: 125 }),
    extraPpm: fc.integer({ min: -500_000, max: 2_000_000 }),
  })
  .map(({ short, qty, entry, leverage, extraPpm }) => {
    const opened = position(perp, short ? -qty : qty, entry, leverage);
    return { ...opened, marginAtoms: Math.floor((opened.marginAtoms * (1_000_000 + extraPpm)) / 1_000_000) };
  });

describe('the edge of liquidation', () => {
  it('a mark at the liquidation price liquidates, one tick better does not', () => {
    fc.assert(
      fc.property(anyPosition, (held) => {
        const ticks = liquidationTicks(perp, held);
        if (ticks === 0) {
          expect(held.qtyLots).toBeGreaterThan(0);
          expect(isLiquidated(perp, held, 1)).toBe(false);
          return;
        }
        expect(isLiquidated(perp, held, ticks)).toBe(true);
        expect(isLiquidated(perp, held, worse(held.qtyLots, ticks, -1))).toBe(false);
        const further = worse(held.qtyLots, ticks, 1);
        if (further > 0) expect(isLiquidated(perp, held, further)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('bankruptcy leaves less than a tick of the position and never less than nothing', () => {
    fc.assert(
      fc.property(anyPosition, (held) => {
        const ticks = bankruptcyTicks(perp, held);
        if (ticks === 0) return;
        const left = held.marginAtoms + unrealisedAtoms(perp, held, ticks);
        expect(left).toBeGreaterThanOrEqual(0);
        expect(left).toBeLessThan(Math.abs(held.qtyLots) * perp.quoteAtomsPerTickLot);
      }),
    );
  });

  it('a long that is paid in full cannot be liquidated', () => {
    expect(liquidationTicks(perp, position(perp, 10, 600_000, 1))).toBe(0);
    expect(bankruptcyTicks(perp, position(perp, 10, 600_000, 1))).toBe(0);
  });

  it('nothing held, nothing to liquidate', () => {
    const nothing = { qtyLots: 0, entryAtoms: 0, marginAtoms: 0 };
    expect([liquidationTicks(perp, nothing), bankruptcyTicks(perp, nothing)]).toEqual([0, 0]);
    expect(isLiquidated(perp, nothing, 1)).toBe(false);
  });
});

describe('brackets', () => {
  const terms = termsOf(perp);
  it('begin at their floor, and the maintenance margin has no jump there', () => {
    for (const [at, bracket] of terms.brackets.entries()) {
      expect(bracketOf(terms, bracket.floorAtoms)).toBe(bracket);
      if (at === 0) continue;
      expect(bracketOf(terms, bracket.floorAtoms - 1)).toBe(terms.brackets[at - 1]);
      const step = maintenanceAtoms(terms, bracket.floorAtoms) - maintenanceAtoms(terms, bracket.floorAtoms - 1);
      expect(step).toBeGreaterThanOrEqual(0);
      expect(step).toBeLessThanOrEqual(1);
    }
  });

  it('allow less leverage to more notional', () => {
    expect(maxLeverageFor(terms, 0)).toBe(125);
    expect(maxLeverageFor(terms, 60_000_00000000)).toBe(100);
  });

  it('ask an initial margin that is rounded up', () => {
    expect(initialMarginAtoms(100, 3)).toBe(34);
    expect(initialMarginAtoms(99, 3)).toBe(33);
  });
});

const folder = process.env.DATA;
describe.skipIf(folder === undefined)('real brackets (DATA)', () => {
  it('are continuous, and liquidation fits its bracket for every contract', () => {
    type Tier = { minNotional: number; maxLeverage: number; maintenanceMarginRate: number; info: { cum: string } };
    const bytes = readFileSync(`${folder}/binance-usdm-leverage-brackets.json.gz`);
    const all = JSON.parse(gunzipSync(bytes).toString('utf8')) as Record<string, Tier[]>;
    let tested = 0;
    for (const tiers of Object.values(all)) {
      // Beyond 90 million the notional leaves the exact range.
      const brackets = tiers
        .filter(({ minNotional }) => minNotional < 50_000_000)
        .map(({ minNotional, maxLeverage, maintenanceMarginRate, info }) => ({
          ...{ floor: minNotional.toFixed(0), maxLeverage, maintenance: maintenanceMarginRate.toFixed(6) },
          cum: Number(info.cum).toFixed(8),
        }));
      const contract = { brackets, fundingHours: 8, liquidationFee: '0.0125' };
      const instrument = makeInstrument({ ...btcPerpSpec, contract });
      for (const usdt of [100, 7_000, 60_000, 900_000, 5_000_000, 30_000_000])
        for (const sign of [1, -1])
          for (const leverage of [2, 5, 10, 20]) {
            const qtyLots = sign * Math.max(1, Math.floor((usdt * 1e8) / (600_000 * instrument.quoteAtomsPerTickLot)));
            const held = position(instrument, qtyLots, 600_000, leverage);
            const ticks = liquidationTicks(instrument, held);
            if (ticks === 0) continue;
            tested++;
            expect(isLiquidated(instrument, held, ticks)).toBe(true);
            expect(isLiquidated(instrument, held, worse(qtyLots, ticks, -1))).toBe(false);
          }
    }
    expect(tested).toBeGreaterThan(5_000);
  });
});
