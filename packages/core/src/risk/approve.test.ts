// Each reason for which risk refuses an order, at its exact limit.
import { describe, expect, it } from 'vitest';
import { btcSpec } from '../../test/btc-usdt.ts';
import { makeInstrument } from '../market/make-instrument.ts';
import type { OwnOrder } from '../strategy/strategy.ts';
import { approve, lockAtoms, type RiskView } from './approve.ts';
import { defaultRiskLimits } from './limits.ts';

const instrument = makeInstrument({
  ...btcSpec,
  minQty: '0.00010',
  maxQty: '10',
  minPrice: '100',
  maxPrice: '200000',
  maxOpenOrders: 20,
});
const limits = defaultRiskLimits();
const view: RiskView = {
  lastTicks: 5_000_000,
  freeQuoteAtoms: 1000e8,
  freeBaseAtoms: 1e8,
  heldAtoms: 1e8,
  openOrders: 3,
};
const buy: OwnOrder = {
  slot: 1,
  cycle: 0,
  attempt: 0,
  side: 'buy',
  type: 'limit',
  purpose: 'grid',
  reduceOnly: false,
  priceTicks: 4_900_000,
  qtyLots: 100,
  filledLots: 0,
  status: 'done',
};

function verdict(change: Partial<OwnOrder>, viewChange: Partial<RiskView> = {}, killSwitch = false) {
  const order = { ...buy, ...change };
  const seen = { ...view, ...viewChange };
  const lock = lockAtoms(instrument, limits, order, seen.lastTicks);
  const result = approve(order, lock, instrument, { ...limits, killSwitch }, seen);
  return typeof result === 'string' ? result : 'approved';
}

describe('approve', () => {
  it.each([
    ['approved', {}, {}],
    ['price_insane', { priceTicks: 0 }, {}],
    ['price_insane', { priceTicks: -5 }, {}],
    ['price_insane', { priceTicks: Number.NaN }, {}],
    ['price_insane', { priceTicks: 4_900_000.5 }, {}],
    ['price_insane', {}, { lastTicks: 0 }],
    ['price_insane', {}, { lastTicks: Number.NaN }],
    ['price_insane', { priceTicks: 5_250_001 }, {}],
    ['approved', { priceTicks: 5_250_000 }, {}],
    ['price_insane', { side: 'sell', priceTicks: 4_749_999 }, {}],
    ['price_range', { priceTicks: 9_999 }, {}],
    ['price_range', { side: 'sell', priceTicks: 20_000_001 }, {}],
    ['lot_size', { qtyLots: 10.5 }, {}],
    ['qty_small', { qtyLots: 9 }, {}],
    ['qty_small', { qtyLots: -100 }, {}],
    ['qty_large', { qtyLots: 1_000_001 }, {}],
    ['notional_small', { priceTicks: 4_900_000, qtyLots: 10 }, {}],
    ['too_many_orders', {}, { openOrders: 20 }],
    ['budget', {}, { freeQuoteAtoms: 49e8 - 1 }],
    ['approved', {}, { freeQuoteAtoms: 49e8 }],
    ['budget', { side: 'sell', priceTicks: 5_100_000 }, { freeBaseAtoms: 99_999 }],
    ['approved', { side: 'sell', priceTicks: 5_100_000 }, { freeBaseAtoms: 100_000 }],
  ] as const)('%s: %o %o', (expected, change, viewChange) => {
    expect(verdict(change, viewChange)).toBe(expected);
  });

  it('asks 5 % above the minimum notional of an entry, the bare minimum of an exit', () => {
    const at = (priceTicks: number) => ({ priceTicks, qtyLots: 10 });
    expect(verdict(at(5_249_999), { lastTicks: 6_000_000 })).toBe('notional_small');
    expect(verdict(at(5_250_000), { lastTicks: 6_000_000 })).toBe('approved');
    expect(verdict({ ...at(4_999_999), side: 'sell' })).toBe('notional_small');
    expect(verdict({ ...at(5_000_000), side: 'sell' })).toBe('approved');
  });

  it('makes a market buy able to afford the slippage, and the fee where it is taken in quote', () => {
    const market = { type: 'market', priceTicks: 0, qtyLots: 100 } as const;
    expect(verdict(market, { freeQuoteAtoms: 50.01e8 - 1 })).toBe('budget');
    expect(verdict(market, { freeQuoteAtoms: 50.01e8 })).toBe('approved');
    const inQuote = { ...instrument, feeAsset: 'quote' as const };
    expect(lockAtoms(inQuote, limits, { ...buy, ...market }, 5_000_000)).toBe(50.01e8 + 0.05001e8);
  });

  it('lets only exits through a thrown kill switch', () => {
    expect(verdict({}, {}, true)).toBe('kill_switch');
    expect(verdict({ side: 'sell', priceTicks: 5_100_000 }, {}, true)).toBe('approved');
    expect(verdict({ side: 'sell', priceTicks: 5_100_000, purpose: 'entry' }, {}, true)).toBe('kill_switch');
  });

  it('refuses figures beyond the exact range instead of computing with them', () => {
    expect(verdict({ qtyLots: Number.MAX_SAFE_INTEGER })).toBe('qty_large');
    const wide = { ...instrument, maxQtyLots: Number.MAX_SAFE_INTEGER };
    const full = Number.MAX_SAFE_INTEGER - 99_999;
    expect(verdict({}, { heldAtoms: full })).toBe('qty_large');
    expect(verdict({}, { heldAtoms: full - 1 })).toBe('approved');
    expect(verdict({ side: 'sell', priceTicks: 5_100_000 }, { heldAtoms: full })).toBe('approved');
    const order = { ...buy, qtyLots: 2 ** 40 };
    expect(approve(order, lockAtoms(wide, limits, order, 5_000_000), wide, limits, view)).toBe('qty_large');
  });
});
