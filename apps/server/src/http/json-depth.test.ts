// Brackets count, brackets inside strings do not.
import { expect, it } from 'vitest';
import { isTooDeep, MOST_LEVELS } from './json-depth.ts';

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

it.each([
  ['as deep as allowed', nested(MOST_LEVELS), false],
  ['one deeper', nested(MOST_LEVELS + 1), true],
  ['objects and lists together', '{"a":['.repeat(MOST_LEVELS), true],
  ['many side by side', `[${Array(1_000).fill('{"a":[]}').join(',')}]`, false],
  ['brackets in a string', JSON.stringify('['.repeat(1_000)), false],
  ['brackets behind an escaped quote', JSON.stringify(`"${'{'.repeat(1_000)}`), false],
  ['brackets behind a string that ends with a backslash', `{"a":"\\\\","b":${nested(MOST_LEVELS)}}`, true],
  ['no JSON at all', ']]]]}}}}', false],
])('%s', (_name, text, tooDeep) => {
  expect(isTooDeep(text)).toBe(tooDeep);
});
