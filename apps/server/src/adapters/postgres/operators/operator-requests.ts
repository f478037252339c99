// What one operator asks for and another person has carried out: settings that concern money, and charges that are taken back.
// Invariant: the deed, its request and its row in the log are one transaction.
import type { Pool, PoolClient } from 'pg';
import type { OperatorRequest, RequestDecision, RequestKind } from '../../../ports/operator-store.ts';
import { appendAudit } from '../audit/audit-log.ts';
import type { Doing } from '../audit/audited-settings.ts';
import { mayBeSecond } from '../audit/second-person.ts';
import { moneyTransaction } from '../ledger/ledger-post.ts';
import { transaction } from '../pool.ts';

const columns = `id, kind, subject, value, reason, asked_by as "askedBy", state`;

export async function waitingRequests(pool: Pool): Promise<OperatorRequest[]> {
  const found = await pool.query<OperatorRequest>(
    `select ${columns} from operator_requests where state = 'asked' order by id`,
  );
  return found.rows;
}

export async function askRequest(
  pool: Pool,
  wanted: { readonly kind: RequestKind; readonly subject: string; readonly value?: string },
  { by, nowMs, reason }: Doing,
): Promise<number> {
  const { kind, subject, value = '' } = wanted;
  return transaction(pool, async (client) => {
    const made = await client.query<{ id: number }>(
      `insert into operator_requests (kind, subject, value, reason, asked_by, asked_at) values ($1, $2, $3, $4, $5, $6)
       returning id`,
      [kind, subject, value, reason, by, new Date(nowMs)],
    );
    const id = made.rows[0]?.id;
    if (id === undefined) throw new Error('the request just made cannot be read');
    await appendAudit(client, { operator: by, action: `${kind}_ask`, subject, reason, after: { id, value } }, nowMs);
    return id;
  });
}

/** Does what was asked for, in the transaction of its decision, and writes it to the log; throws to have nothing done. */
export type CarryOut = (client: PoolClient, request: OperatorRequest, doing: Doing) => Promise<void>;

export async function decideRequest(
  pool: Pool,
  id: number,
  approve: boolean,
  carryOut: CarryOut,
  doing: Doing,
): Promise<RequestDecision> {
  const { by, nowMs, reason } = doing;
  return moneyTransaction(pool, async (client): Promise<RequestDecision> => {
    const found = await client.query<OperatorRequest>(
      `select ${columns} from operator_requests where id = $1 for update`,
      [id],
    );
    const [request] = found.rows;
    if (request === undefined) return 'missing';
    if (request.state !== 'asked') return 'decided';
    if (request.askedBy === by) return 'same_operator';
    if (approve && !(await mayBeSecond(client, by, request.askedBy, nowMs))) return 'not_independent';
    const state = approve ? 'done' : 'rejected';
    await client.query('update operator_requests set state = $2, decided_by = $3, decided_at = $4 where id = $1', [
      ...[id, state, by, new Date(nowMs)],
    ]);
    const action = `${request.kind}_${approve ? 'approve' : 'reject'}`;
    const deed = { operator: by, action, subject: request.subject, reason, before: { id, askedBy: request.askedBy } };
    await appendAudit(client, deed, nowMs);
    if (approve) await carryOut(client, request, doing);
    return state;
  });
}
