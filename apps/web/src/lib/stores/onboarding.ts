// Whether the welcome has been seen. On the web it counts as completed from the start; the entry survives a session reset.
import { localStore } from '../../platform/browser.ts';
import { readEntry } from './persisted.ts';

export const onboardingKey = 'onboarding';

export function startOnboarding(): void {
  const entry = readEntry(onboardingKey);
  if (typeof entry === 'object' && entry !== null && 'completed' in entry) return;
  localStore.write(onboardingKey, JSON.stringify({ completed: 1 }));
}
