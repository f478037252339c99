// What somebody does with the key of the hot wallet by hand, settled by two persons on what both nodes say of a final block: gas,
// coin that goes to cold storage, a nonce that the outbox held, and a withdrawal that a hand has paid.
import type { Address } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandOf, runCommand } from '../../commands/op/commands.ts';
import { COLD, CONFIRMATIONS, type CustodyRig, E18, startCustodyRig } from './custody-rig.ts';
import { anvil, mayBeWithoutChain } from './local-chain.ts';
import { approvedWithdrawal, targetOf } from './withdrawal-cases.ts';

describe.skipIf(anvil === undefined && mayBeWithoutChain)('the key of the hot wallet in a hand (needs anvil)', () => {
  let rig: CustodyRig;
  let turn: ReturnType<CustodyRig['jobs']>;
  beforeAll(async () => {
    rig = await startCustodyRig();
    turn = rig.jobs();
    await rig.fillHot(1_000n * E18);
    expect((await proven()).faults).toEqual([]);
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
    const deps = {
      clock,
      pool,
      settings,
      options: { by, token: by, reason: 'because' },
      say: (line: string) => void said.push(line),
    };
    await runCommand(commandOf(text.split(' ')), deps);
    return said.join('\n');
  }
  async function settled(subject: string): Promise<void> {
    const id = /request (\d+) waits/.exec(await op(`custody settle ${subject}`, 'ann'))?.[1] ?? '';
    await op(`request approve ${id}`, 'bob');
  }
  const subjectsOf = (faults: readonly string[]) =>
    faults.flatMap((fault) => /\(op custody settle ([^)]+)\)/.exec(fault)?.[1] ?? []);
  /** A hand's transaction takes gas, and what the rig gave back of that is the owner's. */
  async function settleGas(): Promise<void> {
    const { faults } = await proven();
    expect(faults.filter((fault) => !fault.includes('BNB'))).toEqual([]);
    for (const subject of subjectsOf(faults)) await settled(subject);
    expect((await proven()).faults).toEqual([]);
  }
  const sendOf = async (withdrawalId: number) => {
    const found = await rig.pool.query<{ id: number; target: string; token: string }>(
      `select id, target, token from chain_sends where purpose = 'withdraw' and ref_id = $1`,
      [withdrawalId],
    );
    return found.rows.map(({ token, ...rest }) => ({ ...rest, tokenE18: BigInt(token) }))[0];
  };
  const booked = async (part: string) =>
    (await rig.ledger.sums()).accounts.find((one) => one.house && one.part === part)?.balanceE18 ?? 0n;
  /** Out of the hot wallet, with what it costs. */
  async function byHand(value: bigint): Promise<void> {
    const account = rig.keys.hot.address as Address;
    await rig.client.impersonateAccount({ address: account });
    await rig.client.sendTransaction({
      account,
      chain: null,
      to: rig.payer,
      value,
      gas: 21_000n,
      gasPrice: 3_000_000_000n,
    });
  }

  it('gas that it took is settled by its exact figure, once, on a comparison of lately', async () => {
    const [gas, spent] = [await booked('gas'), await booked('gas_spent')];
    await byHand(E18 / 2n);
    const lost = E18 / 2n + 21_000n * 3_000_000_000n;
    const { faults } = await proven();
    expect(faults).toHaveLength(1);
    expect(subjectsOf(faults)).toEqual(['gas:0.500063']);
    for (const wrong of ['gas:0.500062', 'gas:0', 'gas:1'])
      await expect(settled(wrong), wrong).rejects.toThrow('nothing to settle');
    rig.advance(11 * 60_000);
    await expect(settled('gas:0.500063')).rejects.toThrow('nothing to settle');
    await proven();
    const asked = /request (\d+) waits/.exec(await op('custody settle gas:0.500063', 'ann'))?.[1] ?? '';
    await expect(op(`request approve ${asked}`, 'ann')).rejects.toThrow();
    await op(`request approve ${asked}`, 'bob');
    await expect(settled('gas:0.500063')).rejects.toThrow('nothing to settle');
    expect([await booked('gas'), await booked('gas_spent')]).toEqual([gas - lost, spent + lost]);
    const after = await proven();
    expect([after.faults, after.held]).toEqual([[], after.books]);
  });

  it('what goes to cold storage is a move of ours', async () => {
    const [hot, cold] = [await booked('hot'), await booked('cold')];
    await rig.payFrom(rig.keys.hot.address, COLD, 25n * E18);
    expect((await proven()).faults).toEqual([]);
    expect([await booked('hot'), await booked('cold')]).toEqual([hot - 25n * E18, cold + 25n * E18]);
    expect((await proven()).faults).toEqual([]);
  });

  it('a withdrawal whose nonce it used is given back, signed or not, and the next one goes behind it', async () => {
    for (const signed of [true, false]) {
      const row = await approvedWithdrawal(rig, 40n * E18);
      await turn.approveAndReserve();
      if (signed) await turn.send();
      const send = (await rig.outbox.open())[0]!;
      if (signed) await rig.client.dropTransaction({ hash: send.raws[0]!.txid as `0x${string}` });
      await expect(settled(`used:${send.id}`)).rejects.toThrow('nothing to settle');
      // Two of them: the wallet goes on behind both.
      await rig.payFrom(rig.keys.hot.address, rig.payer.toLowerCase(), 5n * E18);
      await rig.payFrom(rig.keys.hot.address, rig.payer.toLowerCase(), 6n * E18);
      const subjects = subjectsOf((await proven()).faults);
      expect(subjects).toContain(`used:${send.id}`);
      await settled(`used:${send.id}`);
      await expect(settled(`used:${send.id}`)).rejects.toThrow('nothing to settle');
      // A process that still has it as open keeps no signature that could pay what is given back.
      const late = {
        txid: `0x${'e'.repeat(63)}${Number(signed)}`,
        attempt: send.raws.length + 1,
        kind: 'pay',
      } as const;
      const fees = { maxFeeWei: 1n, tipWei: 1n };
      expect(await rig.outbox.storeRaw(send, { ...late, raw: '0x', fees }, rig.clock.nowMs())).toBe(false);
      expect(await rig.withdrawals.byId(row.id)).toMatchObject({ status: 'failed', reason: 'replaced' });
      expect(await rig.available(row.userId)).toBe(40n * E18);
      for (const move of subjects.filter((one) => one.startsWith('move:'))) await settled(move);
      expect((await proven()).faults).toEqual([]);
      const next = await approvedWithdrawal(rig, 30n * E18);
      await turn.approveAndReserve();
      await turn.send();
      expect((await rig.outbox.open())[0]?.nonce).toBe(send.nonce + 2);
      await rig.mine(CONFIRMATIONS);
      await turn.send();
      expect((await rig.withdrawals.byId(next.id))?.status).toBe('confirmed');
      expect((await proven()).faults).toEqual([]);
    }
  });

  it('a withdrawal that it paid is paid, and never given back', async () => {
    for (const signed of [true, false]) {
      const row = await approvedWithdrawal(rig, 20n * E18);
      await turn.approveAndReserve();
      if (signed) await turn.send();
      const [send] = await rig.outbox.open();
      if (signed) await rig.client.dropTransaction({ hash: send!.raws[0]!.txid as `0x${string}` });
      const hot = await booked('hot');
      const txid = await rig.payFrom(rig.keys.hot.address, send!.target, send!.tokenE18);
      const subjects = subjectsOf((await proven()).faults);
      await settled(subjects.find((one) => one.startsWith('used:'))!);
      await turn.send();
      expect(await rig.withdrawals.byId(row.id)).toMatchObject({ status: 'confirmed', txid });
      expect(await rig.available(row.userId)).toBe(0n);
      expect(await booked('hot')).toBe(hot - send!.tokenE18);
      // What the rig gave back of its gas is the owner's.
      expect((await proven()).faults.filter((fault) => !fault.includes('BNB'))).toEqual([]);
      expect((await rig.pool.query('select 1 from own_moves where txid = $1', [txid])).rows).toEqual([]);
    }
  });

  it('a withdrawal whose payment by hand was settled as a loss first is paid as well, and the loss is none', async () => {
    const row = await approvedWithdrawal(rig, 20n * E18);
    await turn.approveAndReserve();
    const [send] = await rig.outbox.open();
    const [hot, loss] = [await booked('hot'), await booked('adjust')];
    await rig.payFrom(rig.keys.hot.address, send!.target, send!.tokenE18);
    const [move, used] = subjectsOf((await proven()).faults);
    await settled(move!);
    expect([await booked('hot'), await booked('adjust')]).toEqual([hot - send!.tokenE18, loss + send!.tokenE18]);
    await proven();
    await settled(used!);
    await turn.send();
    expect((await rig.withdrawals.byId(row.id))?.status).toBe('confirmed');
    expect(await rig.available(row.userId)).toBe(0n);
    expect([await booked('hot'), await booked('adjust')]).toEqual([hot - send!.tokenE18, loss]);
    expect((await proven()).faults.filter((fault) => !fault.includes('BNB'))).toEqual([]);
  });

  it('what paid the same before a withdrawal was asked for is not its payment, however late it was noted', async () => {
    await settleGas();
    // Its address is known before it is asked for: the rig numbers them.
    const before = await approvedWithdrawal(rig, 20n * E18);
    await turn.approveAndReserve();
    await turn.send();
    await proven();
    await turn.send();
    const target = targetOf(before.userId + 1);
    await rig.payFrom(rig.keys.hot.address, target, 19n * E18);
    await turn.scan();
    await rig.pool.query(`update own_moves set created_at = now() + interval '1 hour' where receiver = $1`, [target]);
    const row = await approvedWithdrawal(rig, 20n * E18);
    expect(row.address).toBe(target);
    await turn.approveAndReserve();
    const subjects = subjectsOf((await proven()).faults);
    await settled(subjects.find((one) => one.startsWith('used:'))!);
    expect(await rig.withdrawals.byId(row.id)).toMatchObject({ status: 'failed', reason: 'replaced' });
    await settled(subjects.find((one) => one.startsWith('move:'))!);
    await settleGas();
  });

  it('what a hand paid while its withdrawal waited for a nonce is its payment', async () => {
    const row = await approvedWithdrawal(rig, 20n * E18);
    const txid = await rig.payFrom(rig.keys.hot.address, row.address, 19n * E18);
    await proven();
    await turn.approveAndReserve();
    await settled(subjectsOf((await proven()).faults).find((one) => one.startsWith('used:'))!);
    await turn.send();
    expect(await rig.withdrawals.byId(row.id)).toMatchObject({ status: 'confirmed', txid });
    expect(await rig.available(row.userId)).toBe(0n);
    await settleGas();
  });

  it('a paid withdrawal that the chain took back and whose nonce it used then is given back by two settlements', async () => {
    for (const again of [false, true]) {
      const row = await approvedWithdrawal(rig, 20n * E18);
      await turn.approveAndReserve();
      const snapshot = await rig.client.snapshot();
      await turn.send();
      await proven();
      await turn.send();
      expect((await rig.withdrawals.byId(row.id))?.status).toBe('confirmed');
      const hot = await booked('hot');
      const { id, target, tokenE18 } = (await sendOf(row.id))!;
      await rig.client.revert({ id: snapshot });
      const txid = await rig.payFrom(rig.keys.hot.address, again ? target : rig.payer.toLowerCase(), tokenE18);
      await rig.mine(3);
      const { faults } = await proven();
      const used = subjectsOf(faults).find((one) => one.startsWith('used:'));
      expect([again, used]).toEqual([again, `used:${id}`]);
      await settled(used!);
      if (again) await turn.send();
      else {
        expect(await rig.available(row.userId)).toBe(0n);
        const next = subjectsOf((await proven()).faults);
        expect(next).toContain(`send:${id}`);
        for (const one of next.filter((subject) => !subject.startsWith('gas:'))) await settled(one);
      }
      expect(await rig.withdrawals.byId(row.id)).toMatchObject(
        again ? { status: 'confirmed', txid } : { status: 'failed', reason: 'replaced' },
      );
      // What went to the payer is a loss of as much.
      expect([await rig.available(row.userId), await booked('hot')]).toEqual([again ? 0n : 20n * E18, hot]);
      await settleGas();
      await rig.pool.query(`update users set withdraw_stop = ''`);
    }
  });
});
