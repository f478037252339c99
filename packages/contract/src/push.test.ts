// Frames of the socket, as the design's samples have them.
import { expect, test } from 'vitest';
import { clientFrame, serverFrame, tickerChannelOf } from './push.ts';

test.each([
  { op: 'auth', token: 'x'.repeat(43) },
  { op: 'sub', ch: ['ticker:local:spot:BTC/USDT'] },
  { op: 'unsub', ch: ['ticker:binance:futures:ETH/USDT'] },
  { op: 'sub', ch: ['ticker:binance:spot:币安人生/USDT'] },
  { op: 'ping', t: 1793000000000 },
])('client frame %j', (frame) => {
  expect(clientFrame.parse(frame)).toEqual(frame);
});

test('a name of no channel costs the others of its frame nothing', () => {
  const good = ['ticker:local:spot:BTC/USDT', 'ticker:bybit:futures:币安人生/USDT'];
  const odd = ['bot', 'ticker:local:spot:A-B/USDT', `ticker:local:spot:${'X'.repeat(90)}/USDT`];
  expect(clientFrame.parse({ op: 'sub', ch: [...odd, ...good] })).toEqual({ op: 'sub', ch: good });
});

test.each([
  { op: 'auth' },
  { op: 'sub', ch: [] },
  { op: 'sub', ch: ['bot'] },
  { op: 'sub', ch: Array.from({ length: 61 }, () => 'ticker:local:spot:BTC/USDT') },
  { op: 'shout' },
  'ping',
  null,
])('refuses the client frame %j', (frame) => {
  expect(clientFrame.safeParse(frame).success).toBe(false);
});

test.each([
  { op: 'auth', ok: 1 },
  { op: 'pong', t: 5 },
  { op: 'error', code: 101, msg: '请先登录' },
  { ch: 'bot', id: 88, ts: 1793000000000, data: { id: 1042, phase: 'holding', unrealized: '-3.21', adds_used: 2 } },
  { ch: 'system', id: 1, ts: 1793000000000, data: { maintenance: 0, message: '', version: '1.0.9' } },
  {
    ch: 'ticker:local:spot:BTC/USDT',
    id: 1,
    ts: 1793000000000,
    data: { last: '60000.01', change_24h: '-1.12', at: 1793000000000 },
  },
])('server frame %j', (frame) => {
  expect(serverFrame.parse(frame)).toEqual(frame);
});

test('a change always says of which bot', () => {
  expect(serverFrame.safeParse({ ch: 'bot', id: 1, ts: 1, data: { phase: 'holding' } }).success).toBe(false);
});

test('a ticker channel is named by venue, market and symbol', () => {
  expect(tickerChannelOf('local', 'spot', 'BTC/USDT')).toBe('ticker:local:spot:BTC/USDT');
});
