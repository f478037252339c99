// The chain against the books: equal whatever is on its way, whichever of the two has seen it first; and what is missing is
// missed to the last unit.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Custody, custodyProof, type Done, type SendView } from './custody-proof.ts';

const E18 = 10n ** 18n;
const START: Custody = { hotE18: 1_000n * E18, depositsE18: 5_000n * E18, gasWei: E18 };
const LIABILITIES = 3_000n * E18;

/** What a send does, told here a second time and by hand. */
function apply({ hotE18, depositsE18, gasWei }: Custody, { purpose, tokenE18 }: SendView, done: Done | null): Custody {
  if (done === null) return { hotE18, depositsE18, gasWei };
  const paid = done.ending === 'paid' ? tokenE18 : 0n;
  if (purpose === 'sweep') return { hotE18: hotE18 + paid, depositsE18: depositsE18 - paid, gasWei };
  return { hotE18: hotE18 - paid, depositsE18, gasWei: gasWei - done.costWei };
}

const done = fc.record({
  ending: fc.constantFrom<Done['ending']>('paid', 'reverted', 'replaced'),
  costWei: fc.bigInt({ min: 1n, max: 10n ** 15n }),
});
const maybe = fc.option(done);
const send: fc.Arbitrary<SendView> = fc
  .record({
    purpose: fc.constantFrom<SendView['purpose']>('withdraw', 'gas', 'sweep'),
    tokenE18: fc.bigInt({ min: 0n, max: E18 }),
    ...{ booked: maybe, mined: maybe },
  })
  .map((one) => ({ ...one, tokenE18: one.purpose === 'gas' ? 0n : one.tokenE18 }));

describe('the chain against the books', () => {
  it('is equal whatever is booked and not mined, mined and not booked, or mined otherwise', () => {
    fc.assert(
      fc.property(fc.array(send, { maxLength: 20 }), fc.bigInt({ min: 0n, max: E18 }), (sends, laterDepositsE18) => {
        const booked = sends.reduce((at, one) => apply(at, one, one.booked), START);
        const ledger = { ...booked, depositsE18: booked.depositsE18 + laterDepositsE18 };
        const held = sends.reduce((at, one) => apply(at, one, one.mined), START);
        const books = { ledger, sends, laterDepositsE18, liabilitiesE18: LIABILITIES };
        const none = { coinE18: 0n, gasWei: 0n };
        expect(custodyProof(held, books)).toEqual({ held, books: held, funded: none, faults: [] });
        // One unit less of anything is seen; one more in the hot wallet is its owner's.
        for (const place of ['hotE18', 'depositsE18', 'gasWei'] as const) {
          expect(custodyProof({ ...held, [place]: held[place] - 1n }, books).faults).toHaveLength(1);
          expect(custodyProof({ ...held, [place]: held[place] + 1n }, books).faults).toEqual([]);
        }
        expect(custodyProof({ ...held, hotE18: held.hotE18 + 7n, gasWei: held.gasWei + 9n }, books).funded).toEqual({
          coinE18: 7n,
          gasWei: 9n,
        });
      }),
    );
  });

  it('says where what is missing, and when users could take out more than there is', () => {
    const books = { ledger: START, sends: [], laterDepositsE18: 0n, liabilitiesE18: 6_000n * E18 };
    expect(custodyProof({ ...START, hotE18: START.hotE18 - E18 / 2n }, books).faults).toEqual([
      'on the chain the hot wallet held 999.5 USDT, 0.5 less than the books say',
      'users could take out 6000 USDT and the chain has 5999.5',
    ]);
    expect(custodyProof({ ...START, gasWei: E18 / 4n }, books).faults).toEqual([
      'on the chain the hot wallet held 0.25 BNB, 0.75 less than the books say',
    ]);
  });
});
