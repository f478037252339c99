// Posting inside a transaction of the caller's: the journals and the rows they belong to become durable together or not at
// all. Whoever decides by what accounts hold takes them with `lockHoldings` first, all users of the transaction in one call.
import { createHash } from 'node:crypto';
import {
  type AccountName,
  accountOf,
  type HousePart,
  houseAccount,
  houseParts,
  type UserPart,
  userAccount,
  userParts,
} from '@cormorant/core/ledger/chart.ts';
import { contentOf, type Journal, type Outcome } from '@cormorant/core/ledger/journal.ts';
import { format18, parse18 } from '@cormorant/core/money/amount-e18.ts';
import type { Pool, PoolClient } from 'pg';
import type { Holdings } from '../../../ports/ledger-store.ts';
import { transaction } from '../pool.ts';

export const HOUSE_IDS = 1_000_000_000_000_000;
export const IDS_A_USER = 16;
const DEADLOCK = '40P01';
const DEADLOCK_TRIES = 5;

export function accountId(name: AccountName): number {
  const { rule, userId } = accountOf(name);
  return userId === 0 ? HOUSE_IDS + rule.no : userId * IDS_A_USER + rule.no;
}

const userPartOf = new Map<number, UserPart>(Object.entries(userParts).map(([part, { no }]) => [no, part as UserPart]));
const housePartOf = new Map<number, HousePart>(
  Object.entries(houseParts).map(([part, { no }]) => [no, part as HousePart]),
);

export function accountName(id: number): AccountName {
  const [part, house] = [userPartOf.get(id % IDS_A_USER), housePartOf.get(id - HOUSE_IDS)];
  if (id > HOUSE_IDS && house !== undefined) return houseAccount(house);
  if (id < HOUSE_IDS && part !== undefined) return userAccount(Math.floor(id / IDS_A_USER), part);
  throw new Error(`no account has the id ${id}`);
}

/** The ids of some of a user's accounts. */
export function accountIds(userId: number, parts: readonly UserPart[]): number[] {
  return parts.map((part) => accountId(userAccount(userId, part)));
}

const postSql = `select place, state, journal_id as "journalId", short_account as "shortAccount" from ledger_post(
  $1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::timestamptz[],
  $9::integer[], $10::bigint[], $11::numeric[], $12::text[])`;

interface PostedRow {
  readonly place: number;
  readonly state: Outcome['state'];
  readonly shortAccount: number | null;
}

function outcomeOf({ state, shortAccount }: PostedRow): Outcome {
  if (state !== 'short') return { state };
  if (shortAccount === null) throw new Error('the ledger named no account that is short');
  return { state, account: accountName(shortAccount) };
}

export interface TimedJournal {
  readonly journal: Journal;
  readonly nowMs: number;
}

/** Over a pool as a transaction of its own, over a client inside its transaction. Answers in the order of the journals. */
export async function postTimed(on: Pool | PoolClient, posts: readonly TimedJournal[]): Promise<Outcome[]> {
  if (posts.length === 0) return [];
  const of = (read: (journal: Journal) => string) => posts.map(({ journal }) => read(journal));
  const lines = posts.flatMap(({ journal }, at) => journal.entries.map((entry) => ({ ...entry, place: at + 1 })));
  const answered = await on.query<PostedRow>({
    name: 'ledger-post',
    text: postSql,
    values: [
      of(({ key }) => key),
      of(({ kind }) => kind),
      of(({ refType }) => refType),
      of(({ refId }) => refId),
      of(({ remark }) => remark ?? ''),
      of((journal) => createHash('sha256').update(contentOf(journal)).digest('base64')),
      of(({ reverses }) => reverses ?? ''),
      posts.map(({ nowMs }) => new Date(nowMs)),
      lines.map(({ place }) => place),
      lines.map(({ account }) => accountId(account)),
      lines.map(({ amountE18 }) => format18(amountE18)),
      lines.map(({ log }) => log),
    ],
  });
  const outcomes = new Map(answered.rows.map((row) => [row.place, outcomeOf(row)]));
  return posts.map((_, at) => {
    const outcome = outcomes.get(at + 1);
    if (outcome === undefined) throw new Error('the ledger did not answer for a journal');
    return outcome;
  });
}

export function postJournals(client: PoolClient, journals: readonly Journal[], nowMs: number): Promise<Outcome[]> {
  return postTimed(
    client,
    journals.map((journal) => ({ journal, nowMs })),
  );
}

/**
 * Takes all accounts of these users until the transaction ends, in the order of their ids, and answers what they hold.
 * Users who are not there have no entry.
 */
export function lockHoldings(client: PoolClient, userIds: readonly number[]): Promise<Map<number, Holdings>> {
  return holdingsRead(client, userIds, 'for no key update');
}

/** As they are at this moment, nothing taken unless `hold` says so. */
export async function holdingsRead(
  on: Pool | PoolClient,
  userIds: readonly number[],
  hold: '' | 'for no key update' = '',
): Promise<Map<number, Holdings>> {
  const found = await on.query<{ userId: number; part: UserPart; balance: string }>(
    `select user_id as "userId", part, balance from ledger_accounts where user_id = any ($1::bigint[]) order by id ${hold}`,
    [userIds],
  );
  return holdingsOfRows(found.rows);
}

export function holdingsOfRows(
  rows: readonly { readonly userId: number; readonly part: UserPart; readonly balance: string }[],
): Map<number, Holdings> {
  const held = new Map<number, Record<UserPart, bigint>>();
  for (const { userId, part, balance } of rows) {
    const of = held.get(userId) ?? {
      available: 0n,
      frozen: 0n,
      fuel_paid: 0n,
      fuel_bonus: 0n,
      points: 0n,
      fuel_owed: 0n,
    };
    of[part] = parse18(balance);
    held.set(userId, of);
  }
  return held;
}

/** Two who need the same accounts in different orders wait for each other; PostgreSQL ends one of them, which starts anew. */
export function isDeadlock(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === DEADLOCK;
}

/** A transaction that moves money: begun again when it met another one crosswise. `work` may run several times. */
export async function moneyTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  for (let left = DEADLOCK_TRIES; ; left -= 1) {
    try {
      return await transaction(pool, work);
    } catch (error) {
      if (!isDeadlock(error) || left <= 1) throw error;
    }
  }
}
