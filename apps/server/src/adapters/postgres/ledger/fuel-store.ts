// Fuel in PostgreSQL: charges in the runner's transaction and of the hour, debts, who has none left. A fault in counting a
// charge never keeps a trade from being written: the results stay uncharged, it is reported, and the hour's run charges them.
import { format18, parse18 } from '@cormorant/core/money/amount-e18.ts';
import type { Pool, PoolClient } from 'pg';
import type { Clock } from '../../../ports/clock.ts';
import type { ChargeStory, ChargeTerms, FuelNotices, FuelStanding, FuelStore } from '../../../ports/fuel-store.ts';
import type { UserWrites } from '../../../ports/runner-writes.ts';
import { queueNotice } from '../server/mail-outbox.ts';
import { type Asked, type Charged, chargeResults, fuelOf } from './charge-results.ts';
import { moneyTransaction } from './ledger-post.ts';
import { repayOwed } from './repay-owed.ts';
import { createRoundPoints } from './round-points.ts';
import { applyServiceRate } from './service-rate.ts';

const HOUR_MS = 3_600_000;
const WARN_AGAIN_MS = 86_400_000;
/** SQLSTATE classes that pass by themselves: no connection, no room. */
const PASSING = /^(08|53)/;
/** Somebody else holds what a charge needs: the wait was given up or ended, or the two crossed. */
const HELD = /^(55P03|57014|40P01)$/;
/** A charge waits no longer for what somebody else holds: the trades of all users would wait with it. */
const MOST_WAIT_MS = 1_000;
/** When one of many was found held, so that the others do not wait for each that is. */
const SHORT_WAIT_MS = 50;

export interface FuelStoreDeps {
  readonly terms: () => ChargeTerms;
  readonly clock: Clock;
  readonly notices: FuelNotices;
  /** Exchanges where the money is simulated. */
  readonly free: readonly string[];
  readonly report: (error: unknown) => void;
}

/** What the runner's store does in its transaction behind the rows of bots. */
export interface Charging {
  /** Whether anything of these writes may cost fuel, or earn points. */
  concerns(writes: readonly UserWrites[]): boolean;
  /** Before the writes: takes the bots, so that results are numbered in the order in which they are charged. */
  take(client: PoolClient, writes: readonly UserWrites[]): Promise<void>;
  /** Behind the writes that were written. */
  charge(client: PoolClient, writes: readonly UserWrites[]): Promise<void>;
}

async function warn(client: PoolClient, { fuelBeforeE18, payer }: Charged, deps: FuelStoreDeps): Promise<void> {
  const nowMs = deps.clock.nowMs();
  const fuelE18 = fuelOf(payer);
  const { rows } = await client.query<{ threshold: string; warnedAtMs: number | null }>(
    'select trim_scale(fuel_notice) as threshold, fuel_warned_at as "warnedAtMs" from users where id = $1',
    [payer.userId],
  );
  const [user] = rows;
  if (user === undefined) return;
  const thresholdE18 = parse18(user.threshold);
  const isEmpty = fuelE18 <= 0n && fuelBeforeE18 > 0n;
  const isRefilled = fuelBeforeE18 >= thresholdE18;
  const isDue = isRefilled || user.warnedAtMs === null || nowMs - user.warnedAtMs >= WARN_AGAIN_MS;
  const isLow = fuelE18 > 0n && fuelE18 < thresholdE18 && isDue;
  if (isEmpty) await queueNotice(client, payer.userId, deps.notices.empty, nowMs);
  else if (isLow)
    await queueNotice(client, payer.userId, deps.notices.low(format18(fuelE18, 2), user.threshold), nowMs);
  if (isEmpty || isLow)
    await client.query('update users set fuel_warned_at = $2 where id = $1', [payer.userId, new Date(nowMs)]);
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return typeof code === 'string' ? code : '';
}

async function chargeAndWarn(client: PoolClient, asked: Asked, deps: FuelStoreDeps): Promise<void> {
  const charged = await chargeResults(client, asked, deps.terms(), deps.clock.nowMs());
  for (const one of charged) await warn(client, one, deps);
}

export function createCharging(deps: FuelStoreDeps): Charging {
  const costs = (exchange: string): boolean => !deps.free.includes(exchange);
  const isStart = ({ action }: { action: string }) => action === 'start';
  const roundPoints = createRoundPoints(deps.free);
  const isStop = ({ action }: { action: string }) => action === 'stop';

  /** The rate that its owner was shown is the bot's until its next start. */
  async function keepRates(client: PoolClient, writes: readonly UserWrites[]): Promise<void> {
    const started = writes.flatMap(({ actions }) => actions.filter(isStart).map(({ botId }) => botId));
    if (started.length === 0) return;
    await client.query(
      'update bots set fuel_rate_bp = $2 where id = any($1::bigint[]) and exchange <> all($3::text[])',
      [started, deps.terms().startRateBp, deps.free],
    );
  }

  function botsOf({ actions, settlements }: UserWrites): number[] {
    const settled = settlements.filter(({ exchange, simulate }) => !simulate && costs(exchange));
    return [...settled, ...actions.filter(isStop)].map(({ botId }) => botId);
  }

  /** Answers what kept these from being charged, after taking back whatever of it was done; null = they are charged. */
  async function tryCharge(client: PoolClient, writes: readonly UserWrites[], waitMs: number): Promise<Error | null> {
    await client.query(`savepoint charging; set local lock_timeout = ${waitMs}`);
    try {
      const botIds = [...new Set(writes.flatMap(botsOf))];
      const userIds = roundPoints.finishers(writes);
      const journals = (held: PoolClient) => roundPoints.journals(held, userIds);
      const besides = userIds.length === 0 ? null : { userIds, journals };
      await chargeAndWarn(client, { botIds, free: deps.free, beforeMs: null, besides }, deps);
      await client.query('release savepoint charging; set local lock_timeout to default');
      return null;
    } catch (error) {
      if (PASSING.test(codeOf(error))) throw error;
      // On a broken connection this fails, too, and the whole is begun again.
      await client.query('rollback to savepoint charging');
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  return {
    concerns: (writes) =>
      roundPoints.finishers(writes).length > 0 ||
      writes.some(
        ({ actions, settlements }) =>
          settlements.some(({ exchange, simulate }) => !simulate && costs(exchange)) ||
          actions.some((action) => isStart(action) || isStop(action)),
      ),
    take: async (client, writes) => {
      const botIds = writes.flatMap(({ settlements }) => settlements.map(({ botId }) => botId));
      await client.query('select 1 from bots where id = any($1::bigint[]) order by id for no key update', [botIds]);
    },
    charge: async (client, writes) => {
      // A start without its rate is not to be written; what is charged may stay for the hour.
      await keepRates(client, writes);
      const due = writes.filter((one) => botsOf(one).length > 0 || roundPoints.finishers([one]).length > 0);
      if (due.length === 0) return;
      // Together all accounts are taken in one order. Where that fails, one user's fault is not another's.
      const fault = await tryCharge(client, due, MOST_WAIT_MS);
      if (fault === null) return;
      if (due.length === 1) return deps.report(fault);
      const waitMs = HELD.test(codeOf(fault)) ? SHORT_WAIT_MS : MOST_WAIT_MS;
      for (const one of due.toSorted((a, b) => a.userId - b.userId)) {
        const own = await tryCharge(client, [one], waitMs);
        if (own !== null) deps.report(own);
      }
    },
  };
}

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

export function createFuelStore(pool: Pool, deps: FuelStoreDeps): FuelStore {
  const { clock, free, terms } = deps;
  return {
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
      const { rows } = await pool.query<{ userId: number }>(outSql, [free, terms().minStart > 0]);
      return rows.map(({ userId }) => userId);
    },
    chargeWaiting: async () => {
      const beforeMs = Math.floor(clock.nowMs() / HOUR_MS) * HOUR_MS;
      const { rows } = await pool.query<{ id: number }>(waitingSql, [free, new Date(beforeMs)]);
      for (const { id } of rows)
        await moneyTransaction(pool, async (client) => {
          // The bot is taken first: whoever writes its trades waits for it no longer than this waits for the accounts.
          await client.query(`set local lock_timeout = ${MOST_WAIT_MS}`);
          await chargeAndWarn(client, { botIds: [id], free, beforeMs, besides: null }, deps);
        }).catch(deps.report);
      return rows.length;
    },
    repay: (userId) =>
      moneyTransaction(pool, (client) =>
        repayOwed(client, { userId, pointsPerFuel: terms().pointsPerFuel, nowMs: clock.nowMs() }),
      ),
    applyRate: (nowMs) => applyServiceRate(pool, nowMs),
    ableToRepay: async () => {
      const { rows } = await pool.query<{ userId: number }>(
        `select o.user_id as "userId" from ledger_accounts o where o.part = 'fuel_owed' and o.balance > 0 and exists (
           select 1 from ledger_accounts f where f.user_id = o.user_id and f.part in ('fuel_paid', 'fuel_bonus') and f.balance > 0)`,
      );
      return rows.map(({ userId }) => userId);
    },
    charge: async (userId, id) => {
      const { rows } = await pool.query<ChargeStory>(storySql, [userId, id]);
      return rows[0] ?? null;
    },
  };
}
