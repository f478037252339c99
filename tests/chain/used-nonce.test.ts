// A nonce that the outbox holds and a hand or a thief uses on the chain: the comparison goes on and names the send, the next
// sweep of a deposit address goes behind it, and a round that compares nothing says why.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { custodyState } from '../../apps/server/src/jobs/prove-custody.ts';
import { CONFIRMATIONS, type CustodyRig, E18, startCustodyRig } from './custody-rig.ts';
import { anvil, mayBeWithoutChain } from './local-chain.ts';
import { approvedWithdrawal } from './withdrawal-cases.ts';

describe.skipIf(anvil === undefined && mayBeWithoutChain)('a nonce that somebody else used (needs anvil)', () => {
  let rig: CustodyRig;
  let turn: ReturnType<CustodyRig['jobs']>;
  beforeAll(async () => {
    rig = await startCustodyRig();
    turn = rig.jobs();
    await rig.fillHot(1_000n * E18);
    await rig.mine(CONFIRMATIONS);
    await proven();
  }, 120_000);
  afterAll(() => rig?.stop());

  async function proven() {
    await turn.scan();
    await turn.prove();
    return (await rig.books.newest())!;
  }
  async function deposited(address: string): Promise<void> {
    await rig.pay(address, 50n * E18);
    await rig.mine(CONFIRMATIONS);
    await turn.scan();
  }
  /** Gas first, then the coin. */
  async function swept(): Promise<void> {
    for (let step = 0; step < 3; step += 1) {
      await turn.sweep();
      await turn.send();
      await rig.mine(CONFIRMATIONS);
      await turn.send();
    }
  }
  const sweeps = async () =>
    (
      await rig.pool.query<{ nonce: number; ending: string | null }>(
        `select nonce, ending from chain_sends where purpose = 'sweep' order by id`,
      )
    ).rows;

  it('of a deposit address: the next sweep of it goes behind what was moved by hand', async () => {
    const { address } = await rig.newUser();
    await deposited(address);
    await swept();
    expect(await sweeps()).toEqual([{ nonce: 0, ending: 'paid' }]);
    await deposited(address);
    await rig.payFrom(address, rig.keys.hot.address, 10n * E18);
    await rig.mine(CONFIRMATIONS);
    expect((await proven()).faults).toEqual([]);
    await swept();
    expect(await sweeps()).toEqual([
      { nonce: 0, ending: 'paid' },
      { nonce: 2, ending: 'paid' },
    ]);
    expect(await rig.coinOf(address)).toBe(0n);
    expect((await proven()).faults).toEqual([]);
  });

  it('is said why, whenever a round compares nothing', async () => {
    await rig.mine(CONFIRMATIONS + 1);
    const before = await rig.books.newest();
    await turn.prove();
    expect(await rig.books.uncompared()).toMatch(/^deposits are not read up to block \d+$/);
    await turn.scan();
    const lying = rig.jobs({ second: (node) => ({ ...node, gasBalance: async () => 1n }) });
    await expect(lying.prove()).rejects.toThrow('disagree');
    expect(await rig.books.uncompared()).toContain('the nodes of the chain disagree about the gas of');
    let coinIsRead = false;
    const turning = rig.jobs({
      chain: (chain) => ({
        ...chain,
        tokenBalance: async (...asked) => {
          coinIsRead = true;
          return chain.tokenBalance(...asked);
        },
        hashOf: async (block) => (coinIsRead ? 'another' : chain.hashOf(block)),
      }),
    });
    await turning.prove();
    expect(await rig.books.uncompared()).toMatch(/^another block \d+ came while it was compared$/);
    expect((await rig.books.newest())?.block).toBe(before?.block);
    await proven();
    expect(await rig.books.uncompared()).toBe('');
  });

  it('is not said of our own transaction whose receipt one of the nodes keeps back', async () => {
    await approvedWithdrawal(rig, 40n * E18);
    await turn.approveAndReserve();
    await turn.send();
    await rig.mine(CONFIRMATIONS);
    await turn.scan();
    const before = await rig.books.newest();
    const forgetful = rig.jobs({ second: (node) => ({ ...node, receipt: async () => null }) });
    await expect(forgetful.prove()).rejects.toThrow('disagree');
    expect(await rig.books.uncompared()).toContain('the nodes of the chain disagree about transaction');
    expect((await rig.books.newest())?.block).toBe(before?.block);
    expect((await proven()).faults).toEqual([]);
    await turn.send();
  });

  it('of the hot wallet: the send is named, signed or not, once the block is final, and what is missing is told', async () => {
    const row = await approvedWithdrawal(rig, 40n * E18);
    await turn.approveAndReserve();
    const [send] = await rig.outbox.open();
    const held = (await proven()).held.hotE18;
    const thief = rig.payer.toLowerCase();
    const txid = await rig.payFrom(rig.keys.hot.address, thief, 5n * E18);
    // Not final yet: nothing of it counts.
    expect((await proven()).faults).toEqual([]);
    await rig.mine(CONFIRMATIONS);
    const named = `withdraw ${row.id} (send ${send!.id}): nonce ${send!.nonce} of ${rig.keys.hot.address} was used by a transaction that is not known here (op custody settle used:${send!.id})`;
    for (const signed of [false, true]) {
      if (signed) await turn.send();
      const { faults, held: now } = await proven();
      expect([signed, faults[0], faults[1]]).toEqual([
        signed,
        expect.stringContaining(`transaction ${txid} took 5`),
        named,
      ]);
      expect(faults[2]).toContain('the hot wallet held');
      expect(now.hotE18).toBe(held - 5n * E18);
      expect((await rig.outbox.open())[0]?.raws).toHaveLength(signed ? 1 : 0);
    }
    expect(await custodyState(rig.books, rig.clock.nowMs(), 0)).toBe('differs');
    expect(rig.faults.join('\n')).toContain(named);
    // A later theft is seen as well.
    await rig.payFrom(rig.keys.hot.address, thief, 7n * E18);
    await rig.mine(CONFIRMATIONS);
    expect((await proven()).held.hotE18).toBe(held - 12n * E18);
    expect((await rig.withdrawals.byId(row.id))?.status).toBe('broadcast');
  });
});
