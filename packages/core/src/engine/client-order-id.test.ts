// Client order ids carry an identity there and back, and nothing else passes for one.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CYCLES,
  decodeClientOrderId,
  encodeClientOrderId,
  LAST_ATTEMPT,
  MAX_BOT,
  MAX_SALT,
  MAX_SLOT,
} from './client-order-id.ts';

const identity = fc.record({
  salt: fc.integer({ min: 0, max: MAX_SALT }),
  bot: fc.integer({ min: 0, max: MAX_BOT }),
  slot: fc.integer({ min: 0, max: MAX_SLOT }),
  cycle: fc.integer({ min: 0, max: CYCLES - 1 }),
  attempt: fc.integer({ min: 0, max: LAST_ATTEMPT }),
});

describe('client order ids', () => {
  it('carry an identity there and back in at most 32 plain characters', () => {
    fc.assert(
      fc.property(identity, (given) => {
        const id = encodeClientOrderId(given);
        expect(id).toMatch(/^q[0-9a-v]{18}$/);
        expect(decodeClientOrderId(id)).toEqual(given);
      }),
    );
  });

  it('are nobody else`s: foreign, long, short and upper-case texts decode to null', () => {
    for (const text of [
      '',
      'q',
      'x000000000000000000',
      'q00000000000000000w',
      'q0000000000000000000',
      'Q000000000000000000',
    ]) {
      expect(decodeClientOrderId(text)).toBeNull();
    }
  });

  it('refuse parts that do not fit', () => {
    const given = { salt: 0, bot: 1, slot: 0, cycle: 0, attempt: 0 };
    expect(() => encodeClientOrderId({ ...given, attempt: 32 })).toThrow(RangeError);
    expect(() => encodeClientOrderId({ ...given, bot: -1 })).toThrow(RangeError);
    expect(() => encodeClientOrderId({ ...given, cycle: CYCLES })).toThrow(RangeError);
  });
});
