// Fuel in PostgreSQL: what an owner has of it, who has none left or can pay debts, the story of a charge; and the transactions in
// which features/fees charges and repays.
import { format18, parse18 } from '@cormorant/core/money/amount-e18.ts';
import type { Pool } from 'pg';
import type { ChargeStory, FuelRows, FuelStanding } from '../../../ports/fuel-store.ts';
import { fuelBooksOf } from './fuel-books.ts';
import { moneyTransaction } from './ledger-post.ts';

const standingSql = `select coalesce(sum(balance) filter (where part = 'fuel_paid'), 0) as paid,
    coalesce(sum(balance) filter (where part = 'fuel_bonus'), 0) as bonus,
    coalesce(sum(balance) filter (where part = 'fuel_owed'), 0) as owed
  from ledger_accounts where user_id = $1`;

/** Of users with a bot that runs and costs fuel, those who have none; below zero where none is needed to start. */
const outSql = `
select distinct b.user_id as "userId" from bots b
where b.status = 'running' and not b.simulate and b.parent_id is null and b.exchange <> all($1::text[])
  and not exists (select 1 from bots l where l.parent_id = b.id and l.exchange = any($1::text[]))
  and (select sum(case when a.part = 'fuel_owed' then -a.balance else a.balance end) from ledger_accounts a
    where a.user_id = b.user_id and a.part in ('fuel_paid', 'fuel_bonus', 'fuel_owed')) <= case when $2 then 0 else -1e-8 end`;

const waitingSql = `
select b.id from bots b where not b.simulate and b.parent_id is null and b.exchange <> all($1::text[])
  and exists (select 1 from settlements s where s.bot_id = b.id and s.id > b.fuel_settled_id and s.booked_at < $2)
order by b.id`;

const storySql = `
select c.id, c.bot_id as "botId", b.name as "botName", c.rate_bp as "rateBp",
  trim_scale(c.cum_before) as "cumBefore", trim_scale(c.high_before) as "highBefore", trim_scale(c.cum_after) as "cumAfter",
  trim_scale(c.base) as base, trim_scale(c.amount) as amount, trim_scale(c.bonus) as bonus, trim_scale(c.paid) as paid,
  trim_scale(c.owed) as owed, trim_scale(c.owed_left) as "owedLeft", trim_scale(c.waived) as waived,
  c.created_at as "atMs", c.reversed_at as "reversedAtMs",
  (select jsonb_build_object('count', count(*), 'gross', trim_scale(coalesce(sum(gross), 0))::text,
     'fee', trim_scale(coalesce(sum(fee), 0))::text, 'funding', trim_scale(coalesce(sum(funding), 0))::text,
     'net', trim_scale(coalesce(sum(net), 0))::text) from settlements where charge_id = c.id) as results,
  (select coalesce(jsonb_agg(jsonb_build_object('depth', depth, 'rateBp', rate_bp, 'diffBp', diff_bp,
     'base', trim_scale(base)::text, 'amount', trim_scale(amount)::text, 'kind', kind) order by id), '[]')
   from profit_shares where charge_id = c.id) as shares
from fuel_charges c join bots b on b.id = c.bot_id where c.user_id = $1 and c.id = $2`;

export interface FuelStoreDeps {
  /** Exchanges where the money is simulated. */
  readonly free: readonly string[];
  /** Whether bots need fuel to start. */
  readonly needsFuel: () => boolean;
}

const ABLE = `select o.user_id as "userId" from ledger_accounts o where o.part = 'fuel_owed' and o.balance > 0 and exists (
  select 1 from ledger_accounts f where f.user_id = o.user_id and f.part in ('fuel_paid', 'fuel_bonus') and f.balance > 0)`;

export function createFuelStore(pool: Pool, { free, needsFuel }: FuelStoreDeps): FuelRows {
  return {
    transaction: (work, waitMs) =>
      moneyTransaction(pool, async (client) => {
        if (waitMs !== undefined) await client.query(`set local lock_timeout = ${waitMs}`);
        return work(fuelBooksOf(client));
      }),
    of: async (userId) => {
      const { rows } = await pool.query<Omit<FuelStanding, 'fuel'>>(standingSql, [userId]);
      const { bonus, owed, paid } = rows[0] ?? { bonus: '0', owed: '0', paid: '0' };
      const [paidE18, bonusE18, owedE18] = [parse18(paid), parse18(bonus), parse18(owed)];
      return {
        fuel: format18(paidE18 + bonusE18 - owedE18),
        paid: format18(paidE18),
        bonus: format18(bonusE18),
        owed: format18(owedE18),
      };
    },
    outOfFuel: async () => {
      const { rows } = await pool.query<{ userId: number }>(outSql, [free, needsFuel()]);
      return rows.map(({ userId }) => userId);
    },
    waitingBots: async (beforeMs) => {
      const { rows } = await pool.query<{ id: number }>(waitingSql, [free, new Date(beforeMs)]);
      return rows.map(({ id }) => id);
    },
    ableToRepay: async () => (await pool.query<{ userId: number }>(ABLE)).rows.map(({ userId }) => userId),
    charge: async (userId, id) => {
      const { rows } = await pool.query<ChargeStory>(storySql, [userId, id]);
      return rows[0] ?? null;
    },
  };
}
