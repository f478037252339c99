// Which errors mean that the database cannot serve, and which are our own.
import { describe, expect, it } from 'vitest';
import { isDatabaseDown } from './faults.ts';

const withCode = (code: string, cause?: unknown) => Object.assign(new Error('x', { cause }), { code });

describe('isDatabaseDown', () => {
  it.each(['ECONNREFUSED', 'ECONNRESET', '08006', '57P01', '57P03', '53300'])(
    '%s is a database that cannot serve',
    (code) => {
      expect(isDatabaseDown(withCode(code))).toBe(true);
      expect(isDatabaseDown(new Error('outer', { cause: withCode(code) }))).toBe(true);
    },
  );

  it('a pool that waited in vain is one too', () => {
    expect(isDatabaseDown(new Error('timeout exceeded when trying to connect'))).toBe(true);
    expect(isDatabaseDown(new Error('Connection terminated unexpectedly'))).toBe(true);
  });

  it.each(['23505', '42P01', 'ERR_ASSERTION', ''])('%j is a fault of ours', (code) => {
    expect(isDatabaseDown(withCode(code))).toBe(false);
  });

  it('what is no error is none', () => {
    expect([null, undefined, 'ECONNREFUSED', 5].some(isDatabaseDown)).toBe(false);
  });
});
