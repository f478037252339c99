// The limits of the hot wallet: what it cannot pay waits without a nonce and is told once, for coin, for gas and while
// withdrawals are closed; whoever reserves at the same time promises nothing twice; a sweep whose gas does not reach is given
// more, and neither a node that lies nor a price without end has it give its gas away.
import type { Address } from 'viem';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Reservation } from '../../apps/server/src/ports/chain-outbox.ts';
import { ChainDisagrees } from '../../apps/server/src/ports/money-chain.ts';
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

  it('promises nothing twice when two processes saw the same coin before either reserved', async () => {
    const [first, second] = [await approvedWithdrawal(rig, 40n * E18), await approvedWithdrawal(rig, 41n * E18)];
    const has = await rig.coinOf(hot());
    rig.changed.set('hot_min', Number(has / E18) - 50);
    let looked = 0;
    // Each goes on when both have looked.
    const processOf = () => {
      let counted = false;
      const outbox: Parameters<CustodyRig['jobs']>[0] = {
        outbox: (plain) => ({
          ...plain,
          reserve: async (...asked) => {
            if (!counted) looked += 1;
            counted = true;
            await vi.waitFor(() => expect(looked).toBe(2), { timeout: 20_000, interval: 5 });
            return plain.reserve(...asked);
          },
        }),
      };
      return rig.jobs(outbox);
    };
    await Promise.all([processOf(), processOf()].map(({ approveAndReserve }) => approveAndReserve()));
    expect((await now(first)).nonce).not.toBeNull();
    expect(await now(second)).toMatchObject({ status: 'approved', nonce: null, waits: 'coin' });
    rig.changed.delete('hot_min');
    await untilFinal();
    for (const row of [first, second]) expect((await now(row)).status).toBe('confirmed');
  });

  it('gives as many nonces as there is coin, or gas, for, however many ask for one at once', async () => {
    const rows: WithdrawalRow[] = [];
    for (let at = 0; at < 24; at += 1) rows.push(await approvedWithdrawal(rig, 11n * E18));
    const firstNonce = await rig.chain.minedNonce(hot());
    const { latest: block } = await rig.chain.heads();
    const reserveAll = (funds: { readonly tokenE18: bigint; readonly gasWei: bigint }): Promise<Reservation[]> =>
      Promise.all(
        rows.map(({ address, id }) => {
          const send = { purpose: 'withdraw', refId: id, wallet: hot(), target: address, tokenE18: 10n * E18 } as const;
          const from = { firstNonce, funds: { ...funds, block, gasPriceWei: 1n } };
          return rig.outbox.reserve({ ...send, valueWei: 0n, gas: 120_000n }, from, rig.clock.nowMs());
        }),
      );
    const counted = (told: readonly Reservation[], state: Reservation['state']) =>
      told.filter((one) => one.state === state).length;
    const byCoin = await reserveAll({ tokenE18: 59n * E18, gasWei: 10n ** 9n });
    expect([counted(byCoin, 'done'), counted(byCoin, 'coin')]).toEqual([5, 19]);
    const byGas = await reserveAll({ tokenE18: 10n ** 30n, gasWei: 8n * 120_000n + 1n });
    expect([counted(byGas, 'done'), counted(byGas, 'gas'), counted(byGas, 'refused')]).toEqual([3, 16, 5]);
    await untilFinal();
    await untilFinal();
    for (const row of rows) expect((await now(row)).status).toBe('confirmed');
  });

  it('counts what has left in a later block than that of the coin it saw', async () => {
    const { latest: block } = await rig.chain.heads();
    const funds = { block, tokenE18: 15n * E18, gasWei: 10n ** 18n, gasPriceWei: 1n };
    const paid = await approvedWithdrawal(rig, 11n * E18);
    await untilFinal();
    expect((await now(paid)).status).toBe('confirmed');
    const { id, address } = await approvedWithdrawal(rig, 11n * E18);
    const send = { purpose: 'withdraw', refId: id, wallet: hot(), target: address, tokenE18: 10n * E18 } as const;
    const from = { firstNonce: 0, funds };
    const asked = { ...send, valueWei: 0n, gas: 120_000n };
    expect(await rig.outbox.reserve(asked, from, rig.clock.nowMs())).toEqual({ state: 'coin' });
    await untilFinal();
  });

  /** A sweep that is under way, and waits for gas. */
  async function newSweep(): Promise<string> {
    const { address } = await rig.newUser();
    await rig.pay(address, 40n * E18);
    await rig.mine(CONFIRMATIONS);
    await turn.scan();
    return address;
  }
  const giftsOf = async (address: string) =>
    (
      await rig.pool.query<{ wei: string }>(
        `select value_wei as wei from chain_sends where purpose = 'gas' and target = $1 order by part`,
        [address],
      )
    ).rows.map(({ wei }) => BigInt(wei));
  async function sweepAll(address: string): Promise<void> {
    for (let round = 0; round < 3; round += 1) {
      await turn.sweep();
      await turn.send();
      await rig.mine(CONFIRMATIONS);
      await turn.send();
    }
    expect(await rig.coinOf(address)).toBe(0n);
  }

  it('gives no gas by what one node says of an address', async () => {
    const address = await newSweep();
    const poor: Parameters<CustodyRig['jobs']>[0] = {
      second: (node) => ({
        ...node,
        gasBalance: async (asked, atBlock) => (asked === address ? 1n : node.gasBalance(asked, atBlock)),
      }),
    };
    await rig.client.setBalance({ address: address as Address, value: E18 });
    await expect(rig.jobs(poor).sweep()).rejects.toThrow(ChainDisagrees);
    expect(await giftsOf(address)).toEqual([]);
    await sweepAll(address);
    expect(await giftsOf(address)).toEqual([]);
  });

  it('gives for no higher price than is ever offered, whatever a node asks for', async () => {
    const address = await newSweep();
    const dear: Parameters<CustodyRig['jobs']>[0] = {
      second: (node) => ({ ...node, fees: async () => ({ maxFeeWei: 10n ** 15n, tipWei: 10n ** 15n }) }),
    };
    await rig.jobs(dear).sweep();
    expect(await giftsOf(address)).toEqual([120_000n * 50_000_000_000n * 3n]);
    await sweepAll(address);
  });

  it('gives one address gas three times a day, says so once, and goes on the day after', async () => {
    const address = await newSweep();
    for (let gift = 0; gift < 6; gift += 1) {
      await turn.sweep();
      await turn.send();
      await rig.mine(CONFIRMATIONS);
      await turn.send();
      if (gift < 5) await rig.client.setBalance({ address: address as Address, value: 0n });
      else expect(await rig.coinOf(address)).toBe(40n * E18);
    }
    expect(await giftsOf(address)).toHaveLength(3);
    expect(told(`${address} had as much gas as one address gets in a day`)).toBe(1);
    rig.advance(86_400_000);
    await sweepAll(address);
    expect(await giftsOf(address)).toHaveLength(4);
  });
});
