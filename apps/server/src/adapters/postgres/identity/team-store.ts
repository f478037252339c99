// Teams in PostgreSQL. The team of a user is everybody whose path holds the user; a rate is given under the rows of both, so
// that nobody is given more than who gives has.
import { accountingDay, dayStartMs, monthStartMs } from '@cormorant/core/ledger/accounting-day.ts';
import { givableBp, rateRange } from '@cormorant/core/ledger/profit-share.ts';
import type { Pool, PoolClient } from 'pg';
import type {
  GivenRate,
  GiveOutcome,
  GiverRow,
  MemberRow,
  RateChangeRow,
  SummaryRow,
  TeamStore,
} from '../../../ports/team-store.ts';
import { transaction } from '../pool.ts';
import { queueNotice } from '../server/mail-outbox.ts';

const ACTIVE_DAYS = 30;

const waiting = 'w.applied_at is null and w.replaced_at is null';

/** Members of $1 as $2 sees them; $3 = today. */
const memberSql = `
select u.id as "userId", u.sn, u.nickname, u.avatar, u.created_at as "registeredAtMs", u.rate_bp as "rateBp",
  u.is_partner as "isPartner", coalesce(f.paid, 0)::text as "fuelUsed", coalesce(f.active, false) as active,
  exists (select 1 from exchange_keys k where k.user_id = u.id and k.removed_at is null) as bound,
  coalesce(s.amount, 0)::text as "myShare",
  (select count(*) from users t where t.path @> array[u.id]) as "teamCount",
  coalesce((select max(c.rate_bp) from users c where c.referrer_id = u.id), 0) as "givenBp",
  w.to_bp as "nextBp", w.effective_at as "nextAtMs", count(*) over () as total
from users u
left join lateral (
  select trim_scale(sum(paid)) as paid, bool_or(charged > 0 and day > $3 - ${ACTIVE_DAYS}) as active
  from fuel_days where user_id = u.id) f on true
left join lateral (
  select trim_scale(sum(p.amount)) as amount from profit_shares p
  where p.user_id = $2 and p.from_user_id = u.id and p.kind = 'share') s on true
left join rate_changes w on w.member_id = u.id and ${waiting}
where u.referrer_id = $1`;

const summarySql = `
with team as (select id, referrer_id, created_at from users where path @> array[$1::bigint]),
used as (
  select coalesce(sum(d.paid) filter (where d.day = $2), 0) as today, coalesce(sum(d.paid), 0) as total,
    count(distinct d.user_id) filter (where d.charged > 0 and d.day > $2 - ${ACTIVE_DAYS}) as active
  from fuel_days d join team t on t.id = d.user_id),
shared as (
  select coalesce(sum(amount) filter (where created_at >= $3), 0) as today,
    coalesce(sum(amount) filter (where created_at >= $4), 0) as month, coalesce(sum(amount), 0) as total
  from profit_shares where user_id = $1 and kind = 'share')
select (select count(*) from team where referrer_id = $1) as direct, (select count(*) from team) as total,
  used.active, (select count(*) from team where created_at >= $3) as "newToday",
  trim_scale(used.today)::text as "fuelToday", trim_scale(used.total)::text as "fuelTotal",
  trim_scale(shared.today)::text as "shareToday", trim_scale(shared.month)::text as "shareMonth",
  trim_scale(shared.total)::text as "shareTotal"
from used, shared`;

const changesSql = `
select w.id, w.member_id as "memberId", u.sn, u.nickname, w.from_bp as "fromBp", w.to_bp as "toBp",
  w.effective_at as "effectiveAtMs", w.created_at as "createdAtMs",
  case when w.applied_at is not null then 'done' when w.replaced_at is not null then 'replaced' else 'waiting' end as state
from rate_changes w join users u on u.id = w.member_id
where w.member_id = $1 or w.giver_id = $1 order by w.id desc limit $2`;

type Counted = MemberRow & { readonly total: number };

function pageOfMembers(rows: readonly Counted[]): { rows: MemberRow[]; total: number } {
  return { rows: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 };
}

/** A change that waits for its day is given up. */
export async function dropWaiting(client: PoolClient, memberId: number, nowMs: number): Promise<void> {
  const values = [memberId, new Date(nowMs)];
  await client.query(`update rate_changes w set replaced_at = $2 where member_id = $1 and ${waiting}`, values);
}

export async function giverOf(on: Pool | PoolClient, userId: number): Promise<GiverRow> {
  const { rows } = await on.query<GiverRow>(
    `select u.is_partner as "isPartner", u.rate_bp as "rateBp", w.to_bp as "nextBp"
     from users u left join rate_changes w on w.member_id = u.id and ${waiting} where u.id = $1`,
    [userId],
  );
  return rows[0] ?? { isPartner: false, rateBp: 0, nextBp: null };
}

interface Member {
  readonly id: number;
  readonly rateBp: number;
  readonly givenBp: number;
}

/** The present rate becomes `toBp` now. */
export async function setRate(client: PoolClient, memberId: number, toBp: number, nowMs: number): Promise<void> {
  await client.query('update users set rate_bp = $2, is_partner = $2 > 0, updated_at = $3 where id = $1', [
    memberId,
    toBp,
    new Date(nowMs),
  ]);
}

/** A higher rate counts now, a lower one from its day on, of which the member is told. */
async function change(client: PoolClient, rate: GivenRate, member: Member): Promise<void> {
  const { giverId, nowMs, toBp } = rate;
  const at = new Date(nowMs);
  const lowers = toBp < member.rateBp;
  await client.query(
    `insert into rate_changes (member_id, giver_id, from_bp, to_bp, effective_at, applied_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [...[member.id, giverId, member.rateBp, toBp], ...[lowers ? new Date(rate.lowerAtMs) : at, lowers ? null : at, at]],
  );
  if (lowers) await queueNotice(client, member.id, rate.lowered(member.rateBp), nowMs);
  else await setRate(client, member.id, toBp, nowMs);
}

async function give(client: PoolClient, rate: GivenRate): Promise<GiveOutcome> {
  const { giverId, memberSn, nowMs, toBp } = rate;
  await client.query('select 1 from users where id = $1 or sn = $2 order by id for no key update', [giverId, memberSn]);
  const found = await client.query<Member>(
    `select u.id, u.rate_bp as "rateBp",
       coalesce((select max(c.rate_bp) from users c where c.referrer_id = u.id), 0) as "givenBp"
     from users u where u.sn = $1 and u.referrer_id = $2`,
    [memberSn, giverId],
  );
  const giver = await giverOf(client, giverId);
  if (!giver.isPartner) return { outcome: 'not_partner' };
  const member = found.rows[0];
  if (member === undefined) return { outcome: 'not_direct' };
  const { maxBp, minBp } = rateRange(givableBp(giver), [member.givenBp]);
  if (toBp < minBp || toBp > maxBp) return { outcome: 'out_of_range', minBp, maxBp };
  await dropWaiting(client, member.id, nowMs);
  if (toBp !== member.rateBp) await change(client, rate, member);
  const shown = await client.query<Counted>(`${memberSql} and u.id = $4`, [
    ...[giverId, giverId, accountingDay(nowMs), member.id],
  ]);
  const [row] = pageOfMembers(shown.rows).rows;
  if (row === undefined) throw new Error(`no member ${member.id} of ${giverId}`);
  return { outcome: 'given', member: row, giver };
}

/** One that left its giver meanwhile keeps what it has. */
async function applyDue(client: PoolClient, nowMs: number): Promise<number> {
  const at = new Date(nowMs);
  const { rows } = await client.query<{ id: number; memberId: number; toBp: number; stays: boolean }>(
    `select w.id, w.member_id as "memberId", w.to_bp as "toBp", u.referrer_id is not distinct from w.giver_id as stays
     from rate_changes w join users u on u.id = w.member_id
     where ${waiting} and w.effective_at <= $1 order by u.id for no key update of u, w`,
    [at],
  );
  for (const { id, memberId, stays, toBp } of rows) {
    if (stays) await setRate(client, memberId, toBp, nowMs);
    const column = stays ? 'applied_at' : 'replaced_at';
    await client.query(`update rate_changes set ${column} = $2 where id = $1`, [id, at]);
  }
  return rows.length;
}

export function createTeamStore(pool: Pool): TeamStore {
  return {
    summary: async (userId, nowMs) => {
      const today = accountingDay(nowMs);
      const since = [dayStartMs(today), monthStartMs(nowMs)].map((timeMs) => new Date(timeMs));
      const { rows } = await pool.query<SummaryRow>(summarySql, [userId, today, ...since]);
      if (rows[0] === undefined) throw new Error('a summary has one row');
      return rows[0];
    },
    referrals: async (userId, nowMs, page, limit) => {
      const asked = [userId, userId, accountingDay(nowMs), limit, (page - 1) * limit];
      const found = await pool.query<Counted>(
        `${memberSql} order by u.created_at desc, u.id desc limit $4 offset $5`,
        asked,
      );
      if (found.rows.length > 0) return pageOfMembers(found.rows);
      const counted = await pool.query<{ total: number }>(
        'select count(*) as total from users where referrer_id = $1',
        [userId],
      );
      return { rows: [], total: counted.rows[0]?.total ?? 0 };
    },
    members: async (userId, viewerId, nowMs, most) => {
      const asked = [userId, viewerId, accountingDay(nowMs), most];
      const found = await pool.query<Counted>(`${memberSql} order by coalesce(f.paid, 0) desc, u.id limit $4`, asked);
      return pageOfMembers(found.rows);
    },
    direct: async (userId, sn) => {
      const found = await pool.query<{ id: number }>('select id from users where sn = $1 and referrer_id = $2', [
        sn,
        userId,
      ]);
      return found.rows[0]?.id ?? null;
    },
    giver: (userId) => giverOf(pool, userId),
    give: (rate) => transaction(pool, (client) => give(client, rate)),
    changes: async (userId, most) => (await pool.query<RateChangeRow>(changesSql, [userId, most])).rows,
    applyDue: (nowMs) => transaction(pool, (client) => applyDue(client, nowMs)),
  };
}
