// Who may be the second of two operators. Invariant: one person with two names is not two. Whoever adds an operator could hold
// both tokens, so a name counts as the person's who added it until another person has vouched for it; a person whose token
// another one has seen is nobody's second, nor has one; and the second has been there for a day, in which others see who was
// added.
import type { PoolClient } from 'pg';

const YOUNG_MS = 24 * 3_600_000;

const sql = `
select exists (select 1 from operators a join operators b on a.person <> b.person
    join operators p on p.name = a.person and p.token_seen_by is null
    join operators q on q.name = b.person and q.token_seen_by is null
  where a.name = $1 and b.name = $2 and a.created_at <= $3) as may`;

export async function mayBeSecond(client: PoolClient, second: string, first: string, nowMs: number): Promise<boolean> {
  const found = await client.query<{ may: boolean }>(sql, [second, first, new Date(nowMs - YOUNG_MS)]);
  return found.rows[0]?.may === true;
}
