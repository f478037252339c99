// Rate limits without a server: windows end when they say, classes and users do not mix.
import type { Call } from '@cormorant/contract/call.ts';
import { marketExchanges } from '@cormorant/contract/calls/market.ts';
import { authProfile } from '@cormorant/contract/calls/user.ts';
import { describe, expect, it } from 'vitest';
import { addressKey, createLimiter } from './limits.ts';

const profile: Call = authProfile;
const exchanges: Call = marketExchanges;

describe('addressKey', () => {
  it.each([
    ['10.0.0.1', '10.0.0.1'],
    ['::ffff:10.0.0.1', '::ffff:10.0.0.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::6', '2001:db8:1:2::/64'],
    ['2001:db8::6', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('%s counts as %s', (ip, key) => {
    expect(addressKey(ip)).toBe(key);
  });
});

describe('a limiter', () => {
  it('says how long to wait, and not a millisecond less is enough', () => {
    const limiter = createLimiter();
    for (let i = 0; i < 300; i += 1) expect(limiter.take(profile, 'x', 7, 1_000)).toBe(0);
    const waitMs = limiter.take(profile, 'x', 7, 21_000);
    expect(waitMs).toBe(40_000);
    expect(limiter.take(profile, 'x', 7, 60_999)).toBeGreaterThan(0);
    expect(limiter.take(profile, 'x', 7, 61_000)).toBe(0);
  });

  it('has five places a day for new users of an address, and those given back are free again', () => {
    const limiter = createLimiter();
    const places = Array.from({ length: 5 }, () => limiter.takeNewUser('x', 1_000));
    expect(places.map((place) => place.waitMs)).toEqual([0, 0, 0, 0, 0]);
    const none = limiter.takeNewUser('x', 61_000);
    expect(none.waitMs).toBe(86_340_000);
    none.giveBack();
    expect(limiter.takeNewUser('x', 61_000).waitMs).toBeGreaterThan(0);
    expect(limiter.takeNewUser('y', 61_000).waitMs).toBe(0);
    places[0]?.giveBack();
    expect(limiter.takeNewUser('x', 61_000).waitMs).toBe(0);
    expect(limiter.takeNewUser('x', 61_000).waitMs).toBeGreaterThan(0);
    expect(limiter.takeNewUser('x', 86_401_000).waitMs).toBe(0);
  });

  it('keeps classes and users apart', () => {
    const limiter = createLimiter();
    for (let i = 0; i < 120; i += 1) expect(limiter.take(exchanges, 'x', 7, 0)).toBe(0);
    expect(limiter.take(exchanges, 'x', 7, 0)).toBeGreaterThan(0);
    expect(limiter.take(profile, 'x', 7, 0)).toBe(0);
    expect(limiter.take(exchanges, 'x', 8, 0)).toBe(0);
  });
});
