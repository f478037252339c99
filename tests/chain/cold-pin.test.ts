// Who names an address as cold storage does not make a theft of before a move between wallets of ours, and is heard.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settleMove } from '../../apps/server/src/adapters/postgres/custody/own-moves.ts';
import { moneyTransaction } from '../../apps/server/src/adapters/postgres/ledger/ledger-post.ts';
import { pinChain } from '../../apps/server/src/wiring/pin-chain.ts';
import { showCustody } from '../../commands/op/custody-command.ts';
import { COLD, CONFIRMATIONS, type CustodyRig, E18, startCustodyRig } from './custody-rig.ts';
import { anvil, mayBeWithoutChain } from './local-chain.ts';

describe.skipIf(anvil === undefined && mayBeWithoutChain)('the pin of cold storage (needs anvil)', () => {
  let rig: CustodyRig;
  let turn: ReturnType<CustodyRig['jobs']>;
  beforeAll(async () => {
    rig = await startCustodyRig();
    turn = rig.jobs();
    await rig.pool.query('update chain_pins set cold_wallet = null, cold_since_block = null');
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
  async function pinned(): Promise<string[]> {
    const said: string[] = [];
    const { latest } = await rig.chain.heads();
    const deps = { deposits: rig.deposits, log: (_: 'error', message: string) => void said.push(message) };
    const head = { number: latest, hash: (await rig.chain.hashOf(latest))! };
    expect(await pinChain(deps, rig.pin, head, rig.clock.nowMs())).toBeNull();
    return said;
  }
  async function shown(): Promise<string> {
    const said: string[] = [];
    const { clock, pool, settings } = rig;
    const deps = { clock, pool, settings, options: {}, say: (line: string) => void said.push(line) };
    await showCustody(deps).catch((error: Error) => said.push(error.message));
    return said.join('\n');
  }
  const booked = async (part: string) =>
    (await rig.ledger.sums()).accounts.find((one) => one.house && one.part === part)?.balanceE18 ?? 0n;

  it('leaves what went there before a fault that two persons settle, and books what goes there later', async () => {
    const { address } = await rig.newUser();
    await rig.pay(address, 60n * E18);
    await rig.mine(CONFIRMATIONS);
    expect((await proven()).faults).toEqual([]);
    const txid = await rig.payFrom(address, COLD, 50n * E18);
    await rig.mine(CONFIRMATIONS);
    const { faults } = await proven();
    expect(faults[0]).toContain(`transaction ${txid} took 50 USDT from the deposit address ${address}`);
    expect(await shown()).not.toContain('pinned');

    const { latest } = await rig.chain.heads();
    expect(await pinned()).toEqual([`COLD STORAGE IS PINNED: ${COLD}, from block ${latest} on, and cannot be changed`]);
    expect(await pinned()).toEqual([]);
    expect(await shown()).toContain(`cold storage is pinned at ${COLD}, from block ${latest} on`);
    await rig.mine(CONFIRMATIONS);
    expect((await proven()).faults).toEqual(faults);
    expect(await booked('cold')).toBe(0n);

    await rig.payFrom(address, COLD, 4n * E18);
    await rig.mine(CONFIRMATIONS);
    expect((await proven()).faults[0]).toBe(faults[0]);
    expect(await booked('cold')).toBe(4n * E18);
    const id = Number(/op custody settle move:(\d+)/.exec(faults[0]!)?.[1]);
    await moneyTransaction(rig.pool, (client) => settleMove(client, id, rig.clock.nowMs()));
    expect((await proven()).faults).toEqual([]);
    expect([await booked('adjust'), await booked('cold')]).toEqual([50n * E18, 54n * E18]);
  });

  it('keeps the block of the first pin, whoever starts later', async () => {
    const first = await rig.deposits.coldPin();
    await rig.mine(3);
    expect(await pinned()).toEqual([]);
    expect(await rig.deposits.coldPin()).toEqual(first);
  });
});
