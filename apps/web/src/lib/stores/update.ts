// The update entry: what the last check found, when it was, and when the person was last asked. Nothing is downloaded on
// the web: the reload is all of an update there, and `downloaded` stands from its press until the app has started again.
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { platform } from '../platform.ts';
import { offers, readUpdateInfo, type UpdateInfo } from '../update/update-info.ts';
import { version } from '../version.ts';
import { plainStorage } from './persisted.ts';

/** A key of the contract's client texts. */
export type UpdateError = 'no_update_package' | 'restart_failed';

export interface UpdateEntry {
  readonly checking: boolean;
  readonly available: boolean;
  readonly downloading: boolean;
  readonly downloaded: boolean;
  readonly error: UpdateError | null;
  /** The version that ran when the entry was written. */
  readonly currentVersion: string;
  /** The last prompt was put off, at `lastPromptTime`. */
  readonly userDismissed: boolean;
  readonly lastCheckTime: number;
  readonly lastPromptTime: number;
  readonly info: UpdateInfo | null;
}

export const noUpdate: UpdateEntry = {
  checking: false,
  available: false,
  downloading: false,
  downloaded: false,
  error: null,
  currentVersion: version,
  userDismissed: false,
  lastCheckTime: 0,
  lastPromptTime: 0,
  info: null,
};

/** Whether a file offers something to the app that runs here. */
export function offersHere(info: UpdateInfo | null): boolean {
  return info !== null && offers(info, version, platform);
}

const timeOf = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : 0);

/** What was under way is not any more, and what was offered may be running by now. */
function revive(entry: Record<string, unknown>): UpdateEntry {
  const info = readUpdateInfo(entry['info']);
  const available = offersHere(info);
  const { currentVersion, error } = entry;
  return {
    checking: false,
    available,
    downloading: false,
    downloaded: entry['downloaded'] === true,
    error: error === 'restart_failed' ? error : null,
    currentVersion: typeof currentVersion === 'string' ? currentVersion : version,
    userDismissed: entry['userDismissed'] === true,
    lastCheckTime: timeOf(entry['lastCheckTime']),
    lastPromptTime: timeOf(entry['lastPromptTime']),
    info: available ? info : null,
  };
}

export const useUpdate = create<UpdateEntry>()(
  persist(() => noUpdate, { name: 'update', storage: plainStorage(revive) }),
);
