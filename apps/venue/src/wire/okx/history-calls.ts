// The signed calls about what has happened: trades, and bills of funding and of margin that was moved. Pages go backwards from
// the newest; `after` and `before` are numbers of bills, `begin` and `end` are times.
import type { Account } from '../../exchange/account.ts';
import type { SymbolDesk } from '../../exchange/symbol-desk.ts';
import type { BackQuery } from '../../store/history.ts';
import type { JsonFields } from '../json-fields.ts';
import type { GuardedCall, OkxCalls } from './call.ts';
import { backQuery, type OkxDeps } from './okx-deps.ts';
import { FUNDING_BILL, fundingBill, MARGIN_BILL, marginBill, tradeRow } from './order-views.ts';

const MAX_ROWS = 100;
const DAY_MS = 86_400_000;
/** The short lists go back so far, the long ones three months. */
const SHORT_DAYS = { fills: 3, bills: 7 } as const;
const LONG_DAYS = 92;

export function historyCalls(deps: OkxDeps): OkxCalls {
  const call = (limit: number, days: number, run: (query: Query) => readonly unknown[]): GuardedCall => ({
    guard: 'read',
    limit,
    run: (fields, { account }) => {
      const query = backQuery(deps.instruments, fields, MAX_ROWS);
      const oldestMs = deps.floor.nowMs - days * DAY_MS;
      return run({ account, fields, query: { ...query, startMs: Math.max(query.startMs ?? 0, oldestMs) } });
    },
  });
  const fills = ({ account, fields, query }: Query) =>
    deps.exchange
      .fillsBack(account, { ...query, orderId: fields.integer('ordId') })
      .map((fill) => tradeRow(deps.exchange.desk(fill.symbol) as SymbolDesk, fill));
  const bills = (query: Query) => billRows(deps, query);
  return {
    'GET /api/v5/trade/fills': call(60, SHORT_DAYS.fills, fills),
    'GET /api/v5/trade/fills-history': call(10, LONG_DAYS, fills),
    'GET /api/v5/account/bills': call(10, SHORT_DAYS.bills, bills),
    'GET /api/v5/account/bills-archive': call(10, LONG_DAYS, bills),
  };
}

interface Query {
  readonly account: Account;
  readonly fields: JsonFields;
  readonly query: BackQuery;
}

/** Only the kinds there are here: what else is asked for is there in vain. */
function billRows({ exchange }: OkxDeps, { account, fields, query }: Query): readonly unknown[] {
  const type = fields.text('type');
  if (type === FUNDING_BILL)
    return exchange
      .fundingsBack(account, query)
      .map((row) => fundingBill(exchange.desk(row.symbol) as SymbolDesk, row));
  if (type !== MARGIN_BILL) return [];
  const desks = exchange.desks.filter(({ symbol, contract }) => contract !== null && query.symbols.includes(symbol));
  const rows = desks.flatMap((desk) =>
    exchange.contracts.marginAddsSince(account, desk, query.startMs ?? 0).map((row, at) => marginBill(desk, row, at)),
  );
  return rows
    .filter(({ billId, ts }) => Number(billId) < (query.belowId ?? Infinity) && Number(ts) <= (query.endMs ?? Infinity))
    .reverse()
    .slice(0, query.limit);
}
