// The session entry `{isAuthenticated, user, token}` and its end. Ending a session clears local and session storage and
// writes theme and onboarding back, so that a signed-out person finds the app as they had set it.
import type { Profile } from '@cormorant/contract/entities/profile.ts';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { localStore, sessionStore } from '../../platform/browser.ts';
import { carryDrafts, giveBackDrafts } from './carried-drafts.ts';
import { onboardingKey } from './onboarding.ts';
import { plainStorage } from './persisted.ts';
import { themeKey } from './theme.ts';

export interface SessionEntry {
  readonly isAuthenticated: boolean;
  readonly user: Profile | null;
  readonly token: string;
}

export const sessionKey = 'session';
const signedOut: SessionEntry = { isAuthenticated: false, user: null, token: '' };

function revive(entry: Record<string, unknown>): SessionEntry {
  const token = entry['token'];
  const user = entry['user'];
  if (typeof token !== 'string' || token === '') return signedOut;
  return { isAuthenticated: true, user: typeof user === 'object' ? (user as Profile | null) : null, token };
}

export const useSession = create<SessionEntry>()(
  persist(() => signedOut, { name: sessionKey, storage: plainStorage(revive) }),
);

export function beginSession(token: string, user: Profile): void {
  useLeaving.setState({ leaving: false });
  giveBackDrafts(user.uid);
  useSession.setState({ isAuthenticated: true, user, token });
}

export function setProfile(user: Profile): void {
  if (useSession.getState().isAuthenticated) useSession.setState({ user });
}

/** Between the end of a session and the login page the screen stays as it is, so that its message can be read. */
export const useLeaving = create<{ leaving: boolean }>()(() => ({ leaving: false }));

/** From here on the end of the session is no news: whoever tells of it, its answer or the push connection, is late. */
export function beginLeaving(): void {
  useLeaving.setState({ leaving: true });
}

const endings = new Set<() => void>();

/** Called whenever a session ends, so that caches of other rooms forget it too. */
export function onSessionEnd(listener: () => void): () => void {
  endings.add(listener);
  return () => endings.delete(listener);
}

/** A log-out by the person: token and user go, what belongs to the device stays. */
export function endSession(): void {
  useSession.setState(signedOut);
  for (const listener of endings) listener();
}

/**
 * The end of a session that has become invalid: everything stored goes, except theme and onboarding. What its person was
 * typing waits in memory for their return.
 */
export function resetSession(): void {
  const kept = [themeKey, onboardingKey].map((key) => [key, localStore.read(key)] as const);
  endSession();
  carryDrafts();
  localStore.clear();
  sessionStore.clear();
  for (const [key, value] of kept) if (value !== null) localStore.write(key, value);
}

/** Two tabs are one session: a log-out or log-in in another tab is followed in this one. */
export function followOtherTabs(): () => void {
  function onStorage(event: StorageEvent) {
    if (event.key !== null && event.key !== sessionKey) return;
    const before = useSession.getState();
    void useSession.persist.rehydrate();
    if (localStore.read(sessionKey) === null && before.isAuthenticated) endSession();
    else if (before.token !== useSession.getState().token) for (const listener of endings) listener();
  }
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}
