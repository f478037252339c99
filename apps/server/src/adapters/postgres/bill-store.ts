// Reads of realised results in PostgreSQL, always by their owner; the sums are made here, in numeric.
import type { Pool } from 'pg';
import type {
  BillStore,
  BillSum,
  BillSums,
  NumberedFill,
  SettledRow,
  SettlementRow,
  SettlementStory,
} from '../../ports/bill-store.ts';

/** Reads a SettlementRow of settlements s and bots b. */
export const settlementColumns = `s.id, s.bot_id as "botId", b.name as "botName", s.exchange, s.market, s.symbol, b.kind, s.purpose,
  s.pair_id as "pairId", trim_scale(s.qty) as qty, trim_scale(s.gross) as gross, trim_scale(s.fee) as fee,
  trim_scale(s.funding) as funding, trim_scale(s.net) as net, trim_scale(s.fuel) as fuel, s.market_ms as "marketMs"`;

const sumColumns = ['gross', 'fee', 'funding', 'net', 'fuel']
  .map((column) => `trim_scale(coalesce(sum(s.${column}), 0)) as ${column}`)
  .join(', ');

const mine = `s.user_id = $1 and not s.simulate and ($2 = '' or s.exchange = $2)`;
const asked = `${mine} and ($3::bigint is null or s.bot_id = $3) and ($4::integer is null or s.day = $4)`;

// One statement, so that days, bots and categories are sums of the same rows.
const groupsSql = `
with asked as (
  select s.day, s.bot_id, s.net, s.fuel, b.name, b.symbol, b.kind
  from settlements s join bots b on b.id = s.bot_id where ${mine} and s.day >= $3
), by_day as (
  select to_char(date '1970-01-01' + day, 'YYYY-MM-DD') as date, trim_scale(sum(net))::text as profit,
    trim_scale(sum(fuel))::text as fuel, trim_scale(sum(net - fuel))::text as net, count(*)::integer as count
  from asked group by day
), by_bot as (
  select bot_id as "botId", name, symbol, trim_scale(sum(net))::text as profit, count(*)::integer as rounds,
    row_number() over (order by sum(net) desc, bot_id) as place
  from asked group by bot_id, name, symbol
), by_kind as (
  select kind as type, trim_scale(sum(net))::text as profit, row_number() over (order by sum(net) desc, kind) as place
  from asked group by kind
)
select coalesce((select jsonb_agg(to_jsonb(d) order by d.date) from by_day d), '[]') as days,
  coalesce((select jsonb_agg(to_jsonb(b) - 'place' order by b.place) from by_bot b), '[]') as bots,
  coalesce((select jsonb_agg(to_jsonb(k) - 'place' order by k.place) from by_kind k), '[]') as kinds`;

const storySql = `
select ${settlementColumns}, s.fill_no as "fillNo", b.symbol_rules as "symbolRules"
from settlements s join bots b on b.id = s.bot_id where s.user_id = $1 and s.id = $2 and not s.simulate`;
const fillsSql = `
select * from (
  select (row_number() over (order by f.id))::integer as no, o.slot, f.side, f.purpose, trim_scale(f.price) as price,
    trim_scale(f.qty) as qty, trim_scale(f.fee) as fee, f.fee_asset as "feeAsset", f.market_ms as "marketMs"
  from bot_fills f join bot_orders o on o.cid = f.cid where f.bot_id = $1
) numbered where no <= $2 order by no desc limit $3`;
const settledSql = `
select id, fill_no as "fillNo", slot, purpose, trim_scale(qty) as qty from settlements
where bot_id = $1 and id <= $2 and fill_no >= $3 order by id`;

export function createBillStore(pool: Pool): BillStore {
  return {
    rows: async (userId, { exchange, botId, day }, page, pageSize) => {
      const values = [userId, exchange, botId, day];
      const summed = pool.query<BillSum & { total: number }>(
        `select count(*)::integer as total, ${sumColumns} from settlements s where ${asked}`,
        values,
      );
      const listed = pool.query<SettlementRow>(
        `select ${settlementColumns} from settlements s join bots b on b.id = s.bot_id where ${asked}
         order by s.id desc limit $5 offset $6`,
        [...values, pageSize, (page - 1) * pageSize],
      );
      const [{ rows }, sums] = await Promise.all([listed, summed]);
      const [first] = sums.rows;
      if (first === undefined) throw new Error('the bill answered nothing');
      const { total, ...sum } = first;
      return { rows, total, sum };
    },
    groups: async (userId, exchange, fromDay) => {
      const { rows } = await pool.query<BillSums>(groupsSql, [userId, exchange, fromDay]);
      return rows[0] ?? { days: [], bots: [], kinds: [] };
    },
    story: async (userId, settlementId, mostFills) => {
      type Found = SettlementRow & Pick<SettlementStory, 'fillNo' | 'symbolRules'>;
      const found = await pool.query<Found>(storySql, [userId, settlementId]);
      const [first] = found.rows;
      if (first === undefined) return null;
      const { fillNo, symbolRules, ...row } = first;
      if (fillNo === null) return { row, fillNo, symbolRules, fills: [], settled: [] };
      const fills = (await pool.query<NumberedFill>(fillsSql, [row.botId, fillNo, mostFills])).rows.reverse();
      const from = fills[0]?.no ?? fillNo;
      const { rows: settled } = await pool.query<SettledRow>(settledSql, [row.botId, settlementId, from]);
      return { row, fillNo, symbolRules, fills, settled };
    },
  };
}
