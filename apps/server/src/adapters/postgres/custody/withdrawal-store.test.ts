// Asking for a withdrawal, against PostgreSQL: one request is one withdrawal, however often and however late it comes.
import { adjustJournal } from '@cormorant/core/ledger/change-journals.ts';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type OneUserDatabase, openOneUserDatabase } from '../../../../test/one-user-database.ts';
import type { WithdrawalStore } from '../../../ports/withdrawal-store.ts';
import { createLedgerStore } from '../ledger/ledger-store.ts';
import { createChainOutbox } from './chain-outbox.ts';
import { createWithdrawalStore } from './withdrawal-store.ts';

const E18 = 10n ** 18n;
const NOW = 1_793_000_000_000;
let database: OneUserDatabase;
let pool: Pool;
let userId: number;
let store: WithdrawalStore;
let made = 0;
beforeAll(async () => {
  database = await openOneUserDatabase(8);
  ({ pool, userId } = database);
  store = createWithdrawalStore(pool);
  await createLedgerStore(pool).post([adjustJournal(1, userId, 'available', 100n * E18, 'test')], NOW);
});
afterAll(() => database.close());

function submit(requestId: string) {
  made += 1;
  return store.submit({
    ...{ sn: `W261122${String(made).padStart(8, '0')}`, requestId, userId, network: 'BEP20' },
    ...{ address: `0x${'ab'.repeat(20)}`, label: null, amountE18: 30n * E18, feeE18: E18 },
    ...{ dailyE18: 1_000n * E18, dayStartMs: 0, nowMs: NOW },
  });
}
const frozen = async () => (await createLedgerStore(pool).holdingsOf(userId)).holdings.frozen;

test('one request is one withdrawal: at once, while it is under way, after its end and after a stop', async () => {
  const all = await Promise.all(Array.from({ length: 8 }, () => submit('r1')));
  expect(all.filter(({ state }) => state === 'done')).toHaveLength(1);
  expect(all.filter(({ state }) => state === 'before')).toHaveLength(7);
  expect(await submit('r2')).toEqual({ state: 'in_progress' });
  await pool.query(`update withdrawals set status = 'confirmed'`);
  await pool.query(`update users set withdraw_stop = 'looked at' where id = $1`, [userId]);
  expect(await submit('r1')).toMatchObject({ state: 'before', row: { amountE18: 30n * E18, status: 'confirmed' } });
  expect(await submit('r2')).toEqual({ state: 'stopped' });
  await pool.query(`update users set withdraw_stop = '' where id = $1`, [userId]);
  expect(await store.listOf(userId, 10)).toHaveLength(1);
  expect(await frozen()).toBe(30n * E18);
});

test('a nonce is given out although somebody took its wallet and its withdrawal crosswise', async () => {
  const asked = await submit('r3');
  if (asked.state !== 'done') throw new Error(asked.state);
  const { address: target, id: refId } = asked.row;
  await pool.query(`update withdrawals set status = 'approved' where id = $1`, [refId]);
  const wallet = `0x${'cd'.repeat(20)}`;
  await pool.query('insert into chain_wallets (chain_id, wallet, next_nonce) values (56, $1, 7)', [wallet]);
  const other = await pool.connect();
  try {
    // It is the other one that is ended.
    await other.query(`begin; set local deadlock_timeout = '1min'; select 1 from chain_wallets for update`);
    const send = { purpose: 'withdraw', refId, wallet, target, tokenE18: 29n * E18, valueWei: 0n, gas: 1n } as const;
    const given = createChainOutbox(pool).reserve(send, { firstNonce: 7, funds: null }, NOW);
    await vi.waitFor(async () => {
      const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      expect((await pool.query(waits)).rowCount).toBe(1);
    });
    await other.query('select 1 from withdrawals where id = $1 for update', [refId]);
    await other.query('commit');
    expect(await given).toEqual({ state: 'done', nonce: 7 });
  } finally {
    other.release();
  }
});
