// What was typed into an editor and not sent yet, kept on the device for seven days per bot category. It holds parameters
// only, never a secret; what is too old or does not read as a draft counts as absent.
import { localStore } from '../../platform/browser.ts';
import { readEntry } from './persisted.ts';

export const draftMs = 7 * 24 * 3_600_000;

export interface Draft {
  readonly exchange: string;
  readonly symbol: string;
  readonly values: Readonly<Record<string, string>>;
}

const keyOf = (code: string) => `draft:${code}`;

export function keepDraft(code: string, draft: Draft): void {
  localStore.write(keyOf(code), JSON.stringify({ ...draft, at: Date.now() }));
}

export function forgetDraft(code: string): void {
  localStore.remove(keyOf(code));
}

export function cachedDraft(code: string): Draft | null {
  const entry = readEntry(keyOf(code));
  if (typeof entry !== 'object' || entry === null) return null;
  const { exchange, symbol, values, at } = entry as Record<string, unknown>;
  const ageMs = typeof at === 'number' ? Date.now() - at : -1;
  if (ageMs < 0 || ageMs >= draftMs) return null;
  if (typeof exchange !== 'string' || typeof symbol !== 'string') return null;
  if (typeof values !== 'object' || values === null) return null;
  const texts = Object.entries(values).filter((pair): pair is [string, string] => typeof pair[1] === 'string');
  return { exchange, symbol, values: Object.fromEntries(texts) };
}
