// Drafts live seven days, per category, and survive whatever else is found in storage.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { cachedDraft, draftMs, forgetDraft, keepDraft } from './drafts.ts';

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => vi.useRealTimers());

const draft = { exchange: 'local', symbol: 'BTC/USDT', values: { lower: '50000' } };

it('is kept per category for seven days', () => {
  keepDraft('grid-spot', draft);
  expect(cachedDraft('grid-spot')).toEqual(draft);
  expect(cachedDraft('martin-spot')).toBeNull();
  vi.setSystemTime(Date.now() + draftMs - 1);
  expect(cachedDraft('grid-spot')).toEqual(draft);
  vi.setSystemTime(Date.now() + 1);
  expect(cachedDraft('grid-spot')).toBeNull();
});

it('is gone when forgotten, and absent when broken', () => {
  keepDraft('grid-spot', draft);
  forgetDraft('grid-spot');
  expect(cachedDraft('grid-spot')).toBeNull();
  for (const text of [
    '',
    '{',
    '[]',
    'null',
    '{"at":1}',
    `{"at":${Date.now()},"exchange":"x","symbol":1,"values":{}}`,
  ]) {
    localStorage.setItem('draft:grid-spot', text);
    expect(cachedDraft('grid-spot')).toBeNull();
  }
  keepDraft('grid-spot', { ...draft, values: { lower: '1', upper: 2 as unknown as string } });
  expect(cachedDraft('grid-spot')?.values).toEqual({ lower: '1' });
});
