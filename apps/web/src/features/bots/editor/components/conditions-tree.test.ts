// The tree in the making: what a form's text holds, and that no edit leaves a condition that the server must refuse.
import { INDICATORS } from '@cormorant/core/indicators/catalogue.ts';
import { COMPARISONS } from '@cormorant/core/strategy/conditions.ts';
import { parseConditions } from '@cormorant/core/strategy/parse-conditions.ts';
import { describe, expect, test } from 'vitest';
import { words as en } from '../../../../locales/en.ts';
import {
  changed,
  countConditions,
  type DraftGroup,
  draftText,
  firstCondition,
  operandOf,
  readDraft,
} from './conditions-tree.ts';
import { comparisonKeys, comparisons } from './conditions-words.ts';

const tree: DraftGroup = { op: 'all', items: [firstCondition, { op: 'any', items: [firstCondition, firstCondition] }] };

test('a tree is its text and back; an empty one is none', () => {
  expect(readDraft(draftText(tree))).toEqual(tree);
  expect(countConditions(tree)).toBe(3);
  expect(draftText({ op: 'all', items: [] })).toBe('');
  expect(readDraft(' ')).toBeNull();
});

test.each([
  '{',
  '[]',
  '7',
  '{"op":"none","items":[]}',
  '{"op":"all","items":[{}]}',
  '{"op":"all","items":[{"op":"any","items":[{"op":"all","items":[{"op":"all","items":[]}]}]}]}',
])('what is no tree is said to be unreadable: %s', (text) => {
  expect(readDraft(text)).toBe('unreadable');
});

describe('whatever is picked', () => {
  test.each(INDICATORS.map((spec) => [spec.ind, spec] as const))('%s is one the server takes', (_, spec) => {
    for (const cmp of comparisons) {
      const condition = changed(firstCondition, { left: operandOf(spec), cmp });
      expect(parseConditions({ op: 'all', items: [condition] }, 'open')).toMatchObject({ ok: true });
    }
  });

  test.each(INDICATORS.map((spec) => [spec.ind, spec] as const))('%s has its words', (_, { ind, outputs }) => {
    expect(en.conditions.ind).toHaveProperty(ind);
    for (const { out } of outputs) if (out !== '') expect(en.conditions.out).toHaveProperty(out);
  });

  test('every comparison is offered', () => {
    expect([...comparisons].sort()).toEqual([...COMPARISONS].sort());
    for (const key of Object.values(comparisonKeys)) expect(en.conditions.cmp).toHaveProperty(key);
  });

  test('judging by the last price ends with the price', () => {
    const price = { ind: 'price', args: [] } as const;
    const tick = changed(firstCondition, { left: price, on: 'tick' });
    expect(tick.on).toBe('tick');
    expect(changed(tick, { left: firstCondition.left }).on).toBe('close');
    expect(changed(tick, { right: price }).on).toBe('close');
  });
});
