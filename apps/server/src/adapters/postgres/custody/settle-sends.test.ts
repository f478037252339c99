// The books take over how the chain has ended a send, for each purpose and either way: money, the row it is about and the
// send's ending change together, once.
import { adjustJournal } from '@cormorant/core/ledger/change-journals.ts';
import { withdrawFreezeJournal, withdrawRefundJournal } from '@cormorant/core/ledger/wallet-journals.ts';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openMigratedDatabase, type TestDatabase } from '../../../../../../tools/test-database.ts';
import { createLedgerStore } from '../ledger/ledger-store.ts';
import { openPool } from '../pool.ts';
import { AskedAgain, settleSend } from './settle-sends.ts';

const E18 = 10n ** 18n;
const ADDRESS = `0x${'ab'.repeat(20)}`;
let database: TestDatabase;
let pool: pg.Pool;
let userId = 0;
let nonce = 0;

beforeAll(async () => {
  database = await openMigratedDatabase();
  pool = openPool(database.url, 3, () => {});
  const made = await pool.query<{ id: number }>(
    `insert into users (sn, nickname, account, password_hash, avatar) values ('71234567', 'n', 'somebody', 'h', 'a01') returning id`,
  );
  userId = made.rows[0]!.id;
});
afterAll(async () => {
  await pool.end();
  await database.close();
});

const PARTS = ['hot', 'cold', 'pending_in', 'withdraw_fee', 'adjust'] as const;
async function booksNow(): Promise<Record<string, bigint>> {
  const { accounts } = await createLedgerStore(pool).sums();
  const house = PARTS.map((part) => [part, accounts.find((one) => one.house && one.part === part)?.balanceE18 ?? 0n]);
  const { holdings } = await createLedgerStore(pool).holdingsOf(userId);
  return Object.fromEntries([...house, ['available', holdings.available]]) as Record<string, bigint>;
}

/** As the chain has turned it round: `ending` is booked, and `chain` is true. */
async function turned(purpose: string, refId: number, ending: string, chain: string): Promise<number> {
  nonce += 1;
  const made = await pool.query<{ id: number }>(
    `insert into chain_sends (chain_id, wallet, nonce, purpose, ref_id, target, token, value_wei, gas, ending, created_at,
       ended_at, ended_block, ended_hash, cost_wei, chain_ending)
     values (56, $1, $2, $3, $4, $1, $5, 0, 1, $6, now(), now(), 9, $7, 1, $8) returning id`,
    [ADDRESS, nonce, purpose, refId, `${9n * E18}`, ending, `0x${String(nonce).padStart(64, '0')}`, chain],
  );
  return made.rows[0]!.id;
}

async function withdrawal(status: string): Promise<number> {
  const made = await pool.query<{ id: number }>(
    `insert into withdrawals (sn, user_id, network, address, amount, fee, status, created_at)
     values ($1, $2, 'BEP20', $3, 10, 1, $4, now()) returning id`,
    [`W${String(nonce).padStart(14, '0')}`, userId, ADDRESS, status],
  );
  return made.rows[0]!.id;
}

async function settle(sendId: number): Promise<boolean> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const settled = await settleSend(client, sendId, 1_793_000_000_000);
    await client.query('commit');
    return settled;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

/** What settling changes, in whole USDT; a second time it changes nothing. */
async function changes(sendId: number): Promise<Record<string, number>> {
  const before = await booksNow();
  expect([await settle(sendId), await settle(sendId)]).toEqual([true, false]);
  const now = await booksNow();
  const { lopsided, astray } = await createLedgerStore(pool).sums();
  expect([lopsided, astray]).toEqual([[], []]);
  return Object.fromEntries(
    Object.keys(now).flatMap((part) => {
      const by = (now[part] ?? 0n) - (before[part] ?? 0n);
      return by === 0n ? [] : [[part, Number(by / E18)]];
    }),
  );
}
const statusOf = async (table: string, id: number) =>
  (await pool.query<{ status: string }>(`select status from ${table} where id = $1`, [id])).rows[0]?.status;

it('gives back what was booked as paid and reached nobody', async () => {
  const id = await withdrawal('confirmed');
  expect(await changes(await turned('withdraw', id, 'paid', 'reverted'))).toEqual({
    ...{ available: 10, hot: 9, withdraw_fee: -1 },
  });
  expect(await statusOf('withdrawals', id)).toBe('failed');
});

it('takes what was given back and paid as well, as far as it is there; the rest is a loss', async () => {
  const [first, second] = [await withdrawal('failed'), await turned('gas', 77, 'paid', 'reverted')];
  expect(await changes(await turned('withdraw', first, 'replaced', 'paid'))).toEqual({
    ...{ available: -10, hot: -9, withdraw_fee: 1 },
  });
  expect(await statusOf('withdrawals', first)).toBe('confirmed');
  expect(await changes(second)).toEqual({});
  const more = await withdrawal('failed');
  expect(await changes(await turned('withdraw', more, 'reverted', 'paid'))).toEqual({
    ...{ adjust: 10, hot: -9, withdraw_fee: 1 },
  });
});

it('is refused while its owner has asked for another withdrawal, and takes what that froze once it was rejected', async () => {
  const given = adjustJournal(777, userId, 'available', 10n * E18, 'given back');
  await createLedgerStore(pool).post([given], 0);
  const twice = await turned('withdraw', await withdrawal('failed'), 'reverted', 'paid');
  const next = await withdrawal('approved');
  await createLedgerStore(pool).post([withdrawFreezeJournal({ withdrawId: next, userId, amountE18: 10n * E18 })], 0);
  const before = await booksNow();
  await expect(settle(twice)).rejects.toThrow(AskedAgain);
  await expect(settle(twice)).rejects.toThrow(`op withdraw reject W${String(nonce).padStart(14, '0')}`);
  expect(await booksNow()).toEqual(before);
  await createLedgerStore(pool).post([withdrawRefundJournal({ withdrawId: next, userId, amountE18: 10n * E18 })], 0);
  await pool.query(`update withdrawals set status = 'rejected' where id = $1`, [next]);
  expect(await changes(twice)).toEqual({ available: -10, hot: -9, withdraw_fee: 1 });
});

it('puts coin of a sweep and of cold storage where the chain has it, and moves nothing between two failures', async () => {
  const sweep = await pool.query<{ id: number }>(
    `insert into sweeps (user_id, address, amount, status, created_at, ended_at)
     values ($1, $2, 9, 'done', now(), now()) returning id`,
    [userId, ADDRESS],
  );
  const sweepId = sweep.rows[0]!.id;
  expect(await changes(await turned('sweep', sweepId, 'paid', 'reverted'))).toEqual({ hot: -9, pending_in: 9 });
  expect(await statusOf('sweeps', sweepId)).toBe('failed');
  const request = await pool.query<{ id: number }>(
    `insert into operator_requests (kind, subject, reason, asked_by, asked_at) values ('cold_send', 'x', 'r', 'ann', now())
     returning id`,
  );
  const cold = await pool.query<{ id: number }>(
    `insert into cold_sends (request_id, target, amount, status, created_at, ended_at)
     values ($1, $2, 9, 'failed', now(), now()) returning id`,
    [request.rows[0]!.id, ADDRESS],
  );
  const coldId = cold.rows[0]!.id;
  expect(await changes(await turned('cold', coldId, 'replaced', 'paid'))).toEqual({ hot: -9, cold: 9 });
  expect(await statusOf('cold_sends', coldId)).toBe('done');
  const id = await withdrawal('failed');
  expect(await changes(await turned('withdraw', id, 'replaced', 'reverted'))).toEqual({});
  expect(await statusOf('withdrawals', id)).toBe('failed');
});
