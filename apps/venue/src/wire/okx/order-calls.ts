// The signed calls that place, cancel and read orders and trades. An order that is refused is a row of its answer; what changes
// runs on the floor and is answered only after it is on disk. A stop that waits belongs to the algo calls, which are not here.
import type { Account } from '../../exchange/account.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { SymbolDesk } from '../../exchange/symbol-desk.ts';
import type { OrderRecord } from '../../store/records.ts';
import type { JsonFields } from '../json-fields.ts';
import { onFloor } from '../on-floor.ts';
import type { GuardedCall, OkxCalls } from './call.ts';
import { errorOf, OkxError, words } from './errors.ts';
import { backQuery, modeOf, type OkxDeps } from './okx-deps.ts';
import { readOrder } from './order-requests.ts';
import { orderView } from './order-views.ts';

const MAX_BATCH = 20;
const SINGLE_LIMIT = 60;
const BATCH_LIMIT = 300;
const MAX_ROWS = 100;

export function orderCalls(deps: OkxDeps): OkxCalls {
  const { exchange, floor, instruments } = deps;
  const change = (run: (fields: JsonFields, account: Account) => unknown): Pick<GuardedCall, 'guard' | 'run'> => ({
    guard: 'trade',
    run: (fields, { account }) => onFloor(floor, () => rowsOf(fields).map((row) => run(row, account))),
  });
  const place = change((fields, account) => receipt(deps, fields, () => placed(deps, account, fields)));
  const cancel = change((fields, account) => receipt(deps, fields, () => cancelled(deps, account, fields)));
  const batch = { limit: BATCH_LIMIT, orders: (fields: JsonFields) => rowsOf(fields).length };
  return {
    'POST /api/v5/trade/order': { ...place, limit: SINGLE_LIMIT },
    'POST /api/v5/trade/batch-orders': { ...place, ...batch },
    'POST /api/v5/trade/cancel-order': { ...cancel, limit: SINGLE_LIMIT },
    'POST /api/v5/trade/cancel-batch-orders': { ...cancel, ...batch },
    'GET /api/v5/trade/order': {
      guard: 'read',
      limit: SINGLE_LIMIT,
      run: (fields, { account }) => {
        const { desk, order } = named(deps, account, fields, words.noOrder);
        return [viewOf(exchange, account, desk, order)];
      },
    },
    'GET /api/v5/trade/orders-pending': {
      guard: 'read',
      limit: SINGLE_LIMIT,
      run: (fields, { account }) => {
        const asked = new Set(instruments.asked(fields).map(({ symbol }) => symbol));
        const below = fields.integer('after') ?? Number.MAX_SAFE_INTEGER;
        const above = fields.integer('before') ?? -1;
        return exchange
          .openOrders(account)
          .filter(({ symbol, id, trigger }) => asked.has(symbol) && id < below && id > above && trigger === null)
          .reverse()
          .slice(0, fields.limit(MAX_ROWS, MAX_ROWS))
          .map((order) => viewOf(exchange, account, deskOf(exchange, order), order));
      },
    },
    'GET /api/v5/trade/orders-history': { guard: 'read', limit: 40, run: historyOf(deps) },
    'GET /api/v5/trade/orders-history-archive': { guard: 'read', limit: 20, run: historyOf(deps) },
  };
}

/** What has ended, newest first. */
function historyOf({ exchange, instruments }: OkxDeps): GuardedCall['run'] {
  return (fields, { account }) => {
    fields.needText('instType');
    return exchange
      .ordersBack(account, { ...backQuery(instruments, fields, MAX_ROWS), endedOnly: true })
      .filter(({ trigger }) => trigger === null)
      .map((order) => viewOf(exchange, account, deskOf(exchange, order), order));
  };
}

/** A body with one order, or a list of at most twenty. */
function rowsOf(fields: JsonFields): readonly JsonFields[] {
  const rows = fields.rows ?? [fields];
  if (rows.length === 0 || rows.length > MAX_BATCH) throw words.parameter('args');
  return rows;
}

function placed({ exchange, instruments }: OkxDeps, account: Account, fields: JsonFields): OrderRecord {
  const desk = instruments.need(fields);
  const request = readOrder({ exchange, account, desk, fields });
  const answer = exchange.place(account, desk, request);
  if (answer.ok === 1) return answer.order;
  // It is taken there, and ends as soon as it would take.
  if (answer.code === 'POST_ONLY_WOULD_TAKE' && request.form !== undefined)
    return exchange.endAtOnce(account, desk, { ...request, form: { ...request.form, wouldTake: true } });
  throw errorOf(answer.code);
}

function cancelled(deps: OkxDeps, account: Account, fields: JsonFields): OrderRecord {
  const { order } = named(deps, account, fields, words.notOpen);
  if (account.openByCid.get(order.cid)?.id !== order.id) throw words.notOpen();
  deps.exchange.cancel(account, order.cid);
  return order;
}

/** By the exchange's number or by the client's, which of several orders names the youngest. */
function named(
  { exchange, instruments }: OkxDeps,
  account: Account,
  fields: JsonFields,
  refusal: () => OkxError,
): { desk: SymbolDesk; order: OrderRecord } {
  const desk = instruments.need(fields);
  const id = fields.integer('ordId');
  const cid = fields.text('clOrdId');
  if (id === null && cid === null) throw words.empty('ordId or clOrdId');
  const order = id === null ? exchange.orderByCid(account, cid as string) : exchange.orderById(account, id);
  if (order === null || order.symbol !== desk.symbol || order.trigger !== null) throw refusal();
  return { desk, order };
}

function receipt({ floor }: OkxDeps, fields: JsonFields, run: () => OrderRecord) {
  const clOrdId = fields.text('clOrdId') ?? '';
  const ts = String(floor.nowMs);
  try {
    return { clOrdId, ordId: String(run().id), tag: '', ts, sCode: '0', sMsg: '' };
  } catch (error) {
    if (!(error instanceof OkxError)) throw error;
    return { clOrdId, ordId: '', tag: '', ts, sCode: error.code, sMsg: error.message };
  }
}

export function viewOf(exchange: Exchange, account: Account, desk: SymbolDesk, order: OrderRecord) {
  const trades = order.filledLots === 0 ? [] : exchange.fillsOfOrder(account, order.id);
  const sums = {
    feeAtoms: trades.reduce((sum, { feeAtoms }) => sum + feeAtoms, 0),
    realisedAtoms: trades.reduce((sum, { realisedAtoms }) => sum + realisedAtoms, 0),
  };
  const mode = desk.contract === null ? 'isolated' : modeOf(exchange, account, desk);
  return orderView(desk, order, sums, mode);
}

function deskOf(exchange: Exchange, { symbol }: { readonly symbol: string }): SymbolDesk {
  return exchange.desk(symbol) as SymbolDesk;
}
