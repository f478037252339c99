// A cold address that was typed wrongly, or is one of ours, is refused before anything is pinned.
import { expect, it } from 'vitest';
import { faultOfCold } from './cold-address.ts';

const COLD = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';

it('takes an address in its mixed case, and no other form of it, nor one of ours', () => {
  expect(faultOfCold(COLD, [null, `0x${'11'.repeat(20)}`])).toBeNull();
  for (const written of [COLD.toLowerCase(), COLD.replace('7656E', '7656e'), `0x${COLD.slice(2).toUpperCase()}`]) {
    expect(faultOfCold(written, [])).toBe('COLD_ADDRESS is not in the mixed case of EIP-55');
  }
  expect(faultOfCold(COLD, [null, COLD.toLowerCase()])).toBe('COLD_ADDRESS is another address of ours');
});
