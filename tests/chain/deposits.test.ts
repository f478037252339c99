// Deposits over a real chain: what is credited, when, and once; what only looks like one; and what the chain takes back.
import type { Hex } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RpcNode } from '../../apps/server/src/adapters/chain/rpc-node.ts';
import { CONFIRMATIONS, type CustodyRig, E18, startCustodyRig, TOKEN } from './custody-rig.ts';
import { anvil, mayBeWithoutChain } from './local-chain.ts';
import { getAhead } from './moved-logs.ts';

describe.skipIf(anvil === undefined && mayBeWithoutChain)('deposits (needs anvil)', () => {
  let rig: CustodyRig;
  beforeAll(async () => {
    rig = await startCustodyRig();
  }, 120_000);
  afterAll(() => rig?.stop());

  const statusOf = async (userId: number) =>
    (await rig.deposits.listOf(userId, 10)).map(({ status, reason }) =>
      reason === '' ? status : `${status} ${reason}`,
    );
  const scan = () => rig.jobs().scan();

  it('keeps one address a user for ever, each its own', async () => {
    const [one, other] = [await rig.newUser(), await rig.newUser()];
    expect(one.address).not.toBe(other.address);
    const again = rig.deposits.addressOf(
      one.userId,
      () => {
        throw new Error('a second one was made');
      },
      0,
    );
    expect(await again).toBe(one.address);
    const many = await Promise.all(
      Array.from({ length: 5 }, () => rig.deposits.addressOf(other.userId, rig.addresses.addressOf, 0)),
    );
    expect(new Set(many)).toEqual(new Set([other.address]));
  });

  it('watches an address that was given while a later one was, without a new start', async () => {
    const [slow, quick] = await Promise.all(
      ['slow', 'quick'].map(async (name, at) => {
        const made = await rig.pool.query<{ id: number }>(
          `insert into users (sn, nickname, account, password_hash, avatar) values ($1, 'x', $2, 'h', 'a01') returning id`,
          [`2000000${at}`, `address_${name}`],
        );
        return made.rows[0]!.id;
      }),
    );
    const { scan: running } = rig.jobs();
    const addressOf = (userId: number) => rig.deposits.addressOf(userId, rig.addresses.addressOf, 0);
    const waiting = async () => {
      const found = await rig.pool.query<{ n: number }>(
        `select count(*)::integer as n from pg_locks l join pg_stat_activity a using (pid)
         where not l.granted and a.datname = current_database()`,
      );
      return found.rows[0]!.n;
    };
    const holder = await rig.pool.connect();
    await holder.query('begin');
    await holder.query('select 1 from users where id = $1 for update', [slow]);
    const first = addressOf(slow!); // takes its index, and cannot write it down yet
    await expect.poll(waiting).toBe(1);
    let given = false;
    const second = addressOf(quick!).finally(() => {
      given = true;
    });
    await expect.poll(async () => given || (await waiting()) === 2).toBe(true);
    await running();
    await holder.query('rollback');
    holder.release();
    const address = await first;
    await second;
    await rig.pay(address, 6n * E18);
    await rig.mine(CONFIRMATIONS);
    await running();
    expect(await rig.available(slow!)).toBe(6n * E18);
  });

  it('credits at 15 confirmations and not before, once, however often it is read and by how many', async () => {
    const { userId, address } = await rig.newUser();
    await rig.pay(address, 200n * E18);
    for (let depth = 1; depth < CONFIRMATIONS; depth += 1) {
      await scan();
      expect(await statusOf(userId), `depth ${depth}`).toEqual(['confirming']);
      await rig.mine();
    }
    expect(await rig.available(userId)).toBe(0n);
    await Promise.all([scan(), scan(), scan()]);
    await scan();
    expect(await statusOf(userId)).toEqual(['credited']);
    expect(await rig.available(userId)).toBe(200n * E18);
  });

  it('waits for 240 above 10,000, and while nodes do not call anything final', async () => {
    const [large, late] = [await rig.newUser(), await rig.newUser()];
    await rig.pay(large.address, 10_000n * E18 + 1n);
    await rig.pay(late.address, 5n * E18);
    const stale = (node: RpcNode): RpcNode => ({ ...node, finalized: async () => 0 });
    await rig.mine(CONFIRMATIONS + 20);
    await rig.jobs({ second: stale }).scan();
    expect([await rig.available(large.userId), await rig.available(late.userId)]).toEqual([0n, 0n]);
    await scan();
    expect([await rig.available(large.userId), await rig.available(late.userId)]).toEqual([0n, 5n * E18]);
    await rig.mine(240);
    await scan();
    expect(await rig.available(large.userId)).toBe(10_000n * E18);
  });

  it('credits 0.999… down to 8 decimals and books the dust; below the minimum it is only kept', async () => {
    const [floored, small] = [await rig.newUser(), await rig.newUser()];
    await rig.pay(floored.address, 2n * E18 - 1n);
    await rig.pay(small.address, E18 - 1n);
    const dustBefore = await dust();
    await rig.mine(CONFIRMATIONS);
    await scan();
    expect(await rig.available(floored.userId)).toBe(1_999_999_990_000_000_000n);
    expect((await dust()) - dustBefore).toBe(9_999_999_999n);
    expect(await statusOf(small.userId)).toEqual(['below_min']);
    expect(await rig.available(small.userId)).toBe(0n);
    await scan();
    expect(await statusOf(small.userId)).toEqual(['below_min']);
  });
  const dust = async (): Promise<bigint> => {
    const { accounts } = await rig.ledger.sums();
    return accounts.find(({ house, part }) => house && part === 'dust')?.balanceE18 ?? 0n;
  };

  it('credits each transfer of one transaction, to several users and twice to one', async () => {
    const [one, other] = [await rig.newUser(), await rig.newUser()];
    const batcher = '0xba7c400000000000000000000000000000000001';
    await rig.client.setCode({ address: batcher, bytecode: rig.odd['Batcher']!.runtime });
    await rig.call(TOKEN, rig.token, 'mint', [rig.payer, 100n * E18]);
    await rig.call(TOKEN, rig.token, 'approve', [batcher, 100n * E18]);
    const to = [one.address, other.address, one.address];
    const hash = await rig.call(batcher, rig.odd['Batcher']!.abi, 'pay', [TOKEN, to, [3n * E18, 4n * E18, 5n * E18]]);
    await rig.mine(CONFIRMATIONS);
    await scan();
    expect(await rig.available(one.userId)).toBe(8n * E18);
    expect(await rig.available(other.userId)).toBe(4n * E18);
    expect(await rig.deposits.ofTransaction(one.userId, hash)).toHaveLength(2);
  });

  it('takes no look-alike, no failed transaction and no transfer that moves nothing', async () => {
    const { userId, address } = await rig.newUser();
    const [fake, batcher] = [
      '0xfa4e000000000000000000000000000000000001',
      '0xba7c400000000000000000000000000000000002',
    ];
    await rig.client.setCode({ address: fake as Hex, bytecode: rig.odd['LookAlike']!.runtime });
    await rig.client.setCode({ address: batcher as Hex, bytecode: rig.odd['Batcher']!.runtime });
    await rig.call(fake, rig.odd['LookAlike']!.abi, 'transfer', [address, 500n * E18]);
    await rig.call(batcher, rig.odd['Batcher']!.abi, 'fail', []).catch(() => undefined);
    await rig.mine(CONFIRMATIONS);
    await scan();
    expect(await statusOf(userId)).toEqual([]);
    // The pinned token itself tells of a transfer and moves nothing.
    const code = await rig.client.getCode({ address: TOKEN });
    await rig.client.setCode({ address: TOKEN, bytecode: rig.odd['Liar']!.runtime });
    await rig.call(TOKEN, rig.odd['Liar']!.abi, 'transfer', [address, 500n * E18]);
    await rig.mine(CONFIRMATIONS);
    // Where its balances lie, nothing came to this address, before and after.
    await rig.client.setCode({ address: TOKEN, bytecode: code! });
    await scan();
    expect(await statusOf(userId)).toEqual(['confirming coin_missing']);
    expect(await rig.available(userId)).toBe(0n);
    await rig.pool.query('delete from deposits where user_id = $1', [userId]);
  });

  it('credits nothing of a transfer whose transaction failed, whatever its log says', async () => {
    const { address, userId } = await rig.newUser();
    await rig.pay(address, 5n * E18);
    await rig.mine(CONFIRMATIONS);
    const failing = rig.jobs({
      chain: (chain) => ({
        ...chain,
        receipt: async (txid) => {
          const receipt = await chain.receipt(txid);
          return receipt === null ? null : { ...receipt, ok: false };
        },
      }),
    });
    await failing.scan();
    expect(await statusOf(userId)).toEqual(['orphaned no_transfer']);
    expect(await rig.available(userId)).toBe(0n);
    await rig.pool.query('delete from deposits where user_id = $1', [userId]);
  });

  it('follows a transaction through reorganisations of 1 to 20 blocks, and credits it once', async () => {
    for (const depth of [1, 7, 14, 20]) {
      const { userId, address } = await rig.newUser();
      const snapshot = await rig.client.snapshot();
      await rig.pay(address, 3n * E18);
      await rig.mine(depth - 1);
      if (depth < CONFIRMATIONS) await scan(); // deeper ones would be final
      await rig.client.revert({ id: snapshot });
      await rig.mine(2); // the chain is another one now, without it
      await scan();
      expect(await statusOf(userId), `${depth} blocks`).toEqual(depth < CONFIRMATIONS ? ['orphaned reorganised'] : []);
      await rig.pay(address, 3n * E18);
      await rig.mine(CONFIRMATIONS);
      await scan();
      await scan();
      expect(await rig.available(userId), `${depth} blocks`).toBe(3n * E18);
      expect((await statusOf(userId)).filter((status) => status === 'credited')).toHaveLength(1);
    }
  });

  it('credits the very transaction that was taken back and comes again, as the row that it was', async () => {
    const { userId, address } = await rig.newUser();
    await rig.call(TOKEN, rig.token, 'mint', [rig.payer, 3n * E18]);
    const snapshot = await rig.client.snapshot();
    const txid = await rig.call(TOKEN, rig.token, 'transfer', [address, 3n * E18]);
    const raw: Hex = await rig.client.request({
      method: 'eth_getRawTransactionByHash' as never,
      params: [txid] as never,
    });
    await scan();
    await rig.client.revert({ id: snapshot });
    await rig.mine(2);
    await scan();
    expect(await statusOf(userId)).toEqual(['orphaned reorganised']);
    await rig.client.sendRawTransaction({ serializedTransaction: raw });
    await rig.mine(CONFIRMATIONS);
    await scan();
    expect(await statusOf(userId)).toEqual(['credited']);
    expect(await rig.available(userId)).toBe(3n * E18);
    expect(await rig.deposits.ofTransaction(userId, txid)).toHaveLength(1);
  });

  it('credits what stands in each log when a reorganisation has moved the logs of a transaction on', async () => {
    const [one, other] = [await rig.newUser(), await rig.newUser()];
    const batcher = '0xba7c400000000000000000000000000000000004';
    const { abi, runtime } = rig.odd['Batcher']!;
    await rig.client.setCode({ address: batcher, bytecode: runtime });
    await rig.call(TOKEN, rig.token, 'mint', [rig.payer, 150n * E18]);
    await rig.call(TOKEN, rig.token, 'approve', [batcher, 150n * E18]);
    const snapshot = await rig.client.snapshot();
    const txid = await rig.call(batcher, abi, 'pay', [TOKEN, [one.address, other.address], [100n * E18, 50n * E18]]);
    const raw: Hex = await rig.client.request({
      method: 'eth_getRawTransactionByHash' as never,
      params: [txid] as never,
    });
    await scan();
    await rig.client.revert({ id: snapshot });
    await getAhead(rig);
    await rig.client.sendRawTransaction({ serializedTransaction: raw });
    await rig.mine(CONFIRMATIONS);
    await scan();
    await scan();
    expect([await rig.available(one.userId), await rig.available(other.userId)]).toEqual([100n * E18, 50n * E18]);
    const rows = async ({ userId }: { userId: number }) =>
      (await rig.deposits.ofTransaction(userId, txid)).map(({ logIndex, status }) => [logIndex, status]);
    expect([await rows(one), await rows(other)]).toEqual([
      [
        [0, 'orphaned'],
        [1, 'credited'],
      ],
      [[2, 'credited']],
    ]);
  });

  it('keeps the facts that were read last of what is not credited, also where its block is the same', async () => {
    const [one, other] = [await rig.newUser(), await rig.newUser()];
    const block = { number: 7, hash: `0x${'78'.repeat(32)}` };
    const told = { txid: `0x${'9a'.repeat(32)}`, logIndex: 0, from: rig.payer, block, required: CONFIRMATIONS };
    const noted = (user: typeof one, rawE18: bigint) =>
      rig.deposits.note([{ ...told, userId: user.userId, to: user.address, rawE18 }], 0);
    await noted(one, 100n * E18);
    expect(await noted(one, 100n * E18)).toEqual([]);
    expect(await noted(other, 50n * E18)).toMatchObject([
      { to: other.address, userId: other.userId, rawE18: 50n * E18 },
    ]);
    expect(await statusOf(one.userId)).toEqual([]);
    await rig.pool.query('delete from deposits where txid = $1', [told.txid]);
  });

  it('stops withdrawals of whose credit the chain takes back, tells it, and credits nothing anew for it', async () => {
    const { userId, address } = await rig.newUser();
    const snapshot = await rig.client.snapshot();
    const before = await rig.client.getTransactionCount({ address: rig.payer });
    await rig.pay(address, 3n * E18);
    await rig.mine(CONFIRMATIONS);
    await scan();
    expect(await rig.available(userId)).toBe(3n * E18);
    await rig.client.revert({ id: snapshot });
    await rig.mine(CONFIRMATIONS + 3);
    await scan();
    expect(await rig.withdrawals.stopOf(userId)).toContain('taken back');
    expect(rig.faults.join('\n')).toContain('was credited and is not on the chain any more');
    expect(await rig.client.getTransactionCount({ address: rig.payer })).toBe(before);
    await rig.pool.query('delete from deposits where user_id = $1', [userId]);
  });

  it('does nothing while the nodes do not tell the same, whichever fact it is', async () => {
    const { userId, address } = await rig.newUser();
    const txid = await rig.pay(address, 9n * E18);
    await rig.mine(CONFIRMATIONS);
    const lies: Record<string, (node: RpcNode) => Partial<RpcNode>> = {
      'hides the transfer': () => ({ transfersOf: async () => [] }),
      'tells more': (node) => ({
        transfersOf: async (...asked) =>
          (await node.transfersOf(...asked)).map((one) => ({ ...one, rawE18: one.rawE18 * 2n })),
      }),
      'has another block': () => ({ hashOf: async () => `0x${'12'.repeat(32)}` }),
      'calls it failed': (node) => ({
        receipt: async (id) => {
          const found = await node.receipt(id);
          return found && { ...found, ok: false };
        },
      }),
      'does not know it': () => ({ receipt: async () => null }),
      'sees no coin': () => ({ tokenBalance: async () => 0n }),
      'is five blocks behind and more': (node) => ({ latest: async () => (await node.latest()) - CONFIRMATIONS }),
      'is down': () => ({ latest: () => Promise.reject(new Error('down')) }),
    };
    for (const [lie, spoil] of Object.entries(lies)) {
      const liar = (node: RpcNode): RpcNode => ({ ...node, ...spoil(node) });
      await rig
        .jobs({ second: liar })
        .scan()
        .catch(() => undefined);
      expect(await rig.available(userId), lie).toBe(0n);
    }
    await scan();
    expect(await rig.available(userId)).toBe(9n * E18);
    expect((await rig.deposits.ofTransaction(userId, txid))[0]?.status).toBe('credited');
  });

  it('reads again what nodes may tell late, and believes no receipt of another block than where it was seen', async () => {
    const { userId, address } = await rig.newUser();
    await rig.pay(address, 4n * E18);
    await rig.jobs({ chain: (chain) => ({ ...chain, transfersOf: async () => [] }) }).scan();
    expect(await statusOf(userId)).toEqual([]);
    await rig.mine(CONFIRMATIONS);
    const elsewhere = rig.jobs({
      chain: (chain) => ({
        ...chain,
        receipt: async (txid) => {
          const found = await chain.receipt(txid);
          return found && { ...found, block: { ...found.block, hash: `0x${'56'.repeat(32)}` } };
        },
      }),
    });
    await elsewhere.scan();
    expect(await statusOf(userId)).toEqual(['confirming']);
    await scan();
    expect(await rig.available(userId)).toBe(4n * E18);
  });

  it('refuses another contract, other decimals, another chain and another key than at the first start', async () => {
    const { facts } = rig.pin;
    const head = { number: 1, hash: `0x${'00'.repeat(32)}` };
    const pinned = (more: object) => rig.deposits.pin({ ...rig.pin, ...more }, head, 0);
    expect(await pinned({})).toBeNull();
    expect(await pinned({ contract: `0x${'11'.repeat(20)}` })).toBe('the contract of the token');
    expect(await pinned({ facts: { ...facts, decimals: 6 } })).toBe('the decimals of the token');
    expect(await pinned({ facts: { ...facts, genesis: `0x${'34'.repeat(32)}` } })).toBe('the first block of the chain');
    expect(await pinned({ xpubMark: 'another' })).toBe('DEPOSIT_XPUB');
    expect(await pinned({ hotWallet: `0x${'11'.repeat(20)}` })).toBe('the hot wallet');
  });
});
