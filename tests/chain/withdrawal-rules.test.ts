// What decides over a withdrawal before a person does: what goes by itself and why the rest does not, what a day allows; and
// when each step of it happened; one that its owner does not want any more.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandOf, runCommand } from '../../commands/op/commands.ts';
import { adjustJournal } from '../../packages/core/src/ledger/change-journals.ts';
import { CONFIRMATIONS, type CustodyRig, E18, startCustodyRig } from './custody-rig.ts';
import { anvil, mayBeWithoutChain } from './local-chain.ts';
import { FEE, targetOf } from './withdrawal-cases.ts';

const DAY_MS = 86_400_000;
/** The least that moves. */
const UNIT = E18 / 100_000_000n;

describe.skipIf(anvil === undefined && mayBeWithoutChain)('the rules of a withdrawal (needs anvil)', () => {
  let rig: CustodyRig;
  let turn: ReturnType<CustodyRig['jobs']>;
  let asked = 0;
  beforeAll(async () => {
    rig = await startCustodyRig();
    turn = rig.jobs();
    await rig.fillHot(10_000n * E18);
    await rig.mine(CONFIRMATIONS);
    rig.changed.set('auto_withdraw_max', 50);
  }, 120_000);
  afterAll(() => rig?.stop());

  async function owner(): Promise<number> {
    const { userId } = await rig.newUser();
    await rig.ledger.post([adjustJournal(userId, userId, 'available', 1_000n * E18, `test ${userId}`)], 0);
    return userId;
  }
  /** Of a day there are 100 USDT to be had; of no day in particular, as many as there are. */
  async function submit(userId: number, amountE18: bigint, address: string, dayStartMs = 0) {
    asked += 1;
    const sn = `W261123${String(10_000_000 + asked)}`;
    const terms = {
      network: 'BEP20',
      label: null,
      feeE18: FEE,
      dailyE18: (dayStartMs === 0 ? 1_000n : 100n) * E18,
      nowMs: rig.clock.nowMs(),
    };
    return rig.withdrawals.submit({
      ...terms,
      sn,
      requestId: sn.toLowerCase(),
      userId,
      address,
      amountE18,
      dayStartMs,
    });
  }
  /** Taken, and looked at by the job alone. */
  async function judged(userId: number, amountE18: bigint, address: string) {
    const outcome = await submit(userId, amountE18, address);
    if (outcome.state !== 'done') throw new Error(outcome.state);
    await turn.approveAndReserve();
    return (await rig.withdrawals.byId(outcome.row.id))!;
  }
  async function paid(): Promise<void> {
    await turn.send();
    await rig.mine(CONFIRMATIONS);
    await turn.send();
  }
  const op = async (text: string, by: string): Promise<string> => {
    const said: string[] = [];
    const { clock, pool, settings } = rig;
    const options = { by, token: by, reason: 'because' };
    await runCommand(commandOf(text.split(' ')), {
      clock,
      pool,
      settings,
      options,
      say: (line) => void said.push(line),
    });
    return said.join('\n');
  };

  it('a small one to an address that was paid before goes without a person, and no other', async () => {
    const [userId, address] = [await owner(), targetOf(1)];
    const first = await judged(userId, 30n * E18, address);
    expect([first.status, first.risk]).toEqual(['reviewing', ['new_address']]);
    await op(`withdraw approve ${first.sn}`, 'ann');
    rig.advance(60_000);
    await turn.approveAndReserve();
    await turn.send();
    rig.advance(60_000);
    await rig.mine(CONFIRMATIONS);
    await turn.send();
    const { broadcastAtMs, confirmedAtMs, createdAtMs, reviewedAtMs, status } = (await rig.withdrawals.byId(first.id))!;
    expect(status).toBe('confirmed');
    const times = [createdAtMs, reviewedAtMs ?? 0, broadcastAtMs ?? 0, confirmedAtMs ?? 0];
    expect(times.slice(1).map((time, at) => time - (times[at] ?? 0) >= (at === 0 ? 0 : 60_000))).toEqual([
      true,
      true,
      true,
    ]);

    const small = await judged(userId, 20n * E18, address);
    expect(small).toMatchObject({ status: 'approved', risk: [], reviewBy: null, nonce: expect.any(Number) });
    await paid();
    expect((await rig.withdrawals.byId(small.id))?.status).toBe('confirmed');

    const dear = await judged(userId, 50n * E18 + UNIT, address);
    expect([dear.status, dear.risk]).toEqual(['reviewing', ['above_automatic']]);
    expect(await rig.available(userId)).toBe(1_000n * E18 - 100n * E18 - UNIT);
    expect(await op(`withdraw cancel ${dear.sn}`, 'ann')).toContain('cancelled');
    await expect(op(`withdraw cancel ${dear.sn}`, 'ann')).rejects.toThrow(dear.sn);
    expect(await rig.withdrawals.byId(dear.id)).toMatchObject({ status: 'cancelled', nonce: null });
    expect(await rig.available(userId)).toBe(1_000n * E18 - 50n * E18);
  });

  it('one of an owner who has more on its way here than ever came is looked at', async () => {
    const { address: own, userId } = await rig.newUser();
    await rig.pay(own, 40n * E18);
    await rig.mine(CONFIRMATIONS);
    await turn.scan();
    expect(await rig.available(userId)).toBe(40n * E18);
    const first = await judged(userId, 15n * E18, targetOf(2));
    await op(`withdraw approve ${first.sn}`, 'ann');
    await turn.approveAndReserve();
    await paid();
    await rig.pay(own, 41n * E18);
    await turn.scan();
    const next = await judged(userId, 12n * E18, targetOf(2));
    expect([next.status, next.risk]).toEqual(['reviewing', ['unsettled_deposits']]);
    await op(`withdraw reject ${next.sn}`, 'ann');
    expect(await rig.available(userId)).toBe(25n * E18);
  });

  it('a day allows what it allows, all in all; what was given back counts no more, and the next day begins anew', async () => {
    const [userId, address] = [await owner(), targetOf(3)];
    const dayMs = rig.clock.nowMs() - (rig.clock.nowMs() % DAY_MS);
    const first = await submit(userId, 60n * E18, address, dayMs);
    if (first.state !== 'done') throw new Error(first.state);
    await turn.approveAndReserve();
    await op(`withdraw approve ${first.row.sn}`, 'ann');
    await turn.approveAndReserve();
    await paid();
    expect((await submit(userId, 40n * E18 + 1n, address, dayMs)).state).toBe('daily');
    // The next day; it is called off, and then the first day has room again.
    const next = await submit(userId, 60n * E18, address, rig.clock.nowMs());
    if (next.state !== 'done') throw new Error(next.state);
    await turn.approveAndReserve();
    await op(`withdraw cancel ${next.row.sn}`, 'ann');
    expect((await submit(userId, 40n * E18 + 1n, address, dayMs)).state).toBe('daily');
    expect((await submit(userId, 40n * E18, address, dayMs)).state).toBe('done');
  });
});
