// Tasks on many bots in PostgreSQL. An item's first answer stands, whoever writes later.
import type { Pool } from 'pg';
import type { BatchStore, BatchTask } from '../../../ports/batch-store.ts';

export function createBatchStore(pool: Pool): BatchStore {
  return {
    create: async (userId, action, items, nowMs) => {
      const made = await pool.query<{ id: string }>(
        `with made as (
           insert into bot_batches (user_id, action, status, created_at, alive_at)
           values ($1, $2, 'pending', $3, $3) returning id
         ), listed as (
           insert into bot_batch_items (batch_id, place, bot_id, name, symbol, code, said, detail)
           select made.id, r.place, r."botId", r.name, r.symbol, r.code, r.said, r.detail
           from made, rows from (jsonb_to_recordset($4::jsonb) as
             ("botId" bigint, name text, symbol text, code integer, said text, detail jsonb)) with ordinality
             as r("botId", name, symbol, code, said, detail, place)
         )
         select id from made`,
        [userId, action, new Date(nowMs), JSON.stringify(items)],
      );
      const id = made.rows[0]?.id;
      if (id === undefined) throw new Error('a batch was not kept');
      return id;
    },
    live: async (taskId, nowMs) => {
      await pool.query("update bot_batches set alive_at = $2, status = 'running' where id = $1 and status <> 'done'", [
        taskId,
        new Date(nowMs),
      ]);
    },
    answer: async (taskId, place, { code, said, detail }, nowMs) => {
      await pool.query(
        `with alive as (update bot_batches set alive_at = $6 where id = $1 and status <> 'done')
         update bot_batch_items set code = $3, said = $4, detail = $5 where batch_id = $1 and place = $2 and code is null`,
        [taskId, place, code, said, detail === null ? null : JSON.stringify(detail), new Date(nowMs)],
      );
    },
    end: async (taskId) => {
      await pool.query("update bot_batches set status = 'done' where id = $1", [taskId]);
    },
    read: async (userId, taskId, sinceMs, deadMs, lost) => {
      const since = new Date(sinceMs);
      await pool.query(
        `with dead as (
           update bot_batches set status = 'done'
           where id = $1 and user_id = $2 and status <> 'done' and created_at >= $3 and alive_at < $4 returning id
         )
         update bot_batch_items i set code = $5 from dead where i.batch_id = dead.id and i.code is null`,
        [taskId, userId, since, new Date(deadMs), lost],
      );
      const { rows } = await pool.query<Pick<BatchTask, 'id' | 'action' | 'status'> & BatchTask['items'][number]>(
        `select t.id, t.action, t.status, i.bot_id as "botId", i.name, i.symbol, i.code, i.said, i.detail,
           b.type_id as "typeId"
         from bot_batches t join bot_batch_items i on i.batch_id = t.id
           left join bots b on b.id = i.bot_id and b.user_id = t.user_id
         where t.id = $1 and t.user_id = $2 and t.created_at >= $3 order by i.place`,
        [taskId, userId, since],
      );
      const [first] = rows;
      if (first === undefined) return null;
      const items = rows.map(({ id: _id, action: _action, status: _status, ...item }) => item);
      return { id: first.id, action: first.action, status: first.status, items };
    },
    removeOlderThan: async (timeMs) => {
      await pool.query('delete from bot_batches where created_at < $1', [new Date(timeMs)]);
    },
  };
}
