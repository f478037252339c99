// However many trades an account makes, what is remembered of them is bounded, and the newest are remembered.
import { expect, test } from 'vitest';
import { SeenIds } from './seen-ids.ts';

const MOST = 20_000;

test('a million trades leave a bounded memory, and the newest in it', () => {
  const seen = new SeenIds();
  let most = 0;
  for (let id = 1; id <= 1_000_000; id++) {
    seen.add(String(id));
    most = Math.max(most, seen.size);
  }
  expect(most).toBeLessThanOrEqual(MOST);
  expect(seen.has('1')).toBe(false);
  for (let id = 1_000_000 - MOST / 2 + 1; id <= 1_000_000; id++) expect(seen.has(String(id))).toBe(true);
});

test('one that is to be shown again is forgotten', () => {
  const seen = new SeenIds();
  seen.add('7');
  seen.forget('7');
  expect([seen.has('7'), seen.size]).toEqual([false, 0]);
});
