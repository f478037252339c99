// Where calls are asked: a field that travels in the path stands there and nowhere else.
import { expect, test } from 'vitest';
import { addressOf } from './call-address.ts';

const plain = { path: '/api/user/api' };
const withId = { path: '/api/exchanges/bind/:id', inPath: 'id' };

test('a call without a place in its path keeps its query', () => {
  expect(addressOf(plain, { exchange: 'okx' })).toEqual({ path: '/api/user/api', query: { exchange: 'okx' } });
  expect(addressOf(plain, undefined)).toEqual({ path: '/api/user/api', query: {} });
});

test('a field in the path leaves the query, and nothing it holds makes another path', () => {
  expect(addressOf(withId, { id: 7, other: 1 })).toEqual({ path: '/api/exchanges/bind/7', query: { other: 1 } });
  expect(addressOf(withId, { id: '../user?x' }).path).toBe('/api/exchanges/bind/..%2Fuser%3Fx');
  expect(addressOf(withId, {}).path).toBe('/api/exchanges/bind/');
});
