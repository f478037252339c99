// Leverage is judged by the bracket of the whole ladder, whatever the kind: what passes at the start is not refused later.
import { makeInstrument } from '@cormorant/core/market/make-instrument.ts';
import { parseParams } from '@cormorant/core/strategies/registry.ts';
import { describe, expect, it } from 'vitest';

const instrument = makeInstrument({
  ...{ symbol: 'BTC/USDT', market: 'futures', tick: '0.01', step: '0.0001', minQty: '0.0001', maxQty: '9000' },
  ...{ minNotional: '5', minPrice: '0.01', maxPrice: '1000000', maxOpenOrders: 300, maker: '0.0002', taker: '0.0005' },
  contract: {
    brackets: [
      { floor: '0', maxLeverage: 20, maintenance: '0.005', cum: '0' },
      { floor: '2000', maxLeverage: 3, maintenance: '0.01', cum: '10' },
    ],
    fundingHours: 8,
    liquidationFee: '0.005',
  },
});
const ladder = { mode: 'ladder', max_safety: '5', step: '1', take_profit: '1' };
const open = { op: 'all', items: [{ left: { ind: 'rsi', args: [14] }, cmp: '<', right: { num: '30' }, tf: '1h' }] };

/** The first order of each fits the first bracket, all of them together do not. */
const given = [
  ['grid', { lower: '90', upper: '110', grid_levels: '10', direction: 'long' }],
  ['grid', { lower: '90', upper: '110', grid_levels: '10', direction: 'short' }],
  ['grid', { lower: '90', upper: '110', grid_levels: '10', direction: 'neutral' }],
  [
    'martin',
    { direction: 'long', first_amount: '100', max_positions: '6', multiplier: '2', add_drop: '1', take_profit: '1' },
  ],
  [
    'martin',
    { direction: 'dual', first_amount: '100', max_positions: '6', multiplier: '2', add_drop: '1', take_profit: '1' },
  ],
  ['dca', { ...ladder, direction: 'long', base_amount: '600', safety_amount: '600' }],
  ['dca', { mode: 'calendar', direction: 'long', amount: '500', interval: '1d', max_positions: '10' }],
  ['custom', { direction: 'long', amount: '900', max_positions: '3', open, take_profit: '1', stop_loss: '5' }],
  ['arbitrage', { kind: 'funding' }],
] as const;

describe('the bracket of the whole ladder', () => {
  it.each(given)('%s %o: names the most leverage that it allows', (kind, raw) => {
    const context = { instrument, lastTicks: 10_000, investmentAtoms: 6_000 * 10 ** instrument.quoteScale };
    const at = (leverage: string) => parseParams(kind, { ...raw, leverage }, context);
    const refused = at('5');
    expect(refused).toMatchObject({ ok: false, issues: [{ field: 'leverage', rule: 'range', min: '1', max: '3' }] });
    expect(at('3').ok).toBe(true);
  });
});
