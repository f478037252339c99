// The runner's side of the bots' tables in PostgreSQL: its leases, its users, the journal of what it does.
import type { Pool } from 'pg';
import type { Charging } from '../../../ports/fuel-books.ts';
import type { RunnerStore } from '../../../ports/runner-store.ts';
import type { OutboxRow } from '../../../ports/runner-writes.ts';
import { fuelBooksOf } from '../ledger/fuel-books.ts';
import { moneyTransaction } from '../ledger/ledger-post.ts';
import { transaction } from '../pool.ts';
import { setBotsAside } from './aside-bots.ts';
import { insertBot } from './insert-bot.ts';
import { loadUser } from './load-user.ts';
import { commitWrites } from './runner-commit.ts';
import { createRunnerLeases } from './runner-leases.ts';

/** What results cost is taken in the transaction that writes them; without `charging` nothing costs anything. */
export function createRunnerStore(pool: Pool, charging?: Charging): RunnerStore {
  return {
    ...createRunnerLeases(pool),

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

    load: (userId, places) => loadUser(pool, userId, places),
    insertBot: (...made) => insertBot(pool, ...made),

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
        const books = fuelBooksOf(client);
        await charging.take(books, writes);
        const result = await commitWrites(client, writes, sentOutboxIds);
        await charging.charge(
          books,
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
