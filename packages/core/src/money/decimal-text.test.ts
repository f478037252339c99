// Text to integers and back: no digit is lost, no notation but the plain one is read.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimalsOf, formatPercent, formatScaled, parseScaled } from './decimal-text.ts';
import { MoneyError } from './safe-integer.ts';

const decimals = fc.integer({ min: 0, max: 15 });

function problemOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof MoneyError) return error.problem;
    throw error;
  }
  return 'none';
}

it('says a share in millionths as percent, without zeros at the end', () => {
  expect([13_000, 1, -1_000_000, 0].map(formatPercent)).toEqual(['1.3', '0.0001', '-100', '0']);
});

describe('parseScaled and formatScaled', () => {
  it('give every amount back, trimmed or not', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), decimals, fc.boolean(), (units, places, trim) => {
        const text = formatScaled(units, places, trim);
        expect(text).toMatch(/^-?\d+(\.\d+)?$/);
        expect(parseScaled(text, places)).toBe(units);
      }),
      { numRuns: 2000 },
    );
  });

  it('round digits beyond the scale toward the stated side, negative numbers too', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 1, max: 4 }), (units, cut) => {
        const text = formatScaled(units, 6);
        const divisor = 10 ** cut;
        expect(parseScaled(text, 6 - cut, 'floor')).toBe(Math.floor(units / divisor));
        expect(parseScaled(text, 6 - cut, 'ceil')).toBe(Math.ceil(units / divisor) + 0);
        expect(problemOf(() => parseScaled(text, 6 - cut))).toBe(units % divisor === 0 ? 'none' : 'digits');
      }),
    );
  });

  it('read what exchanges write', () => {
    expect(parseScaled('61837.63000000', 2)).toBe(6_183_763);
    expect(parseScaled('0.00000730', 8)).toBe(730);
    expect(parseScaled('007', 0)).toBe(7);
    expect(parseScaled('-0.0', 2)).toBe(0);
    expect(Object.is(parseScaled('-0.001', 2, 'ceil'), 0)).toBe(true);
  });

  it.each([
    '',
    '-',
    '.',
    '5.',
    '.5',
    '+1',
    ' 1',
    '1 ',
    '1e3',
    '7.3e-7',
    'NaN',
    'Infinity',
    '1,000',
    '1.2.3',
    '--1',
    '0x10',
    '١',
  ])('refuse %j', (text) => {
    expect(problemOf(() => parseScaled(text, 8))).toBe('format');
  });

  it('refuse what leaves the exact range, and keep the last figures inside it', () => {
    expect(parseScaled('9007199254740991', 0)).toBe(Number.MAX_SAFE_INTEGER);
    expect(parseScaled('-90071992.54740991', 8)).toBe(-Number.MAX_SAFE_INTEGER);
    expect(problemOf(() => parseScaled('9007199254740992', 0))).toBe('range');
    expect(problemOf(() => parseScaled('90071992.54740992', 8))).toBe('range');
    expect(problemOf(() => parseScaled('9007199254740991.5', 0, 'ceil'))).toBe('range');
    expect(problemOf(() => parseScaled('1'.repeat(60), 0))).toBe('range');
    expect(problemOf(() => formatScaled(2 ** 53, 2))).toBe('range');
  });

  it('never write an exponent', () => {
    expect(formatScaled(73, 8)).toBe('0.00000073');
    expect(formatScaled(-5, 1)).toBe('-0.5');
    expect(formatScaled(150, 2, true)).toBe('1.5');
    expect(formatScaled(200, 2, true)).toBe('2');
    expect(formatScaled(1200, 0, true)).toBe('1200');
  });
});

describe('decimalsOf', () => {
  it('counts the decimals that matter', () => {
    expect(decimalsOf('0.01000000')).toBe(2);
    expect(decimalsOf('10')).toBe(0);
    expect(decimalsOf('1.000')).toBe(0);
    expect(() => decimalsOf('1e-8')).toThrow(MoneyError);
  });
});
