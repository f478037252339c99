// Five exchanges on one loopback port, as far as the trying of keys goes: they check signatures by their own rules, and say
// what a test tells them to say. For the errors that no real account can be brought to give on demand.
import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';

export interface FakeKey {
  readonly exchange: 'binance' | 'okx' | 'bybit' | 'bitget' | 'gate';
  readonly key: string;
  readonly secret: string;
  readonly passphrase?: string;
  uid: number;
  read: boolean;
  spot: boolean;
  futures: boolean;
  withdraw: boolean;
  /** It can move coin to other wallets or accounts. */
  transfer: boolean;
  ips: string[];
  expiresAtMs?: number;
  /** What its accounts hold. */
  holds?: Holds;
}

/** Of a wallet: free and bound, by coin; contracts absent = an account for them was never opened. */
export interface Holds {
  readonly spot: Readonly<Record<string, readonly [free: string, bound: string]>>;
  readonly futures?: readonly [free: string, bound: string];
}

type Said = readonly [status: number, body: unknown];

export interface FakeExchange {
  readonly url: string;
  keys: FakeKey[];
  /** Answered in place of everything else, until it is null again; 'silence' = nothing is answered. */
  instead: Said | 'silence' | null;
  /** Answered before everything else, one after the other. */
  next: Said[];
  /** How far its clock is ahead. */
  aheadMs: number;
  /** Of this address requests are seen to come. */
  callerIp: string;
  /** Paths in the order of asking. */
  readonly asked: string[];
  close(): Promise<void>;
}

const base64 = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('base64');
const hex = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex');
const CLOCK_MS = 5_000;

interface Asked {
  readonly path: string;
  readonly search: string;
  readonly query: URLSearchParams;
  readonly header: (name: string) => string;
}

function askedOf(request: IncomingMessage): Asked {
  const url = new URL(request.url ?? '/', 'http://exchange');
  return {
    path: url.pathname,
    search: url.search,
    query: url.searchParams,
    header: (name) => String(request.headers[name] ?? ''),
  };
}

/** An exchange's own words for what is wrong with a request; null = nothing is. */
type Guard = (asked: Asked, key: FakeKey | undefined, nowMs: number, from: string) => Said | null;

const late = (given: number, nowMs: number) => !(Math.abs(nowMs - given) <= CLOCK_MS);
const foreign = (key: FakeKey, from: string) => key.ips.length > 0 && !key.ips.includes(from);

const binanceGuard: Guard = ({ header, query, search }, key, nowMs, from) => {
  const no = (status: number, code: number, msg: string): Said => [status, { code, msg }];
  if (!/^[A-Za-z0-9]{64}$/.test(header('x-mbx-apikey'))) return no(401, -2014, 'API-key format invalid.');
  if (key === undefined) return no(401, -2008, 'Invalid Api-Key ID.');
  if (foreign(key, from)) return no(401, -2015, 'Invalid API-key, IP, or permissions for action.');
  if (late(Number(query.get('timestamp')), nowMs))
    return no(400, -1021, 'Timestamp for this request is outside of the recvWindow.');
  const [signed = '', signature = ''] = search.slice(1).split('&signature=');
  return hex(key.secret, signed) === signature ? null : no(400, -1022, 'Signature for this request is not valid.');
};

const okxGuard: Guard = ({ header, path, search }, key, nowMs, from) => {
  const no = (code: string): Said => [401, { code, msg: 'no', data: [] }];
  if (key === undefined) return no('50111');
  if (late(Date.parse(header('ok-access-timestamp')), nowMs)) return no('50102');
  if (header('ok-access-passphrase') !== key.passphrase) return no('50105');
  if (foreign(key, from)) return no('50110');
  const text = `${header('ok-access-timestamp')}GET${path}${search}`;
  return base64(key.secret, text) === header('ok-access-sign') ? null : no('50113');
};

const bybitGuard: Guard = ({ header, search }, key, nowMs, from) => {
  const no = (retCode: number): Said => [200, { retCode, retMsg: 'no', result: {} }];
  if (key === undefined) return no(10003);
  if (late(Number(header('x-bapi-timestamp')), nowMs)) return no(10002);
  if (foreign(key, from)) return no(10010);
  const text = header('x-bapi-timestamp') + header('x-bapi-api-key') + header('x-bapi-recv-window') + search.slice(1);
  return hex(key.secret, text) === header('x-bapi-sign') ? null : no(10004);
};

const bitgetGuard: Guard = ({ header, path, search }, key, nowMs, from) => {
  const no = (code: string): Said => [400, { code, msg: 'no', data: null }];
  if (key === undefined) return no('40006');
  if (late(Number(header('access-timestamp')), nowMs)) return no('40008');
  if (header('access-passphrase') !== key.passphrase) return no('40012');
  if (foreign(key, from)) return no('40018');
  const text = `${header('access-timestamp')}GET${path}${search}`;
  return base64(key.secret, text) === header('access-sign') ? null : no('40009');
};

const gateGuard: Guard = ({ header, path, search }, key, nowMs, from) => {
  const no = (label: string): Said => [401, { label, message: 'no' }];
  if (key === undefined) return no('INVALID_KEY');
  if (late(Number(header('timestamp')) * 1_000, nowMs)) return no('REQUEST_EXPIRED');
  if (foreign(key, from)) return no('IP_FORBIDDEN');
  const empty = createHash('sha512').update('').digest('hex');
  const text = ['GET', path, search.slice(1), empty, header('timestamp')].join('\n');
  const sign = createHmac('sha512', key.secret).update(text).digest('hex');
  return sign === header('sign') ? null : no('INVALID_SIGNATURE');
};

const sum = (free: string, bound: string) => (Number(free) + Number(bound)).toFixed(8);
const words = (is: boolean, ...list: string[]) => (is ? list : []);

const pages: Readonly<
  Record<string, { exchange: FakeKey['exchange']; keyIn: string; guard: Guard; say(key: FakeKey): unknown }>
> = {
  '/sapi/v1/account/apiRestrictions': {
    exchange: 'binance',
    keyIn: 'x-mbx-apikey',
    guard: binanceGuard,
    say: (key) => ({
      ipRestrict: key.ips.length > 0,
      createTime: 1,
      ...(key.expiresAtMs !== undefined && { tradingAuthorityExpirationTime: key.expiresAtMs }),
      enableReading: key.read,
      enableSpotAndMarginTrading: key.spot,
      enableFutures: key.futures,
      enableWithdrawals: key.withdraw,
      permitsUniversalTransfer: key.transfer,
      enableInternalTransfer: false,
    }),
  },
  '/api/v3/account': {
    exchange: 'binance',
    keyIn: 'x-mbx-apikey',
    guard: binanceGuard,
    say: (key) => ({ uid: key.uid, balances: [] }),
  },
  '/api/v5/account/config': {
    exchange: 'okx',
    keyIn: 'ok-access-key',
    guard: okxGuard,
    say: (key) => {
      const perm = [...words(key.read, 'read_only'), ...words(key.spot, 'trade'), ...words(key.withdraw, 'withdraw')];
      return { code: '0', msg: '', data: [{ uid: String(key.uid), perm: perm.join(','), ip: key.ips.join(',') }] };
    },
  },
  '/v5/user/query-api': {
    exchange: 'bybit',
    keyIn: 'x-bapi-api-key',
    guard: bybitGuard,
    say: (key) => ({
      retCode: 0,
      result: {
        userID: key.uid,
        readOnly: key.spot || key.futures ? 0 : 1,
        permissions: {
          ContractTrade: words(key.futures, 'Order', 'Position'),
          Derivatives: [],
          Spot: words(key.spot, 'SpotTrade'),
          Wallet: [...words(key.withdraw, 'Withdraw'), ...words(key.transfer, 'AccountTransfer')],
        },
        ips: key.ips.length > 0 ? key.ips : ['*'],
        ...(key.expiresAtMs !== undefined && { expiredAt: new Date(key.expiresAtMs).toISOString() }),
      },
    }),
  },
  '/api/v2/spot/account/info': {
    exchange: 'bitget',
    keyIn: 'access-key',
    guard: bitgetGuard,
    say: (key) => ({
      code: '00000',
      data: {
        userId: String(key.uid),
        ips: key.ips.join(','),
        authorities: [
          ...words(key.read, 'stor', 'coor'),
          ...words(key.spot, 'stow'),
          ...words(key.futures, 'coow'),
          ...words(key.withdraw, 'wwow'),
          ...words(key.transfer, 'wtow'),
        ],
      },
    }),
  },
  '/api/v4/account/detail': {
    exchange: 'gate',
    keyIn: 'key',
    guard: gateGuard,
    say: (key) => ({ user_id: key.uid, ip_whitelist: key.ips, key: { mode: 1 } }),
  },
  '/api/v4/spot/accounts': {
    exchange: 'gate',
    keyIn: 'key',
    guard: gateGuard,
    say: ({ holds }) =>
      Object.entries(holds?.spot ?? {}).map(([currency, [available, locked]]) => ({ currency, available, locked })),
  },
  '/api/v4/futures/usdt/accounts': {
    exchange: 'gate',
    keyIn: 'key',
    guard: gateGuard,
    say: ({ holds }) =>
      holds?.futures === undefined
        ? { label: 'USER_NOT_FOUND', message: 'please transfer funds first to create futures account' }
        : {
            ...{ currency: 'USDT', available: holds.futures[0], total: sum(...holds.futures), unrealised_pnl: '0' },
            ...{ in_dual_mode: false, position_mode: 'single' },
          },
  },
  '/api/v4/account/main_keys': {
    exchange: 'gate',
    keyIn: 'key',
    guard: gateGuard,
    say: (key) => [
      {
        key: key.key,
        perms: [
          { name: 'spot', read_only: !key.spot },
          { name: 'futures', read_only: !key.futures },
          { name: 'wallet', read_only: !key.transfer },
          ...words(key.withdraw, 'withdraw').map((name) => ({ name, read_only: false })),
        ],
      },
    ],
  },
};

/** Their clocks, each in its own words. */
const clocks: Readonly<Record<string, (nowMs: number) => unknown>> = {
  '/api/v3/time': (nowMs) => ({ serverTime: nowMs }),
  '/api/v5/public/time': (nowMs) => ({ code: '0', data: [{ ts: String(nowMs) }] }),
  '/v5/market/time': (nowMs) => ({
    retCode: 0,
    time: nowMs,
    result: { timeSecond: String(Math.floor(nowMs / 1_000)) },
  }),
  '/api/v2/public/time': (nowMs) => ({ code: '00000', data: { serverTime: String(nowMs) } }),
  '/api/v4/spot/time': (nowMs) => ({ server_time: nowMs }),
};

/** A bitcoin costs 60,000, ether 3,000. */
const prices: Readonly<Record<string, unknown>> = {
  '/v5/market/tickers': {
    retCode: 0,
    result: {
      list: [
        { symbol: 'BTCUSDT', lastPrice: '60000' },
        { symbol: 'ETHUSDT', lastPrice: '3000.0' },
        { symbol: 'ETHBTC', lastPrice: '0.05' },
      ],
    },
  },
  '/api/v2/spot/market/tickers': {
    code: '00000',
    data: [
      { symbol: 'BTCUSDT', lastPr: '60000' },
      { symbol: 'ETHUSDT', lastPr: '3000' },
    ],
  },
  '/api/v4/spot/currency_pairs': ['BTC', 'ETH'].map((base) => ({
    ...{ id: `${base}_USDT`, base, quote: 'USDT', amount_precision: 5, precision: 2, trade_status: 'tradable' },
    ...{ min_base_amount: '0.00001', max_base_amount: null, min_quote_amount: '3', max_quote_amount: '5000000' },
  })),
  '/api/v4/futures/usdt/contracts': [],
  '/api/v4/futures/usdt/tickers': [],
  '/api/v4/spot/tickers': [
    ['BTC', '60000'],
    ['ETH', '3000'],
    ['DEAD', ''],
  ].map(([base, last]) => ({
    ...{ currency_pair: `${base}_USDT`, last, high_24h: last, low_24h: last, quote_volume: '1' },
  })),
};

export async function startFakeExchange(): Promise<FakeExchange> {
  const fake: Omit<FakeExchange, 'url' | 'close'> = {
    keys: [],
    instead: null,
    next: [],
    aheadMs: 0,
    callerIp: '203.0.113.7',
    asked: [],
  };

  function answer(asked: Asked): Said {
    const nowMs = Date.now() + fake.aheadMs;
    const open = clocks[asked.path]?.(nowMs) ?? prices[asked.path];
    if (open !== undefined) return [200, open];
    const page = pages[asked.path];
    if (page === undefined) return [404, { code: 'no such page' }];
    const given = asked.header(page.keyIn);
    const key = fake.keys.find((one) => one.exchange === page.exchange && one.key === given);
    const refused = page.guard(asked, key, nowMs, fake.callerIp);
    if (refused !== null) return refused;
    const body = page.say(key as FakeKey);
    return [typeof body === 'object' && body !== null && 'label' in body ? 400 : 200, body];
  }

  const server = createServer((request, response) => {
    const asked = askedOf(request);
    fake.asked.push(asked.path);
    if (fake.instead === 'silence') return;
    const [status, body] = fake.next.shift() ?? fake.instead ?? answer(asked);
    response.writeHead(status, { 'content-type': typeof body === 'string' ? 'text/html' : 'application/json' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return Object.assign(fake, {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  });
}

/** EXCHANGE_URLS that send every exchange to it. */
export function exchangeUrls({ url }: FakeExchange): string {
  return ['binance', 'okx', 'bybit', 'bitget', 'gate'].map((code) => `${code}=${url}`).join(',');
}

let made = 0;

/** A key that may read and trade spot, from anywhere; of Binance's form. */
export function fakeKey(exchange: FakeKey['exchange'], more: Partial<FakeKey> = {}): FakeKey {
  made += 1;
  const text = createHash('sha256').update(`${exchange}-${made}`).digest('hex');
  return {
    ...{ exchange, key: text, secret: `s${text.slice(1)}`, uid: 9_000 + made },
    ...((exchange === 'okx' || exchange === 'bitget') && { passphrase: `Phrase-${made}` }),
    ...{ read: true, spot: true, futures: false, withdraw: false, transfer: false, ips: [], ...more },
  };
}
