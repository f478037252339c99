// The sheet of a log row lists every figure that anybody logs, whatever the kind of bot; what is no figure is in words.
import { whyKeys, whyText } from '@cormorant/contract/labels/why.ts';
import { arbitrageWhy } from '@cormorant/core/strategies/arbitrage/why.ts';
import { customWhy } from '@cormorant/core/strategies/custom/why.ts';
import { dcaWhy } from '@cormorant/core/strategies/dca/why.ts';
import { engineWhy, gridWhy } from '@cormorant/core/strategies/grid/why.ts';
import { martinWhy } from '@cormorant/core/strategies/martin/why.ts';
import { describe, expect, it, test } from 'vitest';
import type { Action } from './api/actions.ts';
import { figuresOf } from './event-figures.ts';

/** What the sentence says in words, or names somebody by: nothing to list as a figure. */
const inWords = new Set([
  'action',
  'asset',
  'base',
  'by',
  'changed',
  'cid',
  'position',
  'quote',
  'conditions',
  'field',
  'guard',
  'held',
  'id',
  'reason',
  'side',
  'symbol',
]);

/** The figures that the sentence of a key asks for. */
function askedBy(key: string): Set<string> {
  const names = new Set<string>();
  const figures = new Proxy({} as Record<string, string>, {
    getOwnPropertyDescriptor: (_, name) => {
      names.add(String(name));
      return { value: '1', configurable: true, enumerable: true, writable: true };
    },
    get: () => '1',
  });
  whyText(key, figures, 'en');
  return names;
}

const row = (figures: Record<string, string>, columns: Partial<Action> = {}) => ({ figures, ...columns }) as Action;
const keysOf = (action: Action) => {
  const { causes, effects } = figuresOf(action);
  return [...causes, ...effects].map(([key]) => key as string);
};

const written: readonly (readonly [string, readonly string[]])[] = [
  ...Object.entries({ ...arbitrageWhy, ...customWhy, ...dcaWhy, ...gridWhy, ...martinWhy, ...engineWhy }),
  ...whyKeys.map((key) => [key, [...askedBy(key)]] as const),
];

test.each(written)('every figure of %s is listed', (_, names) => {
  const figures = names.filter((name) => !inWords.has(name));
  expect(keysOf(row(Object.fromEntries(figures.map((name) => [name, '1'])))).sort()).toEqual([...figures].sort());
});

describe('the figures of a row', () => {
  it('that have a column of their own are not said twice', () => {
    expect(keysOf(row({ price: '5', qty: '1', level: '4' }, { price: '5' }))).toEqual(['level', 'qty']);
  });

  it('that nobody has words for are left out', () => {
    expect(keysOf(row({ id: '12', constructor: '1', held: '3' }))).toEqual([]);
  });
});
