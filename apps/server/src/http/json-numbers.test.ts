// A number that a float keeps as it was written passes; one that would become another figure does not.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hasInexactNumber } from './json-numbers.ts';

it.each([
  ...[
    '0',
    '-1.5',
    '0.00000055',
    '5.5e-7',
    '5.50E-07',
    '1e3',
    '100000000000000000000',
    '0.1',
    '9007199254740991',
    '0e5',
  ],
  ...['"12345678901234567890.5"', '{"a":"\\"1e999","b":1.0000000000000000}', '123456789012345.0'],
])('%s is kept', (text) => expect(hasInexactNumber(text)).toBe(false));

it.each(['9007199254740993', '0.30000000000000001', '12345678901234567.89', '1e400', '[1,{"a":-1e-400}]'])(
  '%s would be another figure',
  (text) => expect(hasInexactNumber(text)).toBe(true),
);

it('whatever a program of floats writes is kept', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(hasInexactNumber(JSON.stringify(value))).toBe(false);
    }),
  );
});
