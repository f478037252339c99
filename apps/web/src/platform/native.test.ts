// The platform is what the bridge says, and the web without one.
import { expect, it } from 'vitest';
import { platform, platformOf, terminal } from './native.ts';

it('is the web without a bridge, or when the bridge says so', () => {
  expect([platform, terminal]).toEqual(['web', 1]);
  expect(platformOf(undefined)).toBe('web');
  expect(platformOf({})).toBe('web');
  expect(platformOf({ isNativePlatform: () => false, getPlatform: () => 'web' })).toBe('web');
});

it.each(['ios', 'android'] as const)('is %s when the bridge says so', (name) => {
  expect(platformOf({ isNativePlatform: () => true, getPlatform: () => name })).toBe(name);
});
