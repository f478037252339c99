// Reads of realised results in PostgreSQL, always by their owner; the sums are made here, in numeric.
import type { Pool } from 'pg';
import type {
  BillStore,
  BillSum,
  BillSums,
  FundedRow,
  LegTrade,
  NumberedFill,
  PairStory,
  SettledRow,
  SettlementRow,
  SettlementStory,
} from '../../../ports/bill-store.ts';
import { feeColumns } from './bot-rows.ts';

/** Reads a SettlementRow of settlements s and bots b. */
export const settlementColumns = `s.id, s.bot_id as "botId", b.name as "botName", b.type_id as "typeId", s.exchange, s.market, s.symbol, b.kind, s.purpose,
  s.pair_id as "pairId", s.leg, trim_scale(s.qty) as qty, trim_scale(s.gross) as gross, trim_scale(s.fee) as fee,
  trim_scale(s.funding) as funding, trim_scale(s.net) as net, trim_scale(s.fuel) as fuel, s.charge_id as "chargeId", s.market_ms as "marketMs"`;

const sumColumns = ['gross', 'fee', 'funding', 'net', 'fuel']
  .map((column) => `trim_scale(coalesce(sum(s.${column}), 0)) as ${column}`)
  .join(', ');

const mine = `s.user_id = $1 and not s.simulate and ($2 = '' or s.exchange = $2)`;
const asked = `${mine} and ($3::bigint is null or s.bot_id = $3) and ($4::integer is null or s.day = $4)`;

// One statement, so that days, bots and categories are sums of the same rows.
const groupsSql = `
with asked as (
  select s.day, s.bot_id, s.net, s.fuel, b.name, b.type_id, b.symbol, b.kind
  from settlements s join bots b on b.id = s.bot_id where ${mine} and s.day >= $3
), by_day as (
  select to_char(date '1970-01-01' + day, 'YYYY-MM-DD') as date, trim_scale(sum(net))::text as profit,
    trim_scale(sum(fuel))::text as fuel, trim_scale(sum(net - fuel))::text as net, count(*)::integer as count
  from asked group by day
), by_bot as (
  select bot_id as "botId", type_id as "typeId", name, symbol, trim_scale(sum(net))::text as profit, count(*)::integer as rounds,
    row_number() over (order by sum(net) desc, bot_id) as place
  from asked group by bot_id, type_id, name, symbol
), by_kind as (
  select kind as type, trim_scale(sum(net))::text as profit, row_number() over (order by sum(net) desc, kind) as place
  from asked group by kind
)
select coalesce((select jsonb_agg(to_jsonb(d) order by d.date) from by_day d), '[]') as days,
  coalesce((select jsonb_agg(to_jsonb(b) - 'place' order by b.place) from by_bot b), '[]') as bots,
  coalesce((select jsonb_agg(to_jsonb(k) - 'place' order by k.place) from by_kind k), '[]') as kinds`;

const storySql = `
select ${settlementColumns}, s.fill_no as "fillNo", coalesce(l.symbol_rules, b.symbol_rules) as "symbolRules",
  coalesce(l.id, b.id) as "traderId", s.leg as side, b.direction = 'dual' as "isOfSide"
from settlements s join bots b on b.id = s.bot_id left join bots l on l.parent_id = b.id and l.leg = s.leg
where s.user_id = $1 and s.id = $2 and not s.simulate`;
const fillsSql = `
select * from (
  select (row_number() over (order by f.id))::integer as no, o.slot, f.side, f.purpose, trim_scale(f.price) as price,
    trim_scale(f.qty) as qty, ${feeColumns}, f.market_ms as "marketMs"
  from bot_fills f join bot_orders o on o.cid = f.cid where f.bot_id = $1
) numbered where no <= $2 order by no desc limit $3`;
const settledSql = `
select id, fill_no as "fillNo", slot, purpose, trim_scale(qty) as qty from settlements
where bot_id = $1 and id <= $2 and fill_no >= $3 and leg is not distinct from $4 order by id`;

// A result takes all funding that waits, or none: what it took lies between the sums of what was taken before and after.
const fundingsSql = `
with result as (
  select s.*, coalesce(l.id, s.bot_id) as trader
  from settlements s left join bots l on l.parent_id = s.bot_id and l.leg = s.leg where s.id = $1
), taken as (
  select coalesce(sum(s.funding) filter (where s.id < r.id), 0) as before, coalesce(sum(s.funding), 0) as after
  from settlements s join result r on s.bot_id = r.bot_id and s.leg is not distinct from r.leg and s.id <= r.id
), summed as (
  select f.*, sum(f.amount) over (order by f.id) as total from bot_fundings f join result r on f.bot_id = r.trader
), last as (
  select min(s.id) as id from summed s join taken t on s.total = t.after and t.before <> t.after
), first as (
  select coalesce(max(s.id), 0) as id from summed s join taken t on s.total = t.before where s.id < (select id from last)
)
select r.leg, trim_scale(s.rate) as rate, trim_scale(s.mark) as mark, trim_scale(s.amount) as amount,
  s.market_ms as "marketMs"
from summed s, result r where s.id > (select id from first) and s.id <= (select id from last) order by s.id`;

const pairRowsSql = `
select ${settlementColumns} from settlements s join bots b on b.id = s.bot_id
where s.bot_id = $1 and s.pair_id = $2 order by s.leg, s.id`;
const legsSql = `
select leg, market, symbol, direction, symbol_rules as "symbolRules" from bots where parent_id = $1 order by leg`;
// The rounds of several legs follow each other: what they traded since the round before ended is this one's.
const tradesSql = `
with rows as (
  select s.pair_id, s.leg, s.fill_no from settlements s where s.bot_id = $1 and s.pair_id in ($2, (
    select pair_id from settlements where bot_id = $1
      and id < (select min(id) from settlements where bot_id = $1 and pair_id = $2) order by id desc limit 1))
), ends as (
  select rows.pair_id, max(f.id) as id from rows join bots l on l.parent_id = $1 and l.leg = rows.leg
  cross join lateral (select id from bot_fills where bot_id = l.id order by id offset greatest(0, rows.fill_no - 1) limit 1) f
  where rows.fill_no > 0 group by rows.pair_id
)
select l.leg, f.side, f.purpose, trim_scale(f.price) as price, trim_scale(f.qty) as qty, ${feeColumns},
  f.market_ms as "marketMs"
from bot_fills f join bots l on l.id = f.bot_id
where l.parent_id = $1 and f.id <= (select id from ends where pair_id = $2)
  and f.id > coalesce((select id from ends where pair_id <> $2), 0)
order by f.id limit $3`;

export function createBillStore(pool: Pool): BillStore {
  async function pairOf({ botId, pairId }: SettlementRow, mostTrades: number): Promise<PairStory | null> {
    const legs = (await pool.query<PairStory['legs'][number]>(legsSql, [botId])).rows;
    if (legs.length === 0) return null;
    const [rows, trades] = await Promise.all([
      pool.query<SettlementRow>(pairRowsSql, [botId, pairId]),
      pool.query<LegTrade>(tradesSql, [botId, pairId, mostTrades]),
    ]);
    return { rows: rows.rows, legs, trades: trades.rows };
  }

  async function fundingsOf(rows: readonly SettlementRow[]): Promise<FundedRow[]> {
    const asked = rows.filter(({ funding }) => funding !== '0');
    const found = await Promise.all(asked.map(({ id }) => pool.query<FundedRow>(fundingsSql, [id])));
    return found.flatMap((one) => one.rows);
  }

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
      type Found = SettlementRow &
        Pick<SettlementStory, 'fillNo' | 'symbolRules'> & { traderId: number; side: number | null; isOfSide: boolean };
      const found = await pool.query<Found>(storySql, [userId, settlementId]);
      const [first] = found.rows;
      if (first === undefined) return null;
      const { fillNo, isOfSide, side, symbolRules, traderId, ...row } = first;
      // A side of a martingale of two closes its rounds as a bot of its own does.
      const pair = isOfSide ? null : await pairOf(row, mostFills);
      const fundings = await fundingsOf(pair === null ? [row] : pair.rows);
      if (pair !== null || fillNo === null) return { row, fillNo, symbolRules, fills: [], settled: [], fundings, pair };
      const fills = (await pool.query<NumberedFill>(fillsSql, [traderId, fillNo, mostFills])).rows.reverse();
      const from = fills[0]?.no ?? fillNo;
      const { rows: settled } = await pool.query<SettledRow>(settledSql, [row.botId, settlementId, from, side]);
      return { row, fillNo, symbolRules, fills, settled, fundings, pair };
    },
  };
}
