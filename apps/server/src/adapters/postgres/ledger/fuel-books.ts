// What charges are counted from and written to, in PostgreSQL: bots, their results, who stands above the payer, the rows that a
// charge makes. Everything is part of the caller's transaction; what is decided by it is in features/fees.
import type { ChainLink } from '@cormorant/core/ledger/profit-share.ts';
import { format18, parse18 } from '@cormorant/core/money/amount-e18.ts';
import type { PoolClient } from 'pg';
import type { ChargedBot, ChargedResult, Failed, FuelAlarm, FuelBooks } from '../../../ports/fuel-books.ts';
import { queueNotice } from '../server/mail-outbox.ts';
import { holdingsRead, lockHoldings, postJournals } from './ledger-post.ts';
import { madeCharges } from './made-charges.ts';

/** SQLSTATE classes that pass by themselves: no connection, no room. */
const PASSING = /^(08|53)/;
/** Somebody else holds what is needed: the wait was given up or ended, or the two crossed. */
const HELD = /^(55P03|57014|40P01)$/;

interface BotRow extends Omit<ChargedBot, 'mark'> {
  readonly cum: string;
  readonly high: string;
}

async function takeBots(client: PoolClient, botIds: readonly number[], free: readonly string[]): Promise<ChargedBot[]> {
  const { rows } = await client.query<BotRow>(
    `select b.id, b.user_id as "userId", b.fuel_rate_bp as "rateBp", b.fuel_cum as cum, b.fuel_high as high,
       b.fuel_settled_id as "settledId", b.status = 'stopped' as "isStopped"
     from bots b where b.id = any($1::bigint[]) and b.parent_id is null and not b.simulate and b.exchange <> all($2::text[])
       and not exists (select 1 from bots l where l.parent_id = b.id and l.exchange = any($2::text[]))
     order by b.id for no key update`,
    [botIds, free],
  );
  return rows.map(({ cum, high, ...row }) => ({ ...row, mark: { cumE18: parse18(cum), highE18: parse18(high) } }));
}

/**
 * A clock that went back numbers an earlier time behind a later one: the mark is a number, so what stands behind a result that
 * waits waits, too.
 */
async function resultsSince(
  client: PoolClient,
  bots: readonly ChargedBot[],
  beforeMs: number | null,
): Promise<Map<number, ChargedResult[]>> {
  const { rows } = await client.query<{ id: number; botId: number; net: string; waits: boolean; marketMs: number }>(
    `select s.id, s.bot_id as "botId", s.net, s.purpose = 'grid' as waits, s.market_ms as "marketMs"
     from settlements s join unnest($1::bigint[], $2::bigint[]) m (bot_id, after) on s.bot_id = m.bot_id and s.id > m.after
     where not s.simulate and ($3::timestamptz is null or s.booked_at < $3 and not exists (
       select 1 from settlements w where w.bot_id = s.bot_id and w.id between m.after + 1 and s.id and w.booked_at >= $3))
     order by s.bot_id, s.id`,
    [bots.map(({ id }) => id), bots.map(({ settledId }) => settledId), beforeMs === null ? null : new Date(beforeMs)],
  );
  const byBot = new Map<number, ChargedResult[]>();
  for (const { botId, id, marketMs, net, waits } of rows) {
    const row = { id, netE18: parse18(net), waits, marketMs };
    const known = byBot.get(botId);
    if (known === undefined) byBot.set(botId, [row]);
    else known.push(row);
  }
  return byBot;
}

async function chainsOf(client: PoolClient, payerIds: readonly number[]): Promise<Map<number, ChainLink[]>> {
  const { rows } = await client.query<ChainLink & { payerId: number }>(
    `select p.id as "payerId", u.id as "userId", u.rate_bp as "rateBp",
       u.is_partner and u.status = 'active' as "mayShare"
     from users p cross join lateral unnest(p.path || p.id) with ordinality c (id, place) join users u on u.id = c.id
     where p.id = any($1::bigint[]) order by p.id, c.place desc`,
    [payerIds],
  );
  const chains = new Map<number, ChainLink[]>();
  for (const { payerId, ...link } of rows) chains.set(payerId, [...(chains.get(payerId) ?? []), link]);
  return chains;
}

async function consumedBy(client: PoolClient, userIds: readonly number[]): Promise<Map<number, bigint>> {
  const { rows } = await client.query<{ userId: number; paid: string }>(
    `select user_id as "userId", sum(paid) as paid from fuel_days where user_id = any($1::bigint[]) group by user_id`,
    [userIds],
  );
  return new Map(rows.map(({ paid, userId }) => [userId, parse18(paid)]));
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return typeof code === 'string' ? code : '';
}

async function attempt(client: PoolClient, waitMs: number, work: () => Promise<void>): Promise<Failed | null> {
  await client.query(`savepoint attempt; set local lock_timeout = ${waitMs}`);
  try {
    await work();
    await client.query('release savepoint attempt; set local lock_timeout to default');
    return null;
  } catch (error) {
    if (PASSING.test(codeOf(error))) throw error;
    // On a broken connection this fails, too, and the whole is begun again.
    await client.query('rollback to savepoint attempt');
    return { error: error instanceof Error ? error : new Error(String(error)), isHeld: HELD.test(codeOf(error)) };
  }
}

const ALARM = 'select trim_scale(fuel_notice) as threshold, fuel_warned_at as "warnedAtMs" from users where id = $1';
const PAYERS = `select distinct user_id as "userId" from bots
  where deleted_at is null and parent_id is null and not simulate and exchange <> all ($1::text[])`;

export function fuelBooksOf(client: PoolClient): FuelBooks {
  return {
    ...madeCharges(client),
    holdBots: async (botIds) => {
      await client.query('select 1 from bots where id = any($1::bigint[]) order by id for no key update', [botIds]);
    },
    takeBots: (botIds, free) => takeBots(client, botIds, free),
    keepRates: async (botIds, rateBp, free) => {
      await client.query(
        'update bots set fuel_rate_bp = $2 where id = any($1::bigint[]) and exchange <> all($3::text[])',
        [botIds, rateBp, free],
      );
    },
    resultsSince: (bots, beforeMs) => resultsSince(client, bots, beforeMs),
    moveMark: async (bot, last) => {
      await client.query('update bots set fuel_cum = $2, fuel_high = $3, fuel_settled_id = $4 where id = $1', [
        bot.id,
        format18(last.after.cumE18),
        format18(last.after.highE18),
        last.parts.at(-1)?.id ?? bot.settledId,
      ]);
    },
    chainsOf: (payerIds) => chainsOf(client, payerIds),
    takeHoldings: (userIds) => lockHoldings(client, userIds),
    holdings: (userIds) => holdingsRead(client, userIds),
    consumedBy: (userIds) => consumedBy(client, userIds),
    addConsumed: async ({ chargedE18, day, paidE18, userId }) => {
      await client.query(
        `insert into fuel_days as d (user_id, day, paid, charged) values ($1, $2, $3, $4)
         on conflict (user_id, day) do update set paid = d.paid + excluded.paid, charged = d.charged + excluded.charged`,
        [userId, day, format18(paidE18), format18(chargedE18)],
      );
    },
    post: (journals, nowMs) => postJournals(client, journals, nowMs),
    postedKeys: async (keys) => {
      const found = await client.query<{ key: string }>(
        'select key from ledger_journals where key = any ($1::text[])',
        [keys],
      );
      return new Set(found.rows.map(({ key }) => key));
    },
    payersOfFees: async (free) =>
      (await client.query<{ userId: number }>(PAYERS, [free])).rows.map(({ userId }) => userId),
    alarmOf: async (userId) => (await client.query<FuelAlarm>(ALARM, [userId])).rows[0] ?? null,
    setWarned: async (userId, nowMs) => {
      await client.query('update users set fuel_warned_at = $2 where id = $1', [userId, new Date(nowMs)]);
    },
    queueNotice: (userId, notice, nowMs) => queueNotice(client, userId, notice, nowMs),
    attempt: (waitMs, work) => attempt(client, waitMs, work),
  };
}
