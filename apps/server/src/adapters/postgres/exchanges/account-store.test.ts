// Whose account bots trade on, against PostgreSQL: the one behind a good key where there is one, found again by the next key
// of the same account, and never the row of somebody else.
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openMigratedDatabase, type TestDatabase } from '../../../../../../tools/test-database.ts';
import type { NewKey } from '../../../ports/key-store.ts';
import { openPool } from '../pool.ts';
import { createAccountStore } from './account-store.ts';
import { createKeyStore } from './key-store.ts';

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await openMigratedDatabase();
  pool = openPool(database.url, 4, () => {});
});
afterAll(async () => {
  await pool.end();
  await database.close();
});

let people = 0;
async function newUser(): Promise<number> {
  people += 1;
  const made = await pool.query<{ id: number }>(
    `with u as (insert into users (sn, nickname, account, password_hash, avatar)
       values ($1, 'n', $2, 'h', 'a01') returning id)
     insert into exchange_accounts (user_id, exchange, ref) select id, 'local', $1 from u returning user_id as id`,
    [String(20_000_000 + people), `holder_${people}`],
  );
  return made.rows[0]!.id;
}

let made = 0;
/** A key of that account, bound; it replaces the one before. */
async function bind(userId: number, accountUid: string, exchange = 'binance') {
  const keys = createKeyStore(pool);
  const before = await keys.of(userId, exchange);
  made += 1;
  const bytes = new Uint8Array([made]);
  const row: NewKey = {
    ...{ id: before?.id ?? (await keys.reserveId()), userId, exchange, version: (before?.version ?? 0) + 1, label: '' },
    ...{ keyMask: 'abcd****wxyz', keyHash: new Uint8Array([made >> 8, made & 255]), accountUid, ipBound: false },
    sealed: { masterId: 'm', wrapped: bytes, apiKey: bytes, secretKey: bytes, passphrase: null },
    rights: { read: true, spot: true, futures: true, withdraw: false, transfer: null },
    ...{ expiresAtMs: null, nextCheckAtMs: 1, nowMs: 1 },
  };
  return keys.save(row);
}

it('a binding makes the row of its account; the next key of that account finds it, one of another account another', async () => {
  const accounts = createAccountStore(pool);
  const userId = await newUser();
  expect(await accounts.forNew(userId, 'binance')).toBeNull();
  expect(await bind(userId, '77')).toBe('done');
  const first = await accounts.forNew(userId, 'binance');
  expect(first).toMatchObject({ userId, exchange: 'binance', wire: 'key', account: `${userId}/77` });
  expect(await bind(userId, '77')).toBe('done');
  expect(await accounts.forNew(userId, 'binance')).toEqual(first);
  expect(await bind(userId, '78')).toBe('done');
  expect(await accounts.forNew(userId, 'binance')).toMatchObject({ account: `${userId}/78` });
  expect((await accounts.allOf(userId)).map(({ account, wire }) => [wire, account])).toEqual([
    ['house', null],
    ['key', `${userId}/77`],
    ['key', `${userId}/78`],
  ]);
});

it('a key gone bad has no account for new bots, not the house’s own either, which is there where no key is bound', async () => {
  const accounts = createAccountStore(pool);
  const keys = createKeyStore(pool);
  const userId = await newUser();
  expect(await accounts.forNew(userId, 'local')).toMatchObject({ wire: 'house' });
  await bind(userId, '5', 'local');
  expect(await accounts.forNew(userId, 'local')).toMatchObject({ wire: 'key', account: `${userId}/5` });
  expect(await accounts.of(userId, 'local')).toMatchObject({ wire: 'house', account: null });
  expect((await accounts.unopened('local', 'b', 100)).filter((row) => row.userId === userId)).toHaveLength(1);
  await pool.query("update exchange_keys set status = 'invalid' where user_id = $1", [userId]);
  expect(await accounts.forNew(userId, 'local')).toBeNull();
  await pool.query("update exchange_keys set status = 'valid' where user_id = $1", [userId]);
  expect(await keys.remove(userId, { exchange: 'local' }, 2)).toBe('done');
  expect(await accounts.forNew(userId, 'local')).toMatchObject({ wire: 'house' });
  expect(await keys.sealedOfAccount(userId, 'local', '5')).toBeNull();
});

it('an account has one user at a time, and one who binds it later has a row of his own', async () => {
  const accounts = createAccountStore(pool);
  const keys = createKeyStore(pool);
  const [first, second] = [await newUser(), await newUser()];
  await bind(first, '900');
  expect(await bind(second, '900')).toBe('taken');
  expect(await accounts.forNew(second, 'binance')).toBeNull();
  expect((await accounts.allOf(second)).map(({ wire }) => wire)).toEqual(['house']);
  await keys.remove(first, { exchange: 'binance' }, 2);
  expect(await bind(second, '900')).toBe('done');
  const row = await accounts.forNew(second, 'binance');
  expect(row).toMatchObject({ userId: second, account: `${second}/900` });
  expect((await accounts.allOf(first)).find(({ wire }) => wire === 'key')?.id).not.toBe(row?.id);
  // Who had it before gets neither the new one's keys nor his name of it.
  expect((await keys.sealedOfAccount(second, 'binance', '900'))?.record.userId).toBe(second);
  expect(await keys.sealedOfAccount(first, 'binance', '900')).toBeNull();
});
