// Addresses with the same ends: which are told, and which senders speak against nobody.
import { describe, expect, it } from 'vitest';
import { type AddressSource, looksLike, takenFor } from './similar-address.ts';

const known = '0xabcd000000000000000000000000000000001234';
const fake = '0xabcdffffffffffffffffffffffffffffffff1234';
const as = (address: string, source: AddressSource) => ({ address, source });

describe('a look-alike', () => {
  it.each([
    [fake, true],
    ['0xabc1000000000000000000000000000000009234', true],
    [known, false],
    ['0xab10000000000000000000000000000000001234', false],
    ['0xabcd000000000000000000000000000000001134', false],
    ['0x1234000000000000000000000000000000000bcd', false],
  ])('has the same three digits at both ends and is another address: %s', (address, isOne) => {
    expect(looksLike(address, known)).toBe(isOne);
    expect(looksLike(known, address)).toBe(isOne);
  });

  it.each(['paid', 'saved', 'wallet', 'deposit', 'sender'] as const)('of an address that is %s is told', (source) => {
    expect(takenFor(fake, [as(known, source), as(`0x${'77'.repeat(20)}`, 'paid')])).toEqual([as(known, source)]);
  });

  it('of several is told with the best known first', () => {
    const [one, two] = [`0xabc${'5'.repeat(34)}234`, `0xabc${'6'.repeat(34)}234`];
    expect(
      takenFor(fake, [as(one, 'sender'), as(two, 'saved'), as(known, 'paid')]).map(({ source }) => source),
    ).toEqual(['paid', 'saved', 'sender']);
  });

  it('that only sent something, or was only written down, speaks against no address that was paid', () => {
    expect(takenFor(known, [as(known, 'paid'), as(fake, 'sender')])).toEqual([]);
    expect(takenFor(known, [as(known, 'wallet'), as(fake, 'sender')])).toEqual([]);
    expect(takenFor(known, [as(known, 'paid'), as(fake, 'saved')])).toEqual([]);
    expect(takenFor(known, [as(known, 'saved'), as(fake, 'sender')])).toEqual([as(fake, 'sender')]);
    expect(takenFor(known, [as(known, 'paid'), as(fake, 'paid')])).toEqual([as(fake, 'paid')]);
    expect(takenFor(fake, [as(known, 'paid'), as(fake, 'sender')])).toEqual([as(known, 'paid')]);
  });
});
