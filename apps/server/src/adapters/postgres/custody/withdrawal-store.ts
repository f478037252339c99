// Withdrawals in PostgreSQL. What is asked for is judged and frozen in one transaction that holds the user's row, so that
// of any number at once one wins; every later change goes through `withdrawal-rows.ts`.
import { takenFor } from '@cormorant/core/custody/similar-address.ts';
import { withdrawFreezeJournal } from '@cormorant/core/ledger/wallet-journals.ts';
import { format18, parse18 } from '@cormorant/core/money/amount-e18.ts';
import type { Pool, PoolClient } from 'pg';
import { CHAIN_ID } from '../../../ports/chain.ts';
import type {
  KnownAddress,
  NamedAddress,
  NewWithdrawal,
  SubmitOutcome,
  WithdrawalRow,
  WithdrawalStore,
} from '../../../ports/withdrawal-store.ts';
import { moneyTransaction, postJournals } from '../ledger/ledger-post.ts';
import { violatedUnique } from '../pool.ts';
import { type FoundWithdrawal, lockWithdrawal, stepRow, withdrawalOf } from './withdrawal-rows.ts';

const USED = `select coalesce(sum(amount), 0) as used from withdrawals
  where user_id = $1 and created_at >= $2 and status not in ('rejected', 'failed', 'cancelled')`;
const IN_PROGRESS = `select 1 from withdrawals
  where user_id = $1 and status in ('submitted', 'reviewing', 'approved', 'signed', 'broadcast')`;
const INSERT = `
insert into withdrawals (sn, user_id, network, address, amount, fee, status, created_at, request_id, since_block)
values ($1, $2, $3, $4, $5, $6, 'submitted', $7, $8, (select scanned_block from chain_pins where chain_id = ${CHAIN_ID}))
returning *`;
const OF_REQUEST = 'select * from withdrawals where user_id = $1 and request_id = $2';
/** A label that is given replaces the one before. */
const KEEP_ADDRESS = `
insert into withdraw_addresses (user_id, address, label, last_used_at) values ($1, $2, coalesce($3, ''), $4)
on conflict (user_id, address) do update
  set last_used_at = excluded.last_used_at, label = coalesce($3, withdraw_addresses.label)`;

/** Ends the transaction without its effects. */
class Undone extends Error {
  readonly outcome: SubmitOutcome;
  constructor(outcome: SubmitOutcome) {
    super(outcome.state);
    this.outcome = outcome;
  }
}

interface LockedUser {
  readonly stop: string;
  readonly held: number | null;
}

async function lockUser(client: PoolClient, userId: number): Promise<LockedUser | undefined> {
  const found = await client.query<LockedUser>(
    `select withdraw_stop as stop, security_hold_until as held from users where id = $1 for no key update`,
    [userId],
  );
  return found.rows[0];
}

function refuseIfStopped(user: LockedUser | undefined, nowMs: number): void {
  if (user === undefined || user.stop !== '') throw new Undone({ state: 'stopped' });
  if (user.held !== null && user.held > nowMs) throw new Undone({ state: 'held', untilMs: user.held });
}

async function submitOnce(client: PoolClient, asked: NewWithdrawal): Promise<SubmitOutcome> {
  const { sn, requestId, userId, network, address, label, amountE18, feeE18, nowMs } = asked;
  const user = await lockUser(client, userId);
  // Before any refusal: what was done stays done, whatever has changed since.
  const [before] = (await client.query<FoundWithdrawal>(OF_REQUEST, [userId, requestId])).rows;
  if (before !== undefined) return { state: 'before', row: withdrawalOf(before) };
  refuseIfStopped(user, nowMs);
  const used = await client.query<{ used: string }>(USED, [userId, new Date(asked.dayStartMs)]);
  if (parse18(used.rows[0]?.used ?? '0') + amountE18 > asked.dailyE18) throw new Undone({ state: 'daily' });
  if ((await client.query(IN_PROGRESS, [userId])).rowCount !== 0) throw new Undone({ state: 'in_progress' });
  const money = [format18(amountE18), format18(feeE18)];
  const made = await client.query<FoundWithdrawal>(INSERT, [
    ...[sn, userId, network, address, ...money, new Date(nowMs), requestId],
  ]);
  const row = withdrawalOf(made.rows[0] as FoundWithdrawal);
  const journal = withdrawFreezeJournal({ withdrawId: row.id, userId, amountE18 });
  const [posted] = await postJournals(client, [journal], nowMs);
  if (posted?.state === 'short') throw new Undone({ state: 'short' });
  if (posted?.state !== 'posted') throw new Error(`withdrawal ${sn} was not frozen: ${posted?.state}`);
  await client.query(KEEP_ADDRESS, [userId, address, label, new Date(nowMs)]);
  return { state: 'done', row };
}

interface FoundRisk {
  readonly paid: boolean;
  readonly unsettled: string;
  readonly credited: string;
  readonly hold: number | null;
  readonly stopped: boolean;
}

const RISK = `
select exists (select 1 from withdrawals where user_id = $1 and address = $2 and status = 'confirmed') as paid,
  (select coalesce(sum(amount), 0) from deposits where user_id = $1 and status = 'confirming') as unsettled,
  (select coalesce(sum(amount), 0) from deposits where user_id = $1 and status = 'credited') as credited,
  (select security_hold_until from users where id = $1) as hold,
  (select withdraw_stop <> '' or status <> 'active' from users where id = $1) as stopped`;

/** What was asked for and given back says nothing of an address but that somebody has written it. */
const FAMILIAR = `
select address, label, case when paid then 'paid' else 'saved' end as source,
  case when paid then last_used_at end as "lastUsedAtMs"
from (select a.*, exists (select 1 from withdrawals w
        where w.user_id = a.user_id and w.address = a.address and w.status = 'confirmed') as paid
      from withdraw_addresses a where a.user_id = $1) known
union all select lower(address), '', 'wallet', null from users where id = $1 and address is not null
union all select address, '', 'deposit', null from deposit_addresses where user_id = $1
union all select distinct sender, '', 'sender', null::timestamptz from deposits
  where user_id = $1 and status = 'credited'`;

async function familiarOf(pool: Pool, userId: number): Promise<NamedAddress[]> {
  return (await pool.query<NamedAddress>(FAMILIAR, [userId])).rows;
}

export function createWithdrawalStore(pool: Pool): WithdrawalStore {
  const rows = async (sql: string, values: unknown[]): Promise<WithdrawalRow[]> =>
    (await pool.query<FoundWithdrawal>(sql, values)).rows.map(withdrawalOf);
  return {
    submit: async (asked) => {
      try {
        return await moneyTransaction(pool, (client) => submitOnce(client, asked));
      } catch (error) {
        if (error instanceof Undone) return error.outcome;
        if (violatedUnique(error) === 'withdrawals_sn_key') return { state: 'sn_taken' };
        throw error;
      }
    },
    ofRequest: async (userId, requestId) => (await rows(OF_REQUEST, [userId, requestId]))[0] ?? null,
    usedSince: async (userId, sinceMs) => {
      const found = await pool.query<{ used: string }>(USED, [userId, new Date(sinceMs)]);
      return parse18(found.rows[0]?.used ?? '0');
    },
    stopOf: async (userId) => {
      const found = await pool.query<{ stop: string }>('select withdraw_stop as stop from users where id = $1', [
        userId,
      ]);
      return found.rows[0]?.stop ?? '';
    },
    addressesOf: async (userId) => {
      const found = await pool.query<KnownAddress>(
        `select address, label, last_used_at as "lastUsedAtMs" from withdraw_addresses a where user_id = $1
           and exists (select 1 from withdrawals w where w.user_id = a.user_id and w.address = a.address
             and w.status not in ('rejected', 'cancelled', 'failed'))
         order by last_used_at desc limit 20`,
        [userId],
      );
      return found.rows;
    },
    familiarOf: (userId) => familiarOf(pool, userId),
    listOf: (userId, most) =>
      rows('select * from withdrawals where user_id = $1 order by id desc limit $2', [userId, most]),
    inState: (status) => rows('select * from withdrawals where status = $1 order by id limit 1000', [status]),
    bySn: async (sn) => (await rows('select * from withdrawals where sn = $1', [sn]))[0] ?? null,
    byId: async (id) => (await rows('select * from withdrawals where id = $1', [id]))[0] ?? null,
    riskGround: async ({ userId, address }) => {
      const found = await pool.query<FoundRisk>(RISK, [userId, address]);
      const familiar = await familiarOf(pool, userId);
      const { paid, unsettled, credited, hold, stopped } = found.rows[0] as FoundRisk;
      return {
        stopped,
        addressPaidBefore: paid,
        addressLooksKnown: takenFor(address, familiar).length > 0,
        unsettledE18: parse18(unsettled),
        creditedE18: parse18(credited),
        holdUntilMs: hold,
      };
    },
    judge: (row, risk, nowMs) =>
      moneyTransaction(pool, async (client) => {
        const locked = await lockWithdrawal(client, row.id);
        const event = { kind: 'judged', byHand: risk.length > 0 } as const;
        return stepRow(client, { row: locked, event, columns: { risk }, nowMs });
      }),
    setWaits: async (id, waits) => {
      const set = await pool.query('update withdrawals set waits = $2 where id = $1 and waits <> $2', [id, waits]);
      return set.rowCount === 1;
    },
  };
}
