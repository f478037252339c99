// Drafts live seven days, per category and person; they survive whatever else is found in storage, and the end of a session
// in the middle of work.
import type { Profile } from '@cormorant/contract/entities/profile.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { cachedDraft, draftMs, forgetDraft, keepDraft } from './drafts.ts';
import { beginSession, endSession, resetSession } from './session.ts';

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
  endSession();
});

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

const tide = { uid: '61840275', nickname: 'tide' } as Profile;
const reef = { uid: '70000001', nickname: 'reef' } as Profile;

it('comes back to its person after the session had ended in the middle of work', () => {
  beginSession('token-1', tide);
  keepDraft('grid-spot', draft);
  resetSession();
  expect(Object.keys(localStorage).filter((key) => key.startsWith('draft:'))).toEqual([]);
  beginSession('token-2', tide);
  expect(cachedDraft('grid-spot')).toEqual(draft);
});

it('is nobody else’s, neither after a log-out nor after the session had ended', () => {
  beginSession('token-1', tide);
  keepDraft('grid-spot', draft);
  endSession();
  beginSession('token-2', reef);
  expect(cachedDraft('grid-spot')).toBeNull();
  keepDraft('martin-spot', draft);
  resetSession();
  beginSession('token-3', tide);
  expect(cachedDraft('martin-spot')).toBeNull();
  beginSession('token-4', reef);
  expect(cachedDraft('martin-spot')).toBeNull();
});
