// Points: counted over all paid fuel ever consumed, in hundredths; the invitation once, at five.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { format18, parse18 } from '../money/amount-e18.ts';
import { fuelPoints, invitePoints, pointsOfTask } from './points.ts';

const earned = (before: string, consumed: string) => format18(fuelPoints(parse18(before), parse18(consumed), 1));
const invited = (before: string, consumed: string) => format18(invitePoints(parse18(before), parse18(consumed)));

describe('fuelPoints', () => {
  it('gives a point for each paid fuel in whole hundredths, and keeps the rest for the next', () => {
    expect(earned('0', '27.506')).toBe('27.5');
    expect(earned('27.506', '0.004')).toBe('0.01');
    expect(earned('0', '0.00999999')).toBe('0');
  });

  it('gives the same in any number of parts', () => {
    const units = fc.array(fc.bigInt({ min: 0n, max: 10n ** 20n }), { maxLength: 20 });
    fc.assert(
      fc.property(units, fc.integer({ min: 0, max: 5 }), (parts, pointsPerFuel) => {
        let [consumedE18, sum] = [0n, 0n];
        for (const part of parts) {
          sum += fuelPoints(consumedE18, part, pointsPerFuel);
          consumedE18 += part;
        }
        expect(sum).toBe(fuelPoints(0n, consumedE18, pointsPerFuel));
      }),
      { numRuns: 500 },
    );
  });
});

describe('invitePoints', () => {
  it('is 100 when the fifth fuel is consumed, and never again', () => {
    expect(invited('0', '4.99999999')).toBe('0');
    expect(invited('4.99999999', '0.00000001')).toBe('100');
    expect(invited('0', '60')).toBe('100');
    expect(invited('5', '100')).toBe('0');
  });
});

describe('pointsOfTask', () => {
  it('knows what each task is worth', () => {
    expect(format18(pointsOfTask('bind_exchange'))).toBe('50');
    expect(format18(pointsOfTask('first_round'))).toBe('30');
    expect(format18(pointsOfTask('set_payment'))).toBe('20');
    expect(format18(pointsOfTask('bind_email'))).toBe('20');
  });
});
