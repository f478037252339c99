// Drafts across the end of a session in the middle of work: storage is cleared then, so they wait in memory, and are given
// back to the person whose they are and to nobody else.
import { localStore } from '../../platform/browser.ts';

export const draftPrefix = 'draft:';

let waiting: readonly (readonly [key: string, text: string])[] = [];

/** Before storage is cleared. */
export function carryDrafts(): void {
  waiting = localStore
    .keys()
    .filter((key) => key.startsWith(draftPrefix))
    .flatMap((key) => {
      const text = localStore.read(key);
      return text === null ? [] : [[key, text] as const];
    });
}

/** Whoever signs in next: nothing waits any longer. */
export function giveBackDrafts(uid: string): void {
  for (const [key, text] of waiting) if (ownerOf(text) === uid) localStore.write(key, text);
  waiting = [];
}

function ownerOf(text: string): unknown {
  try {
    return (JSON.parse(text) as { readonly uid?: unknown } | null)?.uid;
  } catch {
    return undefined;
  }
}
