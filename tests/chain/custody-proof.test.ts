// The chain compared with the books over a real chain: equal while deposits, sweeps and withdrawals are on their way, gas
// included; an alarm when coin or gas left that nobody signed here; and what the owner puts into the hot wallet is booked.
import type { Address } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { custodyState } from '../../apps/server/src/jobs/prove-custody.ts';
import { CONFIRMATIONS, type CustodyRig, E18, startCustodyRig } from './custody-rig.ts';
import { anvil, mayBeWithoutChain } from './local-chain.ts';
import { approvedWithdrawal } from './withdrawal-cases.ts';

describe.skipIf(anvil === undefined && mayBeWithoutChain)('the chain against the books (needs anvil)', () => {
  let rig: CustodyRig;
  let turn: ReturnType<CustodyRig['jobs']>;
  beforeAll(async () => {
    rig = await startCustodyRig();
    turn = rig.jobs();
  }, 120_000);
  afterAll(() => rig?.stop());

  const prove = async () => {
    await turn.scan();
    await turn.prove();
    return (await rig.books.newest())!;
  };
  const hot = () => rig.keys.hot.address as Address;
  const balanceOf = async (part: string): Promise<bigint> => {
    const { accounts } = await rig.ledger.sums();
    return accounts.find((account) => account.house && account.part === part)!.balanceE18;
  };

  it('agrees at every block while deposits, gas, sweeps and withdrawals go their way', {
    timeout: 240_000,
  }, async () => {
    await rig.fillHot(1_000n * E18);
    await rig.mine(CONFIRMATIONS);
    const users = [await rig.newUser(), await rig.newUser()];
    for (const { address } of users) await rig.pay(address, 300n * E18 + 7n);
    const row = await approvedWithdrawal(rig, 40n * E18);
    for (let block = 0; block < 5 * CONFIRMATIONS; block += 1) {
      await turn.scan();
      await turn.approveAndReserve();
      await turn.sweep();
      await turn.send();
      const { books, faults, held } = await prove();
      expect([block, faults]).toEqual([block, []]);
      // What waits for its confirmations is counted as well.
      expect(held.depositsE18).toBe(books.depositsE18);
      await rig.mine();
    }
    expect((await rig.withdrawals.byId(row.id))?.status).toBe('confirmed');
    const { books, held } = await prove();
    expect(held).toEqual(books);
    expect(held).toMatchObject({ hotE18: 1_561n * E18 + 14n, depositsE18: 0n });
    expect(await balanceOf('funded')).toBe(1_000n * E18);
    expect(await balanceOf('gas_funded')).toBe(100n * E18);
    const spent = await balanceOf('gas_spent');
    expect(spent).toBeGreaterThan(0n);
    expect(await rig.chain.gasBalance(hot())).toBe(100n * E18 - spent);
    expect(await custodyState(rig.books, rig.clock.nowMs(), 0)).toBe('agrees');
    expect(await custodyState(rig.books, rig.clock.nowMs() + 3_600_000, 0)).toBe('uncompared');
  });

  it('books what its owner puts into the hot wallet once, however many compare', async () => {
    const before = await balanceOf('funded');
    await rig.fillHot(5n * E18);
    await rig.mine(CONFIRMATIONS);
    await turn.scan();
    await Promise.all([turn.prove(), rig.jobs().prove(), rig.jobs().prove()]);
    await turn.prove();
    expect(await balanceOf('funded')).toBe(before + 5n * E18);
    expect((await prove()).faults).toEqual([]);
  });

  it('raises an alarm when coin of the hot wallet, of an address, or gas left without a signature of ours', async () => {
    const snapshot = await rig.client.snapshot();
    const { address, userId } = await rig.newUser();
    await rig.pay(address, 3n * E18); // below what is swept
    await rig.mine(CONFIRMATIONS);
    await turn.scan();
    expect(await rig.available(userId)).toBe(3n * E18);
    const thief = rig.payer.toLowerCase();
    const first = await rig.payFrom(address, thief, 1n);
    await rig.mine(CONFIRMATIONS);
    const told = (await prove()).faults;
    expect(told).toEqual([
      expect.stringContaining(
        `transaction ${first} took 0.000000000000000001 USDT from the deposit address ${address}`,
      ),
      `on the chain the deposit addresses held 2.999999999999999999 USDT, 0.000000000000000001 less than the books say (${address})`,
    ]);
    expect(told[0]).toContain(`to ${thief}, which is not ours`);
    expect(rig.faults.join('\n')).toContain(`ALARM: coin of ours left to nobody of ours: transaction ${first}`);
    const second = await rig.payFrom(hot(), thief, 1n);
    await rig.client.setBalance({ address: hot(), value: (await rig.client.getBalance({ address: hot() })) - 1n });
    await rig.mine(CONFIRMATIONS);
    const { faults } = await prove();
    expect(faults).toHaveLength(5);
    expect(faults[1]).toContain(`transaction ${second} took`);
    expect(faults[2]).toContain('the hot wallet held');
    expect(faults.at(-1)).toMatch(
      /^on the chain the hot wallet held .* BNB, (0\.\d+) less than the books say \(op custody settle gas:\1\)$/,
    );
    expect(rig.faults.join('\n')).toContain('ALARM: the chain and the books do not agree: block');
    expect(await custodyState(rig.books, rig.clock.nowMs(), 0)).toBe('differs');
    await rig.client.revert({ id: snapshot });
  });
});
