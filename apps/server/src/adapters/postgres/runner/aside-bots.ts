// What becomes of the rows of bots that nobody has in memory: they say that the bot stands still and why, and its owner is told
// once. Nothing of its engine is touched, so that whoever can take it goes on where it was.
import * as codes from '@cormorant/contract/codes.ts';
import type { Pool, PoolClient } from 'pg';
import type { BotsAside } from '../../../ports/runner-store.ts';

const asideSql = `
with changed as (
  update bots b set updated_at = now(), phase = coalesce($3, b.phase),
    last_error = case when $3::text is null then b.last_error
      else jsonb_build_object('code', $7::int, 'detail', $4::text, 'atMs', b.created_market_ms) end,
    pause_reason = case when b.status = 'running' then coalesce($2, b.pause_reason) else b.pause_reason end,
    status = case when b.status = 'running' and $2::text is not null then 'paused' else b.status end
  where (b.id = any($1::bigint[]) or b.parent_id = any($1::bigint[])) and b.deleted_at is null
    and (b.status <> 'stopped' or $2::text is null) and ((b.status = 'running' and $2::text is not null) or b.phase <> $3)
    and ($6::bigint is null or exists (select 1 from runner_leases l where l.user_id = b.user_id and l.token = $6))
  returning b.id, b.user_id, b.parent_id, b.created_market_ms
), told as (
  insert into bot_actions (user_id, bot_id, action, actor, why, data, market_ms)
  select c.user_id, c.id, case when $2::text is null then 'manual' else 'pause' end, 'system', $4, $5,
    coalesce((select a.market_ms from bot_actions a where a.bot_id = c.id order by a.id desc limit 1), c.created_market_ms)
  from changed c where c.parent_id is null
)
select id from changed where parent_id is null order by id`;

/** Answers those that were not set aside before. */
export async function setBotsAside(db: Pool | PoolClient, aside: BotsAside): Promise<number[]> {
  const { data, ids, phase, reason, token, why } = aside;
  const { rows } = await db.query<{ id: number }>(asideSql, [
    ids,
    reason,
    phase,
    why,
    data,
    token,
    codes.bot_set_aside,
  ]);
  return rows.map(({ id }) => id);
}
