// The list of common passwords knows the usual ones and leaves others alone.
import { isPassword } from '@cormorant/contract/credential-forms.ts';
import { describe, expect, it } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

describe('isCommonPassword', () => {
  it.each([
    'password1',
    'Password123',
    'PASSW0RD',
    'qwerty123',
    '1qaz2wsx',
    'a1b2c3d4',
    'iloveyou1',
    'abc12345',
    'admin123',
  ])('knows %s', (password) => {
    expect(isPassword(password)).toBe(true);
    expect(isCommonPassword(password)).toBe(true);
  });

  it.each(['quiet7Harbour', 'xk29-blau-tor', 'correct4horse', 'Zq8!fjw0'])('lets %s pass', (password) => {
    expect(isCommonPassword(password)).toBe(false);
  });
});
