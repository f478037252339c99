// An id lives as long as its outcome is unknown, and no longer.
import { expect, it } from 'vitest';
import { refusedError, transportError } from './errors.ts';
import { makeIntent } from './intent.ts';

const ids = () => {
  let made = 0;
  return () => `id-${++made}`;
};

it('is sent again after an answer that never came', () => {
  const intent = makeIntent(ids());
  expect(intent.idFor({ a: 1 })).toBe('id-1');
  intent.settle(transportError('timeout'));
  expect(intent.idFor({ a: 1 })).toBe('id-1');
  intent.settle(transportError('http', 502));
  expect(intent.idFor({ a: 1 })).toBe('id-1');
});

it('is new for another payload, and after every definite answer', () => {
  const intent = makeIntent(ids());
  intent.idFor({ a: 1 });
  intent.settle(transportError('offline'));
  expect(intent.idFor({ a: 2 })).toBe('id-2');
  intent.settle(refusedError({ code: 3010, show: 1, msg: 'x', data: null }));
  expect(intent.idFor({ a: 2 })).toBe('id-3');
  intent.settle(null);
  expect(intent.idFor({ a: 2 })).toBe('id-4');
});
