// Only factors that the person has and the call takes are offered, and a refusal finds its place.
import type { Profile } from '@cormorant/contract/entities/profile.ts';
import { describe, expect, it } from 'vitest';
import { factorOfCode, factors, factorsOf, youngFactors, youngOf } from './factors.ts';

const nothing = { password: 0, payment: 0, email: '', address: '' } as Profile;

describe('the factors that are offered', () => {
  it('are those the person has', () => {
    expect(factorsOf(nothing, factors)).toEqual([]);
    expect(factorsOf({ ...nothing, password: 1 }, factors)).toEqual(['password']);
    expect(factorsOf({ ...nothing, payment: 1, email: 'a@b.co' }, factors)).toEqual(['payment', 'code']);
    expect(factorsOf({ ...nothing, address: '0x1' }, factors)).toEqual(['signature']);
  });

  it('and those the call takes, in its order', () => {
    const all: Profile = { ...nothing, password: 1, payment: 1, email: 'a@b.co', address: '0x1' };
    expect(factorsOf(all, ['signature', 'code'])).toEqual(['signature', 'code']);
  });
});

describe('the factors that prove nothing yet', () => {
  const young: Profile = { ...nothing, password: 1, email: 'a@b.co', young: { code: 2000, signature: 2000 } };

  it('are those of the person whose time has not come', () => {
    expect([...youngOf(young, factors, 1999)]).toEqual([['code', 2000]]);
    expect(youngOf(young, factors, 2000).size).toBe(0);
    expect(youngOf(young, ['password'], 1000).size).toBe(0);
    expect(youngOf({ ...nothing, password: 1 }, factors, 0).size).toBe(0);
  });
});

describe('a refusal', () => {
  it.each([
    [1306, 'password'],
    [1003, 'password'],
    [1313, 'payment'],
    [1314, 'payment'],
    [1304, 'code'],
    [1203, 'signature'],
    [1206, 'signature'],
    [1317, 'any'],
    [1302, null],
    [null, null],
  ])('%s is about %s', (code, factor) => {
    expect(factorOfCode(code)).toBe(factor);
  });

  it('names the factors that are too young, and only factors', () => {
    expect(youngFactors({ young: ['signature', 'code', 'x', 4] })).toEqual(['code', 'signature']);
    expect(youngFactors({})).toEqual([]);
    expect(youngFactors({ young: 'code' })).toEqual([]);
  });
});
