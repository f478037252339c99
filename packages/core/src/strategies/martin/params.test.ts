// Every field of a martingale refused outside its range with the range named, and the rules between fields.
import { describe, expect, it } from 'vitest';
import { btc, btcSpec } from '../../../test/btc-usdt.ts';
import { makeInstrument } from '../../market/make-instrument.ts';
import type { FieldIssue, RawParams } from '../../strategy/field.ts';
import { martinFields } from './fields.ts';
import { type MartinParams, parseMartinParams } from './params.ts';

const perp = makeInstrument({ ...btcSpec, market: 'futures' });
const parse = (raw: RawParams, futures = false, investment = 1_000_000) =>
  parseMartinParams(raw, {
    instrument: futures ? perp : btc,
    lastTicks: 10_000,
    investmentAtoms: Math.round(investment * 1e8),
  });

function issuesOf(raw: RawParams, futures = false, investment?: number): FieldIssue[] {
  const result = parse(raw, futures, investment);
  return result.ok ? [] : result.issues;
}

function paramsOf(raw: RawParams, futures = false): MartinParams {
  const result = parse(raw, futures);
  if (!result.ok) throw new Error(JSON.stringify(result.issues));
  return result.params;
}

describe('parseMartinParams', () => {
  it('fills every default of product.md 1.8', () => {
    expect(paramsOf({})).toEqual({
      market: 'spot',
      direction: 'long',
      leverage: 1,
      maxOrders: 7,
      amountsAtoms: [10, 20, 40, 80, 160, 320, 640, 1280, 2560, 5120].map((usdt) => usdt * 1e8),
      dropsE9: [0, ...Array(9).fill(30_000_000)],
      callbacksPpm: Array(10).fill(2000),
      addBase: 'last',
      takeProfitPpm: 13_000,
      tpCallbackPpm: 2000,
      tailFrom: 0,
      stopLossPpm: 200_000,
      loop: true,
      loopCount: 0,
      loopIntervalMs: 60_000,
      guardDropPpm: 20_000,
      guardMinutes: 5,
      entry: 'now',
      entryTicks: 0,
      entryConditions: null,
      trendTf: '',
      volSpacing: false,
      unstuckPpm: 0,
      slippagePpm: 200,
    });
    expect(paramsOf({}, true)).toMatchObject({ market: 'futures', leverage: 3, stopLossPpm: 150_000 });
  });

  it('strategies.md 2.4: seven orders of 10 come to 70 with equal sizes and to 1270 doubled; by steps to 280', () => {
    const total = (raw: RawParams) =>
      paramsOf({ first_amount: '10', max_positions: '7', ...raw })
        .amountsAtoms.slice(0, 7)
        .reduce((a, b) => a + b) / 1e8;
    expect(total({ multiplier: '1' })).toBe(70);
    expect(total({ multiplier: '2' })).toBe(1270);
    // The arithmetic series a (k + 1) is entered order by order.
    expect(total({ steps: [2, 3, 4, 5, 6, 7].map((multiple) => ({ multiple })) })).toBe(280);
  });

  it('lets each add have its own drop, multiple of the first order and callback', () => {
    const steps = JSON.stringify([{ drop: '1', multiple: '2', callback: '0' }, { drop: '2.5' }, {}]);
    const params = paramsOf({ steps, max_positions: '5' });
    expect(params.dropsE9.slice(0, 5)).toEqual([0, 10_000_000, 25_000_000, 30_000_000, 30_000_000]);
    expect(params.amountsAtoms.slice(0, 5).map((atoms) => atoms / 1e8)).toEqual([10, 20, 40, 80, 160]);
    expect(params.callbacksPpm.slice(0, 4)).toEqual([2000, 0, 2000, 2000]);
  });

  it.each([
    [{ steps: 'no json' }, { field: 'steps', rule: 'format' }],
    [{ steps: '{}' }, { field: 'steps', rule: 'format' }],
    [{ steps: [{ drop: '31' }] }, { field: 'steps', rule: 'range', at: '[0].drop', min: '0.3', max: '30' }],
    [{ steps: [{}, { callback: '-1' }] }, { field: 'steps', rule: 'range', at: '[1].callback' }],
    [{ steps: [{ multiple: 'x' }] }, { field: 'steps', rule: 'format', at: '[0].multiple' }],
    [{ steps: [{ size: '1' }] }, { field: 'steps', rule: 'option', at: '[0]' }],
    [{ steps: [3] }, { field: 'steps', rule: 'format', at: '[0]' }],
    [{ steps: Array(7).fill({}) }, { field: 'steps', rule: 'range', min: '0', max: '6' }],
    [{ steps: [{ multiple: '0.1' }] }, { field: 'steps', rule: 'range', min: '5.25' }],
  ])('refuses the steps %j', (raw, issue) => {
    expect(issuesOf(raw)).toEqual([expect.objectContaining(issue)]);
  });

  describe.each(['spot', 'futures'] as const)('%s: every field', (market) => {
    const futures = market === 'futures';
    const fields = martinFields.filter((spec) => (spec.market ?? market) === market);
    it.each(fields.map((spec) => [spec.key, spec] as const))('%s is refused out of its range by name', (key, spec) => {
      const gate = spec.showIf ?? {};
      const wrong: [unknown, string][] = [];
      if (spec.kind === 'enum') wrong.push(['nonsense', 'option'], [{}, 'option'], [7, 'option']);
      else if (spec.kind === 'switch') wrong.push(['2', 'option'], [[], 'option']);
      else if (spec.kind === 'price') wrong.push(['-1', 'range'], ['abc', 'format'], ['1e5', 'format']);
      else if (spec.kind === 'conditions') wrong.push(['{', 'format'], [{ op: 'all', items: [] }, 'range']);
      else if (spec.kind !== 'steps') {
        wrong.push(['abc', 'format'], [true, 'format'], ['1e1', 'format'], [{}, 'format'], ['NaN', 'format']);
        wrong.push(['-1', 'range'], ['99999999999999999999', 'range']);
        if (spec.max !== undefined) wrong.push([String(Number(spec.max) + 1), 'range']);
        if (spec.min !== undefined && Number(spec.min) > 0) wrong.push(['0', 'range']);
      }
      for (const [value, rule] of wrong) {
        const issues = issuesOf({ ...gate, [key]: value }, futures);
        expect(
          issues.map(({ field }) => field),
          `${key}=${JSON.stringify(value)}`,
        ).toContain(key);
        expect(issues.find(({ field }) => field === key)?.rule).toBe(rule);
      }
    });
  });

  it('takes only longs on spot', () => {
    expect(issuesOf({ direction: 'short' })).toEqual([{ field: 'direction', rule: 'option', options: ['long'] }]);
    // Two sides at once are two of these: dual-params.ts.
    expect(issuesOf({ direction: 'dual' }, true)[0]).toMatchObject({ field: 'direction', rule: 'option' });
  });

  it('spot is protected unless the stop is switched off by name; a contract always is', () => {
    expect(paramsOf({ stop_loss: '' }).stopLossPpm).toBe(200_000);
    expect(paramsOf({ stop_off: '1' }).stopLossPpm).toBe(0);
    expect(paramsOf({ stop_off: '1', stop_loss: '30' }).stopLossPpm).toBe(0);
    expect(issuesOf({ stop_loss: '0' })[0]).toMatchObject({ field: 'stop_loss', rule: 'range', min: '1', max: '95' });
    expect(paramsOf({ stop_off: '1', stop_loss: '' }, true).stopLossPpm).toBe(150_000);
    expect(issuesOf({ stop_loss: '0' }, true)[0]).toMatchObject({ field: 'stop_loss', min: '1', max: '95' });
  });

  it('a contract stops at the lesser of 15 % and 70 % of the way to liquidation, never beyond it', () => {
    // 10x, 0.5 % maintenance: (1 - 0.1) / 0.995 leaves 9.5477 % to the liquidation, 70 % of it are 6.6834 %.
    expect(paramsOf({ leverage: '10' }, true).stopLossPpm).toBe(66_833);
    expect(paramsOf({ leverage: '3' }, true).stopLossPpm).toBe(150_000);
    expect(issuesOf({ leverage: '10', stop_loss: '9.6' }, true)).toEqual([
      { field: 'stop_loss', rule: 'range', min: '1', max: '9.5476' },
    ]);
    expect(issuesOf({ leverage: '10', stop_loss: '9.5' }, true)).toEqual([]);
  });

  it('refuses a ladder that is liquidated before its last add, and names the leverage that reaches it', () => {
    const issues = issuesOf({ leverage: '10', add_drop: '11' }, true);
    expect(issues).toEqual([{ field: 'leverage', rule: 'range', min: '1', max: '5' }]);
    expect(issuesOf({ leverage: '5', add_drop: '11' }, true)).toEqual([]);
    expect(issuesOf({ leverage: '6', add_drop: '11' }, true)).not.toEqual([]);
  });

  it('keeps every trigger above zero', () => {
    expect(issuesOf({ add_drop: '20', add_base: 'first' })).toEqual([
      { field: 'add_drop', rule: 'range', min: '0.3', max: '16.6665' },
    ]);
    expect(issuesOf({ add_drop: '16.6665', add_base: 'first' })).toEqual([]);
    expect(issuesOf({ add_drop: '10', drop_scale: '3' })[0]).toMatchObject({ field: 'add_drop', rule: 'range' });
    expect(issuesOf({ drop_scale: '3', max_positions: '15' })[0]).toMatchObject({ field: 'drop_scale', max: '1' });
    expect(
      issuesOf({ direction: 'short', add_drop: '20', add_base: 'first', leverage: '1', multiplier: '1' }, true),
    ).toEqual([]);
  });

  it('asks for the capital of the whole ladder', () => {
    expect(issuesOf({}, false, 1271.26)).toEqual([{ field: 'investment', rule: 'range', min: '1271.27' }]);
    expect(issuesOf({}, false, 1271.27)).toEqual([]);
    // 1270 / 3 within nine tenths.
    expect(issuesOf({}, true, 470.37)).toEqual([{ field: 'investment', rule: 'range', min: '470.37037038' }]);
    expect(issuesOf({}, true, 470.371)).toEqual([]);
  });

  it('asks a first order of max(1.05 x the minimum, 5)', () => {
    expect(issuesOf({ first_amount: '5.24' })).toEqual([{ field: 'first_amount', rule: 'range', min: '5.25' }]);
    expect(issuesOf({ first_amount: '5.25' })).toEqual([]);
  });

  it('the callback of the profit stays below the profit, the tail inside the ladder, the entry price where it is asked', () => {
    expect(issuesOf({ tp_callback: '1.3' })).toEqual([
      { field: 'tp_callback', rule: 'range', min: '0', max: '1.2999' },
    ]);
    expect(issuesOf({ tp_mode: 'tail', tail_from: '8' })[0]).toMatchObject({ field: 'tail_from', max: '7' });
    const one = issuesOf({ max_positions: '1', tp_mode: 'tail', tail_from: '3' });
    expect(one).toEqual([{ field: 'max_positions', rule: 'range', min: '2' }]);
    expect(issuesOf({ entry: 'price' })[0]).toMatchObject({ field: 'entry_price', rule: 'required' });
    expect(issuesOf({ entry: 'conditions' })).toEqual([{ field: 'entry_conditions', rule: 'required' }]);
    expect(paramsOf({ entry: 'price', entry_price: '95.005' }).entryTicks).toBe(9500);
  });
});
