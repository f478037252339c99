// What is kept on the device: plain entries that survive anything found in storage, times of validity, and a session
// whose end leaves theme and onboarding in place.
import type { Profile } from '@cormorant/contract/entities/profile.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  botTypesMs,
  cachedBotTypes,
  cachedExchanges,
  cachedReferrer,
  exchangesMs,
  keepBotTypes,
  keepExchanges,
  keepReferrer,
  referrerMs,
} from './caches.ts';
import { startOnboarding } from './onboarding.ts';
import { beginSession, endSession, followOtherTabs, onSessionEnd, resetSession, useSession } from './session.ts';
import { applyTheme, defaultTheme, setTheme, useTheme } from './theme.ts';

const profile = { sn: '61840275', nickname: 'tide' } as Profile;
const stored = (key: string) => JSON.parse(localStorage.getItem(key) ?? 'null') as unknown;

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  useTheme.setState(defaultTheme);
  endSession();
  localStorage.clear();
});
afterEach(() => vi.useRealTimers());

describe('the theme entry', () => {
  it('is kept in its plain shape and stands on <html>', () => {
    const stop = applyTheme();
    setTheme({ theme: 'dark', language: 'en', updown: 'red' });
    expect(stored('theme')).toEqual({ theme: 'dark', language: 'en', updown: 'red', eye: 1 });
    expect(document.documentElement.dataset['theme']).toBe('dark');
    expect(document.documentElement.dataset['updown']).toBe('red-up');
    expect(document.documentElement.lang).toBe('en');
    stop();
  });

  it('follows what another tab chooses', () => {
    const stop = applyTheme();
    localStorage.setItem('theme', JSON.stringify({ theme: 'dark', language: 'en', updown: 'red', eye: 0 }));
    window.dispatchEvent(new StorageEvent('storage', { key: 'session' }));
    expect(useTheme.getState()).toEqual(defaultTheme);
    window.dispatchEvent(new StorageEvent('storage', { key: 'theme' }));
    expect(useTheme.getState()).toEqual({ theme: 'dark', language: 'en', updown: 'red', eye: 0 });
    expect(document.documentElement.dataset['theme']).toBe('dark');
    stop();
  });

  it.each([
    ['{"theme":"dark"}', { theme: 'dark', language: 'zh' }],
    ['{"state":{"theme":"dark","language":"en"},"version":0}', { theme: 'dark', language: 'en' }],
    ['{"language":"fr","theme":7}', { theme: 'light', language: 'zh' }],
    ['not json', { theme: 'light', language: 'zh' }],
    ['null', { theme: 'light', language: 'zh' }],
  ])('reads %s with Chinese and light as the defaults', async (text, expected) => {
    localStorage.setItem('theme', text);
    await useTheme.persist.rehydrate();
    expect(useTheme.getState()).toMatchObject(expected);
  });
});

describe('the session entry', () => {
  it('begins with token and profile and ends with neither', () => {
    beginSession('token-1', profile);
    expect(stored('session')).toEqual({ isAuthenticated: true, user: profile, token: 'token-1' });
    endSession();
    expect(useSession.getState()).toEqual({ isAuthenticated: false, user: null, token: '' });
  });

  it('keeps theme and onboarding when everything else is cleared', () => {
    startOnboarding();
    setTheme({ theme: 'dark', language: 'en' });
    beginSession('token-1', profile);
    keepReferrer('61840275');
    sessionStorage.setItem('anything', '1');
    const ended = vi.fn();
    const stop = onSessionEnd(ended);
    resetSession();
    stop();
    expect(ended).toHaveBeenCalledOnce();
    expect(Object.keys(localStorage).sort()).toEqual(['onboarding', 'theme']);
    expect(stored('theme')).toMatchObject({ theme: 'dark', language: 'en' });
    expect(stored('onboarding')).toEqual({ completed: 1 });
    expect(sessionStorage.length).toBe(0);
  });

  it('follows a log-out in another tab', () => {
    const stop = followOtherTabs();
    beginSession('token-1', profile);
    localStorage.removeItem('session');
    window.dispatchEvent(new StorageEvent('storage', { key: 'session' }));
    expect(useSession.getState().isAuthenticated).toBe(false);
    stop();
  });

  it('follows a log-out that left an empty entry, and a log-in, in another tab', () => {
    const stop = followOtherTabs();
    beginSession('token-1', profile);
    localStorage.setItem('session', JSON.stringify({ isAuthenticated: false, user: null, token: '' }));
    window.dispatchEvent(new StorageEvent('storage', { key: 'session' }));
    expect(useSession.getState().isAuthenticated).toBe(false);
    localStorage.setItem('session', JSON.stringify({ isAuthenticated: true, user: profile, token: 'token-2' }));
    window.dispatchEvent(new StorageEvent('storage', { key: 'session' }));
    expect(useSession.getState().token).toBe('token-2');
    stop();
  });

  it('drops an entry without a token', async () => {
    localStorage.setItem('session', '{"isAuthenticated":true}');
    await useSession.persist.rehydrate();
    expect(useSession.getState().isAuthenticated).toBe(false);
  });
});

describe('the caches', () => {
  it('keep the exchange list 5 minutes, in its language', () => {
    vi.useFakeTimers();
    keepExchanges('zh', { exchanges: [], ips: ['127.0.0.1'] });
    vi.advanceTimersByTime(exchangesMs - 1);
    expect(cachedExchanges('zh')?.ips).toEqual(['127.0.0.1']);
    expect(cachedExchanges('en')).toBeNull();
    vi.advanceTimersByTime(1);
    expect(cachedExchanges('zh')).toBeNull();
  });

  it('keep bot categories 24 hours, each language its own', () => {
    vi.useFakeTimers();
    keepBotTypes('zh', []);
    expect(cachedBotTypes('zh')?.list).toEqual([]);
    expect(cachedBotTypes('en')).toBeNull();
    keepBotTypes('en', []);
    expect(cachedBotTypes('zh')).not.toBeNull();
    vi.advanceTimersByTime(botTypesMs);
    expect(cachedBotTypes('zh')).toBeNull();
    expect(cachedBotTypes('en')).toBeNull();
  });

  it('keep an invite code 30 days', () => {
    vi.useFakeTimers();
    keepReferrer('61840275');
    vi.advanceTimersByTime(referrerMs - 1);
    expect(cachedReferrer()).toBe('61840275');
    vi.advanceTimersByTime(1);
    expect(cachedReferrer()).toBe('');
  });

  it('count what is broken as absent', () => {
    localStorage.setItem('exchanges', '{"at":"soon"}');
    localStorage.setItem('botTypes', '[]');
    localStorage.setItem('ref', `{"code":5,"at":${Date.now()}}`);
    expect([cachedExchanges('zh'), cachedBotTypes('zh'), cachedReferrer()]).toEqual([null, null, '']);
  });
});
