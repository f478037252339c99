// How time that runs out is written.
import { expect, it } from 'vitest';
import { clockText } from './countdown.ts';

it.each([
  [0, '00:00'],
  [59, '00:59'],
  [75, '01:15'],
  [3600, '01:00:00'],
  [86_400, '24:00:00'],
])('%i seconds are %s', (seconds, text) => {
  expect(clockText(seconds)).toBe(text);
});
