// The limits of the hot wallet: what it cannot pay waits without a nonce and is told once, for coin, for gas and while
// withdrawals are closed; a sweep whose gas does not reach is given more.
import type { Address } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WithdrawalRow } from '../../apps/server/src/ports/withdrawal-store.ts';
import { CONFIRMATIONS, type CustodyRig, E18, startCustodyRig } from './custody-rig.ts';
import { anvil, mayBeWithoutChain } from './local-chain.ts';
import { approvedWithdrawal } from './withdrawal-cases.ts';

describe.skipIf(anvil === undefined && mayBeWithoutChain)('the hot wallet (needs anvil)', () => {
  let rig: CustodyRig;
  let turn: ReturnType<CustodyRig['jobs']>;
  beforeAll(async () => {
    rig = await startCustodyRig();
    await rig.fillHot(1_000n * E18);
    turn = rig.jobs();
  }, 120_000);
  afterAll(() => rig?.stop());

  const hot = () => rig.keys.hot.address as Address;
  const now = async ({ id }: WithdrawalRow) => (await rig.withdrawals.byId(id))!;
  async function step(): Promise<void> {
    await turn.approveAndReserve();
    await turn.send();
  }
  async function untilFinal(): Promise<void> {
    await step();
    await rig.mine(CONFIRMATIONS);
    await turn.send();
  }
  const told = (text: string) => rig.faults.filter((fault) => fault.includes(text)).length;

  it('pays what is above hot_min, lets the rest wait and tells it once; what is put in lets it go', async () => {
    rig.changed.set('hot_min', 900);
    const [large, small] = [await approvedWithdrawal(rig, 102n * E18), await approvedWithdrawal(rig, 50n * E18)];
    await step();
    await step();
    expect(await now(large)).toMatchObject({ status: 'approved', nonce: null, waits: 'coin' });
    expect(told(`the hot wallet cannot pay ${large.sn}: 101 USDT; it waits`)).toBe(1);
    expect(await now(small)).toMatchObject({ status: 'broadcast', waits: '' });
    await rig.mine(CONFIRMATIONS);
    await turn.send();
    await rig.fillHot(50n * E18);
    await untilFinal();
    expect(await now(large)).toMatchObject({ status: 'confirmed', waits: '' });
    rig.changed.delete('hot_min');
  });

  it('gives no nonce without gas for all that is on its way, and goes on when there is some', async () => {
    const has = await rig.client.getBalance({ address: hot() });
    const { maxFeeWei } = await rig.chain.fees();
    const one = 120_000n * maxFeeWei * 3n;
    await rig.client.setBalance({ address: hot(), value: one + one / 2n });
    const [first, second] = [await approvedWithdrawal(rig, 30n * E18), await approvedWithdrawal(rig, 31n * E18)];
    await step();
    expect((await now(first)).nonce).not.toBeNull();
    expect(await now(second)).toMatchObject({ status: 'approved', nonce: null, waits: 'gas' });
    await step();
    expect(told(`the hot wallet has no gas to pay ${second.sn}`)).toBe(1);
    await rig.client.setBalance({ address: hot(), value: has });
    await untilFinal();
    for (const row of [first, second]) expect((await now(row)).status).toBe('confirmed');
  });

  it('signs nothing while withdrawals are closed; what is signed goes on, and the rest when they are open', async () => {
    const signed = await approvedWithdrawal(rig, 20n * E18);
    await step();
    const reserved = await approvedWithdrawal(rig, 21n * E18);
    await turn.approveAndReserve();
    rig.changed.set('withdraw_open', 0);
    const waiting = await approvedWithdrawal(rig, 22n * E18);
    await untilFinal();
    expect((await now(signed)).status).toBe('confirmed');
    expect(await now(reserved)).toMatchObject({ status: 'approved', txid: null });
    expect((await now(reserved)).nonce).not.toBeNull();
    expect(await now(waiting)).toMatchObject({ status: 'approved', nonce: null, waits: 'closed' });
    rig.changed.delete('withdraw_open');
    await untilFinal();
    for (const row of [reserved, waiting]) expect((await now(row)).status).toBe('confirmed');
  });

  it('gives a sweep more gas when prices rise after its gas was given', async () => {
    const { address } = await rig.newUser();
    await rig.pay(address, 40n * E18);
    await rig.mine(CONFIRMATIONS);
    await turn.scan();
    await turn.sweep();
    await turn.send();
    await rig.mine(CONFIRMATIONS);
    await turn.send();
    // The gift is there, and no longer enough.
    await rig.client.setBalance({ address: address as Address, value: 1_000n });
    for (let round = 0; round < 3; round += 1) {
      await turn.sweep();
      await turn.send();
      await rig.mine(CONFIRMATIONS);
      await turn.send();
    }
    expect(await rig.coinOf(address)).toBe(0n);
    const gifts = await rig.pool.query(
      `select part, ending from chain_sends where purpose = 'gas' and target = $1 order by part`,
      [address],
    );
    expect(gifts.rows).toEqual([
      { part: 1, ending: 'paid' },
      { part: 2, ending: 'paid' },
    ]);
  });

  it('gives no gas it does not have, says so once, and sweeps when there is some', async () => {
    const { address } = await rig.newUser();
    await rig.pay(address, 40n * E18);
    await rig.mine(CONFIRMATIONS);
    await turn.scan();
    const has = await rig.client.getBalance({ address: hot() });
    await rig.client.setBalance({ address: hot(), value: 1n });
    await turn.sweep();
    await turn.sweep();
    expect(await rig.outbox.open()).toEqual([]);
    expect(told('the hot wallet has no gas for sweeps')).toBe(1);
    await rig.client.setBalance({ address: hot(), value: has });
    for (let round = 0; round < 2; round += 1) {
      await turn.sweep();
      await turn.send();
      await rig.mine(CONFIRMATIONS);
      await turn.send();
    }
    expect(await rig.coinOf(address)).toBe(0n);
  });
});
