// What is larger than the venue or the exact range takes is refused with the largest figure, in every kind and on both
// markets; what is not larger is ordered whole.
import { expect, it } from 'vitest';
import { btcSpec } from '../../test/btc-usdt.ts';
import type { Instrument, MarketKind } from '../market/instrument.ts';
import { makeInstrument } from '../market/make-instrument.ts';
import { parseParams } from '../strategies/registry.ts';
import type { FieldIssue, RawParams } from './field.ts';
import { tooLarge, tooMuch } from './order-largest.ts';
import type { BotKind } from './strategy.ts';

const coin = (market: MarketKind, maxQty: string): Instrument =>
  makeInstrument({ ...btcSpec, market, tick: '0.01', step: '0.001', minQty: '0.001', minPrice: '0.01', maxQty });
const lastTicks = 10_000;

it.each([
  [[1_000], null],
  [[1_000, 1_001], { field: 'first_amount', rule: 'range', max: '99.9' }],
  [[2_000, 4_000], { field: 'first_amount', rule: 'range', max: '25' }],
  [[100_000], { field: 'first_amount', rule: 'untradable' }],
] as const)('orders of %j lots, of which 1,000 may be one: %j', (lots, issue) => {
  const orders = lots.map((qtyLots) => ({ priceTicks: lastTicks, qtyLots }));
  expect(tooLarge(coin('spot', '1'), 'first_amount', 100e8, 5e8, orders)).toEqual(issue);
});

it('counts what is bought beside the orders, and the money behind a contract', () => {
  const wide = coin('futures', '9000000000');
  const orders = [{ priceTicks: lastTicks, qtyLots: 50_000_000 }];
  expect(tooLarge(wide, 'amount', 500e8, 5e8, orders, 0)).toBeNull();
  expect(tooLarge(wide, 'amount', 500e8, 5e8, orders, 200_000_000)).toMatchObject({ field: 'amount', rule: 'range' });
  const most = tooMuch(wide, 9e15, 2, lastTicks, 5e8);
  expect(most).toEqual({ field: 'investment', rule: 'range', max: '11258999.05' });
  expect(tooMuch(wide, 11_258_999_05_000_000, 2, lastTicks, 5e8)).toBeNull();
});

const open = { op: 'all', items: [{ left: { ind: 'price' }, cmp: '>', right: { num: '1' }, tf: '1h', on: 'tick' }] };
const martin = { max_positions: '2', multiplier: '2', add_drop: '1', take_profit: '1' };
const ladder = { mode: 'ladder', max_safety: '2', active_safety: '1', step: '1', take_profit: '1' };
const range = { lower: '50', upper: '200', grid_levels: '2' };

/** Of each kind what asks for more than 0.2 coins at once at a price of 100, and what may be asked for at most. */
const wishes: readonly [BotKind, MarketKind, RawParams, FieldIssue][] = [
  ['grid', 'spot', range, { field: 'investment', rule: 'range', max: '30.17' }],
  [
    'grid',
    'futures',
    { ...range, direction: 'long', leverage: '2' },
    { field: 'investment', rule: 'range', max: '25.12' },
  ],
  [
    'martin',
    'spot',
    { ...martin, first_amount: '50', stop_off: '1' },
    { field: 'first_amount', rule: 'range', max: '9.9' },
  ],
  ['martin', 'futures', { ...martin, first_amount: '50' }, { field: 'first_amount', rule: 'range', max: '9.9' }],
  [
    'dca',
    'spot',
    { ...ladder, base_amount: '50', safety_amount: '10' },
    { field: 'base_amount', rule: 'range', max: '20' },
  ],
  [
    'dca',
    'futures',
    { ...ladder, base_amount: '10', safety_amount: '50' },
    { field: 'safety_amount', rule: 'range', max: '19.6' },
  ],
  [
    'dca',
    'spot',
    { mode: 'calendar', amount: '15', dip_drop: '1', multiplier: '2' },
    { field: 'amount', rule: 'range', max: '10' },
  ],
  ['custom', 'spot', { amount: '30', stop_loss: '5', open }, { field: 'amount', rule: 'range', max: '20' }],
  ['custom', 'futures', { amount: '30', stop_loss: '5', open }, { field: 'amount', rule: 'range', max: '20' }],
];

it.each(wishes)('%s on %s names the largest', (kind, market, raw, wanted) => {
  const context = { instrument: coin(market, '0.2'), lastTicks, investmentAtoms: 1_000e8 };
  const issuesOf = (given: RawParams, instrument = context.instrument, investmentAtoms = context.investmentAtoms) => {
    const parsed = parseParams(kind, given, { ...context, instrument, investmentAtoms });
    return parsed.ok ? [] : parsed.issues;
  };
  expect(issuesOf(raw)).toEqual([wanted]);
  expect(issuesOf(raw, coin(market, '900'))).toEqual([]);
  const isMoney = wanted.field === 'investment';
  const investmentAtoms = isMoney ? Math.round(Number(wanted.max) * 1e8) : context.investmentAtoms;
  expect(issuesOf(isMoney ? raw : { ...raw, [wanted.field]: wanted.max }, context.instrument, investmentAtoms)).toEqual(
    [],
  );
});

it.each([
  ['funding', 'futures'],
  ['cross', 'spot'],
  ['triangular', 'spot'],
] as const)('%s arbitrage refuses money whose coin cannot be counted', (kind, market) => {
  const instrument = makeInstrument({
    ...btcSpec,
    market,
    tick: '0.00000001',
    step: '1',
    minQty: '1',
    maxQty: '9000000',
  });
  const raw = { kind, ...(kind === 'cross' && { exchange_b: 'okx' }), ...(kind === 'triangular' && { via: 'ETH' }) };
  const issuesOf = (investmentAtoms: number, ticks: number) => {
    const parsed = parseParams('arbitrage', raw, { instrument, lastTicks: ticks, investmentAtoms });
    return parsed.ok ? [] : parsed.issues;
  };
  expect(issuesOf(1_000e8, 0)).toEqual([]);
  expect(issuesOf(1_000e8, 500)).toMatchObject([{ field: 'investment', rule: 'range', max: expect.any(String) }]);
});
