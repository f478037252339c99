// The advice on a new password never praises what would be refused.
import { expect, it } from 'vitest';
import { passwordStrength } from './password-strength.ts';

it('rates a password that would be refused as weak', () => {
  expect(passwordStrength('')).toBe(0);
  expect(passwordStrength('12345678')).toBe(1);
  expect(passwordStrength('abcd1234')).toBeGreaterThan(1);
  expect(passwordStrength('harbour9Pilot!tide')).toBe(4);
});

it.each([
  'Password123456!',
  '2026!Liverpool',
  'a1a1a1a1a1a1a1a1',
  'aaaaaaaaaaaaaaa1',
  '🐦🐦🐦🐦🐦🐦🐦🐦a1',
  'Abc123Abc123Abc123',
])('does not praise %s, a word with a tail or a pattern', (password) => {
  expect(passwordStrength(password)).toBeLessThan(3);
});
