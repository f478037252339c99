// When an update is looked for and when the person is asked about it: a check at the start and every 300 s, never twice
// within 5 minutes; a prompt not within 5 minutes of the last one, nor within an hour of one that was put off.
import { restartApp } from '../../platform/browser.ts';
import { noUpdate, offersHere, type UpdateEntry, useUpdate } from '../stores/update.ts';
import { version } from '../version.ts';
import { fetchUpdate } from './fetch-update.ts';
import { compareVersions } from './update-info.ts';

export const checkEveryMs = 300_000;
export const checkThrottleMs = 5 * 60_000;
export const promptAgainMs = 5 * 60_000;
export const promptAfterLaterMs = 3_600_000;

/** A clock that was set back must not silence anything for longer. */
function within(sinceMs: number, limitMs: number): boolean {
  return sinceMs >= 0 && sinceMs < limitMs;
}

/** A check that a person asks for is made at once and says when it finds no file; one by itself stays silent. */
export async function checkForUpdate(asked = false): Promise<void> {
  const { checking, lastCheckTime } = useUpdate.getState();
  if (checking || (!asked && within(Date.now() - lastCheckTime, checkThrottleMs))) return;
  useUpdate.setState({
    checking: true,
    lastCheckTime: Date.now(),
    currentVersion: version,
    ...(asked && { error: null }),
  });
  const info = await fetchUpdate();
  if (info === null) {
    // No answer says nothing about what was offered before.
    useUpdate.setState({ checking: false, ...(asked && { error: 'no_update_package' }) });
    return;
  }
  const available = offersHere(info);
  useUpdate.setState({ checking: false, available, info: available ? info : null });
}

export function promptDue({ available, userDismissed, lastPromptTime }: UpdateEntry, now: number): boolean {
  return available && !within(now - lastPromptTime, userDismissed ? promptAfterLaterMs : promptAgainMs);
}

export function promptShown(): void {
  useUpdate.setState({ userDismissed: false, lastPromptTime: Date.now() });
}

export function putOff(): void {
  useUpdate.setState({ userDismissed: true, lastPromptTime: Date.now() });
}

/** On the web the new version comes with the next load. */
export function applyUpdate(): void {
  useUpdate.setState({ downloaded: true, error: null });
  restartApp();
}

/** Looks back at the last start: true when a newer version runs now. One that was asked for and did not come is said. */
export function settleUpdate(): boolean {
  const { currentVersion, downloaded } = useUpdate.getState();
  if (compareVersions(version, currentVersion) > 0) {
    useUpdate.setState(noUpdate, true);
    return true;
  }
  if (downloaded) useUpdate.setState({ downloaded: false, error: 'restart_failed' });
  return false;
}

/** Checks from now on, and says each time when a prompt is due. Tabs share their times. */
export function watchUpdates(onDue: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  let stopped = false;
  const tick = () => {
    void useUpdate.persist.rehydrate();
    const checked = checkForUpdate();
    // Each wait begins after the check it follows, so that a late timer never falls within the throttle of its forerunner.
    timer = setTimeout(tick, checkEveryMs);
    void checked.then(() => {
      if (!stopped && promptDue(useUpdate.getState(), Date.now())) onDue();
    });
  };
  tick();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
