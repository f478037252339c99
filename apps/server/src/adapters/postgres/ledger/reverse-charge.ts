// A charge is taken back (product.md 4.3) by one reversing journal, with the rows that tell of it. Invariants: accounts are
// taken before the charge's row, as by whoever charges or repays; the results stay behind the bot's mark, so that they are not
// charged again; who invited the payer keeps the points for it while the payer has still consumed enough; whoever got fuel back
// or lost a share is told by mail in the same transaction.
import { accountingDay } from '@cormorant/core/ledger/accounting-day.ts';
import { chargeReversal } from '@cormorant/core/ledger/charge-reversal.ts';
import { type AccountName, accountOf, type UserPart, userAccount } from '@cormorant/core/ledger/chart.ts';
import type { Journal } from '@cormorant/core/ledger/journal.ts';
import { invitePoints } from '@cormorant/core/ledger/points.ts';
import type { ChainLink } from '@cormorant/core/ledger/profit-share.ts';
import { format18, parse18 } from '@cormorant/core/money/amount-e18.ts';
import type { PoolClient } from 'pg';
import type { ReversalNotices } from '../../../ports/fuel-store.ts';
import { queueNotice } from '../server/mail-outbox.ts';
import { postAll, takePayers } from './charge-results.ts';
import { addConsumed } from './fuel-books.ts';
import { accountName, holdingsRead } from './ledger-post.ts';
import { takenByRepay } from './repay-owed.ts';

export type ReversalOutcome = { readonly state: 'done'; readonly userId: number } | { readonly state: 'missing' };

interface ChargeRow {
  readonly userId: number;
  readonly chain: readonly ChainLink[];
  readonly charged: string;
  readonly atMs: number;
}

interface EntryRow {
  readonly accountId: number;
  readonly amount: string;
}

const chargeSql = `select user_id as "userId", chain, amount - waived as charged, created_at as "atMs" from fuel_charges
  where id = $1 and reversed_at is null`;

/** What the journals of charges came to for each account; of points for inviting, or without them. */
const entriesSql = `
select e.account_id as "accountId", sum(e.amount) as amount from ledger_journals j
  join ledger_entries e on e.journal_id = j.id
where j.ref_type = 'charge' and j.ref_id = any ($1::text[]) and (e.log is not distinct from 'points_invite') = $2
group by e.account_id having sum(e.amount) <> 0`;

async function invitesFor(client: PoolClient, userId: number): Promise<EntryRow[]> {
  const own = await client.query<{ id: string }>('select id::text as id from fuel_charges where user_id = $1', [
    userId,
  ]);
  return (await client.query<EntryRow>(entriesSql, [own.rows.map(({ id }) => id), true])).rows;
}

type Net = Map<AccountName, bigint>;

function add(net: Net, account: AccountName, amountE18: bigint): void {
  net.set(account, (net.get(account) ?? 0n) + amountE18);
}

/** The points of this charge for inviting are left out, with the house's side of them. */
async function netOf(client: PoolClient, chargeId: number): Promise<Net> {
  const net: Net = new Map();
  const [others, invites] = [
    await client.query<EntryRow>(entriesSql, [[`${chargeId}`], false]),
    await client.query<EntryRow>(entriesSql, [[`${chargeId}`], true]),
  ];
  for (const { accountId, amount } of others.rows) add(net, accountName(accountId), parse18(amount));
  for (const { amount } of invites.rows) add(net, 'house:points_issued', -parse18(amount));
  return net;
}

/** What was really taken back of each share; a payer's own is netted with the bonus fuel that comes back. */
async function writeTaken(client: PoolClient, chargeId: number, journal: Journal, nowMs: number): Promise<void> {
  const taken = journal.entries.filter(({ account }) => accountOf(account).part === 'available');
  await client.query(
    `insert into profit_shares (charge_id, user_id, from_user_id, depth, rate_bp, diff_bp, base, amount, kind, created_at)
     select s.charge_id, s.user_id, s.from_user_id, s.depth, s.rate_bp, s.diff_bp, -sum(s.base),
       case when s.kind = 'self' then -sum(s.amount) else t.amount end, s.kind, $4
     from profit_shares s left join unnest($2::bigint[], $3::numeric[]) t (user_id, amount) on t.user_id = s.user_id
     where s.charge_id = $1 and (s.kind = 'self' or t.amount is not null)
     group by s.charge_id, s.user_id, s.from_user_id, s.depth, s.rate_bp, s.diff_bp, s.kind, t.amount`,
    [
      ...[chargeId, taken.map(({ account }) => accountOf(account).userId)],
      ...[taken.map(({ amountE18 }) => format18(amountE18)), new Date(nowMs)],
    ],
  );
}

async function writeReversed(client: PoolClient, chargeId: number, nowMs: number): Promise<void> {
  await client.query('update fuel_charges set reversed_at = $2, owed_left = 0 where id = $1', [
    chargeId,
    new Date(nowMs),
  ]);
  await client.query('update settlements set fuel = 0 where charge_id = $1', [chargeId]);
}

/** A charge that moved nothing tells nobody. */
async function tell(
  client: PoolClient,
  { atMs, charged, userId: payerId }: ChargeRow,
  journal: Journal,
  notices: ReversalNotices,
  nowMs: number,
): Promise<void> {
  const moved = journal.entries.map(({ account, amountE18 }) => ({ ...accountOf(account), amountE18 }));
  const sumOf = (...parts: UserPart[]): bigint =>
    moved
      .filter(({ part, userId }) => userId === payerId && parts.includes(part as UserPart))
      .reduce((sum, { amountE18 }) => sum + amountE18, 0n);
  const back = { fuel: format18(sumOf('fuel_paid', 'fuel_bonus')), owed: format18(-sumOf('fuel_owed')) };
  await queueNotice(
    client,
    payerId,
    notices.payer({ chargedAtMs: atMs, amount: format18(parse18(charged)), ...back }),
    nowMs,
  );
  for (const { amountE18, part, userId } of moved)
    if (part === 'available') await queueNotice(client, userId, notices.share(atMs, format18(-amountE18)), nowMs);
}

/** Part of the caller's transaction. missing: there is no such charge, or it was taken back before. */
export async function reverseCharge(
  client: PoolClient,
  chargeId: number,
  remark: string,
  notices: ReversalNotices,
  nowMs: number,
): Promise<ReversalOutcome> {
  const [seen] = (await client.query<ChargeRow>(chargeSql, [chargeId])).rows;
  if (seen === undefined) return { state: 'missing' };
  const { chain, userId } = seen;
  const invited = (await invitesFor(client, userId)).map(({ accountId }) => accountOf(accountName(accountId)).userId);
  // The fuel that comes back pays other debts in the same transaction.
  const shared = await takenByRepay(client, userId);
  const everybody = [...new Set([userId, ...chain.map((link) => link.userId), ...invited, ...shared])];
  const payer = (await takePayers(client, [userId], everybody)).get(userId);
  const [charge] = (await client.query<ChargeRow>(`${chargeSql} for no key update`, [chargeId])).rows;
  if (payer === undefined || charge === undefined) return { state: 'missing' };

  const net = await netOf(client, chargeId);
  const paidE18 = -(net.get(userAccount(userId, 'fuel_paid')) ?? 0n);
  if (invitePoints(payer.consumedE18 - paidE18, paidE18) > 0n) {
    for (const { accountId, amount } of await invitesFor(client, userId)) {
      add(net, accountName(accountId), parse18(amount));
      add(net, 'house:points_issued', parse18(amount));
    }
  }
  const held = await holdingsRead(client, everybody);
  const balanceOf = (account: AccountName): bigint => {
    const { part, userId: owner } = accountOf(account);
    return held.get(owner)?.[part as UserPart] ?? 0n;
  };
  const journal = chargeReversal({ chargeId, payerId: userId, net, balanceOf }, remark);
  if (journal !== null) {
    await postAll(client, [journal], nowMs);
    await writeTaken(client, chargeId, journal, nowMs);
    await tell(client, charge, journal, notices, nowMs);
  }
  await writeReversed(client, chargeId, nowMs);
  const used = { day: accountingDay(nowMs), paidE18: -paidE18, chargedE18: -parse18(charge.charged) };
  await addConsumed(client, { userId, ...used });
  return { state: 'done', userId };
}
