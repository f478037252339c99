// The strict reader of condition trees: good ones come back whole, and whatever else is refused by name and place.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { INDICATORS } from '../indicators/catalogue.ts';
import { conditionsOf } from './conditions.ts';
import { parseConditions } from './parse-conditions.ts';

const rsi = { ind: 'rsi', args: [14] };
const dip = { left: rsi, cmp: '<', right: { num: '30' }, tf: '1h' };
const tree = (...items: unknown[]) => ({ op: 'all', items });
const issuesOf = (raw: unknown) => {
  const result = parseConditions(raw, 'open');
  return result.ok ? [] : result.issues;
};

test('a tree of the specification is read, with its defaults written out', () => {
  const result = parseConditions(
    tree(dip, { op: 'any', items: [{ ...dip, right: { ind: 'ma', args: [20] } }] }),
    'open',
  );
  expect(result.ok && result.tree).toEqual({
    op: 'all',
    items: [
      { left: { ...rsi, out: '', tf: '1h' }, cmp: '<', right: { num: '30' }, tf: '1h', on: 'close' },
      {
        op: 'any',
        items: [
          {
            left: { ...rsi, out: '', tf: '1h' },
            cmp: '<',
            right: { ind: 'ma', args: [20], out: '', tf: '1h' },
            tf: '1h',
            on: 'close',
          },
        ],
      },
    ],
  });
});

test('funding is an indicator of contracts alone', () => {
  const funded = tree({ ...dip, left: { ind: 'funding' } });
  expect(parseConditions(funded, 'open', 'futures').ok).toBe(true);
  expect(parseConditions(funded, 'open', 'spot')).toMatchObject({
    issues: [{ at: 'items[0].left.ind', rule: 'option' }],
  });
});

describe('refused with its place:', () => {
  const deep = tree(tree(tree(tree(dip))));
  test.each([
    ['nothing', undefined, { rule: 'format' }],
    ['a list', [dip], { rule: 'format' }],
    ['text that is no JSON', '{', { rule: 'format' }],
    ['text of another kind', '7', { rule: 'format' }],
    ['an empty object as text', '{}', { at: 'op', rule: 'format' }],
    ['no items', tree(), { at: 'items', rule: 'range', min: '1', max: '10' }],
    ['eleven items', tree(...Array(11).fill(dip)), { at: 'items', rule: 'range', max: '10' }],
    ['21 conditions', tree(...Array(3).fill(tree(...Array(7).fill(dip)))), { rule: 'range', min: '1', max: '20' }],
    ['four levels', deep, { at: 'items[0].items[0].items[0]', rule: 'range', max: '3' }],
    ['an unknown connective', { op: 'none', items: [dip] }, { at: 'op', rule: 'option', options: ['all', 'any'] }],
    ['a misspelled key', tree({ ...dip, tfs: '1h' }), { at: 'items[0]', rule: 'option' }],
    ['an unknown indicator', tree({ ...dip, left: { ind: 'magic' } }), { at: 'items[0].left.ind', rule: 'option' }],
    ['a key of Object.prototype', tree({ ...dip, left: { ind: 'constructor' } }), { at: 'items[0].left.ind' }],
    [
      'a period of 1',
      tree({ ...dip, left: { ind: 'rsi', args: [1] } }),
      { at: 'items[0].left.args[0]', rule: 'range', min: '2', max: '200' },
    ],
    [
      'a period of 201',
      tree({ ...dip, left: { ind: 'rsi', args: [201] } }),
      { at: 'items[0].left.args[0]', rule: 'range' },
    ],
    [
      'half a period',
      tree({ ...dip, left: { ind: 'rsi', args: [14.5] } }),
      { at: 'items[0].left.args[0]', rule: 'format' },
    ],
    [
      'a period as text',
      tree({ ...dip, left: { ind: 'rsi', args: ['14'] } }),
      { at: 'items[0].left.args[0]', rule: 'format' },
    ],
    [
      'a missing period',
      tree({ ...dip, left: { ind: 'rsi' } }),
      { at: 'items[0].left.args', rule: 'range', min: '1', max: '1' },
    ],
    [
      'one of several outputs not chosen',
      tree({ ...dip, left: { ind: 'macd', args: [12, 26, 9] } }),
      { at: 'items[0].left.out' },
    ],
    [
      'an output it does not have',
      tree({ ...dip, left: { ...rsi, out: 'dif' } }),
      { at: 'items[0].left.out', rule: 'option' },
    ],
    ['an unknown comparison', tree({ ...dip, cmp: '==' }), { at: 'items[0].cmp', rule: 'option' }],
    ['an unknown timeframe', tree({ ...dip, tf: '2h' }), { at: 'items[0].tf', rule: 'option' }],
    ['no timeframe', tree({ ...dip, tf: undefined }), { at: 'items[0].tf' }],
    [
      'a number with an exponent',
      tree({ ...dip, right: { num: '1e3' } }),
      { at: 'items[0].right.num', rule: 'format' },
    ],
    ['no number', tree({ ...dip, right: { num: 'NaN' } }), { at: 'items[0].right.num', rule: 'format' }],
    [
      'a tick without the price',
      tree({ ...dip, on: 'tick' }),
      { at: 'items[0].on', rule: 'option', options: ['close'] },
    ],
    [
      'a tick of price against price',
      tree({ ...dip, left: { ind: 'price' }, right: { ind: 'price' }, on: 'tick' }),
      { at: 'items[0].on' },
    ],
  ])('%s', (_, raw, issue) => {
    expect(issuesOf(raw)[0]).toMatchObject({ field: 'open', ...issue });
  });
});

test('a tick of the price against an indicator or a number is allowed', () => {
  const tick = { ...dip, left: { ind: 'price' }, on: 'tick' };
  expect(issuesOf(tree(tick, { ...tick, left: rsi, right: { ind: 'price', args: [] } }))).toEqual([]);
});

test('property: every tree of the catalogue is read as it stands', () => {
  const operand = fc.constantFrom(...INDICATORS).chain((spec) =>
    fc.record({
      ind: fc.constant(spec.ind),
      args: fc
        .tuple(...spec.args.map(({ min, max }) => fc.integer({ min, max })))
        .filter((args) => spec.ind !== 'macd' || args[0]! < args[1]!),
      out: fc.constantFrom(...spec.outputs.map((output) => output.out)),
    }),
  );
  const condition = fc.record({
    left: operand,
    cmp: fc.constantFrom('>', '>=', '<', '<=', 'cross_up', 'cross_down'),
    right: fc.oneof(
      operand,
      fc.record({ num: fc.integer({ min: -1e6, max: 1e6 }).map((value) => (value / 100).toFixed(2)) }),
    ),
    tf: fc.constantFrom('1m', '5m', '15m', '1h', '4h', '1d'),
    on: fc.constant('close'),
  });
  const groupOf = (item: fc.Arbitrary<unknown>) =>
    fc.record({ op: fc.constantFrom('all', 'any'), items: fc.array(item, { minLength: 1, maxLength: 4 }) });
  fc.assert(
    fc.property(groupOf(fc.oneof(condition, groupOf(condition))), (raw) => {
      const result = parseConditions(raw, 'open');
      const count = JSON.stringify(raw).split('"tf"').length - 1;
      expect(result.ok).toBe(count <= 20);
      // Every side knows its timeframe too.
      const sides = (_key: string, value: { ind?: string }) => (value?.ind ? { ...value, tf: undefined } : value);
      if (result.ok) expect(JSON.parse(JSON.stringify(result.tree, sides))).toEqual(raw);
    }),
  );
});

test('property: whatever comes, it is a tree within its bounds or issues, never an exception', () => {
  const junk = fc.jsonValue({ maxDepth: 4 });
  const shaped = fc.letrec((tie) => ({
    node: fc.oneof(
      { depthSize: 'small' },
      junk,
      fc.record(
        { op: fc.oneof(fc.constantFrom('all', 'any'), junk), items: fc.oneof(fc.array(tie('node')), junk) },
        { requiredKeys: [] },
      ),
      fc.record({
        left: tie('node'),
        cmp: fc.constantFrom('<', 1),
        right: tie('node'),
        tf: fc.constantFrom('1h', '9h'),
      }),
      fc.record({ ind: fc.constantFrom('rsi', 'boll', 'price'), args: fc.array(junk, { maxLength: 3 }) }),
    ),
  })).node;
  fc.assert(
    fc.property(fc.oneof(shaped, fc.anything()), (raw) => {
      const result = parseConditions(raw, 'open');
      if (result.ok) expect(conditionsOf(result.tree).length).toBeLessThanOrEqual(20);
      else expect(result.issues.length).toBeGreaterThan(0);
    }),
  );
});
