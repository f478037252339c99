// The proof is silent over sound books, and names each way in which they can be unsound.
import { expect, it } from 'vitest';
import { type LedgerSums, proofOf } from './proof.ts';

const ONE = 10n ** 18n;
const sound: LedgerSums = {
  accounts: [
    { part: 'available', house: false, asset: 'USDT', side: 1, balanceE18: 3n * ONE },
    { part: 'fuel_bonus', house: false, asset: 'USDT', side: 1, balanceE18: 2n * ONE },
    { part: 'hot', house: true, asset: 'USDT', side: -1, balanceE18: ONE },
    { part: 'pending_in', house: true, asset: 'USDT', side: -1, balanceE18: 2n * ONE },
    { part: 'bonus', house: true, asset: 'USDT', side: -1, balanceE18: 2n * ONE },
  ],
  astray: [],
  lopsided: [],
  misnamed: [],
};

it('finds nothing in sound books; bonus fuel needs no coin', () => {
  expect(proofOf(sound)).toEqual({ liabilitiesE18: 3n * ONE, assetsE18: 3n * ONE, faults: [] });
});

it('names sides that differ, accounts that went astray, journals that do not balance, accounts that are none of the chart, and coin that is missing', () => {
  const [first, ...rest] = sound.accounts;
  const more = { ...sound, accounts: [{ ...first!, balanceE18: 4n * ONE }, ...rest] };
  expect(proofOf(more).faults).toEqual([
    'the sides of USDT differ by 1',
    'users could take out 4 and there is coin for 3',
  ]);
  const astray = [{ accountId: 17, balanceE18: ONE, entriesE18: 0n }];
  expect(proofOf({ ...sound, astray, lopsided: [9], misnamed: [33] }).faults).toEqual([
    'account 17 holds 1 and its entries say 0',
    'journal 9 does not balance',
    'account 33 is not what its number says',
  ]);
});
