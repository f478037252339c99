// Settings as operators and schedules change them: a change and its row in the log are one transaction, so nothing is done unseen.
import type { PoolClient } from 'pg';
import type { Doing } from '../../../ports/operator-store.ts';
import { appendAudit } from './audit-log.ts';

/** Part of the caller's transaction. */
export async function writeSetting(client: PoolClient, key: string, value: string, doing: Doing): Promise<void> {
  const before = await client.query<{ value: string }>('select value from settings where key = $1 for update', [key]);
  await client.query(
    `insert into settings (key, value, updated_at, updated_by) values ($1, $2, $3, $4)
     on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at, updated_by = excluded.updated_by`,
    [key, value, new Date(doing.nowMs), doing.by],
  );
  const change = { before: before.rows[0]?.value ?? null, after: value };
  await appendAudit(
    client,
    { operator: doing.by, action: 'setting', subject: key, reason: doing.reason, ...change },
    doing.nowMs,
  );
}
