// What changed a user's balance, fuel or points, newest first. Owed fuel counts below zero, so that every row says what the
// fuel gained or lost.
import type { userAccountLogs } from '@cormorant/contract/calls/account.ts';
import type { AccountLog } from '@cormorant/contract/entities/account.ts';
import type { Lang } from '@cormorant/contract/envelope.ts';
import { logOf, logTypes } from '@cormorant/core/ledger/log-types.ts';
import { format18 } from '@cormorant/core/money/amount-e18.ts';
import type { LedgerStore, LogRow } from '../../ports/ledger-store.ts';
import type { Handler } from '../handler.ts';

function rowOf(row: LogRow, lang: Lang): AccountLog {
  const sign = row.part === 'fuel_owed' ? -1n : 1n;
  return {
    id: row.id,
    account: logOf(row.part),
    part: row.part,
    type: row.log,
    type_name: logTypes[row.log][lang],
    amount: format18(sign * row.amountE18),
    before: format18(sign * row.beforeE18),
    after: format18(sign * row.afterE18),
    ref_type: row.refType,
    ref_id: row.refId,
    remark: row.remark,
    created_at: row.createdAtMs,
    ...(row.parts.length > 0 && {
      parts: row.parts.map(({ amountE18, createdAtMs, log }) => ({
        ...{ type: log, type_name: logTypes[log][lang] },
        ...{ amount: format18(amountE18), created_at: createdAtMs },
      })),
    }),
  };
}

export function listAccountLogs(ledger: Pick<LedgerStore, 'logRows'>): Handler<typeof userAccountLogs> {
  return async ({ query }, { lang, userId }) => {
    const { page, page_size: pageSize, type: name } = query;
    const { rows, total } = await ledger.logRows({ userId, name, log: query.kind ?? null, page, pageSize });
    return {
      list: rows.map((row) => rowOf(row, lang)),
      total,
      page,
      page_size: pageSize,
      has_more: page * pageSize < total ? 1 : 0,
    };
  };
}
