// What operators ask for and what was decided over it, in PostgreSQL, read and written in the caller's transaction.
import { format18, parse18 } from '@cormorant/core/money/amount-e18.ts';
import type { Pool, PoolClient } from 'pg';
import type { Adjustment, AdjustmentRows, OperatorRequest, RequestRows } from '../../../ports/operator-store.ts';

const REQUEST = `select id, kind, subject, value, reason, asked_by as "askedBy", state from operator_requests`;
const ADJUSTMENT = `select id, user_id as "userId", part, amount, reason, asked_by as "askedBy", state from adjustments`;

interface AdjustmentRecord extends Omit<Adjustment, 'amountE18'> {
  readonly amount: string;
}

function adjustmentOf({ amount, ...rest }: AdjustmentRecord): Adjustment {
  return { ...rest, amountE18: parse18(amount) };
}

export async function waitingRequests(pool: Pool): Promise<OperatorRequest[]> {
  return (await pool.query<OperatorRequest>(`${REQUEST} where state = 'asked' order by id`)).rows;
}

export async function waitingAdjustments(pool: Pool): Promise<Adjustment[]> {
  return (await pool.query<AdjustmentRecord>(`${ADJUSTMENT} where state = 'asked' order by id`)).rows.map(adjustmentOf);
}

export function requestRowsOf(client: PoolClient): RequestRows {
  return {
    add: async ({ kind, subject, value }, { by, nowMs, reason }) => {
      const made = await client.query<{ id: number }>(
        `insert into operator_requests (kind, subject, value, reason, asked_by, asked_at) values ($1, $2, $3, $4, $5, $6)
         returning id`,
        [kind, subject, value, reason, by, new Date(nowMs)],
      );
      const [row] = made.rows;
      if (row === undefined) throw new Error('the request just made cannot be read');
      return row.id;
    },
    take: async (id) =>
      (await client.query<OperatorRequest>(`${REQUEST} where id = $1 for update`, [id])).rows[0] ?? null,
    decide: async ({ by, id, nowMs, state }) => {
      await client.query('update operator_requests set state = $2, decided_by = $3, decided_at = $4 where id = $1', [
        ...[id, state, by, new Date(nowMs)],
      ]);
    },
  };
}

export function adjustmentRowsOf(client: PoolClient): AdjustmentRows {
  return {
    add: async ({ amountE18, part, sn }, { by, nowMs, reason }) => {
      const made = await client.query<{ id: number }>(
        `insert into adjustments (user_id, part, amount, reason, asked_by, asked_at)
         select id, $2, $3, $4, $5, $6 from users where sn = $1 returning id`,
        [sn, part, format18(amountE18), reason, by, new Date(nowMs)],
      );
      return made.rows[0]?.id ?? null;
    },
    take: async (id) => {
      const found = await client.query<AdjustmentRecord>(`${ADJUSTMENT} where id = $1 for update`, [id]);
      return found.rows[0] === undefined ? null : adjustmentOf(found.rows[0]);
    },
    decide: async ({ by, id, nowMs, state }) => {
      await client.query('update adjustments set state = $2, decided_by = $3, decided_at = $4 where id = $1', [
        ...[id, state, by, new Date(nowMs)],
      ]);
    },
  };
}
