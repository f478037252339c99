// What operators read and write, in PostgreSQL. Nothing is decided here: features/operators does, inside `transaction`.
import type { Pool, PoolClient } from 'pg';
import {
  type KnownOperator,
  NotCarriedOut,
  type OperatorRow,
  type OperatorStore,
  type OperatorWork,
  type Settlement,
  type ShownUser,
} from '../../../ports/operator-store.ts';
import { appendAudit, newestDeeds, verifyAudit } from '../audit/audit-log.ts';
import { auditedSettingsOf } from '../audit/audited-settings.ts';
import { helpRowsOf } from '../content/help-store.ts';
import { addColdSend, cancelCold, withdrawCold } from '../custody/cold-sends.ts';
import { settleMove } from '../custody/own-moves.ts';
import { type NoticeOfReturn, PaidByHand, settleGas, settleUsed } from '../custody/settle-custody.ts';
import { AskedAgain, settleSend } from '../custody/settle-sends.ts';
import { fuelBooksOf } from '../ledger/fuel-books.ts';
import { moneyTransaction } from '../ledger/ledger-post.ts';
import { handledUsersOf } from './handled-users.ts';
import { OPERATOR, operatorRowsOf } from './operator-rows.ts';
import { adjustmentRowsOf, requestRowsOf, waitingAdjustments, waitingRequests } from './request-rows.ts';
import { reviewedWithdrawalsOf } from './reviewed-withdrawals.ts';

const KNOWN = `
select name, person, disabled_at is null as "isActive", exists (select 1 from operator_log l
  where l.action = 'operator_add' and l.subject = o.name and l.operator = o.name) as "addedItself"
from operators o order by id`;

const SHOWN = `
select id, sn, nickname, coalesce(account, address) as name, status, rate_bp as "rateBp",
  (select r.sn from users r where r.id = u.referrer_id) as "referrerSn", alias
from users u where sn = $1`;

const KEEP_ROOT = `
insert into users (sn, nickname, account, password_hash, avatar) values ('88888888', 'Cormorant', 'platform_root', $1, 'a19')
on conflict do nothing`;

export interface OperatorStoreDeps {
  readonly noticeOfReturn: NoticeOfReturn;
}

async function settle(
  client: PoolClient,
  what: Settlement,
  noticeOfReturn: NoticeOfReturn,
  nowMs: number,
): Promise<boolean> {
  try {
    if (what.kind === 'gas') return await settleGas(client, what.wei, nowMs);
    if (what.kind === 'used') return await settleUsed(client, what.id, noticeOfReturn, nowMs);
    return await (what.kind === 'move' ? settleMove : settleSend)(client, what.id, nowMs);
  } catch (error) {
    const isPersons = error instanceof AskedAgain || error instanceof PaidByHand;
    if (isPersons && what.kind !== 'gas') throw new NotCarriedOut(`${what.kind}:${what.id}: ${error.message}`);
    throw error;
  }
}

function workOf(client: PoolClient, deps: OperatorStoreDeps): OperatorWork {
  return {
    operators: operatorRowsOf(client),
    requests: requestRowsOf(client),
    adjustments: adjustmentRowsOf(client),
    users: handledUsersOf(client),
    withdrawals: reviewedWithdrawalsOf(client),
    cold: {
      add: (send, nowMs) => addColdSend(client, send, nowMs),
      cancel: (id, nowMs) => cancelCold(client, id, nowMs),
      withdraw: (id) => withdrawCold(client, id),
    },
    settings: auditedSettingsOf(client),
    help: helpRowsOf(client),
    books: fuelBooksOf(client),
    note: (deed, nowMs) => appendAudit(client, deed, nowMs),
    settle: (what, nowMs) => settle(client, what, deps.noticeOfReturn, nowMs),
  };
}

export function createOperatorStore(pool: Pool, deps: OperatorStoreDeps): OperatorStore {
  return {
    transaction: (work) => moneyTransaction(pool, (client) => work(workOf(client, deps))),
    operator: async (name) => (await pool.query<OperatorRow>(`${OPERATOR} where name = $1`, [name])).rows[0] ?? null,
    operators: async () => (await pool.query<KnownOperator>(KNOWN)).rows,
    waitingRequests: () => waitingRequests(pool),
    waitingAdjustments: () => waitingAdjustments(pool),
    user: async (sn) => (await pool.query<ShownUser>(SHOWN, [sn])).rows[0] ?? null,
    keepRootUser: async (passwordHash) => {
      await pool.query(KEEP_ROOT, [passwordHash]);
    },
    newestDeeds: (most) => newestDeeds(pool, most),
    verifyLog: () => verifyAudit(pool),
  };
}
