// Rows of charges, of their shares and of what is owed for them, in PostgreSQL; part of the caller's transaction.
import type { AccountName } from '@cormorant/core/ledger/chart.ts';
import type { OwedCharge } from '@cormorant/core/ledger/counted-charge.ts';
import { format18, parse18 } from '@cormorant/core/money/amount-e18.ts';
import type { PoolClient } from 'pg';
import type { FuelBooks, MadeCharge, NewCharge, PaidShare } from '../../../ports/fuel-books.ts';
import { accountName } from './ledger-post.ts';

type MadeCharges = Pick<
  FuelBooks,
  | 'reserveChargeIds'
  | 'writeCharge'
  | 'writeShares'
  | 'logCharge'
  | 'sharersOfDebts'
  | 'takeDebts'
  | 'payDebt'
  | 'charge'
  | 'takeCharge'
  | 'chargesOf'
  | 'movedBy'
  | 'sharesOf'
  | 'endCharge'
>;

async function writeCharge(client: PoolClient, charge: NewCharge, nowMs: number): Promise<void> {
  const { bot, capBp, chain, due, id, levels, taken } = charge;
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

async function writeShares(
  client: PoolClient,
  chargeId: number,
  payerId: number,
  shares: readonly PaidShare[],
  nowMs: number,
): Promise<void> {
  for (const { amountE18, baseE18, depth, diffBp, kind, rateBp, userId } of shares)
    await client.query(
      `insert into profit_shares (charge_id, user_id, from_user_id, depth, rate_bp, diff_bp, base, amount, kind, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        ...[chargeId, userId, payerId, depth, rateBp, diffBp],
        ...[format18(baseE18), format18(amountE18), kind, new Date(nowMs)],
      ],
    );
}

const SHARERS = `select distinct (l ->> 'userId')::bigint as id from fuel_charges c cross join jsonb_array_elements(c.chain) l
  where c.user_id = $1 and c.owed_left > 0`;

async function takeDebts(client: PoolClient, userId: number): Promise<OwedCharge[]> {
  const found = await client.query<Omit<OwedCharge, 'leftE18'> & { readonly left: string }>(
    `select id, owed_left as left, chain, cap_bp as "capBp", levels from fuel_charges
     where user_id = $1 and owed_left > 0 order by id for no key update`,
    [userId],
  );
  return found.rows.map(({ left, ...debt }) => ({ ...debt, leftE18: parse18(left) }));
}

const CHARGE = `select user_id as "userId", chain, amount - waived as charged, created_at as "atMs" from fuel_charges
  where id = $1 and reversed_at is null`;

async function chargeOf(client: PoolClient, sql: string, id: number): Promise<MadeCharge | null> {
  const found = await client.query<Omit<MadeCharge, 'chargedE18'> & { readonly charged: string }>(sql, [id]);
  const [row] = found.rows;
  if (row === undefined) return null;
  const { charged, ...charge } = row;
  return { ...charge, chargedE18: parse18(charged) };
}

const MOVED = `
select e.account_id as "accountId", sum(e.amount) as amount from ledger_journals j
  join ledger_entries e on e.journal_id = j.id
where j.ref_type = 'charge' and j.ref_id = any ($1::text[]) and (e.log is not distinct from 'points_invite') = $2
group by e.account_id having sum(e.amount) <> 0`;

async function movedBy(client: PoolClient, chargeIds: readonly number[], invites: boolean) {
  const found = await client.query<{ accountId: number; amount: string }>(MOVED, [chargeIds.map(String), invites]);
  return new Map<AccountName, bigint>(
    found.rows.map(({ accountId, amount }) => [accountName(accountId), parse18(amount)]),
  );
}

const SHARES = `
select user_id as "userId", depth, rate_bp as "rateBp", diff_bp as "diffBp", kind, sum(base) as base, sum(amount) as amount
from profit_shares where charge_id = $1 group by user_id, depth, rate_bp, diff_bp, kind order by min(id)`;

async function sharesOf(client: PoolClient, chargeId: number): Promise<PaidShare[]> {
  type Row = Omit<PaidShare, 'amountE18' | 'baseE18'> & { readonly base: string; readonly amount: string };
  const { rows } = await client.query<Row>(SHARES, [chargeId]);
  return rows.map(({ amount, base, ...share }) => ({ ...share, amountE18: parse18(amount), baseE18: parse18(base) }));
}

export function madeCharges(client: PoolClient): MadeCharges {
  const idsOf = async (sql: string, values: unknown[]): Promise<number[]> =>
    (await client.query<{ id: number }>(sql, values)).rows.map(({ id }) => id);
  return {
    reserveChargeIds: (count) =>
      idsOf(`select nextval(pg_get_serial_sequence('fuel_charges', 'id')) as id from generate_series(1, $1)`, [count]),
    writeCharge: (charge, nowMs) => writeCharge(client, charge, nowMs),
    writeShares: (chargeId, payerId, shares, nowMs) => writeShares(client, chargeId, payerId, shares, nowMs),
    logCharge: async (bot, { data, marketMs, why }) => {
      await client.query(
        `insert into bot_actions (user_id, bot_id, action, actor, why, data, market_ms) values ($1, $2, 'success', 'system', $3, $4, $5)`,
        [bot.userId, bot.id, why, JSON.stringify(data), marketMs],
      );
    },
    sharersOfDebts: (userId) => idsOf(SHARERS, [userId]),
    takeDebts: (userId) => takeDebts(client, userId),
    payDebt: async (chargeId, amountE18) => {
      const values = [chargeId, format18(amountE18)];
      await client.query('update fuel_charges set owed_left = owed_left - $2 where id = $1', values);
    },
    charge: (id) => chargeOf(client, CHARGE, id),
    takeCharge: (id) => chargeOf(client, `${CHARGE} for no key update`, id),
    chargesOf: (userId) => idsOf('select id from fuel_charges where user_id = $1', [userId]),
    movedBy: (chargeIds, what) => movedBy(client, chargeIds, what === 'invites'),
    sharesOf: (chargeId) => sharesOf(client, chargeId),
    endCharge: async (chargeId, nowMs) => {
      const values = [chargeId, new Date(nowMs)];
      await client.query('update fuel_charges set reversed_at = $2, owed_left = 0 where id = $1', values);
      await client.query('update settlements set fuel = 0 where charge_id = $1', [chargeId]);
    },
  };
}
