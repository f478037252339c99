// Key sets of exchanges in PostgreSQL. A row is written only where it still is what the change was judged by, and the
// account behind it has its row from the same transaction on; removing one erases its secrets in the same statement.
import type { Pool, PoolClient } from 'pg';
import { keyAccountName } from '../../../ports/account-store.ts';
import type { CheckedKey, KeyRecord, KeyStore, NewKey, SaveResult, WrappedRow } from '../../../ports/key-store.ts';
import type { SealedKeys } from '../../../ports/key-vault.ts';
import { moneyTransaction } from '../ledger/ledger-post.ts';
import { bookTask } from '../ledger/task-points.ts';
import { transaction, violatedUnique } from '../pool.ts';
import { queueNotice } from '../server/mail-outbox.ts';

/** One would do; a few more for the case that an exchange refuses one. */
const CONTRACT_ACCOUNTS = 10;

interface Row extends Omit<KeyRecord, 'rights'> {
  readonly read: boolean;
  readonly spot: boolean;
  readonly futures: boolean;
  readonly withdraw: boolean | null;
  readonly transfer: boolean | null;
}

const columns = `id, user_id as "userId", exchange, version, label, key_mask as "keyMask", account_uid as "accountUid",
  can_read as read, can_spot as spot, can_futures as futures, can_withdraw as withdraw,
  can_transfer as transfer, ip_bound as "ipBound", status,
  checked_at as "checkedAtMs", last_error_code as "lastErrorCode", expires_at as "expiresAtMs", created_at as "createdAtMs"`;
const sealedColumns = `master_id as "masterId", wrapped_key as wrapped, key_cipher as "apiKey",
  secret_cipher as "secretKey", passphrase_cipher as passphrase`;

function recordOf({ read, spot, futures, transfer, withdraw, ...row }: Row): KeyRecord {
  return { ...row, rights: { read, spot, futures, withdraw, transfer } };
}

/** A bot on the account behind the key that trades, waits, or left coin or a position behind. */
const usedBy = `exists (select 1 from bots b join exchange_accounts a on a.id = b.account_id
  where a.user_id = k.user_id and a.exchange = k.exchange and a.wire = 'key' and a.account = k.account_uid
  and not b.simulate and (b.status in ('running', 'paused') or (b.kept and b.deleted_at is null)))`;

const timeOf = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));

/** Values of a row as both statements of `save` list them. */
function valuesOf(row: NewKey): unknown[] {
  const { sealed, rights } = row;
  return [
    row.id,
    row.userId,
    row.exchange,
    row.version,
    row.label,
    row.keyMask,
    row.keyHash,
    sealed.masterId,
    sealed.wrapped,
    sealed.apiKey,
    sealed.secretKey,
    sealed.passphrase,
    row.accountUid,
    rights.read,
    rights.spot,
    rights.futures,
    rights.withdraw,
    row.ipBound,
    new Date(row.nowMs),
    new Date(row.nextCheckAtMs),
    timeOf(row.expiresAtMs),
    rights.transfer,
  ];
}

const insert = `insert into exchange_keys (id, user_id, exchange, version, label, key_mask, key_hash, master_id, wrapped_key,
    key_cipher, secret_cipher, passphrase_cipher, account_uid, can_read, can_spot, can_futures, can_withdraw, ip_bound,
    checked_at, next_check_at, expires_at, can_transfer, status, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, 'valid', $19, $19)`;
const replace = `update exchange_keys set version = $4, label = $5, key_mask = $6, key_hash = $7, master_id = $8,
    wrapped_key = $9, key_cipher = $10, secret_cipher = $11, passphrase_cipher = $12, account_uid = $13, can_read = $14,
    can_spot = $15, can_futures = $16, can_withdraw = $17, ip_bound = $18, checked_at = $19, next_check_at = $20,
    expires_at = $21, can_transfer = $22, status = 'valid', last_error_code = null, updated_at = $19
  where id = $1 and user_id = $2 and exchange = $3 and version = $4 - 1 and removed_at is null`;

/** A new key of the same account finds the row that the first one made. Books of a real exchange are its code. */
const account = `insert into exchange_accounts (user_id, exchange, wire, ref, account, books, opened_at)
  values ($1, $2, 'key', 'key-' || $1::bigint || '-' || $3::text, $3, $2, now())
  on conflict (user_id, exchange, account) where wire = 'key' do nothing`;

async function put(client: PoolClient, row: NewKey, simulated: readonly string[]): Promise<SaveResult> {
  const saved = await putKey(client, row);
  if (saved === 'done') {
    await client.query(account, [row.userId, row.exchange, row.accountUid]);
    if (!simulated.includes(row.exchange)) await bookTask(client, 'bind_exchange', row.userId, row.nowMs);
  }
  return saved;
}

async function putKey(client: PoolClient, row: NewKey): Promise<SaveResult> {
  const found = await client.query<{ id: number; accountUid: string; used: boolean }>(
    `select id, account_uid as "accountUid", ${usedBy} as used from exchange_keys k
     where user_id = $1 and exchange = $2 and removed_at is null for update`,
    [row.userId, row.exchange],
  );
  const before = found.rows[0];
  if (before === undefined) {
    if (row.version !== 1) return 'stale';
    await client.query(insert, valuesOf(row));
    return 'done';
  }
  if (before.accountUid !== row.accountUid && before.used) return 'in_use';
  const written = await client.query(replace, valuesOf(row));
  return written.rowCount === 1 ? 'done' : 'stale';
}

async function note(client: PoolClient, checked: CheckedKey): Promise<void> {
  const { id, version, rights, ipBound, nowMs } = checked;
  const written = await client.query<{ userId: number }>(
    `update exchange_keys set status = $3, last_error_code = $4, checked_at = coalesce($5, checked_at),
       can_read = coalesce($6, can_read), can_spot = coalesce($7, can_spot), can_futures = coalesce($8, can_futures),
       can_withdraw = case when $6::boolean is null then can_withdraw else $9 end,
       can_transfer = case when $6::boolean is null then can_transfer else $14 end, ip_bound = coalesce($10, ip_bound),
       expires_at = case when $6::boolean is null then expires_at else $11 end, next_check_at = $12, updated_at = $13
     where id = $1 and version = $2 and removed_at is null returning user_id as "userId"`,
    [
      id,
      version,
      checked.status,
      checked.errorCode,
      timeOf(checked.checkedAtMs),
      rights?.read ?? null,
      rights?.spot ?? null,
      rights?.futures ?? null,
      rights?.withdraw ?? null,
      ipBound,
      timeOf(checked.expiresAtMs),
      new Date(checked.nextCheckAtMs),
      new Date(nowMs),
      rights?.transfer ?? null,
    ],
  );
  const owner = written.rows[0]?.userId;
  if (owner !== undefined && checked.notice !== null) await queueNotice(client, owner, checked.notice, nowMs);
}

/** Keys of exchanges where the money is simulated bring no points. */
export function createKeyStore(pool: Pool, simulated: readonly string[] = []): KeyStore {
  const list = async (where: string, values: unknown[]): Promise<KeyRecord[]> => {
    const found = await pool.query<Row>(
      `select ${columns} from exchange_keys where removed_at is null and ${where} order by exchange`,
      values,
    );
    return found.rows.map(recordOf);
  };

  const sealed = async (where: string, values: unknown[]) => {
    const found = await pool.query<Row & SealedKeys>(
      `select ${columns}, ${sealedColumns} from exchange_keys where removed_at is null and ${where}`,
      values,
    );
    const row = found.rows[0];
    if (row === undefined) return null;
    const { masterId, wrapped, apiKey, secretKey, passphrase, ...record } = row;
    return { record: recordOf(record), sealed: { masterId, wrapped, apiKey, secretKey, passphrase } };
  };

  const wrapped = async (where: string, masterId: string, most: number): Promise<WrappedRow[]> => {
    const found = await pool.query<WrappedRow>(
      `select id, user_id as "userId", exchange, version, master_id as "masterId", wrapped_key as wrapped
       from exchange_keys where removed_at is null and ${where} order by id limit $2`,
      [masterId, most],
    );
    return found.rows;
  };

  return {
    reserveId: async () => {
      const next = await pool.query<{ id: number }>(
        "select nextval(pg_get_serial_sequence('exchange_keys', 'id')) as id",
      );
      const id = next.rows[0]?.id;
      if (id === undefined) throw new Error('no number for a row of exchange_keys');
      return id;
    },
    of: async (userId, exchange) => (await list('user_id = $1 and exchange = $2', [userId, exchange]))[0] ?? null,
    listOf: (userId) => list('user_id = $1', [userId]),
    sealedOf: (id) => sealed('id = $1', [id]),
    sealedOfAccount: (userId, exchange, accountUid) =>
      sealed('user_id = $1 and exchange = $2 and account_uid = $3', [userId, exchange, accountUid]),
    contractAccounts: async (exchange) => {
      const found = await pool.query<{ userId: number; accountUid: string }>(
        `select user_id as "userId", account_uid as "accountUid" from exchange_keys
         where removed_at is null and exchange = $1 and can_futures and status in ('valid', 'checking')
         order by checked_at desc limit $2`,
        [exchange, CONTRACT_ACCOUNTS],
      );
      return found.rows.map(({ userId, accountUid }) => keyAccountName(userId, accountUid));
    },
    save: async (row) => {
      try {
        return await moneyTransaction(pool, (client) => put(client, row, simulated));
      } catch (error) {
        const violated = violatedUnique(error);
        if (violated === null) throw error;
        // A second binding of one user that came first is none of somebody else's.
        return violated === 'exchange_keys_one_per_user' ? 'stale' : 'taken';
      }
    },
    remove: (userId, which, nowMs) =>
      transaction(pool, async (client) => {
        const field = 'id' in which ? 'id' : 'exchange';
        const found = await client.query<{ id: number; used: boolean }>(
          `select id, ${usedBy} as used from exchange_keys k
           where user_id = $1 and ${field} = $2 and removed_at is null for update`,
          [userId, 'id' in which ? which.id : which.exchange],
        );
        const row = found.rows[0];
        if (row === undefined) return 'none';
        if (row.used) return 'in_use';
        await client.query(
          `update exchange_keys set key_hash = null, master_id = null, wrapped_key = null, key_cipher = null,
             secret_cipher = null, passphrase_cipher = null, removed_at = $2, updated_at = $2 where id = $1`,
          [row.id, new Date(nowMs)],
        );
        return 'done';
      }),
    noteCheck: (checked) => transaction(pool, (client) => note(client, checked)),
    claimDue: async (most, nowMs, leaseMs) => {
      const claimed = await pool.query<{ id: number }>(
        `update exchange_keys set next_check_at = $3 where id in (
           select id from exchange_keys where removed_at is null and next_check_at <= $2
           order by next_check_at limit $1 for update skip locked)
         returning id`,
        [most, new Date(nowMs), new Date(nowMs + leaseMs)],
      );
      return claimed.rows.map(({ id }) => id);
    },
    usersWithBadKey: async (exchange) => {
      const found = await pool.query<{ userId: number }>(
        `select user_id as "userId" from exchange_keys
         where exchange = $1 and removed_at is null and status in ('invalid', 'expired')
         union
         select a.user_id from exchange_accounts a join bots b on b.account_id = a.id and b.status = 'running'
         where a.exchange = $1 and a.wire = 'key' and not exists (select 1 from exchange_keys k
           where k.user_id = a.user_id and k.exchange = a.exchange and k.account_uid = a.account and k.removed_at is null)`,
        [exchange],
      );
      return found.rows.map(({ userId }) => userId);
    },
    wrappedByOthers: (masterId, most) => wrapped('master_id <> $1', masterId, most),
    oldestWrappedBy: async (masterId) => (await wrapped('master_id = $1', masterId, 1))[0] ?? null,
    setWrapped: async (id, version, { masterId, wrapped }) => {
      await pool.query(
        `update exchange_keys set master_id = $3, wrapped_key = $4
         where id = $1 and version = $2 and removed_at is null`,
        [id, version, masterId, wrapped],
      );
    },
  };
}
