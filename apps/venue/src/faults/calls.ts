// Which kind of call each path of each wire is, so that one switch strikes the same thing on all of them. What is not in
// the table is untouched by faults: the calls by which the exchange itself is looked after.
import type { CallKind } from './fault-set.ts';

export type Wire = 'own' | 'spot' | 'usdm';

const KINDS: Readonly<Record<string, CallKind>> = {
  'GET /v1/time': 'time',
  'GET /v1/instruments': 'rules',
  'GET /v1/tickers': 'prices',
  'GET /v1/candles': 'candles',
  'GET /v1/funding-rates': 'prices',
  'POST /v1/accounts': 'accounts',
  'GET /v1/account': 'balances',
  'POST /v1/orders': 'place',
  'POST /v1/orders/cancel': 'cancel',
  'GET /v1/orders': 'order',
  'GET /v1/fills': 'fills',
  'GET /v1/positions': 'positions',
  'GET /v1/fundings': 'fundings',
  'GET /v1/position-mode': 'settings',
  'POST /v1/position-mode': 'settings',
  'POST /v1/leverage': 'settings',
  'POST /v1/margin': 'settings',
  'GET /v1/margin-adds': 'positions',
  'GET /v1/stream': 'streams',
};

export function wireOf(path: string): Wire {
  if (path.startsWith('/v1/')) return 'own';
  return path.startsWith('/fapi/') ? 'usdm' : 'spot';
}

/** null: untouched by faults. `query` tells a list from a look-up where one path is both. */
export function kindOfCall(method: string, path: string, query: Readonly<Record<string, unknown>>): CallKind | null {
  if (path === '/v1/orders' && method === 'GET') return query.cid === undefined ? 'orders' : 'order';
  return KINDS[`${method === 'HEAD' ? 'GET' : method} ${path}`] ?? null;
}
