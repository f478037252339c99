// Reads of bots, their log, rounds, curve and results in PostgreSQL, always by their owner. A leg is no bot of its own: it is
// read through its parent alone.
import type { Pool } from 'pg';
import type { BotRecord } from '../../../ports/bot-record.ts';
import type { ActionRow, BotRow, BotStore, FillRow, LegRecord, ProfitSums } from '../../../ports/bot-store.ts';
import type { EquityWrite, PositionWrite } from '../../../ports/runner-writes.ts';
import { botColumns, feeColumns, positionColumns } from './bot-rows.ts';

const sumsSql = `
select bot_id as "botId", trim_scale(sum(net)) as total,
  trim_scale(coalesce(sum(net) filter (where day = $2), 0)) as today,
  trim_scale(coalesce(sum(net) filter (where purpose = 'grid'), 0)) as grid,
  trim_scale(coalesce(sum(net) filter (where purpose = 'grid' and day = $2), 0)) as "gridToday",
  (count(*) filter (where purpose = 'grid'))::integer as pairs,
  (count(*) filter (where purpose = 'grid' and day = $2))::integer as "pairsToday", trim_scale(sum(fuel)) as fuel
from settlements where bot_id = any($1::bigint[]) group by bot_id`;

// The first, the last and every n-th between them.
const curvesSql = `
select bot_id as "botId", market_ms as "marketMs", trim_scale(equity) as equity from (
  select *, row_number() over w as place, count(*) over (partition by bot_id) as most
  from bot_equity where bot_id = any($1::bigint[]) window w as (partition by bot_id order by market_ms)
) samples
where place = most or (place - 1) % greatest(1, ceil(most / ($2 - 1)::numeric)::integer) = 0
order by bot_id, market_ms`;

const actionWhere = `a.user_id = $1 and ($2::bigint is null or a.bot_id = $2) and ($3::text[] is null or a.action = any($3))
  and ($4::text is null or b.exchange = $4)`;

/** Of the bot itself, or of its legs. */
const roundsOf = 'bot_id in (select id from bots where id = $1 or parent_id = $1)';

/** Reads an ActionRow of bot_actions a, bots b and positions p. */
export const actionColumns = `a.id, a.bot_id as "botId", a.action, a.actor, a.why, a.data, a.code, a.side, trim_scale(a.price) as price,
  trim_scale(a.qty) as qty, trim_scale(a.amount) as amount, trim_scale(a.profit) as profit, a.round,
  a.market_ms as "marketMs", b.name, b.type_id as "typeId", b.symbol, b.exchange, b.simulate, p.id as "positionId"`;

/** One that panic has asked for is shown as what it is about to be: nothing happens to it before. */
function shown<Row extends BotRow>(row: Row): Row {
  const { haltAsked, pauseReason, status } = row;
  if (!haltAsked || status === 'stopped') return row;
  if (status === 'running' || pauseReason === '')
    return { ...row, status: 'paused', pauseReason: 'user', halted: 'running' };
  return { ...row, pauseReason: 'user', halted: pauseReason };
}

export function createBotStore(pool: Pool): BotStore {
  return {
    bot: async (userId, botId) => {
      const { rows } = await pool.query<BotRecord>(
        `select ${botColumns}, b.engine from bots b where b.user_id = $1 and b.id = $2 and b.parent_id is null
           and b.deleted_at is null`,
        [userId, botId],
      );
      return rows[0] === undefined ? null : shown(rows[0]);
    },
    bots: async (userId) => {
      const { rows } = await pool.query<BotRow>(
        `select ${botColumns} from bots b where b.user_id = $1 and b.parent_id is null and b.deleted_at is null
         order by array_position(array['running', 'paused', 'stopped'], b.status), b.created_at desc, b.id desc`,
        [userId],
      );
      return rows.map(shown);
    },
    legs: async (parentIds) => {
      if (parentIds.length === 0) return [];
      const { rows } = await pool.query<LegRecord>(
        `select ${botColumns}, b.engine from bots b where b.parent_id = any($1::bigint[]) order by b.parent_id, b.leg`,
        [parentIds],
      );
      return rows;
    },
    sums: async (botIds, day) => {
      if (botIds.length === 0) return new Map();
      const { rows } = await pool.query<ProfitSums>(sumsSql, [botIds, day]);
      return new Map(rows.map((row) => [row.botId, row]));
    },
    curves: async (botIds, most) => {
      if (botIds.length === 0) return [];
      return (await pool.query<EquityWrite>(curvesSql, [botIds, most])).rows;
    },
    fills: async (botId, most) => {
      const { rows } = await pool.query<FillRow>(
        `select side, trim_scale(price) as price, trim_scale(qty) as qty, ${feeColumns},
           purpose, market_ms as "marketMs" from bot_fills f where bot_id = $1 order by id desc limit $2`,
        [botId, most],
      );
      return rows.reverse();
    },
    actions: async (userId, { botId, actions, exchange }, page, pageSize) => {
      const from = `from bot_actions a join bots b on b.id = a.bot_id
        left join positions p on p.bot_id = a.bot_id and p.round = a.round where ${actionWhere}`;
      const values = [userId, botId, actions, exchange];
      const counted = pool.query<{ total: number }>(
        `select count(*)::integer as total from bot_actions a join bots b on b.id = a.bot_id where ${actionWhere}`,
        values,
      );
      const listed = pool.query<ActionRow>(`select ${actionColumns} ${from} order by a.id desc limit $5 offset $6`, [
        ...values,
        pageSize,
        (page - 1) * pageSize,
      ]);
      const [{ rows }, total] = await Promise.all([listed, counted]);
      return { rows, total: total.rows[0]?.total ?? 0 };
    },
    keyOf: async (accountId) => {
      const { rows } = await pool.query<{ label: string | null; keyMask: string }>(
        `select k.label, k.key_mask as "keyMask" from exchange_accounts a left join exchange_keys k
           on k.user_id = a.user_id and k.exchange = a.exchange and k.account_uid = a.account and k.removed_at is null
         where a.id = $1 and a.wire = 'key'`,
        [accountId],
      );
      const [row] = rows;
      if (row === undefined) return undefined;
      return row.label === null ? null : { label: row.label, keyMask: row.keyMask };
    },
    positions: async (botId, page, pageSize) => {
      const counted = pool.query<{ total: number }>(
        `select count(*)::integer as total from positions where ${roundsOf}`,
        [botId],
      );
      const listed = pool.query<PositionWrite>(
        `select ${positionColumns} from positions where ${roundsOf}
         order by (status = 'closed'), round desc, bot_id limit $2 offset $3`,
        [botId, pageSize, (page - 1) * pageSize],
      );
      const [{ rows }, total] = await Promise.all([listed, counted]);
      return { rows, total: total.rows[0]?.total ?? 0 };
    },
  };
}
