// In which order an ending takes the accounts of the house: that of the hot wallet before that of its gas, as the booking of
// what its owner put there does, so that the two never wait for each other.
import { houseAccount } from '@cormorant/core/ledger/chart.ts';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openMigratedDatabase, type TestDatabase } from '../../../../../../tools/test-database.ts';
import { accountId } from '../ledger/ledger-post.ts';
import { openPool } from '../pool.ts';
import { createChainOutbox } from './chain-outbox.ts';

const ADDRESS = `0x${'ab'.repeat(20)}`;
let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await openMigratedDatabase();
  pool = openPool(database.url, 4, () => {});
});
afterAll(async () => {
  await pool.end();
  await database.close();
});

/** Coin for cold storage that has a nonce. */
async function coldSend(): Promise<void> {
  const request = await pool.query<{ id: number }>(
    `insert into operator_requests (kind, subject, reason, asked_by, asked_at) values ('cold_send', 'x', 'r', 'ann', now())
     returning id`,
  );
  const cold = await pool.query<{ id: number }>(
    `insert into cold_sends (request_id, target, amount, status, created_at) values ($1, $2, 9, 'moving', now())
     returning id`,
    [request.rows[0]!.id, ADDRESS],
  );
  await pool.query(
    `insert into chain_sends (chain_id, wallet, nonce, purpose, ref_id, target, token, value_wei, gas, created_at)
     values (56, $1, 0, 'cold', $2, $1, 9000000000000000000, 0, 60000, now())`,
    [ADDRESS, cold.rows[0]!.id],
  );
}

async function untilOneWaits(): Promise<void> {
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  while ((await pool.query(waiting)).rowCount === 0) await new Promise((next) => setTimeout(next, 5));
}

const take = (part: 'hot' | 'gas'): string =>
  `select 1 from ledger_accounts where id = ${accountId(houseAccount(part))} for update nowait`;

it('holds nothing of the gas while it waits for the coin', async () => {
  await coldSend();
  const outbox = createChainOutbox(pool);
  const [send] = await outbox.open();
  const block = { number: 9, hash: `0x${'1'.padStart(64, '0')}` };
  const end = { ending: 'paid', txid: `0x${'2'.padStart(64, '0')}`, block, costWei: 5n, notice: null } as const;
  const owner = await pool.connect();
  await owner.query('begin');
  expect((await owner.query(take('hot'))).rowCount).toBe(1);
  const finished = outbox.finish(send!, end, 1_793_000_000_000);
  await untilOneWaits();
  expect((await owner.query(take('gas'))).rowCount).toBe(1);
  await owner.query('commit');
  owner.release();
  await finished;
  expect(await outbox.open()).toEqual([]);
});
