// One user whole, as the runner that takes him over reads him.
import type { Pool } from 'pg';
import type { BotRecord } from '../../../ports/bot-record.ts';
import type { LastRound, LoadedUser } from '../../../ports/runner-store.ts';
import type {
  AccountPlace,
  EquityWrite,
  MarginAddWrite,
  OrderWrite,
  PositionAddWrite,
  ReadCursor,
} from '../../../ports/runner-writes.ts';
import { botColumns } from '../bots/bot-rows.ts';

const CURVE_MOST = 2_000;

/** Account ids and books as the columns of one list. */
function columnsOf(places: readonly AccountPlace[]): [number[], string[]] {
  return [places.map(({ accountId }) => accountId), places.map(({ books }) => books)];
}

export async function loadUser(pool: Pool, userId: number, places: readonly AccountPlace[]): Promise<LoadedUser> {
  const bots = pool.query<BotRecord>(
    `select ${botColumns}, b.engine from bots b
     where b.user_id = $1 and b.deleted_at is null
       and (b.account_id, b.books) in (select * from unnest($2::bigint[], $3::text[])) order by b.id`,
    [userId, ...columnsOf(places)],
  );
  const liveOrders = pool.query<OrderWrite>(
    `select o.cid, o.bot_id as "botId", o.slot, o.cycle, o.attempt, o.purpose, o.side, o.type, o.tif, o.reduce_only as "reduceOnly",
       trim_scale(o.price) as price, trim_scale(o.qty) as qty, trim_scale(o.filled) as filled, o.status, o.reason,
       o.intended_market_ms as "marketMs"
     from bot_orders o join bots b on b.id = o.bot_id
     where b.user_id = $1 and o.status in ('intended', 'open', 'unknown') order by o.bot_id, o.slot`,
    [userId],
  );
  const lastRounds = pool.query<LastRound>(
    `select distinct on (bot_id) id, bot_id as "botId", round, side, status, trim_scale(realized) as realized,
       trim_scale(fee) as fee, trim_scale(funding) as funding, opened_market_ms as "openedMarketMs"
     from positions where user_id = $1 order by bot_id, round desc`,
    [userId],
  );
  const adds = pool.query<PositionAddWrite>(
    `select a.position_id as "positionId", a.bot_id as "botId", a.round, a.cid, a.step, a.kind,
       trim_scale(a.trigger_price) as "triggerPrice", trim_scale(a.price) as price, trim_scale(a.qty) as qty,
       trim_scale(a.amount) as amount, trim_scale(a.fee) as fee, trim_scale(a.callback) as callback,
       a.filled_market_ms as "marketMs"
     from position_adds a join positions p on p.id = a.position_id
     where p.user_id = $1 and p.status <> 'closed' order by a.position_id, a.step, a.id`,
    [userId],
  );
  const marginAdds = pool.query<MarginAddWrite>(
    `select distinct on (m.bot_id) m.ref, m.bot_id as "botId", m.round, m.attempt, m.symbol, m.position_side as "positionSide",
       trim_scale(m.amount) as amount, m.status, m.reason, m.intended_market_ms as "marketMs"
     from margin_adds m join bots b on b.id = m.bot_id where b.user_id = $1 and b.deleted_at is null
     order by m.bot_id, m.round desc, m.attempt desc`,
    [userId],
  );
  const stopLosses = pool.query<{ botId: number; marketMs: number }>(
    `select p.bot_id as "botId", p.closed_market_ms as "marketMs" from bots b cross join lateral (
       select bot_id, closed_market_ms from positions where bot_id = b.id and close_reason = 'stop_loss'
       order by closed_market_ms desc limit 1
     ) p where b.user_id = $1 and b.deleted_at is null`,
    [userId],
  );
  const equity = pool.query<EquityWrite>(
    `select e.bot_id as "botId", e.market_ms as "marketMs", trim_scale(e.equity) as equity
     from bots b cross join lateral (select * from bot_equity where bot_id = b.id order by market_ms desc limit ${CURVE_MOST}) e
     where b.user_id = $1 and b.deleted_at is null order by e.bot_id, e.market_ms`,
    [userId],
  );
  const cursors = pool.query<ReadCursor>(
    `select account_id as "accountId", books, symbol, fill_id as "fillId", funding_id as "fundingId" from read_cursors
     where (account_id, books) in (select * from unnest($1::bigint[], $2::text[]))`,
    columnsOf(places),
  );
  // Together: when the connection breaks all of them reject, and one that nobody waits for would end the process.
  await Promise.all([bots, liveOrders, lastRounds, adds, marginAdds, stopLosses, equity, cursors]);
  return {
    bots: (await bots).rows,
    liveOrders: (await liveOrders).rows,
    lastRounds: (await lastRounds).rows,
    adds: (await adds).rows,
    marginAdds: (await marginAdds).rows,
    stopLosses: (await stopLosses).rows,
    equity: (await equity).rows,
    cursors: (await cursors).rows,
  };
}
