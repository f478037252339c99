// The chain against the books: equal whatever is on its way, whichever of the two has seen it first; and what is missing is
// missed to the last unit, wherever something else is too much.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AddressCoin,
  type Custody,
  type CustodyBooks,
  custodyProof,
  type Done,
  type MoveView,
  type SendView,
} from './custody-proof.ts';

const E18 = 10n ** 18n;
const START: Custody = { hotE18: 1_000n * E18, coldE18: 400n * E18, depositsE18: 5_000n * E18, gasWei: E18 };
const LIABILITIES = 3_000n * E18;
const quiet: CustodyBooks = {
  ...{ ledger: START, sends: [], moves: [], findings: [] },
  ...{ laterDepositsE18: 0n, waitingE18: 0n, liabilitiesE18: LIABILITIES },
};
/** All of it on one address. */
const coinsOf = ({ depositsE18 }: Custody, saidE18: bigint): AddressCoin[] => [
  { address: '0xaa', saidE18, heldE18: depositsE18 },
];
const prove = (held: Custody, books: CustodyBooks, saidE18 = held.depositsE18) =>
  custodyProof(held, coinsOf(held, saidE18), books);

/** What a send does, told here a second time and by hand. */
function send(at: Custody, { purpose, tokenE18 }: SendView, done: Done | null): Custody {
  if (done === null) return at;
  const paid = done.ending === 'paid' ? tokenE18 : 0n;
  const { hotE18, coldE18, depositsE18, gasWei } = at;
  if (purpose === 'sweep') return { hotE18: hotE18 + paid, coldE18, depositsE18: depositsE18 - paid, gasWei };
  const cold = purpose === 'cold' ? coldE18 + paid : coldE18;
  return { hotE18: hotE18 - paid, coldE18: cold, depositsE18, gasWei: gasWei - done.costWei };
}

/** And a move without the outbox: the chain has all of it, the books what they knew of. */
function move(at: Custody, { from, to, rawE18 }: MoveView, leftE18: bigint): Custody {
  const after = { ...at };
  if (from === 'deposit') after.depositsE18 -= leftE18;
  if (from === 'hot') after.hotE18 -= leftE18;
  if (from === 'cold') after.coldE18 -= leftE18;
  if (to === 'hot') after.hotE18 += rawE18;
  if (to === 'cold') after.coldE18 += rawE18;
  return after;
}

const done = fc.record({
  ending: fc.constantFrom<Done['ending']>('paid', 'reverted', 'replaced'),
  costWei: fc.bigInt({ min: 1n, max: 10n ** 15n }),
});
const maybe = fc.option(done);
const aSend: fc.Arbitrary<SendView> = fc
  .record({
    ...{ purpose: fc.constantFrom<SendView['purpose']>('withdraw', 'gas', 'sweep', 'cold'), wallet: fc.constant('0x') },
    tokenE18: fc.bigInt({ min: 0n, max: E18 }),
    ...{ booked: maybe, mined: maybe },
  })
  .map((one) => ({ ...one, tokenE18: one.purpose === 'gas' ? 0n : one.tokenE18 }));
const aMove: fc.Arbitrary<MoveView> = fc
  .record({
    from: fc.constantFrom<MoveView['from']>('deposit', 'hot', 'cold'),
    to: fc.constantFrom<MoveView['to']>('hot', 'cold', 'out'),
    rawE18: fc.bigInt({ min: 1n, max: E18 }),
    unknownE18: fc.bigInt({ min: 0n, max: E18 }),
    seenBy: fc.constantFrom<MoveView['seenBy']>('books', 'block'),
  })
  .map(({ unknownE18, ...one }) => {
    const knownE18 = one.rawE18 > unknownE18 ? one.rawE18 - unknownE18 : 0n;
    return { ...one, fromBooksE18: one.from === 'deposit' ? knownE18 : 0n };
  });
const some = fc.bigInt({ min: 0n, max: E18 });

describe('the chain against the books', () => {
  it('is equal whatever is booked and not mined, mined and not booked, or mined otherwise', () => {
    fc.assert(
      fc.property(
        fc.array(aSend, { maxLength: 12 }),
        fc.array(aMove, { maxLength: 8 }),
        some,
        some,
        (sends, moves, laterDepositsE18, waitingE18) => {
          const [seen, booked] = [
            moves.filter(({ seenBy }) => seenBy === 'block'),
            moves.filter(({ seenBy }) => seenBy === 'books'),
          ];
          const sent = sends.reduce((at, one) => send(at, one, one.booked), START);
          const known = booked.reduce(
            (at, one) => move(at, one, one.from === 'deposit' ? one.fromBooksE18 : one.rawE18),
            sent,
          );
          const ledger = { ...known, depositsE18: known.depositsE18 + laterDepositsE18 };
          const mined = sends.reduce((at, one) => send(at, one, one.mined), START);
          const moved = seen.reduce((at, one) => move(at, one, one.rawE18), mined);
          const held = { ...moved, depositsE18: moved.depositsE18 + waitingE18 };
          const books = { ...quiet, ledger, sends, moves, laterDepositsE18, waitingE18 };
          const none = { hot: 0n, cold: 0n, gas: 0n };
          expect(prove(held, books)).toEqual({ held, books: held, funded: none, faults: [] });
          // One unit less of anything is seen; one more in a wallet is its owner's.
          for (const place of ['hotE18', 'coldE18', 'depositsE18', 'gasWei'] as const) {
            const [less, more] = [-1n, 1n].map((by) => ({ ...held, [place]: held[place] + by }));
            expect(prove(less!, books, held.depositsE18).faults).toHaveLength(1);
            expect(prove(more!, books, held.depositsE18).faults).toEqual([]);
          }
          const rich = { ...held, hotE18: held.hotE18 + 7n, coldE18: held.coldE18 + 8n, gasWei: held.gasWei + 9n };
          expect(prove(rich, books).funded).toEqual({ hot: 7n, cold: 8n, gas: 9n });
        },
      ),
    );
  });

  it('says where what is missing, and when users could take out more than there is', () => {
    const books = { ...quiet, liabilitiesE18: 6_400n * E18 };
    expect(prove({ ...START, hotE18: START.hotE18 - E18 / 2n }, books).faults).toEqual([
      'on the chain the hot wallet held 999.5 USDT, 0.5 less than the books say',
      'users could take out 6400 USDT and the chain has 6399.5',
    ]);
    expect(prove({ ...START, gasWei: E18 / 4n }, books).faults).toEqual([
      'on the chain the hot wallet held 0.25 BNB, 0.75 less than the books say (op custody settle gas:0.75)',
    ]);
    expect(prove({ ...START, coldE18: 0n }, quiet).faults).toEqual([
      'on the chain cold storage held 0 USDT, 400 less than the books say',
    ]);
  });

  it('lets nothing that is too much on one address, nor what waits, stand for what another one lacks', () => {
    const ledger = { ...START, depositsE18: 30n * E18 };
    const coins = [
      { address: '0xaa', saidE18: 20n * E18, heldE18: 19n * E18 },
      { address: '0xbb', saidE18: 15n * E18, heldE18: 90n * E18 },
    ];
    const { faults, held } = custodyProof(START, coins, {
      ...{ ...quiet, ledger, waitingE18: 5n * E18, liabilitiesE18: E18 },
    });
    expect(held.depositsE18).toBe(34n * E18);
    expect(faults).toEqual(['on the chain the deposit addresses held 34 USDT, 1 less than the books say (0xaa)']);
  });

  it('takes a deposit that is gone and that nobody was credited with from nobody’s coin', () => {
    const none: Custody = { hotE18: 0n, coldE18: 0n, depositsE18: 0n, gasWei: 0n };
    const waiting = { ...quiet, ledger: none, waitingE18: 12_000n * E18, liabilitiesE18: 0n };
    const gone = (saidE18: bigint) => [{ address: '0xaa', saidE18, heldE18: 100n * E18 }];
    expect(custodyProof(none, gone(12_000n * E18), waiting).faults).toEqual([
      'on the chain the deposit addresses held 100 USDT, 11900 less than the books say (0xaa)',
    ]);
    // Beyond that it was somebody's.
    const credited = { ...waiting, ledger: { ...none, depositsE18: 300n * E18 }, liabilitiesE18: 300n * E18 };
    expect(custodyProof(none, gone(12_300n * E18), credited).faults[1]).toBe(
      'users could take out 300 USDT and the chain has 100',
    );
  });

  it('hands on what people have to settle, though every figure is right', () => {
    expect(prove(START, { ...quiet, findings: ['something'] }).faults).toEqual(['something']);
  });
});
