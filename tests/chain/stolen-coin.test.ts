// Coin that is stolen off deposit addresses: the loss is settled whenever two persons agree, stands once in the books, and what
// comes to a robbed address is not sent after it.
import { type Address, encodeFunctionData, type Hex, parseAbi } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settleMove } from '../../apps/server/src/adapters/postgres/custody/own-moves.ts';
import { moneyTransaction } from '../../apps/server/src/adapters/postgres/ledger/ledger-post.ts';
import { CONFIRMATIONS, type CustodyRig, E18, startCustodyRig, TOKEN } from './custody-rig.ts';
import { anvil, mayBeWithoutChain } from './local-chain.ts';

const transferFrom = parseAbi(['function transferFrom(address from, address to, uint256 value) returns (bool)']);

describe.skipIf(anvil === undefined && mayBeWithoutChain)('stolen coin (needs anvil)', () => {
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
  async function credited(rawE18: bigint) {
    const user = await rig.newUser();
    await rig.pay(user.address, rawE18);
    await rig.mine(CONFIRMATIONS);
    await turn.scan();
    return user;
  }
  const booked = async (part: string) =>
    (await rig.ledger.sums()).accounts.find((one) => one.house && one.part === part)?.balanceE18 ?? 0n;
  function settled(fault: string): Promise<boolean> {
    const id = Number(/op custody settle move:(\d+)/.exec(fault)?.[1]);
    return moneyTransaction(rig.pool, (client) => settleMove(client, id, rig.clock.nowMs()));
  }
  const offeredOf = async (address: string) =>
    (await rig.outbox.sweepable(E18)).filter((one) => one.address === address).map(({ amountE18 }) => amountE18);
  /** The first transaction of a deposit address, with gas of its own. */
  async function sign(address: string, data: Hex): Promise<Hex> {
    const { index } = (await rig.deposits.addressesAbove(-1)).find((one) => one.address === address)!;
    await rig.client.setBalance({ address: address as Address, value: E18 });
    const fees = { maxFeeWei: 3_000_000_000n, tipWei: 3_000_000_000n };
    const call = { nonce: 0, to: TOKEN, data, valueWei: 0n, gas: 300_000n, ...fees };
    return (await rig.keys.depositSigner!(index).sign(call)).raw as Hex;
  }

  it('lets a theft be settled before what was stolen is credited, and keeps nothing of it to be swept', async () => {
    await rig.fillHot(12_000n * E18); // the owner has put in what makes up for it
    await rig.mine(CONFIRMATIONS);
    expect((await proven()).faults).toEqual([]);
    const { address, userId } = await rig.newUser();
    await rig.pay(address, 12_000n * E18);
    await rig.payFrom(address, rig.payer.toLowerCase(), 12_000n * E18);
    await rig.mine(CONFIRMATIONS);
    const { faults } = await proven();
    expect(await settled(faults[0]!)).toBe(true);
    expect((await proven()).faults).toEqual([]);
    await rig.mine(240);
    const { books, faults: later, held } = await proven();
    expect([later, held]).toEqual([[], books]);
    expect(await rig.available(userId)).toBe(12_000n * E18);
    expect([await booked('adjust'), await booked('pending_in')]).toEqual([12_000n * E18, 0n]);
    expect(await offeredOf(address)).toEqual([]);
  });
  it('tells a sweep that found nothing any more, and begins none anew where the loss is not settled', async () => {
    const { address } = await credited(15n * E18);
    // The thief makes no transaction of the address when it counts: the nonce of the sweep stays free.
    const approve = encodeFunctionData({ abi: rig.token, functionName: 'approve', args: [rig.payer, 15n * E18] });
    await rig.client.sendRawTransaction({ serializedTransaction: await sign(address, approve) });
    await rig.mine();
    await turn.sweep();
    await rig.call(TOKEN, transferFrom, 'transferFrom', [address, rig.payer, 15n * E18]);
    await turn.send();
    await rig.mine(CONFIRMATIONS);
    await turn.send();
    expect(rig.faults.join('\n')).toMatch(/sweep \d+, nonce \d+: reverted in block \d+/);
    const { faults } = await proven();
    expect(faults).toHaveLength(2);
    await turn.sweep();
    expect(await rig.outbox.sweepsUnderWay()).toEqual([]);
    await settled(faults[0]!);
    expect((await proven()).faults).toEqual([]);
    expect(await offeredOf(address)).toEqual([]);
  });

  it('sweeps nothing of an address that was robbed until the loss is settled, and what came there later after it', async () => {
    const { address } = await credited(20n * E18);
    expect(await offeredOf(address)).toEqual([20n * E18]);
    await rig.payFrom(address, rig.payer.toLowerCase(), 6n * E18);
    await rig.pay(address, 4n * E18);
    await rig.mine(CONFIRMATIONS);
    const { faults } = await proven();
    expect(await offeredOf(address)).toEqual([]);
    await settled(faults[0]!);
    expect((await proven()).faults).toEqual([]);
    expect(await offeredOf(address)).toEqual([18n * E18]);
  });
});
