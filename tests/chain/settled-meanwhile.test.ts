// A comparison that was under way while two persons settled: what it had read before is not settled once more.
import type { Address } from 'viem';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { commandOf, runCommand } from '../../commands/op/commands.ts';
import { CONFIRMATIONS, type CustodyRig, E18, startCustodyRig } from './custody-rig.ts';
import { anvil, mayBeWithoutChain } from './local-chain.ts';
import { approvedWithdrawal } from './withdrawal-cases.ts';

describe.skipIf(anvil === undefined && mayBeWithoutChain)('settled while it was compared (needs anvil)', () => {
  let rig: CustodyRig;
  let turn: ReturnType<CustodyRig['jobs']>;
  beforeAll(async () => {
    rig = await startCustodyRig();
    turn = rig.jobs();
    await rig.fillHot(1_000n * E18);
    await proven();
  }, 120_000);
  afterAll(() => rig?.stop());

  async function proven() {
    await rig.mine(CONFIRMATIONS);
    await turn.scan();
    await turn.prove();
    return (await rig.books.newest())!;
  }
  async function op(text: string, by: string): Promise<string> {
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
  }
  async function settled(subject: string): Promise<void> {
    const id = /request (\d+) waits/.exec(await op(`custody settle ${subject}`, 'ann'))?.[1] ?? '';
    await op(`request approve ${id}`, 'bob');
  }
  /** A comparison that has read the books and the sends, and is let go on only behind `meanwhile`. */
  async function provenAround(meanwhile: () => Promise<void>): Promise<void> {
    const stopped = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const slow = rig.jobs({
      chain: (chain) => ({
        ...chain,
        gasBalance: async (wallet, block) => {
          stopped.resolve();
          await goOn.promise;
          return chain.gasBalance(wallet, block);
        },
      }),
    });
    const compared = slow.prove();
    await Promise.race([stopped.promise, compared]);
    await meanwhile();
    goOn.resolve();
    await compared;
  }

  it('a withdrawal that a hand has paid is not given back by the comparison of before', async () => {
    const row = await approvedWithdrawal(rig, 20n * E18);
    await turn.approveAndReserve();
    const [send] = await rig.outbox.open();
    await rig.payFrom(rig.keys.hot.address, send!.target, send!.tokenE18);
    await proven();
    await provenAround(() => settled(`used:${send!.id}`));
    await expect(settled(`used:${send!.id}`)).rejects.toThrow('nothing to settle');
    await turn.send();
    expect(await rig.withdrawals.byId(row.id)).toMatchObject({ status: 'confirmed' });
    expect(await rig.available(row.userId)).toBe(0n);
  });

  it('a payment by hand is taken over once, though two requests of it are approved at the same moment', async () => {
    const row = await approvedWithdrawal(rig, 20n * E18);
    await turn.approveAndReserve();
    const [send] = await rig.outbox.open();
    await rig.payFrom(rig.keys.hot.address, send!.target, send!.tokenE18);
    await proven();
    const asked = async () => /request (\d+) waits/.exec(await op(`custody settle used:${send!.id}`, 'ann'))?.[1] ?? '';
    const requests = [await asked(), await asked()];
    const other = await rig.pool.connect();
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await other.query('begin');
    await other.query('select 1 from users where id = $1 for update', [row.userId]);
    const approved: Promise<unknown>[] = [];
    for (const id of requests) {
      approved.push(op(`request approve ${id}`, 'bob').catch((error: Error) => error.message));
      await vi.waitFor(async () => expect((await rig.pool.query(waiting)).rowCount).toBe(approved.length));
    }
    await other.query('commit');
    other.release();
    const [first, second] = await Promise.all(approved);
    expect([first, second]).toEqual([
      expect.not.stringContaining('nothing'),
      expect.stringContaining('nothing to settle'),
    ]);
    await turn.send();
    expect(await rig.withdrawals.byId(row.id)).toMatchObject({ status: 'confirmed' });
    expect(await rig.available(row.userId)).toBe(0n);
  });

  it('gas is settled once', async () => {
    await proven();
    await proven();
    const spent = async () =>
      (await rig.ledger.sums()).accounts.find(({ house, part }) => house && part === 'gas_spent')?.balanceE18 ?? 0n;
    const account = rig.keys.hot.address as Address;
    await rig.client.impersonateAccount({ address: account });
    const gas = { gas: 21_000n, gasPrice: 3_000_000_000n };
    await rig.client.sendTransaction({ account, chain: null, to: rig.payer, value: E18 / 2n, ...gas });
    const { faults } = await proven();
    const [subject] = faults.flatMap((fault) => /\(op custody settle (gas:[^)]+)\)/.exec(fault)?.[1] ?? []);
    const before = await spent();
    await rig.mine();
    await turn.scan();
    await provenAround(() => settled(subject!));
    const once = await spent();
    expect(once).toBeGreaterThan(before);
    await expect(settled(subject!)).rejects.toThrow('nothing to settle');
    expect(await spent()).toBe(once);
    expect((await proven()).faults).toEqual([]);
  });
});
