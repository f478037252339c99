// What operators do, in PostgreSQL. Invariant: a deed and its row in the log are one transaction, so nothing is done unseen.

import { type AdjustPart, adjustJournal } from '@cormorant/core/ledger/change-journals.ts';
import { format18, parse18 } from '@cormorant/core/money/amount-e18.ts';
import type { Pool, PoolClient } from 'pg';
import type { AdjustDecision, Adjustment } from '../../../ports/operator-store.ts';
import { type Doing, note } from '../audit/audited-settings.ts';
import { mayBeSecond } from '../audit/second-person.ts';
import { dropWaiting, mayGive } from '../identity/team-store.ts';
import type { ChangeStoreDeps } from '../ledger/change-store.ts';
import { lockHoldings, moneyTransaction, postJournals } from '../ledger/ledger-post.ts';
import { takenByRepay } from '../ledger/repay-owed.ts';
import { transaction } from '../pool.ts';

interface Rated {
  readonly id: number;
  readonly rateBp: number;
  readonly referrerId: number | null;
  readonly givenBp: number;
}

export type RateDecision = 'done' | 'missing' | { readonly minBp: number; readonly maxBp: number };

/** Of a partner at the root, whose rate nobody above can give; of others within what who is above could give. */
export async function setRootRate(pool: Pool, sn: string, rateBp: number, doing: Doing): Promise<RateDecision> {
  return transaction(pool, async (client) => {
    await client.query(
      `select 1 from users where sn = $1 or id = (select referrer_id from users where sn = $1) order by id for no key update`,
      [sn],
    );
    const found = await client.query<Rated>(
      `select id, rate_bp as "rateBp", referrer_id as "referrerId",
         coalesce((select max(c.rate_bp) from users c where c.referrer_id = u.id), 0) as "givenBp"
       from users u where sn = $1`,
      [sn],
    );
    const [before] = found.rows;
    if (before === undefined) return 'missing';
    if (before.referrerId !== null) {
      const range = await mayGive(client, before.referrerId, before.givenBp);
      if (rateBp < range.minBp || rateBp > range.maxBp) return range;
    }
    await dropWaiting(client, before.id, doing.nowMs);
    await client.query('update users set rate_bp = $2, is_partner = $2 > 0, updated_at = $3 where sn = $1', [
      ...[sn, rateBp, new Date(doing.nowMs)],
    ]);
    await note(client, doing, 'rate', sn, { before: before.rateBp, after: rateBp });
    return 'done';
  });
}

interface AdjustRecord extends Omit<Adjustment, 'amountE18'> {
  readonly amount: string;
}

const columns = `id, user_id as "userId", part, amount, reason, asked_by as "askedBy", state`;

export async function waitingAdjustments(pool: Pool): Promise<Adjustment[]> {
  const found = await pool.query<AdjustRecord>(`select ${columns} from adjustments where state = 'asked' order by id`);
  return found.rows.map(({ amount, ...rest }) => ({ ...rest, amountE18: parse18(amount) }));
}

/** The number of what was asked for; null for a user who is not there. */
export async function askAdjustment(
  pool: Pool,
  wanted: { readonly sn: string; readonly part: AdjustPart; readonly amountE18: bigint },
  doing: Doing,
): Promise<number | null> {
  const { amountE18, part, sn } = wanted;
  return transaction(pool, async (client) => {
    const made = await client.query<{ id: number }>(
      `insert into adjustments (user_id, part, amount, reason, asked_by, asked_at)
       select id, $2, $3, $4, $5, $6 from users where sn = $1 returning id`,
      [sn, part, format18(amountE18), doing.reason, doing.by, new Date(doing.nowMs)],
    );
    const id = made.rows[0]?.id ?? null;
    if (id !== null) await note(client, doing, 'adjust_ask', sn, { after: { id, part, amount: format18(amountE18) } });
    return id;
  });
}

class Short extends Error {}

async function carryOut(client: PoolClient, row: Adjustment, fuelCame: ChangeStoreDeps['fuelCame'], nowMs: number) {
  const { amountE18, id, part, reason, userId } = row;
  await lockHoldings(client, [userId, ...(await takenByRepay(client, userId))]);
  const [outcome] = await postJournals(client, [adjustJournal(id, userId, part, amountE18, reason)], nowMs);
  if (outcome?.state === 'short') throw new Short();
  if (outcome?.state !== 'posted') throw new Error(`adjustment ${id} was not posted: ${outcome?.state}`);
  if (amountE18 > 0n && (part === 'fuel_paid' || part === 'fuel_bonus')) await fuelCame(client, userId, nowMs);
}

/** Done or rejected by somebody else than who asked. */
export async function decideAdjustment(
  pool: Pool,
  id: number,
  approve: boolean,
  fuelCame: ChangeStoreDeps['fuelCame'],
  doing: Doing,
): Promise<AdjustDecision> {
  try {
    return await moneyTransaction(pool, async (client): Promise<AdjustDecision> => {
      const found = await client.query<AdjustRecord>(`select ${columns} from adjustments where id = $1 for update`, [
        id,
      ]);
      const [row] = found.rows;
      if (row === undefined) return 'missing';
      if (row.state !== 'asked') return 'decided';
      if (row.askedBy === doing.by) return 'same_operator';
      if (approve && !(await mayBeSecond(client, doing.by, row.askedBy, doing.nowMs))) return 'not_independent';
      const state = approve ? 'done' : 'rejected';
      await client.query('update adjustments set state = $2, decided_by = $3, decided_at = $4 where id = $1', [
        ...[id, state, doing.by, new Date(doing.nowMs)],
      ]);
      if (approve) await carryOut(client, { ...row, amountE18: parse18(row.amount) }, fuelCame, doing.nowMs);
      await note(client, doing, `adjust_${approve ? 'approve' : 'reject'}`, `${id}`, { before: 'asked', after: state });
      return state;
    });
  } catch (error) {
    if (error instanceof Short) return 'short';
    throw error;
  }
}
