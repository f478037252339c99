// Every way an answer can come is one of three outcomes: only the exchange's own word refuses, and everything that is
// silent, late or broken is unknown. Reads throw rather than say "nothing there".
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { NewOrder } from '../../../ports/venue.ts';
import { createLocalVenue, VenueUnreadable } from './venue.ts';

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** An answer may be as late as a busy machine makes it; only one that never comes is not waited for long. */
async function venueThat(answers: RequestListener, timeoutMs = 10_000) {
  const server = createServer(answers);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return createLocalVenue({ url, token: 't', timeoutMs });
}

const says = (status: number, body: string): RequestListener => {
  return (request, response) => {
    request.resume();
    request.once('end', () => response.writeHead(status, { 'content-type': 'application/json' }).end(body));
  };
};

const silence: RequestListener = () => {};

const order: NewOrder = {
  cid: 'q1',
  symbol: 'BTC/USDT',
  side: 'buy',
  type: 'limit',
  tif: 'gtc',
  price: '100',
  qty: '1',
  positionSide: 'net',
  reduceOnly: false,
};
const { positionSide: _side, reduceOnly: _reduce, ...sent } = order;
const taken = { ...sent, filled: '0', status: 'open', created_at: 1 };

test('taken', async () => {
  const venue = await venueThat(says(200, JSON.stringify({ results: [{ ok: 1, order: taken, fills: [] }] })));
  expect(await venue.place('a', [order])).toEqual([
    { outcome: 'accepted', value: { order: { ...sent, filled: '0', status: 'open', createdAtMs: 1 }, fills: [] } },
  ]);
});

test('what an order is for is not told', async () => {
  let body = '';
  const venue = await venueThat((request, response) => {
    request.on('data', (part: Buffer) => {
      body += part.toString();
    });
    request.once('end', () => response.end(JSON.stringify({ results: [{ ok: 1, order: taken, fills: [] }] })));
  });
  await venue.place('a', [{ ...order, unwinds: true }]);
  expect(JSON.parse(body)).toMatchObject({ orders: [sent] });
  expect(body).not.toContain('unwinds');
});

test.each([
  ['PRICE_FILTER', 3006, 'price_filter'],
  ['LOT_SIZE', 3007, 'lot_size'],
  ['NOTIONAL_SMALL', 3007, 'notional_small'],
  ['QTY_LARGE', 3008, 'qty_large'],
  ['NOTIONAL_LARGE', 3008, 'qty_large'],
  ['INSUFFICIENT_FUNDS', 3010, 'funds'],
  ['MARKET_CLOSED', 3009, 'market_closed'],
  ['POST_ONLY_WOULD_TAKE', 3001, 'post_only'],
])('refused by the exchange: %s', async (detail, code, reason) => {
  const venue = await venueThat(says(200, JSON.stringify({ results: [{ ok: 0, code: detail }] })));
  expect(await venue.place('a', [order])).toEqual([{ outcome: 'refused', code, reason, detail }]);
});

test('a request refused whole refuses each order', async () => {
  const venue = await venueThat(says(401, '{"code":"BAD_TOKEN"}'));
  const outcomes = await venue.place('a', [order, { ...order, cid: 'q2' }]);
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(['refused', 'refused']);
});

test.each<[string, RequestListener]>([
  ['a 502', says(502, '<h1>bad gateway</h1>')],
  ['a 503 with a code', says(503, '{"code":"INSUFFICIENT_FUNDS"}')],
  ['half an answer', says(200, '{"results":[{"ok":')],
  [
    'an answer about another order',
    says(200, JSON.stringify({ results: [{ ok: 1, order: { ...taken, cid: 'q9' }, fills: [] }] })),
  ],
  ['an answer about fewer orders', says(200, '{"results":[]}')],
  [
    'an order without figures',
    says(200, JSON.stringify({ results: [{ ok: 1, order: { ...taken, filled: null }, fills: [] }] })),
  ],
  ['a duplicate: an order of this id is open', says(200, '{"results":[{"ok":0,"code":"DUPLICATE_CID"}]}')],
  ['a code nobody knows', says(200, '{"results":[{"ok":0,"code":"GREMLINS"}]}')],
  ['a closed connection', (request) => void request.socket.destroy()],
  ['silence', silence],
])('unknown: %s', async (_what, answers) => {
  const venue = await venueThat(answers, answers === silence ? 150 : undefined);
  const [placed] = await venue.place('a', [order]);
  expect(placed?.outcome).toBe('unknown');
  const [cancelled] = await venue.cancel('a', [{ symbol: 'BTC/USDT', cid: 'q1' }]);
  expect(cancelled?.outcome).toBe('unknown');
});

test('nobody listening is unknown too', async () => {
  const venue = createLocalVenue({ url: 'http://127.0.0.1:1', token: 't', timeoutMs: 150 });
  expect((await venue.place('a', [order]))[0]?.outcome).toBe('unknown');
});

test('only the exchange’s own word says that an order does not exist', async () => {
  const absent = await venueThat(says(404, '{"code":"ORDER_NOT_FOUND"}'));
  expect(await absent.order('a', 'BTC/USDT', 'q1')).toBeNull();
  for (const answers of [says(404, '<h1>not found</h1>'), says(500, '{}'), says(404, '{"code":"ACCOUNT_NOT_FOUND"}')]) {
    const venue = await venueThat(answers);
    await expect(venue.order('a', 'BTC/USDT', 'q1')).rejects.toThrow(VenueUnreadable);
    await expect(venue.fills('a', 'BTC/USDT', '', 10, 0)).rejects.toThrow(VenueUnreadable);
    await expect(venue.balances('a')).rejects.toThrow(VenueUnreadable);
  }
});
