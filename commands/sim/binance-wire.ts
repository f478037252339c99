// Binance's wire of the local exchange in a simulated world: people trade by API keys, through the adapter that production uses
// for Binance, with requests and sockets of the simulated network.
import { ExchangeBudgets } from '../../apps/server/src/adapters/exchanges/exchange-budgets.ts';
import { createCcxtExchange } from '../../apps/server/src/adapters/exchanges/open-exchange.ts';
import { fillIdOf, nameOf } from '../../apps/server/src/adapters/exchanges/shared/market-names.ts';
import { clientOf } from '../../apps/server/src/adapters/exchanges/transport/ccxt-client.ts';
import { exchangeHosts } from '../../apps/server/src/adapters/exchanges/transport/hosts.ts';
import { noKeys } from '../../apps/server/src/runner/keys/key-watch.ts';
import type { Person, SimWire } from './sim-wire.ts';
import { reworded, type SimRequest, type WireReply, type WireWords } from './wire-words.ts';

const EXCHANGE = 'local';
const ORIGIN = 'http://exchange';
/** Production's of accounts that are traded by keys. */
const GRACE_MS = 10_000;
/** The market prints some twenty times as seldom as one that production watches. */
const WATCH = { everyMs: 10_000, quietMs: 30_000, onItsWayMs: 1_500, readMs: 5_000 };
const OK = 200;
const BAD_REQUEST = 400;
const NO_SUCH_ORDER = { code: -2013, msg: 'Order does not exist.' };
/** What a process says to be told of an account, which it may also where it does not trade for it. */
const LISTEN_KEY = '/fapi/v1/listenKey';
/** Orders by their ids, and the lists of them, that reads tell. */
const ORDER_READS = /^\/(api\/v3|fapi\/v1)\/(order|openOrders|allOrders|algoOrder|openAlgoOrders|allAlgoOrders)$/;

interface Row {
  readonly code?: number;
  readonly clientOrderId?: string;
  readonly clientAlgoId?: string;
}

function cidOf({ clientAlgoId, clientOrderId }: Row): string {
  return clientAlgoId ?? clientOrderId ?? '';
}

function isHeld(row: Row, isHidden: (cid: string) => boolean): boolean {
  return isHidden(cidOf(row));
}

function said({ body = '', path }: SimRequest): { pathname: string; params: URLSearchParams } {
  const [pathname = '', query = ''] = path.split('?');
  return { pathname, params: new URLSearchParams(`${query}&${body}`) };
}

function placedBy(request: SimRequest): string[] {
  if (request.method !== 'POST') return [];
  const { params, pathname } = said(request);
  if (pathname === '/fapi/v1/batchOrders')
    return (JSON.parse(params.get('batchOrders') ?? '[]') as { newClientOrderId: string }[]).map(
      ({ newClientOrderId }) => newClientOrderId,
    );
  if (pathname === '/fapi/v1/algoOrder') return [params.get('clientAlgoId') ?? ''];
  return /^\/(api\/v3|fapi\/v1)\/order$/.test(pathname) ? [params.get('newClientOrderId') ?? ''] : [];
}

function taken(request: SimRequest, { body, status }: WireReply): string[] {
  if (status !== OK || placedBy(request).length === 0) return [];
  const rows = (Array.isArray(body) ? body : [body]) as Row[];
  return rows.flatMap((row) => (row.code === undefined ? cidOf(row) : []));
}

function asSeen(request: SimRequest, answer: WireReply, isHidden: (cid: string) => boolean): WireReply {
  if (request.method !== 'GET' || answer.status !== OK || !ORDER_READS.test(said(request).pathname)) return answer;
  const { body } = answer;
  if (Array.isArray(body)) {
    const left = (body as Row[]).filter((row) => !isHeld(row, isHidden));
    return left.length === body.length ? answer : reworded(answer, { status: OK, body: left });
  }
  return isHeld(body as Row, isHidden) ? reworded(answer, { status: BAD_REQUEST, body: NO_SUCH_ORDER }) : answer;
}

function wordsOf(accountOf: ReadonlyMap<string, string>): WireWords {
  return {
    changeOf: (request) => {
      const { body = '', headers, method, path } = request;
      const { pathname } = said(request);
      if (method === 'GET' || pathname === LISTEN_KEY) return null;
      const key = Object.entries(headers).find(([name]) => name.toLowerCase() === 'x-mbx-apikey')?.[1] ?? '';
      return { path: pathname, account: accountOf.get(key) ?? '', text: path + body, placed: placedBy(request) };
    },
    taken,
    asSeen,
    // What tells of an account; of a market a trade that is not told ends the line.
    isHint: (frame) => /"e":"(executionReport|ORDER_TRADE_UPDATE|ALGO_UPDATE|ACCOUNT_UPDATE)"/.test(frame),
  };
}

/** ccxt, and what it loads with its first request: to be called while the real clock runs, because loading takes time of it. */
export async function loadClients(): Promise<void> {
  const hosts = hostsOfIt();
  const answer = { status: OK, statusText: '', headers: new Headers(), text: async () => '{}' };
  for (const id of ['binance', 'binanceusdm']) {
    const client = await clientOf(id, null, hosts, { fetch: async () => answer, timeoutMs: 1 });
    await client.call(id === 'binance' ? 'publicGetPing' : 'fapiPublicGetPing');
  }
}

function hostsOfIt() {
  const hosts = exchangeHosts(new Map([[EXCHANGE, ORIGIN]])).get(EXCHANGE);
  if (hosts === undefined) throw new Error('the local exchange has no hosts');
  return hosts;
}

export function binanceWire(people: readonly Person[]): SimWire {
  const byAccount = new Map(people.map(({ keys, row }) => [row.account, keys]));
  const accountOf = new Map(people.map(({ keys, name }) => [keys?.apiKey.reveal() ?? '', name]));
  return {
    words: wordsOf(accountOf),
    graceMs: GRACE_MS,
    // On contracts the exchange numbers trades by whose they are.
    fillId: ({ id, side, symbol, tradeId }) => {
      const name = nameOf(symbol);
      return fillIdOf(name, String(name.kind === 'spot' ? tradeId : id), side);
    },
    specFor: ({ chance, network, runner, time, trace }) => {
      const clock = { nowMs: () => time.wallMs };
      const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
      const { stream, venue } = createCcxtExchange({
        ...{ exchange: EXCHANGE, hosts: hostsOfIt(), clock, budgets: new ExchangeBudgets(clock, sleep) },
        credentials: async (account) => byAccount.get(account) ?? null,
        contractAccounts: async () => [...byAccount.keys()].filter((account) => account !== null),
        watch: WATCH,
        jitter: () => chance.unit(),
        log: (level, message) => trace(`${runner.name} ${level} ${message}`),
        send: network.send(runner),
        connect: network.connect(runner),
      });
      return {
        ...{ exchange: EXCHANGE, wire: 'key', venue, stream, graceMs: GRACE_MS, paced: false, books: EXCHANGE },
        // Nobody binds or loses a key in these worlds.
        keys: noKeys,
      };
    },
  };
}
