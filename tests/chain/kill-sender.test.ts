// The sender of withdrawals is a process of its own and is killed (SIGKILL) surely between two of its steps: before it signs,
// before a signature is stored, before it leaves, before that is noted, and before its end is booked. What was asked for is
// paid once, and nonces have no gap.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WithdrawalRow } from '../../apps/server/src/ports/withdrawal-store.ts';
import { NO_VENUE } from '../api/api-server.ts';
import { type Running, runServer } from '../trading/processes.ts';
import { CONFIRMATIONS, type CustodyRig, E18, startCustodyRig, TOKEN } from './custody-rig.ts';
import { anvil, mayBeWithoutChain } from './local-chain.ts';
import { type RpcProxy, startRpcProxy } from './rpc-proxy.ts';
import { approvedWithdrawal, expectPaidOnce } from './withdrawal-cases.ts';

const EACH = 3;

describe.skipIf(anvil === undefined && mayBeWithoutChain)('a sender that is killed (needs anvil)', () => {
  let rig: CustodyRig;
  let proxy: RpcProxy;
  let sender: Running;
  beforeAll(async () => {
    rig = await startCustodyRig();
    await rig.fillHot(1_000_000n * E18);
    proxy = await startRpcProxy(rig.local.url);
  }, 120_000);
  afterAll(async () => {
    await sender?.kill();
    await proxy?.stop();
    await rig?.stop();
  });

  const start = () =>
    runServer(rig.databaseUrl, NO_VENUE, 'jobs', '', {
      CHAIN_RPC_URL: proxy.url,
      CHAIN_USDT: TOKEN,
      DEPOSIT_XPUB: rig.xpub,
      CUSTODY_SEED_FILE: rig.seedFile,
      LOG_LEVEL: 'silent',
    });

  /** Holds every statement on the table; answers the kill's moment, and what lets go. */
  async function holdTable(table: string): Promise<{ reached: Promise<void>; release: () => Promise<void> }> {
    const holder = await rig.pool.connect();
    await holder.query(`begin; lock table ${table} in share row exclusive mode`);
    const waits = `select 1 from pg_locks where not granted and relation = '${table}'::regclass`;
    const reached = expect
      .poll(async () => (await rig.pool.query(waits)).rowCount, { timeout: 60_000, interval: 20 })
      .toBeGreaterThan(0);
    return {
      reached: Promise.resolve(reached),
      release: async () => {
        await holder.query('rollback');
        holder.release();
      },
    };
  }

  interface Point {
    /** Makes the process stand there. */
    readonly arm: () => Promise<{ reached: Promise<void>; release?: () => Promise<void> }>;
    /** What has been done by then: signatures stored, noted as sent, and withdrawals confirmed. */
    readonly done: (figures: { stored: number; sent: number; confirmed: number }) => boolean;
  }
  const points: Record<string, Point> = {
    'before it signs': {
      arm: async () => ({ reached: proxy.hold('eth_gasPrice', 'before') }),
      done: ({ stored }) => stored === 0,
    },
    'signed and not stored': { arm: () => holdTable('chain_raws'), done: ({ stored }) => stored === 0 },
    'stored and not sent': {
      arm: async () => ({ reached: proxy.hold('eth_sendRawTransaction', 'before') }),
      done: ({ stored, sent }) => stored > 0 && sent === 0,
    },
    'sent and not noted': {
      arm: async () => ({ reached: proxy.hold('eth_sendRawTransaction', 'after') }),
      done: ({ stored, sent }) => stored > 0 && sent === 0,
    },
    'deep and not booked': {
      arm: async () => {
        await rig.mine(CONFIRMATIONS);
        return holdTable('ledger_journals');
      },
      done: ({ confirmed }) => confirmed === 0,
    },
  };
  const FIGURES = `
    select count(*)::integer as stored, count(sent_at)::integer as sent,
      (select count(*)::integer from withdrawals where status = 'confirmed') as confirmed from chain_raws`;

  it('between any two steps pays what was asked for, once, without a gap', { timeout: 240_000 }, async () => {
    const begin = await rig.chain.minedNonce(rig.keys.hot.address);
    const rows: WithdrawalRow[] = [];
    for (const [name, { arm, done }] of Object.entries(points)) {
      for (let one = 0; one < EACH; one += 1) rows.push(await approvedWithdrawal(rig, BigInt(20 + rows.length) * E18));
      const { reached, release } = await arm();
      sender = await start();
      await reached;
      await sender.kill();
      await release?.();
      const [figures] = (await rig.pool.query(FIGURES)).rows;
      expect(done(figures), `${name}: ${JSON.stringify(figures)}`).toBe(true);
      await rig.mine();
    }
    sender = await start();
    const ended = async () => {
      await rig.mine();
      const found = await rig.pool.query(`select count(*)::integer as n from withdrawals where status = 'confirmed'`);
      return found.rows[0].n;
    };
    await expect.poll(ended, { timeout: 60_000, interval: 100 }).toBe(rows.length);
    await sender.kill();
    await expectPaidOnce(rig, rows, begin);
  });
});
