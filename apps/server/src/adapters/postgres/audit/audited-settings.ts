// Settings as operators and schedules change them: a change and its row in the log are one transaction, so nothing is done unseen.
import type { Pool, PoolClient } from 'pg';
import { transaction } from '../pool.ts';
import { appendAudit } from './audit-log.ts';

/** Who does it, and why. */
export interface Doing {
  readonly by: string;
  readonly reason: string;
  readonly nowMs: number;
}

/** Part of the caller's transaction. */
export async function note(
  client: PoolClient,
  { by, reason, nowMs }: Doing,
  action: string,
  subject: string,
  change: { readonly before?: unknown; readonly after?: unknown } = {},
): Promise<void> {
  await appendAudit(client, { operator: by, action, subject, reason, ...change }, nowMs);
}

/** Part of the caller's transaction. */
export async function writeSetting(client: PoolClient, key: string, value: string, doing: Doing): Promise<void> {
  const before = await client.query<{ value: string }>('select value from settings where key = $1 for update', [key]);
  await client.query(
    `insert into settings (key, value, updated_at, updated_by) values ($1, $2, $3, $4)
     on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at, updated_by = excluded.updated_by`,
    [key, value, new Date(doing.nowMs), doing.by],
  );
  await note(client, doing, 'setting', key, { before: before.rows[0]?.value ?? null, after: value });
}

export async function setSetting(pool: Pool, key: string, value: string, doing: Doing): Promise<void> {
  await transaction(pool, (client) => writeSetting(client, key, value, doing));
}
