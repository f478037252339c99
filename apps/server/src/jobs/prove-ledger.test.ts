// The books are said to hold only behind a proof of lately that found nothing.
import { expect, test } from 'vitest';
import { createLedgerProof, PROOF_PAUSE_MS } from './prove-ledger.ts';

test('books hold from their start on, not without a proof for a while, nor while a fault is found, nor when proofs have failed for a while', async () => {
  let nowMs = 0;
  let faulty: readonly number[] = [];
  let isThere = true;
  const said: string[] = [];
  const proof = createLedgerProof({
    clock: { nowMs: () => nowMs },
    log: (_level, message) => said.push(message),
    ledger: {
      sums: async () => {
        if (!isThere) throw new Error('the statement was ended');
        return {
          accounts: [],
          lopsided: [],
          misnamed: [],
          astray: faulty.map((accountId) => ({ accountId, balanceE18: 1n, entriesE18: 0n })),
        };
      },
    },
  });
  expect(proof.holds()).toBe(true);
  nowMs += 3 * PROOF_PAUSE_MS;
  expect(proof.holds()).toBe(false);
  await proof.run();
  expect([proof.holds(), said]).toEqual([true, []]);
  faulty = [16];
  await proof.run();
  expect(proof.holds()).toBe(false);
  expect(said.join()).toContain('ALARM');
  faulty = [];
  await proof.run();
  isThere = false;
  nowMs += 2 * PROOF_PAUSE_MS;
  await expect(proof.run()).rejects.toThrow('was ended');
  expect(proof.holds()).toBe(true);
  nowMs += PROOF_PAUSE_MS;
  await expect(proof.run()).rejects.toThrow('was ended');
  expect(proof.holds()).toBe(false);
  isThere = true;
  await proof.run();
  expect(proof.holds()).toBe(true);
});
