// Who may be the second of two operators. Invariant: one person with two names is not two, as far as names tell it: the
// second has been there for a day, in which others see who was added, and neither of the two has added the other.
import type { PoolClient } from 'pg';

const YOUNG_MS = 24 * 3_600_000;

const sql = `
select not exists (select 1 from operators where name = $1 and created_at > $3)
  and not exists (select 1 from operator_log where action = 'operator_add'
    and ((subject = $1 and operator = $2) or (subject = $2 and operator = $1))) as may`;

export async function mayBeSecond(client: PoolClient, second: string, first: string, nowMs: number): Promise<boolean> {
  const found = await client.query<{ may: boolean }>(sql, [second, first, new Date(nowMs - YOUNG_MS)]);
  return found.rows[0]?.may === true;
}
