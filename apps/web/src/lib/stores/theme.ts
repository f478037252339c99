// The theme entry: theme, language, up/down convention and the eye that hides amounts. It survives a session reset, and
// what it says stands on <html> at all times.
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { plainStorage } from './persisted.ts';

export type Theme = 'light' | 'dark';
export type Language = 'zh' | 'en';

export interface ThemeEntry {
  readonly theme: Theme;
  readonly language: Language;
  /** The colour of a rise. */
  readonly updown: 'green' | 'red';
  /** 0: amounts are hidden. */
  readonly eye: 0 | 1;
}

export const themeKey = 'theme';
export const defaultTheme: ThemeEntry = { theme: 'light', language: 'zh', updown: 'green', eye: 1 };

function revive(stored: Record<string, unknown>): ThemeEntry {
  const entry =
    typeof stored['state'] === 'object' && stored['state'] !== null
      ? (stored['state'] as Record<string, unknown>)
      : stored;
  return {
    theme: entry['theme'] === 'dark' ? 'dark' : 'light',
    language: entry['language'] === 'en' ? 'en' : 'zh',
    updown: entry['updown'] === 'red' ? 'red' : 'green',
    eye: entry['eye'] === 0 ? 0 : 1,
  };
}

export const useTheme = create<ThemeEntry>()(
  persist(() => defaultTheme, {
    name: themeKey,
    storage: plainStorage(revive),
  }),
);

export function setTheme(change: Partial<ThemeEntry>): void {
  useTheme.setState(change);
}

/** Keeps <html> in step with the entry, and the entry with what another tab writes, from now on. */
export function applyTheme(): () => void {
  function onStorage({ key }: StorageEvent) {
    if (key === themeKey) void useTheme.persist.rehydrate();
  }
  apply(useTheme.getState());
  const stop = useTheme.subscribe(apply);
  window.addEventListener('storage', onStorage);
  return () => {
    stop();
    window.removeEventListener('storage', onStorage);
  };
}

function apply({ theme, updown, language }: ThemeEntry): void {
  const root = document.documentElement;
  root.dataset['theme'] = theme;
  root.dataset['updown'] = `${updown}-up`;
  root.lang = language === 'en' ? 'en' : 'zh-CN';
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', theme === 'dark' ? '#0b0e14' : '#f4f6fa');
}
