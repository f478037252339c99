// What was entered for a figure: texts as they are, JSON numbers as the decimals they write, nothing else a figure.
import { expect, it } from 'vitest';
import { enteredText } from './entered-text.ts';

it.each([
  [0.00000055, '0.00000055'],
  [5.5e-7, '0.00000055'],
  [1e21, '1000000000000000000000'],
  [300, '300'],
  [-0.5, '-0.5'],
  [' 12 ', '12'],
  ['', null],
  [null, null],
  [true, 'true'],
  [[1], '[1]'],
])('%j is %s', (value, text) => expect(enteredText(value)).toBe(text));
