// What a charge is counted from, read inside its transaction: how far bots are charged, their results since, who stands above
// the payer, and the rows a charge makes. Rows of bots are taken before accounts, in the order of their ids, by everybody.
import type { DueCharge, Mark, Settled, Taken } from '@cormorant/core/ledger/fuel-charge.ts';
import type { ChainLink, Share } from '@cormorant/core/ledger/profit-share.ts';
import { format18, parse18 } from '@cormorant/core/money/amount-e18.ts';
import type { PoolClient } from 'pg';

export interface ChargedBot {
  readonly id: number;
  readonly userId: number;
  readonly rateBp: number;
  readonly mark: Mark;
  readonly settledId: number;
  readonly isStopped: boolean;
}

interface BotRow extends Omit<ChargedBot, 'mark'> {
  readonly cum: string;
  readonly high: string;
}

/** Of these bots those that cost fuel: no legs, and nothing of theirs where the money is simulated. Taken until the end. */
export async function takeBots(
  client: PoolClient,
  botIds: readonly number[],
  free: readonly string[],
): Promise<ChargedBot[]> {
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
 * Their results since, in the order of their booking; of before a time of the wall clock, or all. A clock that went back numbers an
 * earlier time behind a later one: the mark is a number, so what stands behind a result that waits waits, too.
 */
export async function resultsSince(
  client: PoolClient,
  bots: readonly ChargedBot[],
  beforeMs: number | null,
): Promise<Map<number, (Settled & { readonly marketMs: number })[]>> {
  const { rows } = await client.query<{ id: number; botId: number; net: string; waits: boolean; marketMs: number }>(
    `select s.id, s.bot_id as "botId", s.net, s.purpose = 'grid' as waits, s.market_ms as "marketMs"
     from settlements s join unnest($1::bigint[], $2::bigint[]) m (bot_id, after) on s.bot_id = m.bot_id and s.id > m.after
     where not s.simulate and ($3::timestamptz is null or s.booked_at < $3 and not exists (
       select 1 from settlements w where w.bot_id = s.bot_id and w.id between m.after + 1 and s.id and w.booked_at >= $3))
     order by s.bot_id, s.id`,
    [bots.map(({ id }) => id), bots.map(({ settledId }) => settledId), beforeMs === null ? null : new Date(beforeMs)],
  );
  const byBot = new Map<number, (Settled & { marketMs: number })[]>();
  for (const { botId, id, marketMs, net, waits } of rows) {
    const row = { id, netE18: parse18(net), waits, marketMs };
    const known = byBot.get(botId);
    if (known === undefined) byBot.set(botId, [row]);
    else known.push(row);
  }
  return byBot;
}

/** The payer first, then up to the root, with the rates of now. */
export async function chainsOf(client: PoolClient, payerIds: readonly number[]): Promise<Map<number, ChainLink[]>> {
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

/** Paid fuel each has ever consumed. To be asked when their accounts are taken, so that nobody adds to it meanwhile. */
export async function consumedBy(client: PoolClient, userIds: readonly number[]): Promise<Map<number, bigint>> {
  const { rows } = await client.query<{ userId: number; paid: string }>(
    `select user_id as "userId", sum(paid) as paid from fuel_days where user_id = any($1::bigint[]) group by user_id`,
    [userIds],
  );
  return new Map(rows.map(({ paid, userId }) => [userId, parse18(paid)]));
}

export async function addConsumed(
  client: PoolClient,
  used: { readonly userId: number; readonly day: number; readonly paidE18: bigint; readonly chargedE18: bigint },
): Promise<void> {
  await client.query(
    `insert into fuel_days as d (user_id, day, paid, charged) values ($1, $2, $3, $4)
     on conflict (user_id, day) do update set paid = d.paid + excluded.paid, charged = d.charged + excluded.charged`,
    [used.userId, used.day, format18(used.paidE18), format18(used.chargedE18)],
  );
}

export async function reserveChargeIds(client: PoolClient, count: number): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(
    `select nextval(pg_get_serial_sequence('fuel_charges', 'id')) as id from generate_series(1, $1)`,
    [count],
  );
  return rows.map(({ id }) => id);
}

export interface CountedCharge {
  readonly id: number;
  readonly bot: ChargedBot;
  readonly due: DueCharge;
  readonly taken: Taken;
  readonly chain: readonly ChainLink[];
  readonly shares: readonly Share[];
  readonly marketMs: number;
}

export async function writeCharge(
  client: PoolClient,
  { bot, chain, due, id, taken }: CountedCharge,
  { capBp, levels }: { readonly capBp: number; readonly levels: number },
  nowMs: number,
): Promise<void> {
  const { before, after, baseE18, amountE18 } = due;
  const amounts = [before.cumE18, before.highE18, after.cumE18, baseE18, amountE18];
  const parts = [taken.bonusE18, taken.paidE18, taken.owedE18, taken.waivedE18];
  await client.query(
    `insert into fuel_charges (id, user_id, bot_id, rate_bp, cum_before, high_before, cum_after, base, amount,
       bonus, paid, owed, waived, owed_left, chain, cap_bp, levels, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $12, $14, $15, $16, $17)`,
    [
      ...[id, bot.userId, bot.id, bot.rateBp, ...amounts.map((amount) => format18(amount))],
      ...[...parts.map((part) => format18(part)), JSON.stringify(chain), capBp, levels, new Date(nowMs)],
    ],
  );
  await client.query(
    `update settlements s set fuel = p.fuel, charge_id = $1
     from unnest($2::bigint[], $3::numeric[]) p (id, fuel) where s.id = p.id`,
    [id, due.parts.map((part) => part.id), due.parts.map((part) => format18(part.amountE18))],
  );
}

export async function writeShares(
  client: PoolClient,
  chargeId: number,
  payerId: number,
  baseE18: bigint,
  shares: readonly Share[],
  nowMs: number,
): Promise<void> {
  for (const { amountE18, depth, diffBp, kind, rateBp, userId } of shares)
    await client.query(
      `insert into profit_shares (charge_id, user_id, from_user_id, depth, rate_bp, diff_bp, base, amount, kind, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        ...[chargeId, userId, payerId, depth, rateBp, diffBp],
        ...[format18(baseE18), format18(amountE18), kind, new Date(nowMs)],
      ],
    );
}

/** The charges of the bot go on behind these. */
export async function moveMark(client: PoolClient, bot: ChargedBot, last: DueCharge): Promise<void> {
  await client.query('update bots set fuel_cum = $2, fuel_high = $3, fuel_settled_id = $4 where id = $1', [
    bot.id,
    format18(last.after.cumE18),
    format18(last.after.highE18),
    last.parts.at(-1)?.id ?? bot.settledId,
  ]);
}

/** A row of the bot's log. */
export async function logCharge(client: PoolClient, { bot, due, id, marketMs, taken }: CountedCharge): Promise<void> {
  const owed = taken.owedE18 + taken.waivedE18 > 0n;
  await client.query(
    `insert into bot_actions (user_id, bot_id, action, actor, why, data, market_ms) values ($1, $2, 'success', 'system', $3, $4, $5)`,
    [
      ...[bot.userId, bot.id, owed ? 'fuel_short' : 'fuel_charged'],
      JSON.stringify({
        charge: id,
        fuel: format18(due.amountE18),
        base_amount: format18(due.baseE18),
        fee_rate: `${bot.rateBp / 100}`,
        ...(owed && { owed: format18(taken.owedE18) }),
      }),
      marketMs,
    ],
  );
}
