// Charges of fuel: the worked cases of product.md 4.1 to 1e-8, and what holds for any results: nothing is charged that is not
// a new high, the parts make up the charge, the four sources make up what was taken, and no debt is paid beyond itself.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { format18, parse18 } from '../money/amount-e18.ts';
import { dueCharges, floor8, type Mark, repayOldest, type Settled, takeFuel, UNIT_E18 } from './fuel-charge.ts';

const NEW: Mark = { cumE18: 0n, highE18: 0n };

function results(...nets: (string | [string])[]): Settled[] {
  return nets.map((net, place) => {
    const text = typeof net === 'string' ? net : net[0];
    return { id: place + 1, netE18: parse18(text), waits: typeof net !== 'string' };
  });
}

function amounts(settled: Settled[], isClosing = false, rateBp = 2_000): string[] {
  return dueCharges(settled, NEW, rateBp, isClosing).map(({ amountE18 }) => format18(amountE18));
}

describe('dueCharges', () => {
  it('makes a loss good before it charges again: -30, +50, +10 cost 0, 4 and 2', () => {
    expect(amounts(results('-30', '50', '10'))).toEqual(['0', '4', '2']);
  });

  it('charges the examples of the profit share: 27.506 of 137.53, and 6.66666666 of 33.33333333', () => {
    expect(amounts(results('137.53'))).toEqual(['27.506']);
    expect(amounts(results('33.33333333'))).toEqual(['6.66666666']);
  });

  it('lets the pairs of a grid wait for the hour and charges them together with what they came to', () => {
    const pairs = results(['1.5'], ['-0.5'], ['2']);
    expect(amounts(pairs)).toEqual([]);
    const [charge] = dueCharges(pairs, NEW, 2_000, true);
    expect(charge).toMatchObject({ baseE18: parse18('3'), amountE18: parse18('0.6') });
    // The first pair keeps 1.5 of the 3, the second gave back and the third made up for it.
    expect(charge?.parts.map(({ amountE18 }) => format18(amountE18))).toEqual(['0.3', '0', '0.3']);
  });

  it('charges waiting pairs with the next result that does not wait', () => {
    const due = dueCharges(results(['1'], ['1'], '-1', ['4']), NEW, 2_000, false);
    expect(due).toHaveLength(1);
    expect(due[0]?.parts.map(({ id, amountE18 }) => [id, format18(amountE18)])).toEqual([
      [1, '0.2'],
      [2, '0'],
      [3, '0'],
    ]);
  });

  it('goes on from the mark it is given and charges nothing at a rate of zero', () => {
    const mark = { cumE18: parse18('5'), highE18: parse18('8') };
    const [charge] = dueCharges(results('4'), mark, 2_000, false);
    expect(charge).toMatchObject({ before: mark, after: { cumE18: parse18('9'), highE18: parse18('9') } });
    expect(format18(charge?.amountE18 ?? -1n)).toBe('0.2');
    expect(dueCharges(results('4'), mark, 0, false)[0]).toMatchObject({ amountE18: 0n, baseE18: parse18('1') });
  });

  const net = fc.bigInt({ min: -(10n ** 23n), max: 10n ** 23n });
  const rows = fc.array(fc.record({ netE18: net, waits: fc.boolean() }), { maxLength: 30 });

  it('never charges more than the rate of the highest sum ever reached, in whole 1e-8, part by part', () => {
    fc.assert(
      fc.property(rows, fc.integer({ min: 0, max: 5_000 }), (made, rateBp) => {
        const settled = made.map((row, place) => ({ ...row, id: place }));
        const due = dueCharges(settled, NEW, rateBp, true);
        let [cumE18, peakE18] = [0n, 0n];
        for (const { netE18 } of settled) {
          cumE18 += netE18;
          if (cumE18 > peakE18) peakE18 = cumE18;
        }
        const last = due.at(-1)?.after ?? NEW;
        expect(last.cumE18).toBe(cumE18);
        expect(last.highE18 <= peakE18).toBe(true);
        expect(due.reduce((sum, { baseE18 }) => sum + baseE18, 0n)).toBe(last.highE18);
        for (const { amountE18, baseE18, parts } of due) {
          expect(parts.reduce((sum, part) => sum + part.amountE18, 0n)).toBe(amountE18);
          expect(parts.every((part) => part.amountE18 >= 0n && part.amountE18 % UNIT_E18 === 0n)).toBe(true);
          expect(amountE18 * 10_000n <= baseE18 * BigInt(rateBp)).toBe(true);
        }
        expect(due.flatMap(({ parts }) => parts.map(({ id }) => id))).toEqual(settled.map(({ id }) => id));
      }),
      { numRuns: 300 },
    );
  });

  it('charges the same whether results come one by one or together, where none of them waits', () => {
    fc.assert(
      fc.property(fc.array(net, { maxLength: 30 }), fc.nat(30), (nets, cut) => {
        const settled = nets.map((netE18, id) => ({ id, netE18, waits: false }));
        const together = dueCharges(settled, NEW, 2_000, true);
        const first = dueCharges(settled.slice(0, cut), NEW, 2_000, true);
        const rest = dueCharges(settled.slice(cut), first.at(-1)?.after ?? NEW, 2_000, false);
        expect([...first, ...rest]).toEqual(together);
      }),
      { numRuns: 200 },
    );
  });
});

describe('takeFuel', () => {
  const take = (amount: string, bonus: string, paid: string, owed = '0') =>
    Object.values(
      takeFuel(
        parse18(amount),
        { bonusE18: parse18(bonus), paidE18: parse18(paid), owedE18: parse18(owed) },
        parse18('500'),
      ),
    ).map((part) => format18(part));

  it('spends bonus before paid fuel, lets the rest be owed, and waives what goes above the cap', () => {
    expect(take('27.506', '7.506', '100')).toEqual(['7.506', '20', '0', '0']);
    expect(take('27.506', '50', '100')).toEqual(['27.506', '0', '0', '0']);
    expect(take('10', '1', '2')).toEqual(['1', '2', '7', '0']);
    expect(take('10', '1', '2', '496.5')).toEqual(['1', '2', '3.5', '3.5']);
    expect(take('10', '0', '0', '600')).toEqual(['0', '0', '0', '10']);
  });

  it('takes each charge from somewhere, never more than there is, and owes only when nothing is left', () => {
    const units = fc.bigInt({ min: 0n, max: 10n ** 13n });
    fc.assert(
      fc.property(units, units, units, units, units, (amountE18, bonusE18, paidE18, owedE18, capE18) => {
        const taken = takeFuel(amountE18, { bonusE18, paidE18, owedE18 }, capE18);
        expect(taken.bonusE18 + taken.paidE18 + taken.owedE18 + taken.waivedE18).toBe(amountE18);
        expect(Object.values(taken).every((part) => part >= 0n)).toBe(true);
        expect(taken.bonusE18 <= bonusE18 && taken.paidE18 <= paidE18).toBe(true);
        expect(taken.owedE18 === 0n || owedE18 + taken.owedE18 <= capE18).toBe(true);
        if (taken.paidE18 > 0n) expect(taken.bonusE18).toBe(bonusE18);
        if (taken.owedE18 > 0n) expect(taken.paidE18).toBe(paidE18);
      }),
      { numRuns: 500 },
    );
  });
});

describe('repayOldest', () => {
  const debts = [
    { chargeId: 3, owedE18: 50n },
    { chargeId: 7, owedE18: 20n },
  ];

  it('pays the oldest debt first and no debt beyond itself', () => {
    expect(repayOldest(debts, 30n)).toEqual([{ chargeId: 3, amountE18: 30n }]);
    expect(repayOldest(debts, 60n)).toEqual([
      { chargeId: 3, amountE18: 50n },
      { chargeId: 7, amountE18: 10n },
    ]);
    expect(repayOldest(debts, 1_000n).reduce((sum, { amountE18 }) => sum + amountE18, 0n)).toBe(70n);
    expect(repayOldest([], 5n)).toEqual([]);
    expect(repayOldest(debts, 0n)).toEqual([]);
  });
});

describe('floor8', () => {
  it('cuts what is below 1e-8', () => {
    expect(format18(floor8(parse18('0.123456789')))).toBe('0.12345678');
  });
});
