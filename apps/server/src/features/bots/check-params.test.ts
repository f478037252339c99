// Parameters as somebody may write them by hand: what is no price is never taken for one, and the answer names the range.
import { availableKinds, fieldsOf } from '@cormorant/core/strategies/registry.ts';
import { describe, expect, test } from 'vitest';
import type { Refusal } from '../../ports/refusal.ts';
import type { VenueSymbol } from '../../ports/venue.ts';
import { assertKnown, checkParams, mergeParams } from './check-params.ts';

const rules: VenueSymbol = {
  symbol: 'BTC/USDT',
  market: 'spot',
  base: 'BTC',
  quote: 'USDT',
  tick: '0.01',
  step: '0.00001',
  minQty: '0.00001',
  maxQty: '50',
  minNotional: '5',
  minPrice: '0.01',
  maxPrice: '1000000',
  maxOpenOrders: 200,
  maker: '0.001',
  taker: '0.001',
  feeAsset: 'received',
  status: 'trading',
};
const good = { lower: '50000', upper: '70000', grid_mode: 'arithmetic' };

function refusalOf(sent: Readonly<Record<string, unknown>>, investment = '1000') {
  const params = mergeParams('grid', 'spot', {}, { ...good, ...sent }, {});
  try {
    checkParams({ kind: 'grid', typeId: 3, rules, params, investment, maxLeverage: 10, price: '60000' });
  } catch (error) {
    const { code, detail } = error as Refusal;
    return { code, data: detail.data };
  }
  return null;
}

describe('a parameter of the wrong type', () => {
  test.each([true, false, {}, [], [50000], ['50000']])('%j is no price', (lower) => {
    expect(refusalOf({ lower })).toEqual({ code: 4008, data: { field: 'lower', min: '0.01', max: '1000000.00' } });
    expect(refusalOf({ stop_loss: lower })).toMatchObject({ code: 4008, data: { field: 'stop_loss', min: '0.01' } });
  });

  test('a switch may be a boolean, a price a number', () => {
    expect(refusalOf({ lower: 50000, trailing_up: true, trail_limit: '80000' })).toBeNull();
    expect(refusalOf({ trailing_up: 'maybe' })).toEqual({
      code: 4008,
      data: { field: 'trailing_up', options: ['0', '1'] },
    });
  });

  test('an option that is none is answered with those there are', () => {
    const data = { field: 'grid_mode', options: ['arithmetic', 'geometric'] };
    expect(refusalOf({ grid_mode: 'fibonacci' })).toEqual({ code: 4008, data });
  });
});

test('more money than can be counted is answered with the most', () => {
  expect(refusalOf({}, '99999999999')).toEqual({ code: 4008, data: { field: 'investment', max: '90071992.54740991' } });
});

describe('a field that another choice hides', () => {
  const dca = { mode: 'calendar', amount: '50', interval: '1d', at: '08:00' };

  test('is not kept, whatever stands in it', () => {
    const junk = { base_amount: 'NaN', weekday: '9', monthday: '40', trend_tf: 'x' };
    expect(mergeParams('dca', 'spot', {}, { ...dca, ...junk }, {})).toEqual(dca);
    expect(mergeParams('grid', 'spot', {}, { ...good, trail_limit: '80000' }, {})).toEqual(good);
    const martin = { entry: 'now', first_amount: '50' };
    expect(mergeParams('martin', 'spot', {}, { ...martin, entry_conditions: '[[[[' }, {})).toEqual(martin);
  });

  test('stays when the choice shows it, also as the default', () => {
    const weekly = { ...dca, interval: '1w', weekday: '3' };
    expect(mergeParams('dca', 'spot', {}, weekly, {})).toEqual(weekly);
    const futures = { direction: 'short', leverage: '3', stop_loss: '10' };
    expect(mergeParams('martin', 'futures', {}, futures, {})).toEqual(futures);
    expect(mergeParams('arbitrage', 'spot', {}, { via: 'BTC', min_profit: '0.3', exchange_b: 'okx' }, {})).toEqual({
      ...{ via: 'BTC', min_profit: '0.3' },
    });
  });

  test('goes when a change of the choice hides it', () => {
    const before = { ...good, trailing_up: '1', trail_limit: '80000' };
    expect(mergeParams('grid', 'spot', before, { trailing_up: '0' }, {})).toEqual({ ...good, trailing_up: '0' });
    // Only what buys first moves its range up.
    expect(mergeParams('grid', 'futures', before, { direction: 'long' }, {})).toMatchObject({ trail_limit: '80000' });
    const short = mergeParams('grid', 'futures', before, { direction: 'short' }, {});
    expect(Object.keys(short)).not.toContain('trailing_up');
  });
});

describe('a field or value that the market does not have is refused', () => {
  const categories = availableKinds.flatMap((kind) =>
    (['spot', 'futures'] as const).map((market) => ({ kind, market })),
  );
  const refused = (...given: Parameters<typeof assertKnown>) => {
    try {
      assertKnown(...given);
    } catch (error) {
      const { code, detail } = error as Refusal;
      return { code, data: detail.data };
    }
    return null;
  };

  test.each(categories)('by every field of $kind on $market', ({ kind, market }) => {
    const own = new Set(fieldsOf(kind, market).map(({ key }) => key));
    for (const { key, options } of fieldsOf(kind)) {
      for (const value of [options?.[1] ?? '1', 1, true, {}, []]) {
        const answer = refused(kind, market, { [key]: value });
        if (own.has(key)) expect(answer, key).toBeNull();
        else expect(answer, key).toMatchObject({ code: 4008, data: { field: key } });
      }
      for (const unset of ['', null, undefined]) expect(refused(kind, market, { [key]: unset }), key).toBeNull();
    }
  });

  test('spot goes long, and that alone may be said', () => {
    for (const kind of availableKinds.filter((one) => one !== 'arbitrage')) {
      expect(refused(kind, 'spot', { direction: 'long' }), kind).toBeNull();
      for (const direction of ['short', 'dual', 'neutral', 'LONG', 1])
        expect(refused(kind, 'spot', { direction }), kind).toEqual({
          ...{ code: 4008, data: { field: 'direction', options: ['long'] } },
        });
    }
  });
});
