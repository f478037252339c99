// How deep a deposit must be, and the fees of replacements.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { confirmationsFor, nextFees } from './chain-figures.ts';

const E18 = 10n ** 18n;

describe('a deposit', () => {
  it('above 10,000 waits longer', () => {
    expect(confirmationsFor(10_000n * E18, 15)).toBe(15);
    expect(confirmationsFor(10_000n * E18 + 1n, 15)).toBe(240);
    expect(confirmationsFor(10_001n * E18, 300)).toBe(300);
  });
});

describe('a replacement', () => {
  it('offers at least a tenth more of both, however small they are, and never above the limit', () => {
    const wei = fc.bigInt({ min: 0n, max: 10n ** 12n });
    fc.assert(
      fc.property(wei, wei, wei, wei, wei, (maxFeeWei, tip, todayFee, todayTip, mostWei) => {
        const before = { maxFeeWei, tipWei: tip > maxFeeWei ? maxFeeWei : tip };
        const next = nextFees(before, { maxFeeWei: todayFee, tipWei: todayTip }, mostWei);
        if (next === null) return;
        expect(next.maxFeeWei <= mostWei).toBe(true);
        expect(next.maxFeeWei * 10n >= before.maxFeeWei * 11n).toBe(true);
        expect(next.tipWei * 10n >= before.tipWei * 11n).toBe(true);
        expect(next.tipWei <= next.maxFeeWei).toBe(true);
        expect(next.maxFeeWei > before.maxFeeWei && next.maxFeeWei >= todayFee).toBe(true);
      }),
    );
  });
});
