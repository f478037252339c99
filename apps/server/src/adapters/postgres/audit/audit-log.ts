// What operators did, in a chain of hashes, written in the transaction of the deed itself. A row that was changed, put in or
// taken out of the middle breaks the chain; rows taken off its end are seen by the newest hash, which is shown to be kept.
import type { Pool, PoolClient } from 'pg';
import type { Deed, LoggedDeed } from '../../../ports/operator-store.ts';

/** Part of the caller's transaction. */
export async function appendAudit(client: PoolClient, deed: Deed, nowMs: number): Promise<void> {
  const { action, after, before, operator, reason, subject } = deed;
  const json = (value: unknown) => (value === undefined || value === null ? null : JSON.stringify(value));
  await client.query('select operator_note($1, $2, $3, $4, $5::jsonb, $6::jsonb, $7)', [
    new Date(nowMs),
    operator,
    action,
    subject,
    json(before),
    json(after),
    reason,
  ]);
}

/** How many rows there are, the newest hash, and the first row that does not follow from the one before; null = all do. */
export async function verifyAudit(pool: Pool): Promise<{ rows: number; head: string; brokenAt: number | null }> {
  const found = await pool.query<{ rows: number; head: string | null; brokenAt: number | null }>(
    `with linked as (
       select l.id, l.hash, operator_hash(coalesce(lag(l.hash) over (order by l.id), ''), l) as expected,
         row_number() over (order by l.id) as place from operator_log l)
     select count(*) as rows, (select hash from linked order by id desc limit 1) as head,
       min(id) filter (where hash <> expected or id <> place) as "brokenAt" from linked`,
  );
  const [row] = found.rows;
  return { rows: row?.rows ?? 0, head: row?.head ?? '', brokenAt: row?.brokenAt ?? null };
}

export async function newestDeeds(pool: Pool, most: number): Promise<LoggedDeed[]> {
  const found = await pool.query<LoggedDeed>(
    `select id, at as "atMs", operator, action, subject, before, after, reason from operator_log order by id desc limit $1`,
    [most],
  );
  return found.rows;
}
