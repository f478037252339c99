// Whether the welcome has been seen. In a browser it counts as completed from the start, in the native shell it is shown
// once; the entry survives a session reset.
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { isNative } from '../platform.ts';
import { plainStorage } from './persisted.ts';

export const onboardingKey = 'onboarding';

interface OnboardingEntry {
  readonly completed: 0 | 1;
}

const atStart: OnboardingEntry = { completed: isNative ? 0 : 1 };

export const useOnboarding = create<OnboardingEntry>()(
  persist(() => atStart, {
    name: onboardingKey,
    storage: plainStorage((entry): OnboardingEntry => {
      return entry['completed'] === 0 || entry['completed'] === 1 ? { completed: entry['completed'] } : atStart;
    }),
  }),
);

/** Writes the entry where there is none, so that it is kept from the first start on. */
export function startOnboarding(): void {
  useOnboarding.setState(isNative ? {} : { completed: 1 });
}

export function completeOnboarding(): void {
  useOnboarding.setState({ completed: 1 });
}

/** Shows the welcome again to a signed-out person; in the native shell only. */
export function replayOnboarding(): void {
  if (isNative) useOnboarding.setState({ completed: 0 });
}
