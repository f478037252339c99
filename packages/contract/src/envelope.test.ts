// The envelope: languages, redirects that stay inside, session codes.
import { expect, test } from 'vitest';
import * as z from 'zod';
import { envelopeSchema, isInAppPath, langOf } from './envelope.ts';

test('whatever is not en is Chinese', () => {
  expect([langOf('en'), langOf('zh'), langOf('EN'), langOf(undefined), langOf(['en', 'zh'])]).toEqual([
    'en',
    'zh',
    'zh',
    'zh',
    'zh',
  ]);
});

test('a redirect never leaves the app', () => {
  for (const path of ['/', '/my/asset/fuel?sheet=convert', '/bind/okx']) expect(isInAppPath(path)).toBe(true);
  for (const path of ['', 'my', '//evil.example', '/\\evil.example', 'https://evil.example', ' /my']) {
    expect(isInAppPath(path)).toBe(false);
  }
});

test('an answer carries its data, an object of hints, or null', () => {
  const answer = envelopeSchema(z.object({ id: z.int() }));
  expect(answer.safeParse({ code: 1, show: 0, msg: 'ok', data: { id: 4 } }).success).toBe(true);
  expect(answer.safeParse({ code: 4008, msg: 'no', data: { field: 'lower' } }).success).toBe(true);
  expect(answer.safeParse({ code: 0, msg: 'no', data: null }).success).toBe(true);
  expect(answer.safeParse({ code: 1, show: 2, msg: 'ok', data: null }).success).toBe(false);
});
