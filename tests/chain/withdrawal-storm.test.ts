// Many withdrawals while everything fails at once: the sender's process is killed (SIGKILL), the chain takes back up to 20
// blocks, transactions are dropped or stuck for their fee, one node lies and lags and the other loses what it is sent. Paid =
// requested, each once, and nonces have no gap. `WITHDRAWALS=1000 npx vitest run tests/chain/withdrawal-storm.test.ts` is
// the long run; it prints what was done.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WithdrawalRow } from '../../apps/server/src/ports/withdrawal-store.ts';
import { type Running, run } from '../trading/processes.ts';
import { random } from '../trading/tape.ts';
import { CONFIRMATIONS, type CustodyRig, E18, startCustodyRig, TOKEN } from './custody-rig.ts';
import { anvil, mayBeWithoutChain } from './local-chain.ts';
import { type Judge, type RpcProxy, startRpcProxy } from './rpc-proxy.ts';
import { approvedWithdrawal, expectPaidOnce, paidTransfers } from './withdrawal-cases.ts';

const MANY = Number(process.env['WITHDRAWALS'] ?? 40);
const SEED = Number(process.env['WITHDRAWALS_SEED'] ?? 7);
const AT_ONCE = 60;
const KILLS = Math.max(2, Math.round(MANY / 50));
const DEEPEST = 20;
const next = random(SEED);
const below = (count: number): number => Math.floor(next() * count);
const done = { kills: 0, reorganisations: 0, deepest: 0, drops: 0, spikes: 0, lies: 0, lost: 0 };

/** It says that it took what it threw away, and breaks before or after it did what it was asked for. */
const forgetful: Judge = async (call, ask) => {
  const fate = call.method === 'eth_sendRawTransaction' ? below(100) : 100;
  if (fate < 20) done.lost += 1;
  if (fate < 10) return { result: `0x${'0'.repeat(64)}` };
  if (fate < 15) return undefined;
  const told = await ask();
  return fate < 20 ? undefined : told;
};

const hex = (value: number): string => `0x${value.toString(16)}`;
const lies: Record<string, (result: never) => unknown> = {
  eth_blockNumber: (head: string) => hex(Math.max(0, Number(head) - 5)),
  eth_getTransactionCount: (count: string) => hex(Number(count) + 3),
  eth_getBlockByNumber: (block: object | null) => block && { ...block, hash: `0x${'ab'.repeat(32)}` },
  eth_call: (word: string) => `${word.slice(0, -2)}ff`,
  eth_getTransactionReceipt: (receipt: { status: string } | null) =>
    below(2) === 0 ? null : receipt && { ...receipt, status: hex(1 - Number(receipt.status)) },
};
const liar: Judge = async (call, ask) => {
  const lie = lies[call.method];
  if (lie === undefined || below(100) >= 4) return ask();
  done.lies += 1;
  const { result } = await ask();
  return { result: lie(result as never) };
};

describe.skipIf(anvil === undefined && mayBeWithoutChain)('a storm of withdrawals (needs anvil)', () => {
  let rig: CustodyRig;
  const proxies: RpcProxy[] = [];
  let sender: Running;
  const rows: WithdrawalRow[] = [];
  /** From which the chain can be begun again, by the block they stand at. */
  let marks: { readonly id: `0x${string}`; readonly block: number }[] = [];

  beforeAll(async () => {
    rig = await startCustodyRig();
    await rig.fillHot(10_000_000n * E18);
    proxies.push(await startRpcProxy(rig.local.url, forgetful), await startRpcProxy(rig.local.url, liar));
    await start();
  }, 180_000);
  afterAll(async () => {
    await sender?.kill();
    for (const proxy of proxies) await proxy.stop();
    await rig?.stop();
  });

  async function start(): Promise<void> {
    sender = await run('tests/chain/sender-process.ts', [], {
      DATABASE_URL: rig.databaseUrl,
      CHAIN_RPC_URL: proxies[0]!.url,
      CHAIN_RPC_URL_2: proxies[1]!.url,
      CHAIN_USDT: TOKEN,
      CUSTODY_SEED_FILE: rig.seedFile,
    });
  }
  /** The comparison of the chain with the books ran all the while and never found anything. */
  async function killSender(): Promise<void> {
    await sender.kill();
    expect(sender.said()).not.toContain('the chain and the books');
  }
  async function killAndStart(): Promise<void> {
    await killSender();
    done.kills += 1;
    await start();
  }
  const height = async () => Number(await rig.client.getBlockNumber());
  const count = async (what: string): Promise<number> =>
    (await rig.pool.query<{ n: number }>(`select count(*)::integer as n from ${what}`)).rows[0]!.n;
  const confirmed = () => count(`withdrawals where status = 'confirmed'`);
  async function approve(many: number): Promise<void> {
    for (let one = 0; one < many; one += 1) {
      rows.push(await approvedWithdrawal(rig, BigInt(20 + below(900)) * E18 + BigInt(below(1_000)) * 10n ** 12n));
    }
  }
  async function reorganise(mark: { readonly id: `0x${string}`; readonly block: number }): Promise<void> {
    done.deepest = Math.max(done.deepest, (await height()) - mark.block);
    await rig.client.revert({ id: mark.id });
    marks = marks.filter(({ block }) => block < mark.block);
    await rig.mine();
    done.reorganisations += 1;
  }
  async function spikeFees(): Promise<void> {
    await rig.client.setNextBlockBaseFeePerGas({ baseFeePerGas: 10_000_000_000n });
    await rig.mine();
    done.spikes += 1;
  }
  async function dropAll(): Promise<void> {
    await rig.client.request({ method: 'anvil_dropAllTransactions' as never, params: [] as never });
    done.drops += 1;
  }

  /** One beat of the storm. */
  async function beat(): Promise<void> {
    const fate = below(100);
    if (fate < 6) await spikeFees();
    else if (fate < 14) await dropAll();
    else if (fate < 24) {
      const head = await height();
      const within = marks.filter(({ block }) => head - block <= DEEPEST);
      if (within.length > 0) await reorganise(within[below(within.length)]!);
    } else await rig.mine(1 + below(3));
    if (below(4) === 0) marks.push({ id: await rig.client.snapshot(), block: await height() });
    await sleep(50); // the sender's turn
  }

  it(`of ${MANY} pays each once`, { timeout: 7_200_000 }, async () => {
    const begin = await rig.chain.minedNonce(rig.keys.hot.address);
    await approve(Math.min(AT_ONCE, MANY));
    // Surely once: what is on its way becomes too cheap, and is replaced at the same nonce.
    await expect.poll(() => count('chain_raws where sent_at is not null'), { timeout: 60_000 }).toBeGreaterThan(0);
    await spikeFees();
    await expect.poll(() => count('chain_raws where attempt > 1'), { timeout: 60_000 }).toBeGreaterThan(0);

    for (let ended = 0; ended < MANY; ended = await confirmed()) {
      await beat();
      await approve(Math.min(MANY - rows.length, AT_ONCE - (rows.length - ended)));
      if (done.kills < KILLS && ended >= (done.kills * MANY) / KILLS) await killAndStart();
    }
    // Surely once: the chain takes back what is booked, deeper than the confirmations that were waited for.
    const mark = { id: await rig.client.snapshot(), block: await height() };
    await approve(3);
    await expect.poll(() => count(`withdrawals where status = 'broadcast'`), { timeout: 60_000 }).toBe(3);
    // What the last beats took back after its end is on its way again beside them.
    const waiting = async () => (await rig.client.getTxpoolStatus()).pending;
    await expect.poll(waiting, { timeout: 60_000 }).toBeGreaterThanOrEqual(3);
    await rig.mine(CONFIRMATIONS + 1);
    const mined = async () => {
      await rig.mine();
      return confirmed();
    };
    await expect.poll(mined, { timeout: 60_000, interval: 100 }).toBe(MANY + 3);
    await reorganise(mark);
    expect(await paidTransfers(rig)).toHaveLength(MANY);
    const settled = async () => {
      await rig.mine();
      return (await paidTransfers(rig)).length === rows.length && (await rig.outbox.open()).length === 0;
    };
    await expect.poll(settled, { timeout: 120_000, interval: 100 }).toBe(true);
    await killSender();
    await expectPaidOnce(rig, rows, begin);
    await rig.jobs().prove();
    const { books, faults, held } = (await rig.books.newest())!;
    expect([held, faults]).toEqual([books, []]);
    const replaced = await count('chain_raws where attempt > 1');
    if (MANY > 100) process.stdout.write(`${JSON.stringify({ withdrawals: rows.length, replaced, ...done })}\n`);
  });
});
