// An operator says yes, another one says no, and the sender takes the withdrawal up, all at the same time and in every order:
// who is told that it was given back has it back, and nobody is paid for it then.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { replaceStuck } from '../../apps/server/src/features/operators/review-withdrawal.ts';
import type { Decision, WithdrawalRow } from '../../apps/server/src/ports/withdrawal-store.ts';
import { CONFIRMATIONS, type CustodyRig, E18, startCustodyRig } from './custody-rig.ts';
import { anvil, mayBeWithoutChain } from './local-chain.ts';
import { askedWithdrawal, FEE, paidTransfers } from './withdrawal-cases.ts';

const AMOUNT = 30n * E18;
const MANY = 24;

describe.skipIf(anvil === undefined && mayBeWithoutChain)('a decision while the sender is at it (needs anvil)', () => {
  let rig: CustodyRig;
  beforeAll(async () => {
    rig = await startCustodyRig();
    await rig.fillHot(100_000n * E18);
  }, 120_000);
  afterAll(() => rig?.stop());

  /** It waits for a person. */
  async function waiting(): Promise<WithdrawalRow> {
    const row = await askedWithdrawal(rig, AMOUNT);
    await rig.withdrawals.judge(row, ['above_automatic'], rig.clock.nowMs());
    return row;
  }
  const review = async ({ sn }: WithdrawalRow, operator: string, decision: Decision): Promise<string> => {
    const said = { sn, operator, decision, reason: 'looked at', notice: null };
    return (await rig.review({ ...said, twoPersonE18: 1_000n * E18, nowMs: rig.clock.nowMs() })).state;
  };
  /** As a sender that has seen it approved. */
  async function reserve({ address, id }: WithdrawalRow): Promise<string> {
    const { hot } = rig.keys;
    const send = { purpose: 'withdraw', refId: id, wallet: hot.address, target: address } as const;
    const what = { tokenE18: AMOUNT - FEE, valueWei: 0n, gas: 120_000n };
    const { latest: block } = await rig.chain.heads();
    const funds = { block, tokenE18: 10n ** 30n, gasWei: 10n ** 30n, gasPriceWei: 1n };
    const from = { firstNonce: await rig.chain.minedNonce(hot.address), funds };
    return (await rig.outbox.reserve({ ...send, ...what }, from, rig.clock.nowMs())).state;
  }
  const steps = {
    approve: (row: WithdrawalRow) => review(row, 'ann', 'approve'),
    reject: (row: WithdrawalRow) => review(row, 'bob', 'reject'),
    cancel: (row: WithdrawalRow) => review(row, 'bob', 'cancel'),
    send: reserve,
  } as const;
  type Step = keyof typeof steps;

  async function untilDone(): Promise<void> {
    for (let round = 0; round < 3; round += 1) {
      const { approveAndReserve, send } = rig.jobs();
      await approveAndReserve();
      await send();
      await rig.mine(CONFIRMATIONS);
      await send();
    }
    expect(await rig.outbox.open()).toEqual([]);
  }
  async function endOf(row: WithdrawalRow): Promise<readonly [string | undefined, bigint, bigint]> {
    const { available, frozen } = (await rig.ledger.holdingsOf(row.userId)).holdings;
    expect(frozen).toBe(0n);
    return [(await rig.withdrawals.byId(row.id))?.status, available, await rig.coinOf(row.address)];
  }
  const paid = ['confirmed', 0n, AMOUNT - FEE] as const;
  const givenBack = (status: string) => [status, AMOUNT, 0n] as const;

  /** Each begins while those before it wait for the row, so that they mostly get it in this order. */
  async function inOrder(row: WithdrawalRow, order: readonly Step[]): Promise<Record<string, string>> {
    const other = await rig.pool.connect();
    try {
      await other.query('begin');
      await other.query('select 1 from withdrawals where id = $1 for update', [row.id]);
      const told: Promise<readonly [Step, string]>[] = [];
      for (const step of order) {
        told.push(steps[step](row).then((state) => [step, state] as const));
        await vi.waitFor(async () => {
          const { rows } = await rig.pool.query(`select 1 from pg_stat_activity where datname = current_database()
            and wait_event_type = 'Lock' and query like '%from withdrawals where id%for update%'`);
          expect(rows).toHaveLength(told.length);
        }, 20_000);
      }
      await other.query('commit');
      return Object.fromEntries(await Promise.all(told));
    } finally {
      other.release(true);
    }
  }

  /** What each is told in this order, and how it ends. */
  const orders = [
    [['approve', 'reject', 'send'], ['done', 'done', 'refused'], 'rejected'],
    [['approve', 'send', 'reject'], ['done', 'done', 'not_waiting'], 'paid'],
    [['reject', 'approve', 'send'], ['done', 'not_waiting', 'refused'], 'rejected'],
    [['reject', 'send', 'approve'], ['done', 'refused', 'not_waiting'], 'rejected'],
    [['send', 'approve', 'reject'], ['refused', 'done', 'done'], 'rejected'],
    [['send', 'reject', 'approve'], ['refused', 'done', 'not_waiting'], 'rejected'],
    // One that was cancelled was never approved; what is approved can only be rejected.
    [['cancel', 'approve', 'send'], ['done', 'not_waiting', 'refused'], 'cancelled'],
    [['send', 'cancel', 'approve'], ['refused', 'done', 'not_waiting'], 'cancelled'],
    [['cancel', 'send', 'approve'], ['done', 'refused', 'not_waiting'], 'cancelled'],
    [['approve', 'cancel', 'send'], ['done', 'not_waiting', 'done'], 'paid'],
    [['approve', 'send', 'cancel'], ['done', 'done', 'not_waiting'], 'paid'],
    [['send', 'approve', 'cancel'], ['refused', 'done', 'not_waiting'], 'paid'],
  ] as const;

  /** The rows that three steps may come to; the database promises no order to those that wait for one row. */
  function endsOf(steps: readonly Step[], answers: Readonly<Record<string, string>>): string[] {
    const same = orders.filter(([order]) => order.toSorted().join() === steps.toSorted().join());
    return same.flatMap(([order, told, end]) => (order.every((step, at) => answers[step] === told[at]) ? [end] : []));
  }

  it.each(orders)('%j, each behind the other', async (order) => {
    const row = await waiting();
    const answers = await inOrder(row, order);
    const [end] = endsOf(order, answers);
    expect(end, JSON.stringify(answers)).toBeDefined();
    await untilDone();
    expect(await endOf(row)).toEqual(end === 'paid' ? paid : givenBack(end ?? ''));
  });

  it(`of ${MANY} that are approved, rejected, sent and replaced at once each is paid once or given back, as was said`, async () => {
    const rows = await Promise.all(Array.from({ length: MANY }, waiting));
    const before = await paidTransfers(rig);
    const replace = ({ sn }: WithdrawalRow) =>
      replaceStuck(rig)({ sn, operator: 'eve', reason: 'stuck' }).then((asked) => (asked ? 'asked' : 'nothing'));
    let deciding = true;
    const sending = Array.from({ length: 2 }, async () => {
      const { approveAndReserve, send } = rig.jobs();
      // A round that meets the other one's is followed by the next.
      while (deciding) await approveAndReserve().then(send, () => undefined);
    });
    const decided = await Promise.all(
      rows.map(async (row, at) => {
        const approved = await steps.approve(row);
        // Some a little later than others, so that the sender is at different steps of them.
        for (let look = 0; look < at % 6; look += 1) await rig.withdrawals.byId(row.id);
        const [rejected, replaced] = await Promise.all([steps.reject(row), replace(row)]);
        return { approved, rejected, replaced };
      }),
    );
    deciding = false;
    await Promise.all(sending);
    await untilDone();
    const ends = await Promise.all(rows.map(endOf));
    for (const [at, end] of ends.entries()) {
      const { approved, rejected, replaced } = decided[at]!;
      expect(approved).toBe('done');
      const asExpected =
        rejected === 'done' ? [givenBack('rejected')] : replaced === 'asked' ? [paid, givenBack('failed')] : [paid];
      expect(asExpected).toContainEqual(end);
    }
    const now = (await paidTransfers(rig)).filter((one) => !before.includes(one));
    expect(now).toHaveLength(ends.filter(([status]) => status === 'confirmed').length);
    const { astray, lopsided } = await rig.ledger.sums();
    expect([astray, lopsided]).toEqual([[], []]);
  }, 60_000);
});
