// When a venue that does not know an order is believed: only by an answer to a question asked late enough.
import { expect, test } from 'vitest';
import { ProofOfAbsence } from './proof-of-absence.ts';

test('an order is believed absent only by an answer to a question asked after the grace', () => {
  const absence = new ProofOfAbsence(1_000, 5_000);
  for (const askedAtMs of [1_100, 2_000, 3_900, 5_999]) {
    absence.seen(askedAtMs);
    expect(absence.isProven).toBe(false);
  }
  absence.seen(6_000);
  expect(absence.isProven).toBe(true);
});

test('one answer is none, however late', () => {
  const absence = new ProofOfAbsence(1_000, 5_000);
  absence.seen(60_000);
  expect(absence.isProven).toBe(false);
  absence.seen(60_100);
  expect(absence.isProven).toBe(true);
});
