// Settings as operators and schedules change them, in PostgreSQL: a change and its row in the log are one transaction, so nothing
// is done unseen.
import type { Pool, PoolClient } from 'pg';
import type { AuditedSettings, Doing } from '../../../ports/operator-store.ts';
import type { Transactions } from '../../../ports/transactions.ts';
import { transaction } from '../pool.ts';
import { appendAudit } from './audit-log.ts';

async function take(client: PoolClient, key: string): Promise<string | null> {
  const found = await client.query<{ value: string }>('select value from settings where key = $1 for update', [key]);
  return found.rows[0]?.value ?? null;
}

async function write(client: PoolClient, key: string, value: string, { by, nowMs, reason }: Doing): Promise<void> {
  const before = await take(client, key);
  await client.query(
    `insert into settings (key, value, updated_at, updated_by) values ($1, $2, $3, $4)
     on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at, updated_by = excluded.updated_by`,
    [key, value, new Date(nowMs), by],
  );
  await appendAudit(client, { operator: by, action: 'setting', subject: key, reason, before, after: value }, nowMs);
}

/** Part of the caller's transaction. */
export function auditedSettingsOf(client: PoolClient): AuditedSettings {
  return {
    take: (key) => take(client, key),
    write: (key, value, doing) => write(client, key, value, doing),
  };
}

export function openAuditedSettings(pool: Pool): Transactions<{ readonly settings: AuditedSettings }> {
  return { transaction: (work) => transaction(pool, (client) => work({ settings: auditedSettingsOf(client) })) };
}
