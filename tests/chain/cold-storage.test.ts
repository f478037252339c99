// Cold storage by the commands of operators: two persons, one nonce, one transfer, in the books and in the comparison with the
// chain; what the chain turns round after it was booked stays a fault until two persons have settled it.
import type { Address } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { custodyState } from '../../apps/server/src/jobs/prove-custody.ts';
import { sendCold } from '../../apps/server/src/jobs/send-cold.ts';
import { ChainStateMissing } from '../../apps/server/src/ports/money-chain.ts';
import { commandOf, runCommand } from '../../commands/op/commands.ts';
import { COLD, CONFIRMATIONS, type CustodyRig, E18, startCustodyRig } from './custody-rig.ts';
import { anvil, mayBeWithoutChain } from './local-chain.ts';
import { approvedWithdrawal } from './withdrawal-cases.ts';

describe.skipIf(anvil === undefined && mayBeWithoutChain)('cold storage (needs anvil)', () => {
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
  /** What a command says, given by an operator whose token is its name. */
  async function op(text: string, by = ''): Promise<string> {
    const said: string[] = [];
    const [words = '', ...pairs] = text.split(' --');
    const given = Object.fromEntries(pairs.map((pair) => [pair.split(' ')[0], pair.split(' ').slice(1).join(' ')]));
    const own = by === '' ? {} : { by, token: by, reason: 'because' };
    const { clock, pool, settings } = rig;
    const deps = { clock, pool, settings, options: { ...own, ...given }, say: (line: string) => void said.push(line) };
    await runCommand(commandOf(words.split(' ')), deps);
    return said.join('\n');
  }
  const asked = async (text: string, by = 'ann'): Promise<string> =>
    /request (\d+) waits/.exec(await op(text, by))?.[1] ?? '';
  async function approved(amount: number): Promise<void> {
    await op(`request approve ${await asked(`cold send --amount ${amount}`)}`, 'bob');
  }
  const newest = async () => (await rig.cold.newest(1))[0]!;
  const booked = async (part: string): Promise<bigint> => {
    const { accounts } = await rig.ledger.sums();
    return accounts.find((one) => one.house && one.part === part)?.balanceE18 ?? 0n;
  };
  async function untilFinal(): Promise<void> {
    await turn.send();
    await rig.mine(CONFIRMATIONS);
    await turn.send();
  }
  const told = (text: string) => rig.faults.filter((fault) => fault.includes(text)).length;

  it('takes two persons, says what it is about, and moves nothing before the second has agreed', async () => {
    const id = await asked('cold send --amount 300.5');
    expect(await op('request list')).toContain(`300.5 USDT to cold storage at ${COLD}  asked by ann: because`);
    await turn.toCold();
    expect(await rig.outbox.open()).toEqual([]);
    await expect(op(`request approve ${id}`, 'ann')).rejects.toThrow('somebody else');
    await op(`request approve ${id}`, 'bob');
    await expect(op(`request approve ${id}`, 'bob')).rejects.toThrow('decided before');
    for (const amount of ['0', '-1', '1e3', '1.123456789', 'x']) {
      await expect(op(`cold send --amount ${amount}`, 'ann')).rejects.toThrow('--amount');
    }
    expect(await op('audit list')).toContain(`bob  cold_send_approve ${COLD}`);
  });

  it('goes as one transfer with one nonce, and the proof is right at every block', async () => {
    await Promise.all([turn.toCold(), rig.jobs().toCold(), rig.jobs().toCold()]);
    const open = await rig.outbox.open();
    expect(open.map(({ nonce, purpose, target, tokenE18 }) => [purpose, nonce, target, tokenE18])).toEqual([
      ['cold', 0, COLD, 300n * E18 + E18 / 2n],
    ]);
    expect((await newest()).status).toBe('moving');
    for (let block = 0; block < 2 * CONFIRMATIONS; block += 1) {
      await turn.toCold();
      await turn.send();
      expect([block, (await proven()).faults]).toEqual([block, []]);
      await rig.mine();
    }
    expect((await newest()).status).toBe('done');
    expect(await rig.coinOf(COLD)).toBe(300n * E18 + E18 / 2n);
    expect([await booked('cold'), await booked('hot')]).toEqual([300n * E18 + E18 / 2n, 699n * E18 + E18 / 2n]);
    const { books, held } = await proven();
    expect(held).toEqual(books);
    expect(await op('custody show')).toContain('cold storage       300.5 USDT on the chain, 300.5 in the books');
    expect(await op('cold list')).toContain('300.5 USDT  done');
  });

  it('raises an alarm when coin leaves cold storage for elsewhere, and goes by the books when that is settled', async () => {
    const txid = await rig.payFrom(COLD, rig.payer.toLowerCase(), E18 / 2n);
    await rig.mine(CONFIRMATIONS);
    const { faults } = await proven();
    expect(faults[0]).toContain(`transaction ${txid} took 0.5 USDT from cold storage ${COLD}`);
    expect(faults[1]).toContain('on the chain cold storage held 300 USDT, 0.5 less than the books say');
    const id = await asked(`custody settle ${/move:\d+/.exec(faults[0]!)?.[0]}`);
    expect((await proven()).faults).toHaveLength(2);
    await op(`request approve ${id}`, 'bob');
    expect((await proven()).faults).toEqual([]);
    expect(await booked('adjust')).toBe(E18 / 2n);
    await expect(op(`request approve ${await asked('custody settle move:1')}`, 'bob')).rejects.toThrow(
      'nothing to settle',
    );
    await expect(op('custody settle everything', 'ann')).rejects.toThrow('send:NUMBER');
  });

  it('waits for coin that is not promised, told once, and can be called off', async () => {
    const row = await approvedWithdrawal(rig, 500n * E18);
    await turn.approveAndReserve();
    await approved(300);
    await turn.toCold();
    await turn.toCold();
    const { id, status } = await newest();
    expect(status).toBe('approved');
    expect(told(`cold storage ${id}, 300 USDT, waits: the hot wallet has promised too much`)).toBe(1);
    expect(await op(`cold cancel ${id}`, 'ann')).toContain('called off');
    await expect(op(`cold cancel ${id}`, 'ann')).rejects.toThrow('called off before');
    await turn.toCold();
    expect((await newest()).status).toBe('cancelled');
    await untilFinal();
    expect((await rig.withdrawals.byId(row.id))?.status).toBe('confirmed');
    expect((await proven()).faults).toEqual([]);
  });

  it('with a nonce is called off only by a transaction that pays nobody, and the books have what the chain has', async () => {
    const before = [await booked('cold'), await booked('hot')];
    await approved(10);
    await turn.toCold();
    const { id } = await newest();
    expect(await op(`cold cancel ${id}`, 'ann')).toContain('to be replaced by nothing');
    await untilFinal();
    expect((await newest()).status).toBe('failed');
    expect([await booked('cold'), await booked('hot')]).toEqual(before);
    expect((await proven()).faults).toEqual([]);
  });

  it('goes to no other address, whatever a row says', async () => {
    await approved(5);
    const { id } = await newest();
    const elsewhere = `0x${'77'.repeat(20)}`;
    await rig.pool.query('update cold_sends set target = $2 where id = $1', [id, elsewhere]);
    await turn.toCold();
    expect(told(`cold storage ${id}, 5 USDT, waits: its address is not COLD_ADDRESS`)).toBe(1);
    // Nor when the process that sends believes it: the pinned address decides.
    const deceived = sendCold({
      ...{ chain: rig.chain, cold: rig.cold, outbox: rig.outbox, clock: rig.clock, hotWallet: rig.keys.hot.address },
      ...{ coldWallet: elsewhere, mostFeeWei: 50_000_000_000n, log: () => {} },
    });
    await deceived();
    expect(await rig.outbox.open()).toEqual([]);
    await op(`cold cancel ${id}`, 'ann');
    const head = { number: 1, hash: `0x${'00'.repeat(32)}` };
    expect(await rig.deposits.pin({ ...rig.pin, coldWallet: elsewhere }, head, 0)).toBe('COLD_ADDRESS');
    expect(await rig.deposits.isOurs(COLD)).toBe(true);
  });

  it('keeps an ending that the chain turned round a fault, however deep, until two persons have settled it', async () => {
    const row = await approvedWithdrawal(rig, 40n * E18);
    await turn.approveAndReserve();
    const snapshot = await rig.client.snapshot();
    await untilFinal();
    expect((await rig.withdrawals.byId(row.id))?.status).toBe('confirmed');
    await rig.client.revert({ id: snapshot });
    await rig.mine(CONFIRMATIONS + 3);
    // Another signature of that nonce gets in: it pays nobody.
    await turn.send();
    const [send] = await rig.outbox.open();
    const cancel = await rig.keys.hot.sign({
      ...{ nonce: send!.nonce, to: rig.keys.hot.address, data: '0x', valueWei: 0n, gas: 21_000n },
      ...{ maxFeeWei: 40_000_000_000n, tipWei: 30_000_000_000n },
    });
    const raw = { txid: cancel.txid, attempt: send!.raws.length + 1, kind: 'cancel', raw: cancel.raw } as const;
    await rig.outbox.storeRaw(send!, { ...raw, fees: { maxFeeWei: 40_000_000_000n, tipWei: 30_000_000_000n } }, 0);
    await rig.chain.send(cancel.raw);
    await rig.mine(CONFIRMATIONS);
    await turn.send();
    const funded = await booked('funded');
    for (const deeper of [0, 1, 100]) {
      await rig.mine(deeper);
      expect((await proven()).faults).toEqual([
        `withdraw ${row.id}, nonce ${send!.nonce}: the books have it paid, and the chain has it replaced (op custody settle send:${send!.id})`,
      ]);
    }
    expect(await booked('funded')).toBe(funded);
    expect(await custodyState(rig.books, rig.clock.nowMs(), 0)).toBe('differs');
    expect(await rig.available(row.userId)).toBe(0n);
    const hotBefore = await booked('hot');
    await op(`request approve ${await asked(`custody settle send:${send!.id}`)}`, 'bob');
    expect(await rig.available(row.userId)).toBe(40n * E18);
    expect((await booked('hot')) - hotBefore).toBe(39n * E18);
    expect(await rig.withdrawals.byId(row.id)).toMatchObject({ status: 'failed', reason: 'replaced' });
    expect((await proven()).faults).toEqual([]);
    expect(await op('audit list')).toContain(`bob  settle_approve send:${send!.id}`);
    await expect(op(`request approve ${await asked(`custody settle send:${send!.id}`)}`, 'bob')).rejects.toThrow(
      'nothing to settle',
    );
  });

  it('says that it cannot compare, and not that coin is missing, where a node keeps no state of that block', async () => {
    const missing = () => Promise.reject(new ChainStateMissing());
    const pruned = rig.jobs({ second: (node) => ({ ...node, tokenBalance: missing, gasBalance: missing }) });
    const before = (await proven()).provenAtMs;
    rig.advance(60_000);
    await pruned.prove();
    await pruned.prove();
    expect((await rig.books.newest())?.provenAtMs).toBe(before);
    expect(await op('custody show')).toContain(
      'CANNOT COMPARE the chain with the books: a node keeps no state of blocks 15',
    );
    expect(told('the chain cannot be compared with the books: a node keeps no state')).toBe(1);
    expect(await custodyState(rig.books, rig.clock.nowMs(), 0)).toBe('agrees');
    expect(await custodyState(rig.books, rig.clock.nowMs() + 600_001, 0)).toBe('uncompared');
    await proven();
    expect(await op('custody show')).not.toContain('CANNOT COMPARE');
  });

  it('compares what there is before any wallet is known', async () => {
    const kept = await rig.pool.query('select hot_wallet, cold_wallet from chain_pins');
    await rig.pool.query('update chain_pins set hot_wallet = null, cold_wallet = null');
    const read = await rig.books.read(1);
    const bare = rig.jobs();
    const empty = { ...read.ledger, hotE18: 0n, coldE18: 0n, gasWei: 0n };
    expect([read.hotWallet, read.coldWallet]).toEqual([null, null]);
    const before = (await rig.books.newest())!.provenAtMs;
    rig.advance(1_000);
    await bare.prove();
    // These books know of coin in wallets that are unknown: told as missing, but told.
    const now = (await rig.books.newest())!;
    expect(now.provenAtMs).toBeGreaterThan(before);
    expect(now.held).toMatchObject({ hotE18: empty.hotE18, coldE18: empty.coldE18, gasWei: empty.gasWei });
    const { hot_wallet, cold_wallet } = kept.rows[0] as { hot_wallet: Address; cold_wallet: Address };
    await rig.pool.query('update chain_pins set hot_wallet = $1, cold_wallet = $2', [hot_wallet, cold_wallet]);
    expect((await proven()).faults).toEqual([]);
  });
});
