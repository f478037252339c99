// Words of fields, states and reasons: both languages everywhere, and the very keys of the wire.
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { callList } from '../calls.ts';
import { actionNames } from '../entities/action.ts';
import { pauseReason, stopReason } from '../entities/bot.ts';
import { botFieldLabels, fieldHelp, fieldLabel } from './fields.ts';
import * as words from './words.ts';

const tables = Object.entries(words).filter(([name]) => name.endsWith('Words')) as [
  string,
  Record<string, words.Words>,
][];

test.each(tables)('%s speaks both languages', (_, table) => {
  for (const [key, word] of Object.entries(table)) {
    if (key === '') {
      expect(word).toEqual({ zh: '', en: '' });
      continue;
    }
    expect(word.zh, key).toMatch(/\p{Script=Han}/u);
    expect(word.en, key).toMatch(/^[A-Z]/);
    expect(word.en, key).not.toMatch(/\p{Script=Han}/u);
  }
});

describe('agreement with the wire', () => {
  test('the fifteen actions and the reasons are those of the schemas', () => {
    expect(Object.keys(words.actionWords).sort()).toEqual([...actionNames].sort());
    expect(actionNames).toHaveLength(15);
    expect(Object.keys(words.pauseWords).sort()).toEqual([...pauseReason.options].sort());
    expect(Object.keys(words.stopWords).sort()).toEqual([...stopReason.options].sort());
  });
});

test('fields are called by their names, unknown ones by their keys', () => {
  expect(fieldLabel('grid_levels', 'zh')).toBe('网格数');
  expect(fieldLabel('account', 'en')).toBe('Account');
  expect(fieldLabel('toString', 'en')).toBe('toString');
  expect(fieldHelp('toString', 'en')).toBe('');
  for (const [key, label] of Object.entries(botFieldLabels)) {
    expect(label.zh, key).toMatch(/\p{Script=Han}/u);
    expect(fieldHelp(key, 'zh'), key).toMatch(/。$/);
    expect(fieldHelp(key, 'en'), key).toMatch(/\.$/);
  }
});

type Node = z.core.JSONSchema.BaseSchema;

/** The names of all fields below a node, with the choices of a union and the rows of a list. */
function namesOf(node: Node): string[] {
  const inner = [...(node.anyOf ?? []), ...(node.oneOf ?? []), ...(node.allOf ?? []), ...[node.items].flat()];
  const own = Object.entries(node.properties ?? {});
  return [...inner.map((below) => ['', below] as const), ...own].flatMap(([name, below]) => [
    ...(name === '' ? [] : [name]),
    ...(typeof below === 'object' ? namesOf(below as Node) : []),
  ]);
}

test('no refusal calls a field by its name on the wire: every field of every call has one in both languages', () => {
  const parts = callList.flatMap(({ body, query }) => [query, body]).filter((part) => part !== undefined);
  const names = new Set(
    parts.flatMap((part) => namesOf(z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' }))),
  );
  expect(names.size).toBeGreaterThan(80);
  expect([...names].filter((name) => fieldLabel(name, 'en') === name || fieldLabel(name, 'zh') === name)).toEqual([]);
});

test('a reason without words is said as it is', () => {
  expect(words.wordsOf(words.refusalWords, 'funds', 'en')).toBe('Not enough available balance');
  expect(words.wordsOf(words.refusalWords, 'constructor', 'en')).toBe('constructor');
});
