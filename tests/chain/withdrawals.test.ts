// Withdrawals over a real chain, under processes that die between any two steps, a database that fails, nodes that lie,
// transactions that are stuck and blocks that are taken back: what was asked for is paid once, and nonces have no gap.
// WITHDRAWALS=1000 makes it the long run.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RpcNode } from '../../apps/server/src/adapters/chain/rpc-node.ts';
import { replaceStuck } from '../../apps/server/src/features/operators/review-withdrawal.ts';
import type { ChainOutbox } from '../../apps/server/src/ports/chain-outbox.ts';
import type { WithdrawalRow } from '../../apps/server/src/ports/withdrawal-store.ts';
import { adjustJournal } from '../../packages/core/src/ledger/change-journals.ts';
import { CONFIRMATIONS, type CustodyRig, E18, type RigOptions, startCustodyRig } from './custody-rig.ts';
import { anvil, mayBeWithoutChain } from './local-chain.ts';

const MANY = Number(process.env['WITHDRAWALS'] ?? 10);
const SEED = Number(process.env['WITHDRAWALS_SEED'] ?? 7);

/** The same row of numbers for the same seed. */
function chances(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe.skipIf(anvil === undefined && mayBeWithoutChain)('withdrawals (needs anvil)', () => {
  let rig: CustodyRig;
  beforeAll(async () => {
    rig = await startCustodyRig();
    await rig.fillHot(1_000_000n * E18);
  }, 120_000);
  afterAll(() => rig?.stop());

  let made = 0;
  const targetOf = (index: number): string => `0x${(0xaa00_0000_0000 + index).toString(16).padStart(40, '1')}`;

  async function ask(amountE18: bigint): Promise<WithdrawalRow> {
    made += 1;
    const target = targetOf(made);
    const { userId } = await rig.newUser();
    await rig.ledger.post([adjustJournal(userId, userId, 'available', amountE18, 'test')], 0);
    const sn = `W261122${String(10_000_000 + userId)}`;
    const money = { amountE18, feeE18: E18, dailyE18: 20_000n * E18, dayStartMs: 0 };
    const asked = await rig.withdrawals.submit({
      ...{
        sn,
        requestId: sn.toLowerCase(),
        userId,
        network: 'BEP20',
        address: target,
        label: null,
        nowMs: rig.clock.nowMs(),
      },
      ...money,
    });
    if (asked.state !== 'done') throw new Error(`not taken: ${asked.state}`);
    return asked.row;
  }
  const review = (sn: string, operator: string, decision: 'approve' | 'reject' | 'cancel' = 'approve') =>
    rig.review({
      ...{ sn, operator, decision, reason: 'looked at', notice: null, nowMs: rig.clock.nowMs() },
      twoPersonE18: 1_000n * E18,
    });
  const replaced = ({ sn }: WithdrawalRow) => {
    const { withdrawals, outbox, clock } = rig;
    return replaceStuck({ withdrawals, outbox, clock })({ sn, operator: 'bob', reason: 'stuck' });
  };
  async function approved(amountE18: bigint): Promise<WithdrawalRow> {
    const row = await ask(amountE18);
    await rig.jobs().approveAndReserve();
    expect(await review(row.sn, 'ann')).toMatchObject({ state: 'done' });
    return row;
  }
  async function turn(options: RigOptions = {}): Promise<void> {
    const { approveAndReserve, send } = rig.jobs(options);
    await approveAndReserve();
    await send();
  }
  const now = (row: WithdrawalRow) => rig.withdrawals.byId(row.id).then((found) => found!);
  const held = async (row: WithdrawalRow) => (await rig.ledger.holdingsOf(row.userId)).holdings;

  it('waits for a person, is signed, sent and confirmed 15 deep, and pays amount less fee', async () => {
    const row = await ask(100n * E18);
    expect(await held(row)).toMatchObject({ available: 0n, frozen: 100n * E18 });
    await turn();
    expect(await now(row)).toMatchObject({
      status: 'reviewing',
      risk: ['new_address', 'above_automatic'],
      nonce: null,
    });
    expect(await review(row.sn, 'ann')).toMatchObject({ state: 'done', row: { status: 'approved', reviewBy: 'ann' } });
    await turn();
    const sent = await now(row);
    expect(sent).toMatchObject({ status: 'broadcast', nonce: 0 });
    await rig.mine(CONFIRMATIONS - 1);
    await turn();
    expect((await now(row)).status).toBe('broadcast');
    await rig.mine();
    await turn();
    expect(await now(row)).toMatchObject({ status: 'confirmed', txid: sent.txid });
    expect(await rig.coinOf(row.address)).toBe(99n * E18);
    expect(await held(row)).toMatchObject({ available: 0n, frozen: 0n });
  });

  it('needs two persons above the limit, each once; who says no gives all of it back at once', async () => {
    const row = await ask(1_001n * E18);
    await rig.jobs().approveAndReserve();
    expect(await review(row.sn, 'ann')).toMatchObject({ state: 'waits' });
    expect(await review(row.sn, 'ann')).toEqual({ state: 'same_operator' });
    await turn();
    expect((await now(row)).status).toBe('reviewing');
    expect(await review(row.sn, 'bob', 'reject')).toMatchObject({
      state: 'done',
      row: { status: 'rejected', reason: 'looked at' },
    });
    expect(await held(row)).toMatchObject({ available: 1_001n * E18, frozen: 0n });
    expect(await review(row.sn, 'eve')).toEqual({ state: 'not_waiting' });
    expect(await review('W00000000000000', 'eve')).toEqual({ state: 'missing' });
    const other = await ask(1_001n * E18);
    await rig.jobs().approveAndReserve();
    await review(other.sn, 'ann');
    expect(await review(other.sn, 'bob')).toMatchObject({ state: 'done', row: { status: 'approved' } });
    const deeds = await rig.pool.query(`select action from operator_log where subject = $1 order by id`, [other.sn]);
    expect(deeds.rows).toEqual([{ action: 'withdraw_approve' }, { action: 'withdraw_approve' }]);
    await turn();
    await rig.mine(CONFIRMATIONS);
    await turn();
    expect((await now(other)).status).toBe('confirmed');
  });

  it('is one at a time a user, of 40 at once', async () => {
    const { userId } = await rig.newUser();
    await rig.ledger.post([adjustJournal(900_000 + userId, userId, 'available', 50n * E18, 'test')], 0);
    const asks = Array.from({ length: 40 }, (_, at) =>
      rig.withdrawals.submit({
        ...{ sn: `W261123${String(10_000_000 + at)}`, requestId: `${at}`, userId, network: 'BEP20' },
        ...{ address: targetOf(9_000), label: null },
        ...{ amountE18: 50n * E18, feeE18: E18, dailyE18: 20_000n * E18, dayStartMs: 0, nowMs: rig.clock.nowMs() },
      }),
    );
    const states = (await Promise.all(asks)).map(({ state }) => state);
    expect(states.filter((state) => state === 'done')).toHaveLength(1);
    expect(states.filter((state) => state === 'in_progress')).toHaveLength(39);
    expect((await rig.ledger.holdingsOf(userId)).holdings).toMatchObject({ available: 0n, frozen: 50n * E18 });
    await rig.pool.query(`update withdrawals set status = 'submitted' where user_id = $1`, [userId]);
    const [row] = await rig.withdrawals.listOf(userId, 1);
    expect(await review(row!.sn, 'ann', 'cancel')).toMatchObject({ state: 'done', row: { status: 'cancelled' } });
    expect((await rig.ledger.holdingsOf(userId)).holdings).toMatchObject({ available: 50n * E18, frozen: 0n });
  });

  it('that got lost on its way is sent again as it was signed', async () => {
    const row = await approved(60n * E18);
    await turn({ chain: (chain) => ({ ...chain, send: async () => null }) });
    const { txid } = await now(row);
    await turn();
    await rig.mine(CONFIRMATIONS);
    await turn();
    expect(await now(row)).toMatchObject({ status: 'confirmed', txid });
  });

  it('is signed once by several processes at once', async () => {
    const rows = [await approved(30n * E18), await approved(31n * E18), await approved(32n * E18)];
    for (let round = 0; round < 3; round += 1) await Promise.all([turn(), turn(), turn()]);
    const open = await rig.outbox.open();
    expect(open.map(({ refId }) => refId).sort((a, b) => a - b)).toEqual(
      rows.map(({ id }) => id).sort((a, b) => a - b),
    );
    expect(open.map(({ raws }) => raws.length)).toEqual([1, 1, 1]);
    expect(new Set(open.map(({ nonce }) => nonce)).size).toBe(3);
    await rig.mine(CONFIRMATIONS);
    await Promise.all([turn(), turn(), turn()]);
    for (const row of rows) {
      expect((await now(row)).status).toBe('confirmed');
      expect(await rig.coinOf(row.address)).toBe(row.amountE18 - E18);
    }
  });

  it('that is stuck offers a tenth more at the same nonce, and whichever gets in counts', async () => {
    const row = await approved(60n * E18);
    await turn();
    const [first] = await rig.outbox.open();
    await rig.client.request({ method: 'anvil_dropAllTransactions' as never, params: [] as never });
    const dropped = (chain: CustodyRig['chain']) => ({ ...chain, send: async () => null });
    rig.advance(61_000);
    await turn({ chain: dropped });
    rig.advance(61_000);
    await turn();
    const [stuck] = await rig.outbox.open();
    expect(stuck?.raws.map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
    expect(stuck?.nonce).toBe(first?.nonce);
    const fees = stuck!.raws.map(({ fees: { maxFeeWei } }) => maxFeeWei);
    expect(fees[1]! * 10n >= fees[0]! * 11n && fees[2]! * 10n >= fees[1]! * 11n).toBe(true);
    await rig.mine(CONFIRMATIONS);
    await turn();
    expect(await now(row)).toMatchObject({ status: 'confirmed', nonce: first?.nonce });
    expect(await rig.coinOf(row.address)).toBe(59n * E18);
  });

  it('keeps its attempts while no node takes it, says what they say, and can still be taken back after all of them', async () => {
    const row = await approved(60n * E18);
    const refuses = (chain: CustodyRig['chain']) => ({ ...chain, send: async () => 'insufficient funds for gas' });
    for (let minutes = 0; minutes < 3; minutes += 1) {
      await turn({ chain: refuses });
      rig.advance(61_000);
    }
    const refused = (await rig.outbox.open())[0]!;
    expect(refused.raws).toHaveLength(1);
    expect(refused.fault).toBe('the nodes do not take it: insufficient funds for gas');
    expect(rig.faults.filter((text) => text.endsWith('insufficient funds for gas'))).toHaveLength(1);
    expect((await now(row)).status).toBe('signed');
    await turn({ chain: (chain) => ({ ...chain, send: async () => null }) });
    expect(await rig.outbox.open()).toMatchObject([{ fault: '' }]);
    // As many as there may be.
    await rig.pool.query(
      `insert into chain_raws (txid, send_id, attempt, kind, raw, max_fee_wei, tip_wei, stored_at, sent_at)
       select '0x' || lpad(to_hex(n), 64, 'f'), send_id, n, kind, raw, max_fee_wei, tip_wei, stored_at, sent_at
       from chain_raws, generate_series(2, 30) n where send_id = $1 and attempt = 1`,
      [refused.id],
    );
    expect(await replaced(row)).toBe(true);
    await turn();
    await rig.mine(CONFIRMATIONS);
    await turn();
    expect(await now(row)).toMatchObject({ status: 'failed', reason: 'replaced' });
  });

  it('that an operator takes back is refunded only when the empty transaction at its nonce is final', async () => {
    const row = await approved(60n * E18);
    const silent = (chain: CustodyRig['chain']) => ({ ...chain, send: async () => null });
    await turn({ chain: silent });
    expect((await now(row)).status).toBe('broadcast');
    expect(await review(row.sn, 'bob', 'reject')).toEqual({ state: 'not_waiting' });
    expect(await replaced(row)).toBe(true);
    expect(await replaced(row)).toBe(false);
    const deeds = await rig.pool.query(
      `select operator, reason from operator_log where action = 'withdraw_replace' and subject = $1`,
      [row.sn],
    );
    expect(deeds.rows).toEqual([{ operator: 'bob', reason: 'stuck' }]);
    await turn();
    await rig.mine(CONFIRMATIONS - 1);
    await turn();
    expect(await held(row)).toMatchObject({ available: 0n, frozen: 60n * E18 });
    await rig.mine();
    await turn();
    expect(await now(row)).toMatchObject({ status: 'failed', reason: 'replaced' });
    expect(await held(row)).toMatchObject({ available: 60n * E18, frozen: 0n });
    expect(await rig.coinOf(row.address)).toBe(0n);
    expect(await replaced(row)).toBe(false);
  });

  const bars: Record<string, [on: string, off: string]> = {
    stopped: [`withdraw_stop = 'a deposit was taken back'`, `withdraw_stop = ''`],
    held: [`security_hold_until = now() + interval '1 day'`, 'security_hold_until = null'],
    disabled: [`status = 'disabled'`, `status = 'active'`],
  };
  it.each(Object.entries(bars))(
    'does not leave while its owner is %s, at whatever step that comes',
    async (name, bar) => {
      const [on, off] = bar;
      const set = (row: WithdrawalRow, what: string) =>
        rig.pool.query(`update users set ${what} where id = $1`, [row.userId]);
      const state = name === 'held' ? 'held' : 'stopped';
      // Before a person looks, although it would go by itself.
      const asked = await ask(30n * E18);
      rig.changed.set('auto_withdraw_max', 50);
      await rig.pool.query(
        `insert into withdrawals (sn, user_id, network, address, amount, fee, status, created_at)
       values ($3, $1, 'BEP20', $2, 20, 1, 'confirmed', now() - interval '2 days')`,
        [asked.userId, asked.address, `W261121${String(10_000_000 + asked.userId)}`],
      );
      // What its owner only told of, and what never comes, does not count.
      const told = {
        txid: `0x${String(asked.userId).padStart(64, '0')}`,
        userId: asked.userId,
        required: CONFIRMATIONS,
      };
      await rig.deposits.noteSeen({ ...told, from: targetOf(1), to: targetOf(2), rawE18: 500n * E18 }, 0);
      await set(asked, on);
      await turn();
      expect(await now(asked)).toMatchObject({ status: 'reviewing', risk: ['security_hold'], nonce: null });
      rig.changed.delete('auto_withdraw_max');
      expect(await review(asked.sn, 'ann')).toEqual({ state });
      expect(await review(asked.sn, 'ann', 'reject')).toMatchObject({ state: 'done' });
      // Before it has a nonce.
      const row = await approved(40n * E18);
      await set(row, on);
      await turn();
      expect(await now(row)).toMatchObject({ status: 'approved', nonce: null });
      await set(row, off);
      // With a nonce, and nothing signed: the nonce pays nobody.
      const { approveAndReserve, send } = rig.jobs();
      await approveAndReserve();
      expect((await now(row)).nonce).not.toBeNull();
      await set(row, on);
      await send();
      expect(await now(row)).toMatchObject({ status: 'approved', txid: null });
      await send();
      await rig.mine(CONFIRMATIONS);
      await send();
      expect(await now(row)).toMatchObject({ status: 'failed', reason: 'replaced' });
      expect(await held(row)).toMatchObject({ available: 40n * E18, frozen: 0n });
      expect(await rig.coinOf(row.address)).toBe(0n);
    },
  );

  it('has no nonce while withdrawals are closed, and is given back by a no until it has one', async () => {
    rig.changed.set('withdraw_open', 0);
    const [row, other] = [await approved(40n * E18), await approved(41n * E18)];
    await turn();
    expect(await review(other.sn, 'ann', 'reject')).toMatchObject({ state: 'done', row: { status: 'rejected' } });
    expect(await held(other)).toMatchObject({ available: 41n * E18, frozen: 0n });
    expect(await now(row)).toMatchObject({ status: 'approved', nonce: null });
    rig.changed.delete('withdraw_open');
    await turn();
    await rig.mine(CONFIRMATIONS);
    await turn();
    expect((await now(row)).status).toBe('confirmed');
  });

  it('is not believed to be paid by a receipt of one node alone, nor by one without its transfer', async () => {
    const row = await approved(70n * E18);
    await turn();
    const [open] = await rig.outbox.open();
    await rig.mine(CONFIRMATIONS);
    const lies: Record<string, (node: RpcNode) => Partial<RpcNode>> = {
      'says failed': (node) => ({
        receipt: async (txid) => {
          const found = await node.receipt(txid);
          return found && { ...found, ok: false };
        },
      }),
      'says nothing': () => ({ receipt: async () => null }),
      'pays somebody else': (node) => ({
        receipt: async (txid) => {
          const found = await node.receipt(txid);
          return found && { ...found, transfers: found.transfers.map((one) => ({ ...one, to: targetOf(1) })) };
        },
      }),
    };
    for (const [lie, spoil] of Object.entries(lies)) {
      await turn({ second: (node) => ({ ...node, ...spoil(node) }) }).catch(() => undefined);
      expect((await now(row)).status, lie).toBe('broadcast');
    }
    // Both say that it went through and show no transfer: nobody is paid or refunded by us, and people are told.
    const empty = (chain: CustodyRig['chain']): CustodyRig['chain'] => ({
      ...chain,
      receipt: async (txid) => {
        const found = await chain.receipt(txid);
        return found && { ...found, transfers: [] };
      },
    });
    await turn({ chain: empty });
    expect((await now(row)).status).toBe('broadcast');
    expect(rig.faults.join('\n')).toContain(
      `withdraw ${row.id}, nonce ${open?.nonce}: its receipt does not hold its transfer`,
    );
    await turn();
    expect((await now(row)).status).toBe('confirmed');
  });

  it(`${MANY} of them: paid = requested, nonces without a gap, whatever dies, lies or is taken back in between`, {
    timeout: 3_600_000,
  }, async () => {
    const chance = chances(SEED);
    const begin = await rig.chain.minedNonce(rig.keys.hot.address);
    const rows: WithdrawalRow[] = [];
    for (let at = 0; at < MANY; at += 1)
      rows.push(await ask(BigInt(20 + chance(900)) * E18 + BigInt(chance(1_000)) * 10n ** 12n));
    await rig.jobs().approveAndReserve();
    for (const { sn } of rows) await review(sn, 'ann');

    /** The process dies before or after what it was about to do. */
    const dying = (outbox: ChainOutbox): ChainOutbox => {
      const spoilt = Object.entries(outbox).map(([name, act]) => [
        name,
        async (...args: never[]) => {
          const fate = name === 'open' ? 99 : chance(100);
          if (fate < 4) throw new Error('killed before');
          const done = await (act as (...given: never[]) => Promise<unknown>)(...args);
          if (fate < 8) throw new Error('killed after');
          return done;
        },
      ]);
      return Object.fromEntries(spoilt) as ChainOutbox;
    };
    const wild = (chain: CustodyRig['chain']): CustodyRig['chain'] => ({
      ...chain,
      send: async (raw) => {
        const fate = chance(100);
        if (fate < 12) return null; // says yes and forgets it
        if (fate < 20) throw new Error('the connection broke before it left');
        const taken = await chain.send(raw);
        if (fate < 30) throw new Error('the connection broke after it left');
        return fate < 36 ? 'not now' : taken;
      },
    });
    const lying = (node: RpcNode): RpcNode => ({
      ...node,
      minedNonce: async (wallet) => (await node.minedNonce(wallet)) + (chance(10) === 0 ? 3 : 0),
      receipt: async (txid) => {
        const found = await node.receipt(txid);
        const fate = chance(20);
        if (found === null || fate === 0) return null;
        return fate === 1 ? { ...found, ok: !found.ok } : found;
      },
    });

    let snapshot = await rig.client.snapshot();
    let sinceSnapshot = 0;
    const ended = async () => (await Promise.all(rows.map(now))).every(({ status }) => status === 'confirmed');
    for (let round = 0; !(await ended()); round += 1) {
      if (round > 400 + MANY) throw new Error('they do not end');
      await turn({ second: lying, chain: wild, outbox: dying }).catch(() => undefined);
      const blocks = 1 + chance(4);
      await rig.mine(blocks);
      sinceSnapshot += blocks;
      if (chance(12) === 0)
        await rig.client.request({ method: 'anvil_dropAllTransactions' as never, params: [] as never });
      if (chance(10) === 0) rig.advance(61_000);
      // Not deeper than what is called final: 14 blocks, below the 15 that count.
      if (sinceSnapshot > 6 && sinceSnapshot < CONFIRMATIONS && chance(3) === 0)
        await rig.client.revert({ id: snapshot });
      if (sinceSnapshot > 6) {
        snapshot = await rig.client.snapshot();
        sinceSnapshot = 0;
      }
    }
    for (const row of rows) {
      expect(await rig.coinOf(row.address), row.sn).toBe(row.amountE18 - row.feeE18);
      expect(await held(row)).toMatchObject({ available: 0n, frozen: 0n });
    }
    const nonces = (await Promise.all(rows.map(now))).map(({ nonce }) => nonce!).sort((a, b) => a - b);
    expect(nonces).toEqual(Array.from({ length: MANY }, (_, at) => begin + at));
    expect(await rig.chain.minedNonce(rig.keys.hot.address)).toBe(begin + MANY);
    expect(await rig.outbox.open()).toEqual([]);
    const sums = await rig.ledger.sums();
    expect([sums.astray, sums.lopsided]).toEqual([[], []]);
  });
});
