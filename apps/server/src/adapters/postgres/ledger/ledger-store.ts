// The ledger in PostgreSQL. Posts that come while a few calls are under way are gathered and leave together in one: the
// database makes them durable with one write. A call that fails is tried again one by one, so that a fault is its owner's alone.

import type { UserPart } from '@cormorant/core/ledger/chart.ts';
import type { Outcome } from '@cormorant/core/ledger/journal.ts';
import { logs, withdrawalParts } from '@cormorant/core/ledger/log-types.ts';
import type { LedgerSums } from '@cormorant/core/ledger/proof.ts';
import { parse18 } from '@cormorant/core/money/amount-e18.ts';
import type { Pool } from 'pg';
import type { LedgerStore, LogPart, LogRow } from '../../../ports/ledger-store.ts';
import { violatedUnique } from '../pool.ts';
import {
  accountIds,
  HOUSE_IDS,
  holdingsOfRows,
  IDS_A_USER,
  isDeadlock,
  postTimed,
  type TimedJournal,
} from './ledger-post.ts';

const MOST_TOGETHER = 256;
/** While one call waits for the disk, others are already at their rows. */
const MOST_UNDER_WAY = 3;
const TRIES = 5;

/** A key that somebody else was writing at the same time, or accounts taken crosswise: it is known the next time. */
function mayPassNextTime(error: unknown): boolean {
  return isDeadlock(error) || violatedUnique(error) === 'ledger_journals_key_key';
}

async function postAgain(pool: Pool, posts: readonly TimedJournal[]): Promise<Outcome[]> {
  for (let left = TRIES; ; left -= 1) {
    try {
      return await postTimed(pool, posts);
    } catch (error) {
      if (left <= 1 || !mayPassNextTime(error)) throw error;
    }
  }
}

interface Waiting {
  readonly posts: readonly TimedJournal[];
  readonly settle: (outcomes: Outcome[]) => void;
  readonly fail: (error: unknown) => void;
}

/** Answers a post that leaves with those of others. */
function gathering(pool: Pool): (posts: readonly TimedJournal[]) => Promise<Outcome[]> {
  const waiting: Waiting[] = [];
  let underWay = 0;
  let isCalled = false;

  async function settleAll(batch: readonly Waiting[]): Promise<void> {
    try {
      const outcomes = await postAgain(
        pool,
        batch.flatMap(({ posts }) => posts),
      );
      for (const { posts, settle } of batch) settle(outcomes.splice(0, posts.length));
    } catch (error) {
      if (batch.length === 1) batch[0]?.fail(error);
      else for (const one of batch) await settleAll([one]);
    }
  }

  function takeBatch(): Waiting[] {
    let [count, journals] = [0, 0];
    for (const { posts } of waiting) {
      if (count > 0 && journals + posts.length > MOST_TOGETHER) break;
      count += 1;
      journals += posts.length;
    }
    return waiting.splice(0, count);
  }

  async function leave(): Promise<void> {
    isCalled = false;
    if (underWay >= MOST_UNDER_WAY || waiting.length === 0) return;
    underWay += 1;
    const batch = takeBatch();
    callSoon();
    await settleAll(batch);
    underWay -= 1;
    callSoon();
  }

  /** Behind everything that is ready to run: whoever posts at this moment, or on the answer just given, leaves together. */
  function callSoon(): void {
    if (isCalled || waiting.length === 0) return;
    isCalled = true;
    setImmediate(() => void leave());
  }

  return (posts) =>
    new Promise((settle, fail) => {
      waiting.push({ posts, settle, fail });
      callSoon();
    });
}

interface LogRecord {
  readonly id: number;
  readonly part: UserPart;
  readonly log: LogRow['log'];
  readonly amount: string;
  readonly before: string;
  readonly after: string;
  readonly refType: string;
  readonly refId: string;
  readonly remark: string;
  readonly createdAtMs: number;
}

const sumsSql = `
with totals as (select account_id, sum(amount) as amount from ledger_entries group by account_id),
newest as (select distinct on (account_id) account_id, after from ledger_entries order by account_id, id desc)
select coalesce(a.id, t.account_id) as "accountId", coalesce(a.balance, 0) as balance, coalesce(t.amount, 0) as entries
from ledger_accounts a full join totals t on t.account_id = a.id left join newest n on n.account_id = a.id
where a.id is null or a.balance <> coalesce(t.amount, 0) or a.balance <> coalesce(n.after, 0)`;

/** Whose sides differ, what names no account or no journal, and what has no entries at all. */
const lopsidedSql = `
select e.journal_id as id from ledger_entries e left join ledger_accounts a on a.id = e.account_id
group by e.journal_id, a.asset having a.asset is null or sum(e.amount * a.side) <> 0
union select e.journal_id from ledger_entries e where not exists (select 1 from ledger_journals j where j.id = e.journal_id)
union select j.id from ledger_journals j where not exists (select 1 from ledger_entries e where e.journal_id = j.id)`;

/** By its part it is decided whether an account is counted among what users could take out. */
const misnamedSql = `
select a.id from ledger_accounts a left join ledger_parts p
  on p.house = (a.id >= ${HOUSE_IDS}) and p.no = case when p.house then a.id - ${HOUSE_IDS} else a.id % ${IDS_A_USER} end
where (p.part, p.asset, p.side) is distinct from (a.part, a.asset, a.side)
  or a.user_id is distinct from case when not p.house then a.id / ${IDS_A_USER} end`;

async function readSums(pool: Pool): Promise<LedgerSums> {
  const parts = await pool.query<{ part: string; house: boolean; asset: string; side: 1 | -1; balance: string }>(
    `select part, user_id is null as house, asset, side, sum(balance) as balance from ledger_accounts
     group by part, user_id is null, asset, side order by house, part`,
  );
  const astray = await pool.query<{ accountId: number; balance: string; entries: string }>(sumsSql);
  const lopsided = await pool.query<{ id: number }>(lopsidedSql);
  const misnamed = await pool.query<{ id: number }>(misnamedSql);
  return {
    accounts: parts.rows.map(({ balance, ...rest }) => ({ ...rest, balanceE18: parse18(balance) })),
    astray: astray.rows.map(({ accountId, balance, entries }) => ({
      accountId,
      balanceE18: parse18(balance),
      entriesE18: parse18(entries),
    })),
    lopsided: lopsided.rows.map(({ id }) => id),
    misnamed: misnamed.rows.map(({ id }) => id),
  };
}

const PARTS = `array[${withdrawalParts.map((log) => `'${log}'`).join(', ')}]`;

/** Of the withdrawals among these rows, by their number. */
async function partsOf(pool: Pool, userId: number, rows: readonly LogRecord[]): Promise<Map<string, LogPart[]>> {
  const numbers = rows.filter(({ log }) => log === 'withdraw').map(({ refId }) => refId);
  if (numbers.length === 0) return new Map();
  const found = await pool.query<Omit<LogPart, 'amountE18'> & { refId: string; amount: string }>(
    `select j.ref_id as "refId", e.log, e.amount, e.created_at as "createdAtMs"
     from ledger_journals j join ledger_entries e on e.journal_id = j.id
     where j.key = any ($1::text[]) and e.account_id = any ($2::bigint[]) and e.log = any (${PARTS}) order by e.id`,
    [numbers.map((number) => `withdraw:${number}:done`), accountIds(userId, logs.balance.parts)],
  );
  const byNumber = Map.groupBy(found.rows, ({ refId }) => refId);
  return new Map(
    [...byNumber].map(([number, own]) => [
      number,
      own.map(({ amount, createdAtMs, log }) => ({ log, createdAtMs, amountE18: parse18(amount) })),
    ]),
  );
}

export function createLedgerStore(pool: Pool): LedgerStore {
  const gather = gathering(pool);
  return {
    post: (journals, nowMs) => gather(journals.map((journal) => ({ journal, nowMs }))),
    holdingsOf: async (userId) => {
      const found = await pool.query<{ userId: number; part: UserPart; balance: string }>(
        'select user_id as "userId", part, balance from ledger_accounts where user_id = $1',
        [userId],
      );
      const holdings = holdingsOfRows(found.rows).get(userId);
      if (holdings === undefined) throw new Error(`user ${userId} has no accounts`);
      const newest = await pool.query<{ atMs: number | null }>(
        `select max(e.at) as "atMs" from unnest($1::bigint[]) a cross join lateral (
           select created_at as at from ledger_entries where account_id = a order by id desc limit 1) e`,
        [accountIds(userId, [...logs.balance.parts, ...logs.fuel.parts, ...logs.points.parts])],
      );
      return { holdings, updatedAtMs: newest.rows[0]?.atMs ?? null };
    },
    logRows: async ({ userId, name, log, page, pageSize }) => {
      const values = [accountIds(userId, logs[name].parts), log];
      const which = `e.account_id = any ($1::bigint[])
        and case when $2::text is null then e.log is not null and e.log <> all (${PARTS}) else e.log = $2 end`;
      const counted = await pool.query<{ total: number }>(
        `select count(*) as total from ledger_entries e where ${which}`,
        values,
      );
      const found = await pool.query<LogRecord>(
        `select e.id, a.part, e.log, e.amount, e.before, e.after, j.ref_type as "refType", j.ref_id as "refId", j.remark,
           e.created_at as "createdAtMs"
         from ledger_entries e join ledger_accounts a on a.id = e.account_id join ledger_journals j on j.id = e.journal_id
         where ${which} order by e.id desc limit $3 offset $4`,
        [...values, pageSize, (page - 1) * pageSize],
      );
      const parts = await partsOf(pool, userId, found.rows);
      const rows = found.rows.map(({ amount, before, after, ...rest }) => ({
        ...rest,
        parts: rest.log === 'withdraw' ? (parts.get(rest.refId) ?? []) : [],
        amountE18: parse18(amount),
        beforeE18: parse18(before),
        afterE18: parse18(after),
      }));
      return { rows, total: counted.rows[0]?.total ?? 0 };
    },
    shareIncomeOf: async (userId) => {
      const found = await pool.query<{ sum: string }>(
        `select coalesce(sum(amount), 0) as sum from ledger_entries where account_id = any ($1::bigint[]) and log = 'share'`,
        [accountIds(userId, ['available'])],
      );
      return parse18(found.rows[0]?.sum ?? '0');
    },
    movedSince: async (entryId) => {
      const newest = await pool.query<{ id: number | null }>('select max(id) as id from ledger_entries');
      const upTo = newest.rows[0]?.id ?? 0;
      if (entryId === null || upTo <= entryId) return { moved: [], newest: upTo };
      const found = await pool.query<{ userId: number; entryId: number }>(
        `select a.user_id as "userId", max(e.id) as "entryId" from ledger_entries e
           join ledger_accounts a on a.id = e.account_id
         where e.id > $1 and a.user_id is not null group by a.user_id`,
        [entryId],
      );
      return { moved: found.rows, newest: upTo };
    },
    sums: () => readSums(pool),
  };
}
