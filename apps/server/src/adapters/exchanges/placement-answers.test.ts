// What an exchange may answer to a placement, at every wire: only what its documents say was turned away before matching is a
// refusal. Everything else (a gateway's fault whatever it repeats, time over, maintenance, codes of an unsure end) is unknown,
// because an order taken for refused would be placed twice (reliability A1-A3).
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Secret } from '../../ports/secret.ts';
import type { NewOrder } from '../../ports/venue.ts';
import { ExchangeBudgets } from './exchange-budgets.ts';
import { createLocalVenue } from './local/venue.ts';
import { createCcxtVenue } from './trading-venue.ts';
import { exchangeHosts } from './transport/hosts.ts';

interface Answer {
  readonly status: number;
  readonly body: string;
}

let server: Server;
let url: string;
/** Of placements; null = none comes. */
let answer: Answer | null = null;
let placements = 0;

const INSTRUMENT = {
  ...{ instType: 'SPOT', instId: 'BTC-USDT', baseCcy: 'BTC', quoteCcy: 'USDT', tickSz: '0.1', lotSz: '0.00000001' },
  ...{ minSz: '0.00001', maxLmtSz: '9999', maxMktSz: '9999', state: 'live', ctVal: '', ctValCcy: '', settleCcy: '' },
};

/** Its rules and its mode are read before a contract is ordered. */
function gateAnswer(path: string, ts: string): unknown {
  if (path.includes('/spot/time')) return { server_time: Number(ts) };
  if (path.includes('/accounts')) return { total: '1', available: '1', unrealised_pnl: '0', position_mode: 'single' };
  if (!path.includes('/contracts')) return [];
  const contract = { name: 'BTC_USDT', type: 'direct', quanto_multiplier: '0.0001', order_price_round: '0.1' };
  const bounds = { order_size_min: 1, order_size_max: 1_000_000, order_price_deviate: '0.2', orders_limit: 100 };
  return [{ ...contract, ...bounds, funding_interval: 28_800, in_delisting: false, status: 'trading' }];
}

beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume();
    const { method, url: path = '' } = request;
    if (method === 'POST') {
      placements += 1;
      if (answer !== null) response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
      return;
    }
    const ts = String(Date.now());
    const rows = path.includes('instruments') && path.includes('SPOT') ? [INSTRUMENT] : [];
    const okx = { code: '0', msg: '', data: path.includes('/public/time') ? [{ ts }] : rows };
    const bybit = { retCode: 0, retMsg: 'OK', result: { timeNano: `${ts}000000` } };
    const bitget = { code: '00000', msg: 'success', data: { serverTime: ts } };
    if (path.includes('/api/v2/')) return response.end(JSON.stringify(bitget));
    if (path.includes('/api/v4/')) return response.end(JSON.stringify(gateAnswer(path, ts)));
    const v5 = path.includes('/api/v5/') ? okx : bybit;
    response.end(JSON.stringify(path.includes('/v5/') ? v5 : { serverTime: Number(ts) }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

type Wire = 'house' | 'binance' | 'okx' | 'bybit' | 'bitget' | 'gate';

function venueOf(wire: Wire, timeoutMs = 30_000, nowMs = () => Date.now()) {
  if (wire === 'house') return createLocalVenue({ url, token: 'token', timeoutMs });
  const clock = { nowMs };
  const hosts = exchangeHosts(new Map([[wire, url]])).get(wire);
  if (hosts === undefined) throw new Error('no hosts');
  const credentials = async () => ({
    ...{ apiKey: new Secret('key'), secretKey: new Secret('secret'), passphrase: new Secret('Passphrase-1') },
  });
  return createCcxtVenue({
    ...{ exchange: wire, hosts, credentials, contractAccounts: async () => [], clock, timeoutMs },
    budgets: new ExchangeBudgets(clock),
  }).venue;
}

const order = (symbol = 'BTC/USDT'): NewOrder => ({
  ...{ cid: 'q1', symbol, side: 'buy', type: 'limit', tif: 'gtc', price: '50000', qty: '0.1' },
  ...{ positionSide: 'net', reduceOnly: false },
});

const binance = (code: number, msg: string) => JSON.stringify({ code, msg });
const okx = (code: string, msg: string) => JSON.stringify({ code, msg, data: [] });
/** Of the one order of a batch. */
const okxRow = (sCode: string, sMsg: string) =>
  JSON.stringify({ code: '1', msg: 'All operations failed', data: [{ clOrdId: 'q1', ordId: '', sCode, sMsg }] });
const bybit = (retCode: number, retMsg: string) => JSON.stringify({ retCode, retMsg, result: {} });
const bitget = (code: string, msg: string) => JSON.stringify({ code, msg, requestTime: 0, data: null });
const gate = (label: string, message: string) => JSON.stringify({ label, message });
const house = (code: string) => JSON.stringify({ code });

const SHORT_OF_MONEY = 'Account has insufficient balance for requested action.';
const AWAY = 'Service temporarily unavailable. Try again later.';
const refusals: Readonly<Record<Wire, string>> = {
  house: house('INSUFFICIENT_FUNDS'),
  binance: binance(-2010, SHORT_OF_MONEY),
  okx: okxRow('51008', 'Order failed. Insufficient USDT balance in account'),
  bybit: bybit(170131, 'Insufficient balance.'),
  bitget: bitget('43012', 'Insufficient balance'),
  gate: gate('BALANCE_NOT_ENOUGH', 'Not enough balance'),
};
const WIRES = ['house', 'binance', 'okx', 'bybit', 'bitget', 'gate'] as const;

const unsure: (Answer & { wire: Wire })[] = [
  ...WIRES.flatMap((wire) =>
    [500, 502, 503, 504, 520, 599].flatMap((status) => [
      { wire, status, body: '<html>Bad gateway</html>' },
      { wire, status, body: refusals[wire] },
    ]),
  ),
  ...WIRES.flatMap((wire) => ['', '{}', '[]', 'null'].map((body) => ({ wire, status: 200, body }))),
  ...[200, 400, 403, 503].map((status) => ({ wire: 'binance' as const, status, body: binance(-1016, AWAY) })),
  ...[-1000, -1001, -1006, -1007, -1008, -1021, -2013].map((code) => ({
    ...{ wire: 'binance' as const, status: 400, body: binance(code, SHORT_OF_MONEY) },
  })),
  { wire: 'binance', status: 400, body: binance(-2010, 'Duplicate order sent.') },
  ...[200, 503].map((status) => ({ wire: 'okx' as const, status, body: okx('50001', AWAY) })),
  ...['50001', '50004', '50013', '50026', '51016', '51410', '51603'].map((code) => ({
    ...{ wire: 'okx' as const, status: 200, body: okxRow(code, AWAY) },
  })),
  ...['50004', '50013', '50026', '50102'].map((code) => ({ wire: 'okx' as const, status: 200, body: okx(code, AWAY) })),
  ...[10000, 10014, 10016, 110072, 110079, 170001, 170007, 170032, 170141, 170146, 199999, 10002].map((code) => ({
    ...{ wire: 'bybit' as const, status: 200, body: bybit(code, SHORT_OF_MONEY) },
  })),
  ...[
    '40725',
    '40786',
    '45034',
    '40200',
    '40308',
    '40604',
    '40015',
    '40010',
    '45001',
    '50008',
    '40008',
    '40109',
    '99999',
  ].map((code) => ({
    ...{ wire: 'bitget' as const, status: 400, body: bitget(code, SHORT_OF_MONEY) },
  })),
  ...[
    'TOO_BUSY',
    'SERVER_ERROR',
    'INTERNAL',
    'REPEATED_CREATION',
    'REQUEST_EXPIRED',
    'ORDER_NOT_FOUND',
    'NEW_WORD',
  ].map((label) => ({ wire: 'gate' as const, status: 400, body: gate(label, SHORT_OF_MONEY) })),
  { wire: 'gate', status: 201, body: JSON.stringify({ id: '1', text: 't-q2' }) },
  { wire: 'bybit', status: 403, body: 'access too frequent' },
  {
    wire: 'bybit',
    status: 200,
    body: JSON.stringify({ retCode: 0, retMsg: 'OK', result: { orderId: '1', orderLinkId: 'q2' } }),
  },
  { wire: 'house', status: 503, body: house('MAINTENANCE') },
  { wire: 'house', status: 400, body: house('SOMETHING_ELSE') },
];

it.each(unsure)('$wire: HTTP $status with $body proves no refusal', async ({ wire, ...told }) => {
  answer = told;
  const symbols = wire === 'house' || wire === 'okx' ? ['BTC/USDT'] : ['BTC/USDT', 'BTC/USDT:USDT'];
  placements = 0;
  for (const symbol of symbols)
    expect(await venueOf(wire).place('account', [order(symbol)])).toMatchObject([{ outcome: 'unknown' }]);
  expect(placements).toBe(symbols.length);
});

it.each(WIRES)('%s: no answer in time proves no refusal', async (wire) => {
  answer = null;
  // OKX's rules are read first, and a market that could not be read is a refusal: those have all the time they need.
  const venue = venueOf(wire, 1_500);
  await venue.symbols().catch(() => []);
  expect(await venue.place('account', [order()])).toMatchObject([{ outcome: 'unknown' }]);
});

it.each(WIRES)('%s: its own word before matching is a refusal', async (wire) => {
  answer = { status: wire === 'okx' || wire === 'bybit' ? 200 : 400, body: refusals[wire] };
  expect(await venueOf(wire).place('account', [order()])).toMatchObject([{ outcome: 'refused', code: 3010 }]);
});

it('orders that go at once are never one more than an account may place in a while', async () => {
  answer = { status: 400, body: refusals.binance };
  placements = 0;
  const frozenMs = 1_700_000_000_000;
  const orders = Array.from({ length: 50 }, (_, at) => ({ ...order(), cid: `q${at}` }));
  const venue = venueOf('binance', 30_000, () => frozenMs);
  await venue.place('account', orders.slice(0, 45));
  const outcomes = await venue.place('account', orders.slice(45));
  // 95 % of 50 in ten seconds; what was not sent says so.
  expect(placements).toBe(47);
  expect(outcomes.filter((one) => one.outcome === 'refused' && one.code === 2006)).toHaveLength(3);
});
