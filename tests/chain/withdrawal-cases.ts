// Withdrawals for tests of the chain's side of money, each of a user of its own to an address of its own, and what must hold
// of them in the end.
import { expect } from 'vitest';
import type { WithdrawalRow } from '../../apps/server/src/ports/withdrawal-store.ts';
import { adjustJournal } from '../../packages/core/src/ledger/change-journals.ts';
import { type CustodyRig, E18, TOKEN } from './custody-rig.ts';

export const FEE = E18;
export const targetOf = (index: number): string => `0x${(0xaa00_0000_0000 + index).toString(16).padStart(40, '1')}`;

export async function askedWithdrawal(rig: CustodyRig, amountE18: bigint): Promise<WithdrawalRow> {
  const { userId } = await rig.newUser();
  await rig.ledger.post([adjustJournal(userId, userId, 'available', amountE18, 'test')], 0);
  const sn = `W261122${String(10_000_000 + userId)}`;
  const asked = await rig.withdrawals.submit({
    ...{
      sn,
      requestId: sn.toLowerCase(),
      userId,
      network: 'BEP20',
      address: targetOf(userId),
      label: null,
      nowMs: rig.clock.nowMs(),
    },
    ...{ amountE18, feeE18: FEE, dailyE18: 20_000n * E18, dayStartMs: 0 },
  });
  if (asked.state !== 'done') throw new Error(`not taken: ${asked.state}`);
  return asked.row;
}

/** Judged and approved, and without a nonce. */
export async function approvedWithdrawal(rig: CustodyRig, amountE18: bigint): Promise<WithdrawalRow> {
  const row = await askedWithdrawal(rig, amountE18);
  await rig.withdrawals.judge(row, ['above_automatic'], rig.clock.nowMs());
  const reviewed = await rig.review({
    ...{ sn: row.sn, operator: 'ann', decision: 'approve', reason: 'looked at', notice: null },
    ...{ twoPersonE18: 10_000n * E18, nowMs: rig.clock.nowMs() },
  });
  if (reviewed.state !== 'done') throw new Error(`not approved: ${reviewed.state}`);
  return reviewed.row;
}

/** Every transfer that ever left the hot wallet: whom it paid how much, in their order of text. */
export async function paidTransfers(rig: CustodyRig): Promise<string[]> {
  const from = rig.keys.hot.address as `0x${string}`;
  const logs = await rig.client.getLogs({ address: TOKEN, event: rig.transferEvent, args: { from }, fromBlock: 0n });
  return logs.map(({ args }) => `${args.to?.toLowerCase()} ${args.value}`).sort();
}

/** Paid = requested, each by one transfer; nonces from `begin` on without a gap; the books agree. */
export async function expectPaidOnce(rig: CustodyRig, rows: readonly WithdrawalRow[], begin: number): Promise<void> {
  const from = rig.keys.hot.address;
  const paid = await paidTransfers(rig);
  expect(paid).toEqual(rows.map(({ address, amountE18, feeE18 }) => `${address} ${amountE18 - feeE18}`).sort());
  const now = await Promise.all(rows.map(({ id }) => rig.withdrawals.byId(id)));
  expect(new Set(now.map((row) => row?.status))).toEqual(new Set(['confirmed']));
  const nonces = now.map((row) => row?.nonce ?? -1).sort((a, b) => a - b);
  expect(nonces).toEqual(rows.map((_, at) => begin + at));
  expect(await rig.chain.minedNonce(from)).toBe(begin + rows.length);
  expect(await rig.outbox.open()).toEqual([]);
  for (const { userId } of rows) {
    expect((await rig.ledger.holdingsOf(userId)).holdings).toMatchObject({ available: 0n, frozen: 0n });
  }
  const { astray, lopsided } = await rig.ledger.sums();
  expect([astray, lopsided]).toEqual([[], []]);
}
