// What was typed into an editor and not sent yet, kept on the device for seven days per bot category, for the person who
// typed it. It holds parameters only, never a secret; what is somebody else's, too old or does not read as a draft counts as
// absent.
import { localStore } from '../../platform/browser.ts';
import { draftPrefix } from './carried-drafts.ts';
import { readEntry } from './persisted.ts';
import { useSession } from './session.ts';

export const draftMs = 7 * 24 * 3_600_000;

export interface Draft {
  readonly exchange: string;
  readonly symbol: string;
  readonly values: Readonly<Record<string, string>>;
}

const keyOf = (code: string) => `${draftPrefix}${code}`;
const person = () => useSession.getState().user?.uid ?? null;

export function keepDraft(code: string, draft: Draft): void {
  localStore.write(keyOf(code), JSON.stringify({ ...draft, at: Date.now(), uid: person() }));
}

export function forgetDraft(code: string): void {
  localStore.remove(keyOf(code));
}

export function cachedDraft(code: string): Draft | null {
  const entry = readEntry(keyOf(code));
  if (typeof entry !== 'object' || entry === null) return null;
  const { exchange, symbol, values, at, uid } = entry as Record<string, unknown>;
  if (uid !== person()) return null;
  const ageMs = typeof at === 'number' ? Date.now() - at : -1;
  if (ageMs < 0 || ageMs >= draftMs) return null;
  if (typeof exchange !== 'string' || typeof symbol !== 'string') return null;
  if (typeof values !== 'object' || values === null) return null;
  const texts = Object.entries(values).filter((pair): pair is [string, string] => typeof pair[1] === 'string');
  return { exchange, symbol, values: Object.fromEntries(texts) };
}
