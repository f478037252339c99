// Rate limits without a server: windows end when they say, classes and users do not mix.
import { type Call, type RateClass, rateClassOf } from '@cormorant/contract/call.ts';
import { botBatch, botPanic } from '@cormorant/contract/calls/batch.ts';
import { botOperation, botUpdate } from '@cormorant/contract/calls/bots.ts';
import { marketExchanges } from '@cormorant/contract/calls/market.ts';
import { authProfile } from '@cormorant/contract/calls/user.ts';
import { describe, expect, it } from 'vitest';
import { addressKey, createLimiter } from './limits.ts';

const profile = authProfile.rateClass;
const exchanges = marketExchanges.rateClass;

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

  it('lets a bot be stopped after a minute’s changes are used up, and has an end to that too', () => {
    const limiter = createLimiter();
    const take = (rateClass: RateClass) => limiter.take(rateClass, 'x', 7, 0);
    const stop = () => take(rateClassOf(botOperation, { id: '3', action: 'stop' }));
    for (let i = 0; i < 60; i += 1) expect(take(rateClassOf(botUpdate, { id: '3' }))).toBe(0);
    expect(take(rateClassOf(botOperation, { id: '3', action: 'start' }))).toBeGreaterThan(0);
    for (let i = 0; i < 60; i += 1) expect(stop()).toBe(0);
    expect(stop()).toBeGreaterThan(0);
  });
});

it.each<[Call, unknown, RateClass]>([
  ...['stop', 'pause', 'close'].flatMap((action): [Call, unknown, RateClass][] => [
    [botOperation, { action }, 'safety'],
    [botBatch, { action }, 'safety'],
  ]),
  ...['start', 'resume', 'delete', '', 'STOP', ['stop'], undefined].flatMap((action): [Call, unknown, RateClass][] => [
    [botOperation, { action }, 'write'],
    [botBatch, { action }, 'write'],
  ]),
  [botOperation, { action: 'add' }, 'write'],
  [botUpdate, { action: 'stop' }, 'write'],
  [botOperation, null, 'write'],
  [botPanic, {}, 'safety'],
])('$name asked with %j counts as %s', (call, query, rateClass) => {
  expect(rateClassOf(call, query)).toBe(rateClass);
});
