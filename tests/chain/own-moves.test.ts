// Coin of ours that moves by no transaction of the outbox: sweeps by hand and what comes back from cold storage get into the
// books once, whatever the chain takes back; what goes elsewhere stays a fault, with its transaction, until it is settled.
import { type Address, encodeFunctionData, type Hex, parseAbi } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RpcNode } from '../../apps/server/src/adapters/chain/rpc-node.ts';
import { settleMove } from '../../apps/server/src/adapters/postgres/custody/own-moves.ts';
import { moneyTransaction } from '../../apps/server/src/adapters/postgres/ledger/ledger-post.ts';
import { COLD, CONFIRMATIONS, type CustodyRig, E18, startCustodyRig, TOKEN } from './custody-rig.ts';
import { anvil, mayBeWithoutChain } from './local-chain.ts';
import { getAhead } from './moved-logs.ts';

const transferFrom = parseAbi(['function transferFrom(address from, address to, uint256 value) returns (bool)']);
const BOOKS = ['hot', 'cold', 'pending_in', 'funded', 'adjust'] as const;
type Books = Readonly<Record<(typeof BOOKS)[number], bigint>>;

describe.skipIf(anvil === undefined && mayBeWithoutChain)('coin that moves by hand (needs anvil)', () => {
  let rig: CustodyRig;
  let turn: ReturnType<CustodyRig['jobs']>;
  beforeAll(async () => {
    rig = await startCustodyRig();
    turn = rig.jobs();
    await rig.fillHot(100n * E18);
    await rig.mine(CONFIRMATIONS);
    await proven();
  }, 120_000);
  afterAll(() => rig?.stop());

  async function proven() {
    await turn.scan();
    await turn.prove();
    return (await rig.books.newest())!;
  }
  const hot = () => rig.keys.hot.address;
  async function booksNow(): Promise<Books> {
    const { accounts } = await rig.ledger.sums();
    const of = (part: string) => accounts.find((one) => one.house && one.part === part)?.balanceE18 ?? 0n;
    return Object.fromEntries(BOOKS.map((part) => [part, of(part)])) as unknown as Books;
  }
  /** What has changed since then. */
  async function changed(before: Books): Promise<Partial<Books>> {
    const now = await booksNow();
    return Object.fromEntries(
      BOOKS.flatMap((part) => (now[part] === before[part] ? [] : [[part, now[part] - before[part]]])),
    );
  }
  async function credited(rawE18: bigint) {
    const user = await rig.newUser();
    await rig.pay(user.address, rawE18);
    await rig.mine(CONFIRMATIONS);
    await turn.scan();
    return user;
  }
  const rowsOf = async (txid: string) =>
    (await rig.pool.query('select status, from_books from own_moves where txid = $1', [txid])).rows;

  it('books a sweep by hand once, when it is as deep as a deposit must be, and the proof is right at every block', async () => {
    const { address, userId } = await credited(50n * E18);
    const before = await booksNow();
    const txid = await rig.payFrom(address, hot(), 50n * E18);
    for (let depth = 1; depth < CONFIRMATIONS; depth += 1) {
      expect([depth, (await proven()).faults]).toEqual([depth, []]);
      expect(await changed(before)).toEqual({});
      await rig.mine();
    }
    await Promise.all([turn.scan(), rig.jobs().scan(), rig.jobs().scan()]);
    await turn.scan();
    expect(await changed(before)).toEqual({ hot: 50n * E18, pending_in: -50n * E18 });
    expect((await rowsOf(txid)).map(({ status }) => status)).toEqual(['booked']);
    for (let block = 0; block < CONFIRMATIONS; block += 5) {
      const { books, faults, held } = await proven();
      expect([block, faults, held]).toEqual([block, [], books]);
      await rig.mine(5);
    }
    expect(await changed(before)).toEqual({ hot: 50n * E18, pending_in: -50n * E18 });
    expect(await rig.available(userId)).toBe(50n * E18);
    // Nothing of it is left to sweep, and the next deposit there is credited as ever.
    expect(await rig.outbox.sweepable(E18)).toEqual([]);
    await rig.pay(address, 9n * E18);
    await rig.mine(CONFIRMATIONS);
    await turn.scan();
    expect(await rig.available(userId)).toBe(59n * E18);
    expect((await rig.outbox.sweepable(E18)).map(({ amountE18 }) => amountE18)).toEqual([9n * E18]);
    await rig.payFrom(address, hot(), 9n * E18);
    await rig.mine(CONFIRMATIONS);
    expect((await proven()).faults).toEqual([]);
  });

  it('books what a sweep by hand takes along that was credited to nobody as the owner’s, also straight to cold storage', async () => {
    const { address } = await credited(E18 / 2n); // below what is credited
    await rig.pay(address, 20n * E18);
    await rig.mine(CONFIRMATIONS);
    expect((await proven()).faults).toEqual([]);
    const before = await booksNow();
    await rig.payFrom(address, COLD, 20n * E18 + E18 / 2n);
    await rig.mine(CONFIRMATIONS);
    const { books, faults, held } = await proven();
    expect([faults, held]).toEqual([[], books]);
    expect(await changed(before)).toEqual({ cold: 20n * E18 + E18 / 2n, pending_in: -20n * E18, funded: E18 / 2n });
    await rig.mine(CONFIRMATIONS);
    expect((await proven()).faults).toEqual([]);
  });

  it('waits for a deposit that is not credited yet before it books what was swept of it', async () => {
    const { address, userId } = await rig.newUser();
    await rig.pay(address, 12_000n * E18);
    await rig.payFrom(address, hot(), 9_000n * E18);
    await rig.mine(CONFIRMATIONS);
    const before = await booksNow();
    expect((await proven()).faults).toEqual([]);
    expect(await changed(before)).toEqual({});
    await rig.mine(240);
    expect((await proven()).faults).toEqual([]);
    expect(await rig.available(userId)).toBe(12_000n * E18);
    expect(await changed(before)).toEqual({ hot: 9_000n * E18, pending_in: 3_000n * E18 });
    await rig.payFrom(address, hot(), 3_000n * E18);
    await rig.mine(CONFIRMATIONS);
    const { books, held } = await proven();
    expect(held).toEqual(books);
    expect(await changed(before)).toEqual({ hot: 12_000n * E18 });
  });

  it('takes a booked sweep by hand out of the books when its block is taken back, and books it anew', async () => {
    const { address } = await credited(30n * E18);
    const before = await booksNow();
    const snapshot = await rig.client.snapshot();
    const txid = await rig.payFrom(address, hot(), 30n * E18);
    await rig.mine(CONFIRMATIONS);
    await turn.scan();
    expect(await changed(before)).toEqual({ hot: 30n * E18, pending_in: -30n * E18 });
    await rig.client.revert({ id: snapshot });
    await rig.mine(CONFIRMATIONS + 3);
    // Nothing is said before it is read again: what was noted is not of this chain.
    await turn.prove();
    expect((await rig.books.newest())?.faults).toEqual([]);
    await proven();
    const { books, faults, held } = await proven();
    expect([faults, held]).toEqual([[], books]);
    expect(await changed(before)).toEqual({});
    expect((await rowsOf(txid)).map(({ status }) => status)).toEqual(['orphaned']);
    expect(rig.faults.join('\n')).toContain(
      `transaction ${txid}, 30 USDT from ${address} to ${hot()}: booked, and the chain`,
    );
    const again = await rig.payFrom(address, hot(), 30n * E18);
    await rig.mine(CONFIRMATIONS);
    expect((await proven()).faults).toEqual([]);
    expect(await changed(before)).toEqual({ hot: 30n * E18, pending_in: -30n * E18 });
    expect((await rowsOf(again)).map(({ status }) => status)).toEqual(['booked']);
  });

  it('follows a sweep of the outbox whose block is taken back, pays it in again, and books it once', async () => {
    const { address } = await credited(40n * E18);
    const before = await booksNow();
    const round = async () => {
      await turn.sweep();
      await turn.send();
    };
    await round();
    await rig.mine(CONFIRMATIONS);
    await turn.send(); // its gas is there
    await turn.sweep();
    const snapshot = await rig.client.snapshot();
    await turn.send();
    await rig.mine(CONFIRMATIONS);
    await turn.send();
    expect(await rig.coinOf(address)).toBe(0n);
    expect(await changed(before)).toEqual({ hot: 40n * E18, pending_in: -40n * E18 });
    await rig.client.revert({ id: snapshot });
    await rig.mine(CONFIRMATIONS + 3);
    expect(await rig.coinOf(address)).toBe(40n * E18);
    await turn.scan();
    const taken = await proven();
    expect(taken.faults).toEqual([]);
    expect(rig.faults.join('\n')).toMatch(/sweep \d+, nonce 0: paid in block \d+, which the chain took back/);
    await turn.send();
    await rig.mine(CONFIRMATIONS);
    await turn.send();
    expect(await rig.coinOf(address)).toBe(0n);
    expect(await changed(before)).toEqual({ hot: 40n * E18, pending_in: -40n * E18 });
    expect(await rig.outbox.open()).toEqual([]);
    const { books, faults, held } = await proven();
    expect([faults, held]).toEqual([[], books]);
  });

  it('books what comes back from cold storage, and what is put there from outside is its owner’s', async () => {
    const before = await booksNow();
    await rig.call(TOKEN, rig.token, 'mint', [COLD, 70n * E18]);
    await rig.mine(CONFIRMATIONS);
    expect((await proven()).faults).toEqual([]);
    expect(await changed(before)).toEqual({ cold: 70n * E18, funded: 70n * E18 });
    await rig.payFrom(COLD, hot(), 25n * E18);
    await rig.mine(CONFIRMATIONS);
    expect((await proven()).faults).toEqual([]);
    expect(await changed(before)).toEqual({ cold: 45n * E18, hot: 25n * E18, funded: 70n * E18 });
    const { books, held } = await proven();
    expect(held).toEqual(books);
  });

  it('lets nothing that waits for its confirmations hide what is missing, until two persons have settled the loss', async () => {
    const [robbed, other] = [await credited(60n * E18), await rig.newUser()];
    await rig.pay(other.address, 11_000n * E18); // waits for 240
    await rig.mine(CONFIRMATIONS);
    expect((await proven()).faults).toEqual([]);
    const before = await booksNow();
    const txid = await rig.payFrom(robbed.address, rig.payer.toLowerCase(), 60n * E18);
    await rig.mine(CONFIRMATIONS);
    const { faults } = await proven();
    expect(faults).toHaveLength(2);
    expect(faults[0]).toContain(`transaction ${txid} took 60 USDT from the deposit address ${robbed.address}`);
    expect(faults[1]).toMatch(new RegExp(`60 less than the books say \\(${robbed.address}\\)$`));
    expect(await changed(before)).toEqual({});
    const id = Number(/op custody settle move:(\d+)/.exec(faults[0]!)?.[1]);
    const settle = () => moneyTransaction(rig.pool, (client) => settleMove(client, id, rig.clock.nowMs()));
    expect([await settle(), await settle()]).toEqual([true, false]);
    expect(await changed(before)).toEqual({ pending_in: -60n * E18, adjust: 60n * E18 });
    expect((await proven()).faults).toEqual([]);
    // Who was robbed can pay in again.
    await rig.pay(robbed.address, 5n * E18);
    await rig.mine(240);
    expect((await proven()).faults).toEqual([]);
    expect(await rig.available(robbed.userId)).toBe(65n * E18);
  });

  /** Of a deposit address with gas of its own. */
  async function signerOf(address: string) {
    const { index } = (await rig.deposits.addressesAbove(-1)).find((one) => one.address === address)!;
    const signer = rig.keys.depositSigner!(index);
    await rig.client.setBalance({ address: address as Address, value: E18 });
    const fees = { maxFeeWei: 3_000_000_000n, tipWei: 3_000_000_000n };
    return async (nonce: number, to: string, data: string) =>
      (await signer.sign({ nonce, to, data, valueWei: 0n, gas: 300_000n, ...fees })).raw as Hex;
  }

  it('takes a booked log out of the books whose place another log of the same transaction has after a reorganisation', async () => {
    const { address } = await credited(50n * E18);
    const batcher = '0xba7c400000000000000000000000000000000003';
    const { abi, runtime } = rig.odd['Batcher']!;
    await rig.client.setCode({ address: batcher, bytecode: runtime });
    const sign = await signerOf(address);
    const approve = encodeFunctionData({ abi: rig.token, functionName: 'approve', args: [batcher, 50n * E18] });
    const pay = encodeFunctionData({ abi, functionName: 'pay', args: [TOKEN, [hot(), COLD], [30n * E18, 20n * E18]] });
    await rig.client.sendRawTransaction({ serializedTransaction: await sign(0, TOKEN, approve) });
    await rig.call(TOKEN, rig.token, 'mint', [rig.payer, E18]);
    const before = await booksNow();
    const snapshot = await rig.client.snapshot();
    const raw = await sign(1, batcher, pay);
    const txid = await rig.client.sendRawTransaction({ serializedTransaction: raw });
    await rig.mine(CONFIRMATIONS);
    expect((await proven()).faults).toEqual([]);
    expect(await changed(before)).toEqual({ hot: 30n * E18, cold: 20n * E18, pending_in: -50n * E18 });
    await rig.client.revert({ id: snapshot });
    await getAhead(rig);
    await rig.client.sendRawTransaction({ serializedTransaction: raw });
    await rig.mine(40); // deeper than what is read in every round
    // While one of the nodes has not heard of it, nothing is taken back.
    await rig.jobs({ second: (node) => ({ ...node, receipt: async () => null }) }).scan();
    expect((await rowsOf(txid)).filter(({ status }) => status === 'orphaned')).toEqual([]);
    await turn.scan();
    await turn.scan();
    const { books, faults, held } = await proven();
    expect([faults, held]).toEqual([[], books]);
    expect(await changed(before)).toEqual({ hot: 30n * E18, cold: 20n * E18, pending_in: -50n * E18 });
    const found = await rig.pool.query('select log_index, receiver, status from own_moves where txid = $1 order by 1', [
      txid,
    ]);
    expect(found.rows).toEqual([
      { log_index: 0, receiver: hot(), status: 'orphaned' },
      { log_index: 1, receiver: hot(), status: 'booked' },
      { log_index: 2, receiver: COLD, status: 'booked' },
    ]);
  });

  it('takes back and moves only what is still in the block that was judged', async () => {
    const { address } = await credited(7n * E18);
    const txid = await rig.payFrom(address, hot(), 7n * E18);
    await rig.mine(CONFIRMATIONS);
    await turn.scan();
    const before = await booksNow();
    const [move] = (await rig.moves.since(0)).filter((one) => one.txid === txid);
    const stale = { ...move!, block: { number: move!.block.number - 1, hash: `0x${'34'.repeat(32)}` } };
    expect(await rig.moves.takeBack(stale, rig.clock.nowMs())).toBe(false);
    await rig.moves.relocate(stale, { number: 1, hash: `0x${'56'.repeat(32)}` });
    expect((await rig.moves.since(0)).filter((one) => one.txid === txid)).toEqual([move]);
    expect(await changed(before)).toEqual({});
    // What is not booked takes the facts that were read last.
    const { id, status, comesFrom, goesTo, ...facts } = move!;
    const read = { ...facts, txid: `0x${'9a'.repeat(32)}` };
    const noted = (rawE18: bigint) => rig.moves.note([{ ...read, rawE18 }], 0);
    expect([(await noted(5n)).length, (await noted(5n)).length]).toEqual([1, 0]);
    expect(await noted(6n)).toMatchObject([{ rawE18: 6n }]);
    await rig.pool.query('delete from own_moves where txid = $1', [read.txid]);
  });

  it('is not taken in by transfers of nothing, which anybody can have the token tell of', async () => {
    const { address } = await credited(3n * E18);
    await rig.call(TOKEN, transferFrom, 'transferFrom', [address, rig.payer, 0n]);
    await rig.mine(CONFIRMATIONS);
    const from = address as Address;
    const told = await rig.client.getLogs({ address: TOKEN, event: rig.transferEvent, args: { from }, fromBlock: 0n });
    expect(told).toHaveLength(1);
    expect((await proven()).faults).toEqual([]);
  });

  it('does nothing while the nodes do not tell the same of it', async () => {
    const { address } = await credited(8n * E18);
    const before = await booksNow();
    const txid = await rig.payFrom(address, hot(), 8n * E18);
    await rig.mine(CONFIRMATIONS);
    const lies: Record<string, (node: RpcNode) => Partial<RpcNode>> = {
      'hides it': () => ({ transfersOf: async () => [] }),
      'tells of less': (node) => ({
        transfersOf: async (...asked) =>
          (await node.transfersOf(...asked)).map((one) => ({ ...one, rawE18: one.rawE18 - 1n })),
      }),
      'does not know it': () => ({ receipt: async () => null }),
    };
    for (const [lie, spoil] of Object.entries(lies)) {
      const liar = rig.jobs({ second: (node) => ({ ...node, ...spoil(node) }) });
      await liar.scan().catch(() => undefined);
      await liar.prove().catch(() => undefined);
      expect([lie, await changed(before)]).toEqual([lie, {}]);
      // What was not read is not judged.
      expect([lie, (await rig.books.newest())!.faults]).toEqual([lie, []]);
    }
    expect((await proven()).faults).toEqual([]);
    expect(await changed(before)).toEqual({ hot: 8n * E18, pending_in: -8n * E18 });
    expect((await rowsOf(txid)).map(({ status }) => status)).toEqual(['booked']);
  });
});
