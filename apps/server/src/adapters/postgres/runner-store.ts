// The runner's side of the bots' tables in PostgreSQL: leases with fencing tokens, loading one user whole, the journal.
import type { Pool } from 'pg';
import type {
  AccountPlace,
  BotRecord,
  EquityWrite,
  LastRound,
  LoadedUser,
  MarginAddWrite,
  OrderWrite,
  OutboxRow,
  PositionAddWrite,
  ReadCursor,
  RunnerStore,
} from '../../ports/runner-store.ts';
import { setBotsAside } from './aside-bots.ts';
import { botColumns } from './bot-rows.ts';
import type { Charging } from './fuel-store.ts';
import { moneyTransaction } from './ledger-post.ts';
import { transaction, violatedUnique } from './pool.ts';
import { commitWrites } from './runner-commit.ts';

/** First key of the advisory locks that runners hold while they live; the second is the runner's number. */
const LIFE = 731_618;
const CURVE_MOST = 2_000;

// A lease changes hands when it is free, run out, or its owner's database session is gone.
const takeSql = `
insert into runner_leases as l (user_id, runner_id, token, expires_at)
values ($1, $2, 1, now() + $3 * interval '1 millisecond')
on conflict (user_id) do update
  set runner_id = excluded.runner_id, token = l.token + 1, expires_at = excluded.expires_at
  where l.runner_id = excluded.runner_id or l.expires_at < now() or pg_try_advisory_xact_lock(${LIFE}, l.runner_id::integer)
returning token`;

const insertBotSql = `
insert into bots (user_id, request_id, account_id, exchange, market, symbol, type_id, kind, direction, simulate, source_id,
  created_market_ms, name, params, investment, is_public, version, symbol_rules, books, legs, engine, status, phase)
select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $20, $21, $22, 'stopped', 'idle'
from runner_leases where user_id = $1 and token = $19 for share
returning id`;

// In the transaction that made the parent.
const insertLegSql = `
insert into bots (user_id, account_id, exchange, market, symbol, type_id, kind, direction, simulate, created_market_ms, name,
  params, investment, version, symbol_rules, books, position_side, parent_id, leg, status, phase)
select p.user_id, $8, $9, $3, $4, p.type_id, p.kind, $5, p.simulate, p.created_market_ms, p.name,
  '{}'::jsonb, $6, 1, $7, $10, $11, p.id, $2, 'stopped', 'idle'
from bots p where p.id = $1`;

/** Account ids and books as the columns of one list. */
function columnsOf(places: readonly AccountPlace[]): [number[], string[]] {
  return [places.map(({ accountId }) => accountId), places.map(({ books }) => books)];
}

async function load(pool: Pool, userId: number, places: readonly AccountPlace[]): Promise<LoadedUser> {
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

/** What results cost is taken in the transaction that writes them; without `charging` nothing costs anything. */
export function createRunnerStore(pool: Pool, charging?: Charging): RunnerStore {
  return {
    salt: async (drawn) => {
      await pool.query('insert into installation (salt) values ($1) on conflict do nothing', [drawn]);
      const { rows } = await pool.query<{ salt: number }>('select salt from installation');
      if (rows[0] === undefined) throw new Error('the installation has no salt');
      return rows[0].salt;
    },

    askHalt: async (userId, token, except) => {
      const { rows } = await pool.query<{ id: number }>(
        `update bots set halt_asked = true where user_id = $1 and parent_id is null and deleted_at is null
           and status <> 'stopped' and halted = '' and id <> all($3::bigint[])
           and exists (select from runner_leases where user_id = $1 and token = $2) returning id`,
        [userId, token, except],
      );
      return rows.map(({ id }) => id);
    },

    enlist: async (onLost) => {
      const client = await pool.connect();
      let left = false;
      const leave = async () => {
        if (left) return;
        left = true;
        client.release(true);
      };
      let enlisted = false;
      client.on('error', () => {
        if (left) return;
        void leave();
        if (enlisted) onLost();
      });
      try {
        const { rows } = await client.query<{ id: number }>("select nextval('runner_ids') as id");
        const runnerId = rows[0]?.id ?? 0;
        await client.query('select pg_advisory_lock($1, $2)', [LIFE, runnerId]);
        if (left) throw new Error('the connection broke while the runner enlisted');
        enlisted = true;
        return { runnerId, leave };
      } catch (error) {
        await leave();
        throw error;
      }
    },

    usersWithLiveBots: async (places) => {
      const { rows } = await pool.query<{ user_id: number }>(
        `with places as (select * from unnest($1::text[], $2::text[]))
         select distinct user_id from bots
           where status <> 'stopped' and deleted_at is null and (exchange, books) in (select * from places)
         union select b.user_id from bot_orders o join bots b on b.id = o.bot_id
           where o.status in ('intended', 'open', 'unknown') and (b.exchange, b.books) in (select * from places) order by 1`,
        [places.map(({ exchange }) => exchange), places.map(({ books }) => books)],
      );
      return rows.map(({ user_id }) => user_id);
    },

    takeLease: async (userId, runnerId, ttlMs) => {
      const { rows } = await pool.query<{ token: number }>(takeSql, [userId, runnerId, ttlMs]);
      return rows[0]?.token ?? null;
    },
    renewLeases: async (runnerId, ttlMs) => {
      const { rows } = await pool.query<{ user_id: number }>(
        `update runner_leases set expires_at = now() + $2 * interval '1 millisecond' where runner_id = $1 returning user_id`,
        [runnerId, ttlMs],
      );
      return rows.map(({ user_id }) => user_id);
    },
    moveLeases: async (from, to, ttlMs) => {
      const { rows } = await pool.query<{ user_id: number }>(
        `update runner_leases set runner_id = $2, expires_at = now() + $3 * interval '1 millisecond'
         where runner_id = any($1::bigint[]) returning user_id`,
        [from, to, ttlMs],
      );
      return rows.map(({ user_id }) => user_id);
    },
    releaseLeases: async (runnerId) => {
      await pool.query('update runner_leases set expires_at = now() where runner_id = $1', [runnerId]);
    },

    load: (userId, places) => load(pool, userId, places),

    insertBot: async (origin, setup, token, created, legs = [], engine = null) => {
      const { userId, requestId } = origin;
      const values = [
        userId,
        requestId,
        origin.accountId,
        origin.exchange,
        origin.market,
        origin.symbol,
        origin.typeId,
      ];
      values.push(origin.kind, setup.direction);
      try {
        return await transaction(pool, async (client) => {
          const { rows } = await client.query<{ id: number }>(insertBotSql, [
            ...values,
            origin.simulate,
            origin.sourceId,
            origin.createdMarketMs,
            setup.name,
            JSON.stringify(setup.params),
            setup.investment,
            setup.isPublic,
            setup.version,
            JSON.stringify(setup.symbolRules),
            token,
            origin.books,
            legs.length,
            engine === null ? null : JSON.stringify(engine),
          ]);
          const id = rows[0]?.id;
          if (id === undefined) return 'fenced' as const;
          for (const [leg, { market, symbol, direction, investment, symbolRules, ...place }] of legs.entries()) {
            const values = [id, leg, market, symbol, direction, investment, JSON.stringify(symbolRules)];
            await client.query(insertLegSql, [
              ...values,
              place.accountId,
              place.exchange,
              place.books,
              place.positionSide,
            ]);
          }
          await client.query(
            `insert into bot_actions (id, user_id, bot_id, action, actor, why, data, market_ms) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
            [
              created.id,
              userId,
              id,
              created.action,
              created.actor,
              created.why,
              JSON.stringify(created.data),
              created.marketMs,
            ],
          );
          return { id, again: false };
        });
      } catch (error) {
        if (violatedUnique(error) !== 'bots_by_request') throw error;
        const { rows } = await pool.query<{ id: number }>(
          'select id from bots where user_id = $1 and request_id = $2',
          [userId, requestId],
        );
        if (rows[0] === undefined) throw error;
        return { id: rows[0].id, again: true };
      }
    },

    booked: async (accountId, books, venueFillIds) => {
      const { rows } = await pool.query<{ venue_fill_id: string }>(
        'select venue_fill_id from bot_fills where account_id = $1 and books = $2 and venue_fill_id = any($3::text[])',
        [accountId, books, venueFillIds],
      );
      return new Set(rows.map(({ venue_fill_id }) => venue_fill_id));
    },

    bookedFundings: async (accountId, books, ids) => {
      const { rows } = await pool.query<{ venue_funding_id: string }>(
        'select venue_funding_id from bot_fundings where account_id = $1 and books = $2 and venue_funding_id = any($3::text[])',
        [accountId, books, ids],
      );
      return new Set(rows.map(({ venue_funding_id }) => venue_funding_id));
    },

    reserveIds: async (table, count) => {
      const { rows } = await pool.query<{ id: number }>(
        `select nextval(pg_get_serial_sequence($1, 'id')) as id from generate_series(1, $2)`,
        [table, count],
      );
      return rows.map(({ id }) => id);
    },

    commit: async (writes, sentOutboxIds) => {
      if (charging?.concerns(writes) !== true) return commitWrites(pool, writes, sentOutboxIds);
      return moneyTransaction(pool, async (client) => {
        await charging.take(client, writes);
        const result = await commitWrites(client, writes, sentOutboxIds);
        await charging.charge(
          client,
          writes.filter(({ userId }) => !result.fenced.has(userId)),
        );
        return result;
      });
    },
    rehearse: async (writes) => {
      const enough = new Error('rehearsed');
      const run = transaction(pool, async (client) => {
        await commitWrites(client, [writes], []);
        throw enough;
      });
      await run.catch((error) => {
        if (error !== enough) throw error;
      });
    },

    leftOutbox: async () =>
      (await pool.query<OutboxRow>('select id, user_id as "userId", channel, data from push_outbox order by id')).rows,
    setAside: (aside) => setBotsAside(pool, aside),
  };
}
