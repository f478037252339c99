// A charge that is taken back: fuel, shares and points return whence they came; what somebody has spent is the platform's.
import { describe, expect, it } from 'vitest';
import { LedgerBook } from '../../test/ledger-book.ts';
import { adjustJournal } from './change-journals.ts';
import { chargeReversal } from './charge-reversal.ts';
import { type AccountName, userAccount } from './chart.ts';
import {
  chargeEntries,
  chargeJournal,
  pointsEntries,
  repayEntries,
  repayJournal,
  shareEntries,
} from './fuel-journals.ts';
import { imbalances, type Journal } from './journal.ts';

const ONE = 10n ** 18n;
const [PAYER, PARTNER] = [1, 2];

/** Payer: 3 bonus and 10 paid; a charge of 15 leaves 2 owed, the partner has 2 of it. One of the debt is paid later. */
const charge = chargeJournal(7, [
  ...chargeEntries({ userId: PAYER, bonusE18: 3n * ONE, paidE18: 10n * ONE, owedE18: 2n * ONE }),
  ...shareEntries([
    { userId: PARTNER, kind: 'share', amountE18: 2n * ONE },
    { userId: PAYER, kind: 'self', amountE18: ONE },
  ]),
  ...pointsEntries(PAYER, 10n * ONE, 'points_fuel'),
  ...pointsEntries(PARTNER, 100n * ONE, 'points_invite'),
]);
const repaid = repayJournal('repay:7:2', 7, repayEntries(PAYER, ONE, 0n));

function netOf(journals: readonly Journal[]): Map<AccountName, bigint> {
  const net = new Map<AccountName, bigint>();
  for (const { account, amountE18 } of journals.flatMap(({ entries }) => entries)) {
    net.set(account, (net.get(account) ?? 0n) + amountE18);
  }
  return net;
}

function bookAfter(...more: readonly Journal[]): LedgerBook {
  const book = new LedgerBook();
  const fuel = [
    adjustJournal(1, PAYER, 'fuel_bonus', 3n * ONE, ''),
    adjustJournal(2, PAYER, 'fuel_paid', 10n * ONE, ''),
  ];
  const later = adjustJournal(3, PAYER, 'fuel_paid', ONE, '');
  for (const journal of [...fuel, charge, later, repaid, ...more]) expect(book.post(journal).state).toBe('posted');
  return book;
}

function takenBack(book: LedgerBook): Journal {
  const net = netOf([charge, repaid]);
  const journal = chargeReversal(
    { chargeId: 7, payerId: PAYER, net, balanceOf: (account) => book.balance(account) },
    'a mistake',
  );
  expect(book.post(journal!).state).toBe('posted');
  expect([...imbalances(journal!.entries).values()]).toEqual([0n, 0n]);
  return journal!;
}

const held = (book: LedgerBook, userId: number, part: Parameters<typeof userAccount>[1]) =>
  book.balance(userAccount(userId, part)) / ONE;

describe('chargeReversal', () => {
  it('gives back what was taken, payments of the debt among it, and takes back what came of it', () => {
    const book = bookAfter();
    takenBack(book);
    expect([held(book, PAYER, 'fuel_bonus'), held(book, PAYER, 'fuel_paid'), held(book, PAYER, 'fuel_owed')]).toEqual([
      3n,
      11n,
      0n,
    ]);
    expect([held(book, PAYER, 'points'), held(book, PARTNER, 'points'), held(book, PARTNER, 'available')]).toEqual([
      0n,
      0n,
      0n,
    ]);
    expect([book.balance('house:fuel_income'), book.balance('house:share_paid')]).toEqual([0n, 0n]);
  });

  it('takes what is spent down to zero, and the platform bears the rest', () => {
    const book = bookAfter(
      adjustJournal(4, PARTNER, 'available', -ONE / 2n, 'spent'),
      adjustJournal(5, PAYER, 'points', -9n * ONE, 'spent'),
    );
    const { entries } = takenBack(book);
    expect([held(book, PARTNER, 'available'), held(book, PAYER, 'points')]).toEqual([0n, 0n]);
    expect(book.balance('house:share_paid')).toBe(ONE / 2n);
    expect(entries.find(({ account }) => account === userAccount(PARTNER, 'available'))).toEqual({
      account: userAccount(PARTNER, 'available'),
      amountE18: -3n * (ONE / 2n),
      log: 'share',
    });
  });

  it('is nothing where the charge moved nothing, and comes once', () => {
    const balanceOf = () => 0n;
    expect(chargeReversal({ chargeId: 8, payerId: PAYER, net: new Map(), balanceOf }, '')).toBeNull();
    const book = bookAfter();
    const journal = takenBack(book);
    expect(book.post(journal).state).toBe('repeated');
  });
});
