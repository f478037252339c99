// Conversions and transfers in PostgreSQL. Invariants: the accounts of both sides are held while the change is judged, so no
// two changes are judged by the same balance; who sends to another user is held as well, so that no stop or hold comes between;
// and fuel that comes in pays what is owed before anybody sees it.
import { format18, parse18 } from '@cormorant/core/money/amount-e18.ts';
import type { Pool, PoolClient } from 'pg';
import {
  ChangeNotBooked,
  type ChangeStore,
  type ChangeUse,
  type ChangeView,
  type DoneChange,
  type NewChange,
} from '../../../ports/change-store.ts';
import type { Repayment } from '../../../ports/fuel-books.ts';
import type { Holdings } from '../../../ports/ledger-store.ts';
import { fuelBooksOf } from './fuel-books.ts';
import { holdingsRead, lockHoldings, moneyTransaction, postJournals } from './ledger-post.ts';

interface ChangeRecord extends Omit<DoneChange, 'amountE18' | 'receiveE18'> {
  readonly amount: string;
  readonly receive: string;
}

const columns = `id, user_id as "userId", request_id as "requestId", kind, from_account as "from", to_account as "to",
  to_user_id as "toUserId", amount, rate, receive, remark, created_at as "createdAtMs"`;

function changeOf({ amount, receive, ...rest }: ChangeRecord): DoneChange {
  return { ...rest, amountE18: parse18(amount), receiveE18: parse18(receive) };
}

type Queries = Pool | PoolClient;

async function earlier(client: Queries, userId: number, requestId: string): Promise<DoneChange | null> {
  const found = await client.query<ChangeRecord>(
    `select ${columns} from changes where user_id = $1 and request_id = $2`,
    [userId, requestId],
  );
  const [row] = found.rows;
  return row === undefined ? null : changeOf(row);
}

function isSame(a: DoneChange, b: NewChange): boolean {
  const asked = ({ kind, from, to, toUserId, amountE18, remark }: Omit<NewChange, 'nowMs'>) =>
    [kind, from, to, toUserId, amountE18, remark].join('\n');
  return asked(a) === asked(b);
}

async function usedSince(client: Queries, userId: number, sinceMs: number): Promise<ChangeUse> {
  const found = await client.query<{ transferred: string; points: string }>(
    `select coalesce(sum(amount) filter (where kind = 'transfer'), 0) as transferred,
       coalesce(sum(amount) filter (where from_account = 'points'), 0) as points
     from changes where user_id = $1 and created_at >= $2`,
    [userId, new Date(sinceMs)],
  );
  const [row] = found.rows;
  return { transferredE18: parse18(row?.transferred ?? '0'), pointsE18: parse18(row?.points ?? '0') };
}

async function insert(client: Queries, change: NewChange): Promise<DoneChange> {
  const { userId, requestId, kind, from, to, toUserId, amountE18, rate, receiveE18, remark, nowMs } = change;
  const made = await client.query<ChangeRecord>(
    `insert into changes (user_id, request_id, kind, from_account, to_account, to_user_id, amount, rate, receive, remark, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning ${columns}`,
    [
      ...[userId, requestId, kind, from, to, toUserId, format18(amountE18), rate, format18(receiveE18), remark],
      new Date(nowMs),
    ],
  );
  const [row] = made.rows;
  if (row === undefined) throw new Error('the change just made cannot be read');
  return changeOf(row);
}

/** Which bots cost fuel, and that results up to their mark are charged: as in `fuel-books.ts`. */
const OF_USER = `
select u.withdraw_stop <> '' or u.status <> 'active' as stopped, u.security_hold_until as "holdUntilMs",
  exists (select 1 from bots b where b.user_id = u.id and b.parent_id is null and not b.simulate
    and b.exchange <> all ($2::text[])
    and not exists (select 1 from bots l where l.parent_id = b.id and l.exchange = any ($2::text[]))
    and (b.status <> 'stopped' or exists (select 1 from settlements s
      where s.bot_id = b.id and s.id > b.fuel_settled_id and not s.simulate))) as "liveBotRuns"
from users u where u.id = $1`;

export interface ChangeStoreDeps {
  /** Exchanges whose bots are not charged. */
  readonly simulated: readonly string[];
  readonly repayment: Repayment;
}

export function createChangeStore(pool: Pool, { repayment, simulated }: ChangeStoreDeps): ChangeStore {
  async function viewOf(client: Queries, userId: number, holdings: Holdings, dayStartMs: number): Promise<ChangeView> {
    const found = await client.query<Omit<ChangeView, 'holdings' | 'used'>>(OF_USER, [userId, simulated]);
    const [user] = found.rows;
    if (user === undefined) throw new Error(`there is no user ${userId}`);
    return { ...user, holdings, used: await usedSince(client, userId, dayStartMs) };
  }

  /** Everybody whose accounts the change moves. */
  const concerned = ({ toUserId, userId }: Pick<NewChange, 'toUserId' | 'userId'>) =>
    toUserId === null ? [userId] : [userId, toUserId];

  function holdingsIn(held: ReadonlyMap<number, Holdings>, userId: number): Holdings {
    const holdings = held.get(userId);
    if (holdings === undefined) throw new Error(`user ${userId} has no accounts`);
    return holdings;
  }

  return {
    make: (change, dayStartMs, judge, journalOf) =>
      moneyTransaction(pool, async (client) => {
        const { nowMs, requestId, to, toUserId, userId } = change;
        // Before the accounts, as a withdrawal takes them.
        if (toUserId !== null) await client.query('select 1 from users where id = $1 for share', [userId]);
        const books = fuelBooksOf(client);
        const shared = to === 'fuel' ? await repayment.takes(books, toUserId ?? userId) : [];
        const held = await lockHoldings(client, [...concerned(change), ...shared]);
        const before = await earlier(client, userId, requestId);
        if (before !== null) return isSame(before, change) ? before : null;
        judge(await viewOf(client, userId, holdingsIn(held, userId), dayStartMs));
        const done = await insert(client, change);
        const [outcome] = await postJournals(client, [journalOf(done.id)], nowMs);
        if (outcome?.state !== 'posted')
          throw new ChangeNotBooked(`change ${done.id} was judged possible and is ${outcome?.state}`);
        if (to === 'fuel') await repayment.pay(books, toUserId ?? userId, nowMs);
        return done;
      }),
    view: async (userId, dayStartMs) =>
      viewOf(pool, userId, holdingsIn(await holdingsRead(pool, [userId]), userId), dayStartMs),
  };
}
