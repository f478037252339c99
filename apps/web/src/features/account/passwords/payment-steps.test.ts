// The steps of the payment password, what each refuses, and where the refusals of the server lead.
import { describe, expect, it } from 'vitest';
import { problemAt, stepOfCode, stepsOf } from './payment-steps.ts';

const nothing = { old: '', new: '' };

describe('the steps', () => {
  it('ask for the present one to change it and for a proof otherwise', () => {
    expect(stepsOf('change')).toEqual(['old', 'new', 'again']);
    expect(stepsOf('set').at(-1)).toBe('proof');
    expect(stepsOf('reset')).not.toContain('old');
  });
});

describe('six digits', () => {
  it.each(['', '12345'])('%j is too short anywhere', (digits) => {
    for (const step of ['old', 'new', 'again'] as const) expect(problemAt(step, digits, nothing)).toBe('format');
  });

  it.each(['000000', '123456', '987654'])('%s is too weak as a new one, but may be an old one', (digits) => {
    expect(problemAt('new', digits, nothing)).toBe('weak');
    expect(problemAt('old', digits, nothing)).toBeNull();
  });

  it('the new one is not the old one, and is repeated', () => {
    expect(problemAt('new', '271828', { old: '271828', new: '' })).toBe('same');
    expect(problemAt('new', '314159', { old: '271828', new: '' })).toBeNull();
    expect(problemAt('again', '314158', { old: '', new: '314159' })).toBe('mismatch');
    expect(problemAt('again', '314159', { old: '', new: '314159' })).toBeNull();
  });
});

describe('a refusal', () => {
  it.each([
    [1313, 'change', 'old'],
    [1314, 'change', 'old'],
    [1315, 'set', 'new'],
    [1307, 'change', 'new'],
    [1311, 'reset', 'again'],
    [1317, 'reset', null],
    [9001, 'set', null],
  ] as const)('%i of %s leads to %s', (code, mode, step) => {
    expect(stepOfCode(code, mode)).toBe(step);
  });
});
