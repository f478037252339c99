// Charges and payments of debts, one after the other, against what their payer holds.
import { describe, expect, it } from 'vitest';
import {
  type CountingTerms,
  countCharge,
  countRepayments,
  fuelOf,
  type OwedCharge,
  type Payer,
} from './counted-charge.ts';
import { imbalances } from './journal.ts';

const ONE = 10n ** 18n;
const [PAYER, PARTNER] = [1, 2];
const terms: CountingTerms = { owedMaxE18: 10n * ONE, capBp: 6_000, levels: 3, pointsPerFuel: 1 };
const partner = { userId: PARTNER, rateBp: 5_000, mayShare: true };
const payer: Payer = {
  userId: PAYER,
  bonusE18: 3n * ONE,
  paidE18: 10n * ONE,
  owedE18: 0n,
  consumedE18: 0n,
  chain: [{ userId: PAYER, rateBp: 2_000, mayShare: true }, partner],
};
const charge = (of: Payer, amount: bigint, id = 7) => countCharge(of, id, { amountE18: amount * ONE }, terms);
const entriesOf = (journal: ReturnType<typeof charge>['journal']) =>
  Object.fromEntries((journal?.entries ?? []).map(({ account, amountE18 }) => [account, amountE18 / ONE]));

describe('countCharge', () => {
  it('takes bonus, then paid fuel, shares the paid part, and the own share comes back as bonus', () => {
    const { after, journal, shares, taken } = charge(payer, 13n);
    expect(taken).toEqual({ bonusE18: 3n * ONE, paidE18: 10n * ONE, owedE18: 0n, waivedE18: 0n });
    expect(shares.map(({ amountE18, kind, userId }) => [userId, kind, amountE18 / ONE])).toEqual([
      [PAYER, 'self', 2n],
      [PARTNER, 'share', 3n],
    ]);
    expect(after).toEqual({ ...payer, bonusE18: 2n * ONE, paidE18: 0n, consumedE18: 10n * ONE });
    expect([...imbalances(journal!.entries).values()]).toEqual([0n, 0n]);
    // Five fuel were reached: the partner had invited the payer.
    expect(journal!.entries.find(({ log }) => log === 'points_invite')?.amountE18).toBe(100n * ONE);
  });

  it('counts the next one against what the one before has left: owed up to the cap, and waived above', () => {
    const first = charge(payer, 13n);
    const second = charge(first.after, 10n, 8);
    expect(second.taken).toEqual({ bonusE18: 2n * ONE, paidE18: 0n, owedE18: 8n * ONE, waivedE18: 0n });
    expect(second.journal?.entries.some(({ log }) => log === 'points_invite')).toBe(false);
    expect(fuelOf(second.after)).toBe(-8n * ONE);
    const third = charge(second.after, 5n, 9);
    expect(third.taken).toMatchObject({ owedE18: 2n * ONE, waivedE18: 3n * ONE });
    const fourth = charge(third.after, 5n, 10);
    expect([fourth.taken.waivedE18, fourth.journal, fourth.after]).toEqual([5n * ONE, null, third.after]);
  });
});

describe('countRepayments', () => {
  const debt = (id: number, left: bigint, chain: OwedCharge['chain']): OwedCharge => ({
    ...{ id, chain, leftE18: left * ONE, capBp: 6_000, levels: 3 },
  });
  const owing = { ...payer, bonusE18: ONE, paidE18: 6n * ONE, owedE18: 9n * ONE };

  it('pays the oldest first, from bonus fuel first, and who stood above then shares what was paid', () => {
    const chains = [[payer.chain[0]!, { ...partner, userId: 5 }], []] as const;
    const paid = countRepayments(owing, [debt(3, 4n, chains[0]), debt(4, 5n, chains[1])], 1);
    expect(paid.map(({ amountE18, chargeId, fromPaidE18 }) => [chargeId, amountE18 / ONE, fromPaidE18 / ONE])).toEqual([
      [3, 4n, 3n],
      [4, 3n, 3n],
    ]);
    expect(paid[0]?.shares.map(({ userId }) => userId)).toEqual([PAYER, 5]);
    expect(paid[1]?.shares).toEqual([]);
    expect(paid.map(({ journal }) => journal.key)).toEqual(['repay:3:4', 'repay:4:5']);
    expect(entriesOf(paid[0]!.journal)).toMatchObject({ 'user:1:fuel_owed': -4n, 'user:1:fuel_paid': -3n });
  });

  it('pays no more than is owed, and nothing where nothing is there', () => {
    expect(countRepayments({ ...owing, owedE18: ONE }, [debt(3, 2n, [])], 1)).toMatchObject([{ amountE18: ONE }]);
    expect(countRepayments({ ...owing, bonusE18: 0n, paidE18: 0n }, [debt(3, 4n, [])], 1)).toEqual([]);
  });
});
