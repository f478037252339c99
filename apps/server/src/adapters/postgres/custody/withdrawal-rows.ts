// A withdrawal's row, and the one way its state changes: by the state machine, with the journal and the notice that go
// with it, in the caller's transaction.
import { stepWithdrawal, type WithdrawalEvent, type WithdrawalState } from '@cormorant/core/custody/withdrawal.ts';
import { withdrawDoneJournal, withdrawRefundJournal } from '@cormorant/core/ledger/wallet-journals.ts';
import { parse18 } from '@cormorant/core/money/amount-e18.ts';
import type { PoolClient } from 'pg';
import type { NoticeText } from '../../../ports/credential-store.ts';
import type { RiskFact, WithdrawalRow, WithdrawalWait } from '../../../ports/withdrawal-store.ts';
import { postSure } from '../ledger/post-sure.ts';
import { queueNotice } from '../server/mail-outbox.ts';

export interface FoundWithdrawal {
  readonly id: number;
  readonly sn: string;
  readonly user_id: number;
  readonly network: string;
  readonly address: string;
  readonly amount: string;
  readonly fee: string;
  readonly status: WithdrawalState;
  readonly risk: RiskFact[];
  readonly reason: string;
  readonly nonce: number | null;
  readonly waits: WithdrawalWait | '';
  readonly txid: string | null;
  readonly review_by: string | null;
  readonly created_at: number;
  readonly reviewed_at: number | null;
  readonly broadcast_at: number | null;
  readonly confirmed_at: number | null;
}

export function withdrawalOf(found: FoundWithdrawal): WithdrawalRow {
  return {
    id: found.id,
    sn: found.sn,
    userId: found.user_id,
    network: found.network,
    address: found.address,
    amountE18: parse18(found.amount),
    feeE18: parse18(found.fee),
    status: found.status,
    risk: found.risk,
    reason: found.reason,
    nonce: found.nonce,
    waits: found.waits,
    txid: found.txid,
    reviewBy: found.review_by,
    createdAtMs: found.created_at,
    reviewedAtMs: found.reviewed_at,
    broadcastAtMs: found.broadcast_at,
    confirmedAtMs: found.confirmed_at,
  };
}

/** Held until the transaction ends. */
export async function lockWithdrawal(client: PoolClient, id: number): Promise<WithdrawalRow> {
  const found = await client.query<FoundWithdrawal>('select * from withdrawals where id = $1 for update', [id]);
  const row = found.rows[0];
  if (row === undefined) throw new Error(`there is no withdrawal ${id}`);
  return withdrawalOf(row);
}

export type Bar = { readonly state: 'stopped' } | { readonly state: 'held'; readonly untilMs: number };

/**
 * Why its owner may not be paid now; null = they may, until the transaction ends. Taken before the withdrawal's own row, as
 * whoever asks for one does.
 */
export async function barOf(client: PoolClient, withdrawalId: number, nowMs: number): Promise<Bar | null> {
  const found = await client.query<{ stop: string; held: number | null; status: string }>(
    `select u.withdraw_stop as stop, u.security_hold_until as held, u.status
     from users u join withdrawals w on w.user_id = u.id where w.id = $1 for share of u`,
    [withdrawalId],
  );
  const user = found.rows[0];
  if (user === undefined || user.stop !== '' || user.status !== 'active') return { state: 'stopped' };
  return user.held !== null && user.held > nowMs ? { state: 'held', untilMs: user.held } : null;
}

/** Columns that a step sets beside the state. */
export interface StepColumns {
  readonly reason?: string;
  readonly risk?: readonly RiskFact[];
  readonly txid?: string;
  readonly reviewBy?: string;
  readonly reviewedAt?: boolean;
  readonly broadcastAt?: boolean;
  readonly confirmedAt?: boolean;
}

export interface Step {
  /** Locked by this transaction. */
  readonly row: WithdrawalRow;
  readonly event: WithdrawalEvent;
  readonly columns?: StepColumns;
  readonly notice?: Readonly<Record<'zh' | 'en', NoticeText>> | null;
  readonly nowMs: number;
}

const STEP = `
update withdrawals set status = $2, reason = coalesce($3, reason), risk = coalesce($4::text[], risk),
  txid = coalesce($5, txid), review_by = coalesce($6, review_by),
  reviewed_at = case when $7 then $10 else reviewed_at end,
  broadcast_at = case when $8 then coalesce(broadcast_at, $10) else broadcast_at end,
  confirmed_at = case when $9 then $10 else confirmed_at end
where id = $1 returning *`;

/** Null when the event does not belong to the row's state: then nothing was done. */
export async function stepRow(client: PoolClient, step: Step): Promise<WithdrawalRow | null> {
  const { row, event, columns = {}, notice = null, nowMs } = step;
  const next = stepWithdrawal(row.status, event);
  if (next === null) return null;
  const { id: withdrawId, userId, amountE18, feeE18 } = row;
  const money = { withdrawId, userId, amountE18 };
  if (next.ledger === 'pay') await postSure(client, withdrawDoneJournal(money, feeE18), nowMs);
  if (next.ledger === 'refund') await postSure(client, withdrawRefundJournal(money), nowMs);
  const { reason, risk, txid, reviewBy, reviewedAt = false, broadcastAt = false, confirmedAt = false } = columns;
  const stepped = await client.query<FoundWithdrawal>(STEP, [
    ...[withdrawId, next.state, reason ?? null, risk ?? null, txid ?? null, reviewBy ?? null],
    ...[reviewedAt, broadcastAt, confirmedAt, new Date(nowMs)],
  ]);
  if (notice !== null) await queueNotice(client, userId, notice, nowMs);
  return withdrawalOf(stepped.rows[0] as FoundWithdrawal);
}
