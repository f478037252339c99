// A withdrawal that an operator looks at, in PostgreSQL, read and written in the caller's transaction.
import type { PoolClient } from 'pg';
import type { ReviewedWithdrawals } from '../../../ports/operator-store.ts';
import { barOf, lockWithdrawal, stepRow } from '../custody/withdrawal-rows.ts';

const APPROVERS = `select operator from withdrawal_reviews where withdrawal_id = $1 and decision = 'approve'`;
const ADD_REVIEW = `
insert into withdrawal_reviews (withdrawal_id, operator, decision, reason, created_at) values ($1, $2, $3, $4, $5)
on conflict (withdrawal_id, operator) do nothing`;

export function reviewedWithdrawalsOf(client: PoolClient): ReviewedWithdrawals {
  return {
    idOf: async (sn) =>
      (await client.query<{ id: number }>('select id from withdrawals where sn = $1', [sn])).rows[0]?.id ?? null,
    barOf: async (id, nowMs) => (await barOf(client, id, nowMs))?.state ?? null,
    take: (id) => lockWithdrawal(client, id),
    approvers: async (id) =>
      (await client.query<{ operator: string }>(APPROVERS, [id])).rows.map(({ operator }) => operator),
    addReview: async (id, decision, { by, nowMs, reason }) => {
      const added = await client.query(ADD_REVIEW, [id, by, decision, reason, new Date(nowMs)]);
      return added.rowCount === 1;
    },
    step: ({ by, event, notice, reason, row }, nowMs) =>
      stepRow(client, { row, event, columns: { reason, reviewBy: by, reviewedAt: true }, notice, nowMs }),
  };
}
